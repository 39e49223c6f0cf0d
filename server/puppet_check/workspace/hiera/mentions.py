"""Hiera keys that code mentions, so that data for them is not reported although no class has such a parameter."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from puppet_check.reading.files import LARGEST_SEARCHED, read
from puppet_check.reading.folders import walk
from puppet_check.workspace.cached_property import cached_property
from puppet_check.workspace.files import files_below
from puppet_check.workspace.hiera.included_keys import created_keys, included_keys
from puppet_check.workspace.kinds import DATA, HIERA_CONFIG, LOOKUP_KEY, MANIFEST, kind_of, naming
from puppet_check.workspace.project import Module, Project
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

FOLDERS = ("manifests", "functions", "plans", "lib", "templates", "data")
"""The folders of a module whose files may look up keys."""
WITH_KEYS = naming(LOOKUP_KEY)
KEY = lazy_pattern(rb"""['"](?:::)?((?:[A-Za-z0-9_-]+::)+)([A-Za-z0-9_-]*(?::[A-Za-z0-9_-]+)*)(\$?)""")
"""How a quoted key begins: all its segments but the last, the last one if there is one, and whether the rest is computed."""
BARE = lazy_pattern(rb"""\b(?:lookup|hiera(?:_array|_hash|_include)?)\s*+\(\s*+(?:::)?((?:[a-z]\w*+::)+[a-z]\w*+)""")
"""A key without quotes, as the first argument of a function."""
PLAIN_KEY = lazy_pattern(rb"""['"]([A-Za-z0-9_-]+)['"]""")
COMPUTED_KEY = lazy_pattern(rb"""['"]([A-Za-z0-9_-]{3,})(?:[$%#]\{|\$\w)""")
"""How a quoted key without a module begins whose rest is computed."""
COMPUTED_END = lazy_pattern(rb"""\}([A-Za-z0-9_-]{3,})['"]""")
"""How one ends whose beginning is computed."""
LOOKUPS = (b"lookup", b"hiera")
"""One of these is in every text with such a key."""
OF_CLASSES = lazy_pattern(
    rb"^(?![^\n]*(?:lookup|hiera))[^\n]*(?:\b(?:include|contain|require)\b[ \t('\"\[]|\b[cC]lass[ \t]*[\[{])[^\n]*", re.MULTILINE
)
"""A line that names classes and looks nothing up: `contain "profile::${type}"` computes no key."""
OF_MODULE = lazy_pattern(rb"""\$\{?module_name\}?((?:::[A-Za-z0-9_-]+)+)""")
ENDING = lazy_pattern(rb"""\}((?:::[A-Za-z0-9_-]+)+)""")


class Mentions:
    """The quoted keys in the files of a project, read on demand."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def has(self, key: str) -> bool:
        """Whether some code may look up a key."""
        found = self._found
        if key in found.names:
            return True
        segments = key.split("::")
        if any("::".join(segments[:count]) + "::" in found.prefixes for count in range(1, len(segments))):
            return True
        return any("::" + "::".join(segments[count:]) in found.endings for count in range(1, len(segments)))

    def is_included(self, key: str) -> bool:
        """Whether a manifest includes the classes that are the value of a key."""
        return key in self._found.included

    def may_look_up(self, key: str) -> bool:
        """Whether a file with a look-up has a key without a module in quotes, or an interpolation looks it up."""
        return key in self._found.plain

    def may_compute(self, key: str) -> bool:
        """Whether a file with a look-up has a text that begins or ends like a key without a module, and whose rest is computed."""
        return key.startswith(self._plain_beginnings) or key.endswith(self._plain_endings)

    def created(self, key: str) -> set[str]:
        """The types, in lower case, of which manifests create resources from the value of a key that they look up."""
        return self._found.created.get(key, set())

    @cached_property
    def _plain_beginnings(self) -> tuple[str, ...]:
        return tuple(self._found.plain_beginnings)

    @cached_property
    def _plain_endings(self) -> tuple[str, ...]:
        return tuple(self._found.plain_endings)

    @cached_property
    def _found(self) -> _Found:
        found = _Found(set(), set(), set(), set(), set(), set(), set(), {})
        for path, module in _files(self.project):
            _read(path, module, found)
        return found


class _Found(NamedTuple):
    """What is mentioned."""

    names: set[str]
    prefixes: set[str]
    """The beginnings of computed names."""
    endings: set[str]
    """Their ends."""
    included: set[str]
    """The keys of names of classes."""
    plain: set[str]
    """Words in quotes, where something is looked up."""
    plain_beginnings: set[str]
    """The beginnings of texts in quotes whose rest is computed, where something is looked up."""
    plain_endings: set[str]
    """Their ends."""
    created: dict[str, set[str]]
    """The types of resources that are created, by key."""


def _read(path: str, module: Module | None, found: _Found) -> None:
    """Add what a file mentions."""
    try:
        source = read(path, LARGEST_SEARCHED)
    except OSError:
        return
    if kind_of(path) in (DATA, HIERA_CONFIG):
        # Data files mention keys in interpolations only.
        lines = [each for each in source.splitlines() if b"%{" in each]
        found.names.update(each.decode() for line in lines for each in _keys(KEY.findall(line)))
        found.plain.update(each.decode() for line in lines for each in PLAIN_KEY.findall(line))
        return
    looks_up = any(each in source for each in LOOKUPS)
    if looks_up:
        found.plain.update(each.decode() for each in PLAIN_KEY.findall(source))
        found.plain_beginnings.update(each.decode() for each in COMPUTED_KEY.findall(source))
        found.plain_endings.update(each.decode() for each in COMPUTED_END.findall(source))
    keys = KEY.findall(source)
    found.names.update(each.decode() for each in (*_keys(keys), *(BARE.findall(source) if looks_up else ())))
    if looks_up and kind_of(path) is MANIFEST:
        found.included.update(included_keys(source))
        for key, type in created_keys(source):
            found.created.setdefault(key, set()).add(type)
    if any(computed for _, _, computed in keys):
        found.prefixes.update(first.decode() for first, _, computed in KEY.findall(OF_CLASSES.sub(b"", source)) if computed)
    if module is not None and b"module_name" in source:
        found.names.update(module.name + each.decode() for each in OF_MODULE.findall(source))
    if b"}::" in source:
        found.endings.update(each.decode() for each in ENDING.findall(source))


def _keys(found: Iterable[tuple[bytes, bytes, bytes]]) -> Iterator[bytes]:
    """The quoted names of at least two segments."""
    for first, last, _ in found:
        if last:
            yield first + last
        elif b"::" in first[:-2]:
            yield first[:-2]


def _files(project: Project) -> Iterator[tuple[str, Module | None]]:
    tops: list[tuple[str, Module | None]] = [(module.folder, module) for module in project.modules.values()]
    if project.is_environment:
        inner = {module.folder for module in project.modules.values()}
        for path, folders, files in walk(project.root):
            folders[:] = [each for each in folders if not each.startswith(".") and os.path.join(path, each) not in inner]
            yield from ((file, None) for each in files if kind_of(file := os.path.join(path, each)) in WITH_KEYS)
    for top, module in tops:
        yield from ((path, module) for path in files_below(top, FOLDERS, WITH_KEYS))
    # Main manifests may be beside the folders.
    yield from ((path, None) for path in project.sites if os.path.dirname(path) == project.root)
