"""The files of modules that set resource defaults, which apply to the classes that are declared from there."""

from __future__ import annotations

import os
from array import array
from bisect import bisect_left
from collections.abc import Iterator

from puppet_check.reading.files import read
from puppet_check.reading.folders import walk
from puppet_check.workspace.disk import NAMES, Disk, remembered_by_size
from puppet_check.workspace.project import Module, Project
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

DEFAULTS = lazy_pattern(rb"[A-Z](?<!\w[A-Z])(?<!\w::[A-Z])\w*+(?:::\w++)*+\s*+\{")
"""How resource defaults begin; type aliases and the names of types in braces may look alike."""
WORD = lazy_pattern(rb"\b[a-z]\w*")

FEW = 100
"""The number of modules up to which all manifests are searched for a module, instead of being indexed for all."""


class Setting(NamedTuple):
    """A manifest that may set resource defaults."""

    path: str
    words: array[int]
    """The hashes of its words in lower case, sorted, among which are the modules whose classes it declares: a tenth of their memory."""

    def may_name(self, word: int) -> bool:
        """Whether it has the word with a hash."""
        at = bisect_left(self.words, word)
        return at < len(self.words) and self.words[at] == word


class DefaultsIndex:
    """The files of a project whose resource defaults may apply in a module: main manifests, its own, and those that mention it."""

    def __init__(self, disk: Disk, project: Project) -> None:
        self._disk = disk
        self._project = project
        self._by_module: dict[str, list[tuple[str, Module]]] | None = None

    def files(self, module: str) -> Iterator[tuple[str, Module | None]]:
        """The files for a module."""
        for site in self._project.sites:
            yield site, None
        if len(self._project.modules) <= FEW:
            yield from self._naming(module)
            return
        if self._by_module is None:
            self._by_module = self._indexed()
        yield from self._by_module.get(module, ())

    def _naming(self, module: str) -> Iterator[tuple[str, Module]]:
        """The manifests for a module, by a search of all words."""
        named = hash(module.encode())
        for each in self._project.modules.values():
            for setting in settings_in(self._disk, each.folder):
                if each.name == module or setting.may_name(named):
                    yield setting.path, each

    def _indexed(self) -> dict[str, list[tuple[str, Module]]]:
        """The manifests for each module, in the order of the modules that they are in."""
        modules = self._project.modules
        names = {hash(name.encode()): name for name in modules}
        found: dict[str, list[tuple[str, Module]]] = {}
        for each in modules.values():
            for setting in settings_in(self._disk, each.folder):
                for name in {each.name, *(names[word] for word in setting.words if word in names)}:
                    found.setdefault(name, []).append((setting.path, each))
        return found


@remembered_by_size(NAMES)
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
                found.append(Setting(path, array("q", sorted(map(hash, set(WORD.findall(source)))))))
    return tuple(found)
