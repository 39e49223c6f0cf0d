"""Summaries: what files define, and the files that were parsed lately."""

from __future__ import annotations

import os
from threading import Lock

from puppet_check.fingerprint import digest
from puppet_check.reading.places import read_in
from puppet_check.workspace import disk
from puppet_check.workspace.definition_text import summary_text
from puppet_check.workspace.kinds import RUBY, kind_of
from puppet_check.workspace.project import Module
from puppet_check.workspace.store import Store, key_of_summary
from puppet_check.workspace.summary import definitions
from puppet_check.workspace.trace import Interfaces, interface
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.named import NamedTuple
from puppet_grammar.parse import mode_of, parse
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text
from puppet_typesys.loader import Definition

OF_PUPPET = f"{os.sep}{os.path.join('lib', 'puppet', '')}"
"""The folder of Ruby code that Puppet loads."""


class Parsed(NamedTuple):
    """A parsed file of Puppet code, without its syntax tree, which takes more memory than the program and is seldom needed again."""

    text: Text
    program: ast.Program
    problems: tuple[Problem, ...]
    nodes: ast.ByClass
    """The nodes of the program."""

    @property
    def weight(self) -> int:
        """The bytes of the source, or those of usual code that has as many nodes."""
        return max(len(self.text), BYTES_PER_NODE * sum(map(len, self.nodes.values())))


BYTES_PER_NODE = 20
"""How many bytes of usual code there are for each node of its program."""
PARSED_LIMIT = 4 << 20
"""The total size in bytes of the sources that stay parsed: in a check of whole folders a file is needed twice, for its own check and for
its definitions, and those that the catalogs of a module evaluate once more. A parsed file takes about 12 times as much memory; with a
quarter of this limit, a check of a hundred modules costs a fourteenth more."""
OPEN_PARSED_LIMIT = 1 << 14
"""The same for a workspace in which only open files are checked."""
MOST_DEFINITIONS = 200_000
"""How many definitions `Contents` has at most, of which each file without any counts as one: up to a kilobyte each."""


