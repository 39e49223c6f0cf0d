"""The files of modules that set resource defaults, which apply to the classes that are declared from there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.reading.files import read
from puppet_check.reading.folders import walk
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.project import Module, Project
from puppet_grammar.patterns import lazy_pattern

DEFAULTS = lazy_pattern(rb"[A-Z](?<!\w[A-Z])(?<!\w::[A-Z])\w*+(?:::\w++)*+\s*+\{")
"""How resource defaults begin; type aliases and the names of types in braces may look alike."""
WORD = lazy_pattern(rb"\b[a-z]\w*")


class Setting(NamedTuple):
    """A manifest that may set resource defaults."""

    path: str
    words: frozenset[bytes]
    """Its words in lower case, among which are the modules whose classes it declares."""


def files_with_defaults(disk: Disk, project: Project, module: str) -> Iterator[tuple[str, Module | None]]:
    """The files whose resource defaults may apply in a module: main manifests, its own, and those of modules that mention it."""
    for site in project.sites:
        yield site, None
    for each in project.modules.values():
        yield from ((path, each) for path, words in settings_in(disk, each.folder) if each.name == module or module.encode() in words)


@remembered(10_000)
def settings_in(disk: Disk, folder: str) -> tuple[Setting, ...]:
    """The manifests of a module that may set resource defaults."""
    found = []
    for where, folders, files in walk(folder, "manifests"):
        folders.sort()
        for path in (os.path.join(where, each) for each in sorted(files) if each.endswith(".pp")):
            try:
                source = read(path)
            except OSError:
                continue
            if DEFAULTS.search(source):
                found.append(Setting(path, frozenset(WORD.findall(source))))
    return tuple(found)
