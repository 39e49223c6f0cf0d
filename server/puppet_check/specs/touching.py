"""Which spec files a change in a module may touch, by what their examples may read.

An example reads what its text mentions, what that mentions, and so on: classes, defines, functions, types, templates and files by
their names, where a computed name is any that it may be; in fixtures and Ruby code, if enough of it is written there. Of what else a
module has, such as helpers, data, Ruby code and fixtures, any example may read anything.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from puppet_check.reading.folders import names_in, walk
from puppet_check.reading.places import real
from puppet_check.specs.catalogs.modules import FIXTURES
from puppet_check.specs.suite import SUFFIX, SpecFile
from puppet_check.workspace.kinds import PROSE
from puppet_check.workspace.metadata import read_metadata
from puppet_check.workspace.project import Module
from puppet_check.workspace.summaries import Summaries
from puppet_check.workspace.unused.candidates import Part, parts_of, text_of
from puppet_check.workspace.unused.mentions import Mentions
from puppet_grammar.patterns import lazy_pattern

NAMED = ("manifests", "functions", "types", "templates", "files")
"""The folders of what is read by its name."""
SHARED = ("data", "hieradata", "lib", "spec", "hiera.yaml")
"""Where the texts are of which any example may read anything."""
CODE = (".pp", ".rb", ".epp", ".erb", ".yaml", ".yml", ".json")
DEFINED = lazy_pattern(rb"(?m)^[^\S\n]*(?:class|define|function|type|plan)\s+([\w:]+)")


class Touching:
    """What the spec files of a module may read, at one moment."""

    def __init__(self, folder: str, files: Iterable[SpecFile]) -> None:
        self._folder = folder
        metadata = read_metadata(folder)
        name = metadata.short_name if metadata is not None and metadata.short_name else os.path.basename(folder)
        module = Module(name, folder, metadata)
        parts = [each for each in parts_of(module, Summaries()) if _is_named(folder, each.path)]
        mentions = Mentions(dict.fromkeys(candidate for part in parts for candidate in part.defines))
        self._names = {path: _names_in(text_of(path)) for path in {found.path for part in parts for found in part.defines}}
        self._uses: dict[str, set[str]] = defaultdict(set)
        for each in parts:
            self._uses[each.path].update(found.path for found in mentions.of_any_text(each))
        shared = {found.path for part in _shared(module) for found in mentions.of_code(part)}
        self._reads = {each: self._closed(shared.union(_paths(mentions, each.path, name))) for each in files}
        self._texts = {each: text_of(each.path) for each in self._reads}

    def touched(self, changes: Mapping[str, bytes | None], files: Sequence[SpecFile]) -> list[SpecFile]:
        """The spec files, of some, that changes may touch; `changes` are the earlier texts of changed files, None for unknown ones."""
        return [each for each in files if any(self._is_touched(each, path, before) for path, before in changes.items())]

    def _is_touched(self, file: SpecFile, path: str, before: bytes | None) -> bool:
        if path == file.path or file not in self._reads:
            return True
        inner = os.path.relpath(path, self._folder).replace(os.sep, "/")
        if path.endswith(SUFFIX) and inner.startswith("spec/"):
            return False
        if inner.startswith((".", "spec/acceptance/")):
            return False
        if inner.endswith(PROSE):
            return os.path.basename(path).encode() in self._texts[file]
        known = self._names.get(path)
        if known is None or before is None or _names_in(before) != known:
            return True  # What is new or gone may be found, or not, by anything.
        return path in self._reads[file]

    def _closed(self, paths: Iterable[str]) -> frozenset[str]:
        """Some files, and what they use."""
        found: set[str] = set()
        waiting = [*paths]
        while waiting:
            path = waiting.pop()
            if path not in found:
                found.add(path)
                waiting += self._uses.get(path, ())
        return frozenset(found)


def _is_named(folder: str, path: str) -> bool:
    return os.path.relpath(path, folder).partition(os.sep)[0] in NAMED


def _names_in(text: bytes) -> frozenset[bytes]:
    return frozenset(DEFINED.findall(text))


def _paths(mentions: Mentions, path: str, module: str) -> Iterator[str]:
    yield from (each.path for each in mentions.of_any_text(Part(path, text_of(path), module)))


def _shared(module: Module) -> Iterator[Part]:
    """The texts of which any example may read anything: helpers, data, Ruby code, and what of the fixtures names the module."""
    fixtures = os.path.join(module.folder, FIXTURES)
    for name in SHARED:
        top = os.path.join(module.folder, name)
        for where, folders, files in walk(top):
            folders[:] = [each for each in folders if os.path.join(where, each) != fixtures]
            yield from (
                Part(os.path.join(where, each), text_of(os.path.join(where, each)), module.name) for each in files if _is_shared(each)
            )
    yield Part("", text_of(os.path.join(module.folder, "hiera.yaml")), module.name)
    word = module.name.encode()
    for path in _code_below(fixtures, module):
        text = text_of(path)
        if word in text.lower():
            yield Part(path, text, module.name)


def _is_shared(name: str) -> bool:
    return name.endswith(CODE) and not name.endswith(SUFFIX)


def _code_below(fixtures: str, own: Module) -> Iterator[str]:
    """The code of the modules in a folder, without the module itself."""
    for name in names_in(fixtures):
        folder = real(os.path.join(fixtures, name))
        if name == own.name or folder == real(own.folder):
            continue
        for top in ("manifests", "functions", "types", "lib", "data", "templates"):
            for where, _, files in walk(os.path.join(folder, top)):
                yield from (os.path.join(where, each) for each in files if each.endswith(CODE) or top == "templates")
