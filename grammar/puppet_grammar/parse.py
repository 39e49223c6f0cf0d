"""Parsing of text to a syntax tree, and incremental parsing after an edit. Parsing never fails."""

from __future__ import annotations

from functools import cache

import tree_sitter

from puppet_grammar import _binding
from puppet_grammar.dataclass import dataclass
from puppet_grammar.named import NamedTuple
from puppet_grammar.text import Span, Text

MAX_SIZE = 4 << 20
"""The number of bytes of a text that is parsed; code of published modules has less than one megabyte."""
MAX_NODES = 100_000
"""The number of nodes of a tree that a small text may have; the memory that a check takes grows with them."""
BYTES_PER_NODE = 3
"""A text may have one more node for each of these; usual code has six bytes for a node."""
MOST_NODES = 700_000
"""The number of nodes that any text may have, as many as usual code of the largest size."""
WEIGHTS = ((2, b"[]{}(),;"), (4, b"!-*$"), (1, b"'\""))
"""The half nodes that characters are: one node, two (an operator and the operation, or a variable and its name), or half of a string."""


class Mode(NamedTuple):
    """How a file is parsed, depending on its path."""

    epp: bool = False
    """Whether the file is a template."""
    tasks: bool = False
    """Whether `plan` and `apply` are keywords."""


class Change(NamedTuple):
    """An edit: the replacement of the bytes from `start` to `end` of the old text."""

    start: int
    end: int
    replacement: bytes


@dataclass(frozen=True, slots=True)
class SyntaxTree:
    """A text and its tree-sitter tree."""

    text: Text
    mode: Mode
    tree: tree_sitter.Tree
    is_too_large: bool = False
    """Whether the text is too large, or the tree would have too many nodes for its text; it is empty instead."""

    @property
    def is_given_up(self) -> bool:
        """Whether the parser gave up a text that takes too long: the scanner then makes one comment of all that is left."""
        end = len(self.text)
        last = self.tree.root_node.descendant_for_byte_range(end - 1, end) if end else None
        if last is None or last.type != "comment" or b"\n" not in (found := self.text.source[last.start_byte : last.end_byte]):
            return False
        return not found.startswith(b"/*") or found.find(b"*/", 2) != len(found) - 2


def mode_of(path: str) -> Mode:
    """The mode for a path: `*.epp` is a template; `plan` and `apply` are keywords below `plans/`, unless that is below `manifests/`."""
    folders = path.replace("\\", "/").split("/")[:-1]
    # `m/manifests/plans/a.pp` defines the class m::plans::a, and a module or project may be named plans.
    return Mode(epp=path.endswith(".epp"), tasks="plans" in folders and "manifests" not in folders)


def recoveries() -> int:
    """How often the parses in this thread so far had to recover from an error, a tenth of a millisecond each."""
    return _binding.recoveries()


@cache
def language() -> tree_sitter.Language:
    """The tree-sitter language of the grammar. The trees of all parsers have its kinds and fields."""
    return tree_sitter.Language(_binding.language(False, False))


_template_language = cache(lambda: tree_sitter.Language(_binding.language(True, False)))
_greedy_language = cache(lambda: tree_sitter.Language(_binding.language(False, True)))
_greedy_template_language = cache(lambda: tree_sitter.Language(_binding.language(True, True)))


def parse(source: bytes | str | Text, mode: Mode = Mode()) -> SyntaxTree:
    """Parse a text."""
    text = source if isinstance(source, Text) else Text(source)
    if len(text) > MAX_SIZE or (not mode.epp and is_dense(text.source)):
        return without_nodes(text, mode)
    return _kept(text, mode, _parser(mode).parse(text.source))


def _kept(text: Text, mode: Mode, tree: tree_sitter.Tree) -> SyntaxTree:
    """A tree, unless it has too many nodes, which take up to a quarter of a kilobyte each."""
    return without_nodes(text, mode) if tree.root_node.descendant_count > max_nodes(len(text)) else SyntaxTree(text, mode, tree)