class Contents:
    """The definitions of the contents of files that were read lately, for several workspaces. Used by any thread."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, tuple[Definition, ...]]] = {}
        """The hash of the contents and their definitions, by path."""
        self._weight = 0
        self._lock = Lock()

    def of(self, path: str, hash: str) -> tuple[Definition, ...] | None:
        """The definitions of a file with a content hash; None if others have been read last."""
        known = self._known.get(path)
        return known[1] if known is not None and known[0] == hash else None

    def keep(self, path: str, hash: str, found: tuple[Definition, ...]) -> None:
        """Note the definitions of a file; the oldest ones are dropped if there are too many."""
        with self._lock:  # Another thread must not change it during the iteration.
            self._drop(path)
            self._known[path] = hash, found
            self._weight += max(1, len(found))
            while self._weight > max(1, MOST_DEFINITIONS // disk.DIVISOR):
                self._drop(next(iter(self._known)))

    def _drop(self, path: str) -> None:
        known = self._known.pop(path, None)
        self._weight -= 0 if known is None else max(1, len(known[1]))


class Summaries:
    """The definitions of files, read once for all projects. Those of unchanged files come from the store."""

    def __init__(
        self,
        store: Store | None = None,
        parsed_limit: int = PARSED_LIMIT,
        *,
        notes_fresh: bool = False,
        contents: Contents | None = None,
    ) -> None:
        """`notes_fresh` says that `take_fresh` will be called after each check; `contents` are those that other workspaces use as well."""
        self._store = store
        self._contents = contents
        self._notes_fresh = notes_fresh
        self._parsed_limit = parsed_limit
        self._known: dict[str, tuple[Definition, ...]] = {}
        self._parsed: dict[str, Parsed] = {}
        self._parsed_bytes = 0
        self.interfaces = Interfaces()
        self._fresh: list[tuple[str, str]] = []
        """Definitions that the store lacks: key and definitions as text."""

    def of(self, path: str, module: Module | None) -> tuple[Definition, ...]:
        """The definitions of a file; none if it cannot be read."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = self._look_up(path, module)
        return known

    def parsed(self, path: str, source: str | bytes) -> Parsed | None:
        """The parsed file, if it is still cached with this text."""
        known = self._parsed.get(os.path.abspath(path))
        return known if known is not None and known.text.source == source else None

    def keep(self, path: str, parsed: Parsed) -> None:
        """Cache a parsed file; the oldest ones are dropped."""
        path = os.path.abspath(path)
        before = self._parsed.pop(path, None)
        self._parsed_bytes += parsed.weight - (0 if before is None else before.weight)
        self._parsed[path] = parsed
        while self._parsed_bytes > self._parsed_limit:
            oldest = self._parsed.pop(next(iter(self._parsed)))
            self._parsed_bytes -= oldest.weight

    def take_fresh(self) -> list[tuple[str, str]]:
        """Return and clear the definitions that the store lacks."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def replace(self, path: str, now: tuple[Definition, ...] | None) -> bool:
        """Replace the definitions of a file, or forget them (None); tells whether the change is visible to other files."""
        before = self._known.pop(path, None)
        self.interfaces.forget()
        if now is None:
            return True
        self._known[path] = now
        return before is None or [*map(interface, now)] != [*map(interface, before)]

    def _look_up(self, path: str, module: Module | None) -> tuple[Definition, ...]:
        try:
            source = read_in(path, None if module is None else module.folder)
        except OSError:
            return ()
        if self._store is None and self._contents is None:
            return self.of_text(path, module, source)
        hash = digest(source)
        found = None if self._contents is None else self._contents.of(path, hash)
        if found is None:
            found = self._stored(path, module, source, hash)
            if self._contents is not None:
                self._contents.keep(path, hash, found)
        return found

    def _stored(self, path: str, module: Module | None, source: bytes, hash: str) -> tuple[Definition, ...]:
        """The definitions of a file, from the store if it has them."""
        key = key_of_summary(_path_in_module(path, module), hash)
        found = None if self._store is None else self._store.summary(key, path)
        if found is None:
            found = self.of_text(path, module, source)
            if self._notes_fresh and self._store is not None:
                self._fresh.append((key, summary_text(found)))
        return found

    def of_text(self, path: str, module: Module | None, source: bytes) -> tuple[Definition, ...]:
        """The definitions of a file if it had some text."""
        if kind_of(path) is RUBY:
            return _of_ruby(path, module, source)
        read = self.parse(path, source)
        return definitions(path, read.program, read.text, read.nodes)

    def parse(self, path: str, source: bytes) -> Parsed:
        """The parsed file if it has some text, which is cached."""
        read = self.parsed(path, source)
        if read is None:
            tree = parse(source, mode_of(path))
            program, problems = lower(tree)
            read = Parsed(tree.text, program, problems, ast.by_class(program))
            self.keep(path, read)
        return read


def _path_in_module(path: str, module: Module | None) -> str:
    """What the definitions of a file depend on besides its contents: its kind, and of a Ruby file its path in its module."""
    if kind_of(path) is RUBY:
        return _ruby_path(path, module)
    return f"{mode_of(path)!r}"


def _ruby_path(path: str, module: Module | None) -> str:
    """The path of a Ruby file in its module, or in the environment that it belongs to itself; empty for one that Puppet does not load."""
    if module is not None:
        return os.path.relpath(path, module.folder)
    _, folder, inner = path.rpartition(OF_PUPPET)
    return folder.lstrip(os.sep) + inner if folder else ""


def _of_ruby(path: str, module: Module | None, source: bytes) -> tuple[Definition, ...]:
    from puppet_check.workspace.ruby.read import read_ruby  # most files are not Ruby

    found = read_ruby(_ruby_path(path, module), source)
    return tuple(each._replace(place=each.place._replace(path=path)) for each in found)
