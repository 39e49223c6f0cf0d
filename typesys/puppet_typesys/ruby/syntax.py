"""The parser of Ruby, with limits: what would take long or nests deeply is refused."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from functools import cache

import tree_sitter

from puppet_grammar.parse import origin
from puppet_grammar.patterns import lazy_pattern

DEPTH = 200
"""The largest depth of nested brackets that is read."""
DEEPEST = 1000
"""The largest depth of the tree of a text that is longer than a line may be."""
LINE = 20_000
"""The length in bytes of the longest line that is read; longer ones can hold expressions of any depth."""
LITERALS = 500
"""The largest number of literals such as `%w[a b]`, each of which the parser saves with each token inside of it."""
STEPS, BYTES_PER_STEP = 2000, 30
"""How long the parser may search for an interpretation, in hundreds of its actions, each of which takes up to six kilobytes.

Usual Ruby has at least 67 bytes for a step.
"""
CHUNK = 1 << 12
"""How many bytes the parser reads at a time, and so does each node that is asked for its text."""
SHORT = 2000
"""The length of texts that never take the parser long."""
LITERAL = lazy_pattern(rb"%[qQwWiIxrs]?[(\[{<|]")
BRACKET = lazy_pattern(rb"[(\[{]|[)\]}]")
EMBEDDED = lazy_pattern(rb"^=(begin|end)\b", re.MULTILINE)


class RubyLimit(Exception):  # noqa: N818 - named after the limit
    """Raised for Ruby that is not read: it is too deep, or would take too long."""


def parse(source: bytes) -> tree_sitter.Tree:
    """The syntax tree of a Ruby file. Raises RubyLimit beyond the limits."""
    _verify(source)
    tree = tree_sitter.Parser(language()).parse(source) if len(source) <= SHORT else _parse_in_steps(source)
    if len(source) > LINE and _is_deep(tree):
        raise RubyLimit(f"statements and expressions are nested more than {DEEPEST} levels deep")
    return tree


def _parse_in_steps(source: bytes) -> tree_sitter.Tree:
    left = STEPS + len(source) // BYTES_PER_STEP

    def is_over(offset: int, has_error: bool) -> bool:
        nonlocal left
        left -= 1
        return left < 0

    try:
        tree = tree_sitter.Parser(language()).parse(_WINDOW.over(source), progress_callback=is_over)
    except ValueError:
        raise RubyLimit("the parser takes too many steps") from None
    except SystemError as error:
        raise origin(error) from None
    # Nodes of this tree would call the function for their text, and the library ends the process if that raises the exception of a
    # deadline. Those of a tree of bytes do not. Errors are parsed from scratch: they are repaired in other ways where nodes are reused.
    parser = tree_sitter.Parser(language())
    if not tree.root_node.has_error and len(source) <= LINE:
        return parser.parse(source, tree)
    del tree  # so that there are never two large trees
    return parser.parse(source)


class _Window(threading.local):
    """The part of a text that the parser reads. Each thread has its own.

    The library never releases what a function returns to it, and asks for the rest of an open string with each token, so a text would stay
    in memory thousands of times.
    """

    def __init__(self) -> None:
        self._buffer = memoryview(bytearray(CHUNK))
        self._parts: dict[int, memoryview] = {}

    def over(self, source: bytes) -> Callable[[int, object], memoryview]:
        """A function for the parser, which returns the part of a text from an offset on. It is valid until another one is called."""
        buffer, parts = self._buffer, self._parts

        def part(offset: int, _: object) -> memoryview:
            found = source[offset : offset + CHUNK]
            length = len(found)
            buffer[:length] = found
            return parts.get(length) or parts.setdefault(length, buffer[:length])

        return part


_WINDOW = _Window()


def _is_deep(tree: tree_sitter.Tree) -> bool:
    cursor = tree.walk()
    while cursor.depth <= DEEPEST:
        if cursor.goto_first_child() or cursor.goto_next_sibling():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return False
    return True


def _verify(source: bytes) -> None:
    if len(source) > LINE and max(map(len, source.split(b"\n"))) > LINE:
        raise RubyLimit(f"a line is longer than {LINE // 1000} kB")
    if source.count(b"%") > LITERALS and len(LITERAL.findall(source)) > LITERALS:
        raise RubyLimit(f"it has more than {LITERALS} literals that begin with `%`")
    if b"=begin" in source and EMBEDDED.findall(source)[-1:] == [b"begin"]:
        raise RubyLimit("a comment that begins with `=begin` is not closed")
    depth = 0
    if sum(source.count(each) for each in (b"(", b"[", b"{")) <= DEPTH:
        return
    for mark in BRACKET.finditer(source):
        depth = depth + 1 if mark[0] in b"([{" else max(depth - 1, 0)
        if depth > DEPTH:
            raise RubyLimit(f"brackets are nested more than {DEPTH} levels deep")


@cache
def language() -> tree_sitter.Language:
    """The grammar of Ruby."""
    import tree_sitter_ruby  # needed with the first Ruby file only

    return tree_sitter.Language(tree_sitter_ruby.language())


def heredocs(root: tree_sitter.Node) -> dict[int, tree_sitter.Node]:
    """The bodies of here-documents by the offset of their tag. Tags and bodies are in the same order."""
    found = tree_sitter.QueryCursor(_heredoc_query()).captures(root)
    marks, bodies = (sorted(found.get(name, ()), key=lambda node: node.start_byte) for name in ("mark", "body"))
    return {mark.start_byte: body for mark, body in zip(marks, bodies, strict=False)}


@cache
def _heredoc_query() -> tree_sitter.Query:
    return tree_sitter.Query(language(), "(heredoc_beginning) @mark (heredoc_body) @body")
