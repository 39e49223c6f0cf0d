"""Hiera keys that code mentions, so that data for them is not reported although no class has such a parameter."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from puppet_check.reading.files import LARGEST_SEARCHED, read
from puppet_check.reading.folders import walk
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import DATA, HIERA_CONFIG, LOOKUP_KEY, kind_of, naming
from puppet_check.workspace.project import Module, Project
from puppet_grammar.patterns import lazy_pattern

FOLDERS = ("manifests", "functions", "plans", "lib", "templates", "data")
"""The folders of a module whose files may look up keys."""
WITH_KEYS = naming(LOOKUP_KEY)
KEY = lazy_pattern(rb"""['"](?:::)?((?:[A-Za-z0-9_-]+::)+)([A-Za-z0-9_-]*(?::[A-Za-z0-9_-]+)*)(\$?)""")
"""How a quoted key begins: all its segments but the last, the last one if there is one, and whether the rest is computed."""
BARE = lazy_pattern(rb"""\b(?:lookup|hiera(?:_array|_hash|_include)?)\s*+\(\s*+(?:::)?((?:[a-z]\w*+::)+[a-z]\w*+)""")
"""A key without quotes, as the first argument of a function."""
LOOKUPS = (b"lookup", b"hiera")
"""One of these is in every text with such a key."""
OF_MODULE = lazy_pattern(rb"""\$\{?module_name\}?((?:::[A-Za-z0-9_-]+)+)""")
ENDING = lazy_pattern(rb"""\}((?:::[A-Za-z0-9_-]+)+)""")


class Mentions:
    """The quoted keys in the files of a project, read on demand."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._known: tuple[set[str], set[str], set[str]] | None = None

    def has(self, key: str) -> bool:
        """Whether some code may look up a key."""
        if self._known is None:
            found: tuple[set[str], set[str], set[str]] = set(), set(), set()
            for path, module in _files(self.project):
                _read(path, module, *found)
            self._known = found
        names, prefixes, endings = self._known
        if key in names:
            return True
        segments = key.split("::")
        if any("::".join(segments[:count]) + "::" in prefixes for count in range(1, len(segments))):
            return True
        return any("::" + "::".join(segments[count:]) in endings for count in range(1, len(segments)))


def _read(path: str, module: Module | None, names: set[str], prefixes: set[str], endings: set[str]) -> None:
    """Add the names in a file, the beginnings of computed ones, and their endings."""
    try:
        source = read(path, LARGEST_SEARCHED)
    except OSError:
        return
    if kind_of(path) in (DATA, HIERA_CONFIG):
        # Data files mention keys in interpolations only.
        names.update(each.decode() for line in source.splitlines() if b"%{" in line for each in _keys(KEY.findall(line)))
        return
    found = KEY.findall(source)
    names.update(each.decode() for each in (*_keys(found), *(BARE.findall(source) if any(each in source for each in LOOKUPS) else ())))
    prefixes.update(first.decode() for first, _, computed in found if computed)
    if module is not None and b"module_name" in source:
        names.update(module.name + each.decode() for each in OF_MODULE.findall(source))
    if b"}::" in source:
        endings.update(each.decode() for each in ENDING.findall(source))


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