def without_nodes(text: Text, mode: Mode) -> SyntaxTree:
    """An empty tree in place of one that nobody needs, as the text is refused."""
    return SyntaxTree(text, mode, tree_sitter.Parser(language()).parse(b""), is_too_large=True)


def is_dense(source: bytes) -> bool:
    """Whether a text has so many brackets, commas, operators and quotes that its tree would have more nodes than are accepted."""
    if 2 * len(source) < MAX_NODES:
        return False
    return sum(weight * (len(source) - len(source.translate(None, each))) for weight, each in WEIGHTS) > 2 * max_nodes(len(source))


def max_nodes(size: int) -> int:
    """The largest number of nodes of the tree of a text with so many bytes."""
    return min(MAX_NODES + size // BYTES_PER_NODE, MOST_NODES)


def parse_greedily(text: Text, mode: Mode) -> SyntaxTree:
    """Parse a text without ending unclosed strings at their line: as in the reference, an unmatched quote includes all that follows."""
    parser = tree_sitter.Parser(_greedy_template_language() if mode.epp else _greedy_language())
    return _kept(text, mode, parser.parse(text.source))


def edit(tree: SyntaxTree, change: Change) -> SyntaxTree:
    """The syntax tree after a change: equal to that of `parse` for the new text, but faster to compute."""
    start, end, replacement = change
    old = tree.text
    text = Text(old.source[:start] + replacement + old.source[end:])
    # An edit of most nodes copies them, and leaves few to be reused.
    if 2 * (end - start) > len(old.source) or tree.tree.root_node.has_error or tree.is_too_large or tree.is_given_up:
        return parse(text, tree.mode)
    parsed = _reparsed(tree, text, change)
    # tree-sitter's error recovery depends on the nodes that it can reuse; only a full parse is deterministic.
    return parse(text, tree.mode) if parsed is None else _kept(text, tree.mode, parsed)


def _reparsed(tree: SyntaxTree, text: Text, change: Change) -> tree_sitter.Tree | None:
    """The tree of a text after a change, from that before; None if it has errors."""
    start, end, replacement = change
    new_end = start + len(replacement)
    points = (_point(tree.text, start), _point(tree.text, end), _point(text, new_end))
    previous = tree.tree.copy()
    previous.edit(start, end, new_end, *points)
    parsed = _parser(tree.mode).parse(text.source, previous)
    return None if parsed.root_node.has_error else parsed


def changed_spans(before: SyntaxTree, now: SyntaxTree) -> tuple[Span, Span]:
    """The changed spans of an old and a new text, outside of which both have the same tokens in the same syntax."""
    old, new = before.text.source, now.text.source
    start = _common(old, new)
    same = _common(old[: start - 1 if start else None : -1], new[: start - 1 if start else None : -1])
    end, new_end = len(old) - same, len(new) - same
    edited = before.tree.copy()
    edited.edit(start, end, new_end, (0, 0), (0, 0), (0, 0))
    for part in edited.changed_ranges(now.tree):
        start, new_end = min(start, part.start_byte), max(new_end, part.end_byte)
    return Span(start, new_end - len(new) + len(old)), Span(start, new_end)


def origin(error: BaseException) -> BaseException:
    """What a function raised that tree-sitter calls, which wraps it once for each call that follows."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def _common(one: bytes, other: bytes) -> int:
    """The length of the common prefix of two texts in bytes."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def repaired(tree: SyntaxTree, change: Change) -> SyntaxTree:
    """The syntax tree after a change that keeps the length of the text, parsed incrementally; only its byte offsets are valid."""
    start, end, replacement = change
    text = Text(tree.text.source[:start] + replacement + tree.text.source[end:])
    previous = tree.tree.copy()
    previous.edit(start, end, end, (0, 0), (0, 0), (0, 0))
    return _kept(text, tree.mode, _parser(tree.mode).parse(text.source, previous))


def _point(text: Text, offset: int) -> tuple[int, int]:
    line, column = text.position(offset, "utf-8")
    return line, column


def _parser(mode: Mode) -> tree_sitter.Parser:
    return tree_sitter.Parser(_template_language() if mode.epp else language())
