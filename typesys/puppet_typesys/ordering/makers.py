"""The places of files and folders that resources other than files may make."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import attribute, path_of
from puppet_typesys.ordering.commands import commands
from puppet_typesys.ordering.view import View

MAKERS = ("exec", "mount", "archive", "vcsrepo", "staging::file", "staging::extract")
"""Types of resources that may create folders."""
PLACES = ("creates", "name", "path", "extract_path", "target", "cwd")
"""Their attributes that may name these."""


def places(view: View) -> Iterator[tuple[str, Resource]]:
    """The paths that attributes of resources name, with those resources."""
    for type in MAKERS:
        for each in view.any_of(type):
            yield from ((path, each) for name in PLACES if (path := path_of(each, name)))


def made(view: View) -> Iterator[tuple[str, Resource]]:
    """The paths that attributes and commands of resources name, with those resources."""
    yield from places(view)
    for each in view.any_of("exec"):
        for command in commands(attribute(each, "command")):
            yield from ((word.rstrip("/"), each) for word in (*command.words[1:], *command.outputs) if word.startswith("/"))
