"""The compiler: a node of the tree → a function of a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import tree_sitter

from puppet_grammar.table import Table
from puppet_typesys.ruby.objects import Code, Frame
from puppet_typesys.ruby.outcome import Hole, Unsupported
from puppet_typesys.ruby.syntax import heredocs

MAX_DEPTH = 200
"""The limit of the nesting of expressions and statements."""

Compile = Callable[["Compiler", tree_sitter.Node], Code]
TABLE: Table[str, Compile] = Table("the compilation of nodes")
"""How nodes are compiled, by type. Filled while the modules of this package are imported."""


def compiles(*types: str) -> Callable[[Compile], Compile]:
    """Enter a function for types of nodes."""

    def enter(function: Compile) -> Compile:
        TABLE.update(dict.fromkeys(types, function))
        return function

    return enter


class Names:
    """The local variables of a method or block, by static scope."""

    def __init__(self, outer: Names | None = None) -> None:
        self.outer = outer
        self.own: set[str] = set()

    def hops(self, name: str) -> int | None:
        """How many frames outwards a variable is; None without one."""
        count, each = 0, self
        while name not in each.own:
            if each.outer is None:
                return None
            count, each = count + 1, each.outer
        return count


class Template(NamedTuple):
    """What the commands `_text N` and `_out N, (code)` of a compiled template refer to."""

    texts: tuple[str, ...]
    """The texts between the tags."""
    tags: tuple[Hole, ...]
    """The places of the tags that print."""
    prints_to_variable: bool
    """Whether the template uses the variable `_erbout` itself."""


class Compiler:
    """The state of the compilation of a file: the names of the variables around the place, and the bodies of here-documents."""

    def __init__(self, root: tree_sitter.Node, is_frozen: bool, template: Template | None = None, path: str = "") -> None:
        self.names = Names()
        self.heredocs = heredocs(root)
        self.is_frozen = is_frozen
        """Whether Strings without interpolation are frozen."""
        self.template = template
        self.path = path
        """The path of the file, if the machine is to know the places of calls."""
        self.depth = 0
        self.loops = 0
        """The number of `while` and `for` around the place inside of its block."""

    @contextmanager
    def loop(self) -> Iterator[None]:
        """Compile the body of a loop for the time of a `with` statement."""
        self.loops += 1
        try:
            yield
        finally:
            self.loops -= 1

    @contextmanager
    def outside_loops(self) -> Iterator[None]:
        """Compile a block or body for the time of a `with` statement, in which the loops around it cannot be ended."""
        loops, self.loops = self.loops, 0
        try:
            yield
        finally:
            self.loops = loops

    def compile(self, node: tree_sitter.Node | None) -> Code:
        """Compile a node; no node is `nil`."""
        if node is None:
            return nothing
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unsupported("depth of", "expressions")
        try:
            function = TABLE.get(node.type)
            if function is None:
                return unsupported("syntax", node.type)
            return function(self, node)
        finally:
            self.depth -= 1

    def field(self, node: tree_sitter.Node, name: str) -> Code:
        """Compile a field of a node."""
        return self.compile(node.child_by_field_name(name))

    def all(self, nodes: list[tree_sitter.Node]) -> list[Code]:
        """Compile nodes, without comments."""
        return [self.compile(each) for each in nodes if each.type not in SILENT]

    def sequence(self, nodes: list[tree_sitter.Node]) -> Code:
        """Compile statements; the value is the last one's."""
        codes = self.all(nodes)
        if not codes:
            return nothing
        if len(codes) == 1:
            return codes[0]
        *before, last = codes

        def code(frame: Frame) -> object:
            for each in before:
                each(frame)
            return last(frame)

        return code

    @contextmanager
    def scope(self, inner: Names) -> Iterator[None]:
        """Use other variables inside the `with` block."""
        before, self.names = self.names, inner
        try:
            yield
        finally:
            self.names = before


SILENT = frozenset(("comment", "heredoc_body", "empty_statement", "uninterpreted"))


def constant(value: object) -> Code:
    """Code whose value never changes."""
    return lambda frame: value


def nothing(frame: object) -> object:
    """The code of `nil`."""
    return None


def unsupported(kind: str, name: str) -> Code:
    """Code that is not supported, which is no problem unless it is run."""

    def code(frame: object) -> object:
        raise Unsupported(kind, name)

    return code


def text_of(node: tree_sitter.Node | None) -> str:
    """The text of a node."""
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""
