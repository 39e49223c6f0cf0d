"""Spots: the keys and values of YAML or JSON documents by their paths of keys, and those at an offset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.nearby import ending_at
from puppet_check.features.structure.document_symbols import DEEPEST, DocumentSymbol
from puppet_check.workspace.hiera.documents import Node, read_document
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Span

MARK = "pp__x"
Keys = tuple[str | int, ...]
"""The path to a value: keys of hashes and indexes of arrays."""
CLOSING = {"{": "}", "[": "]"}
TOKEN = lazy_pattern(r'"(?:[^"\\\n]|\\.)*"?|[{}\[\]]')
CLOSED = lazy_pattern(rb"[\s,]*[\]}]")
WORD = lazy_pattern(rb"(?:[^\s\"':,\[\]{}#%(]|::)*\Z")
YAML_MARKS = tuple(f"{MARK}{after}" for after in ("", ": 0", '"', "'", '": 0', "': 0"))


class Spot(NamedTuple):
    """A key or scalar value. `keys` is the path to the value, `start` and `end` are the span without quotes."""

    keys: Keys
    is_key: bool
    start: int
    end: int
    node: Node
    """The value, also of a key."""


def spot_at(view: OtherView, offset: int) -> Spot | None:
    """The innermost key or scalar value at an offset; None without one."""
    if view.root is None:
        return None
    node: Node = view.root
    keys: Keys = ()
    while True:
        inner = _inside(view, node, keys, offset)
        if inner is None:
            return None
        if isinstance(inner, Spot):
            return inner
        node, keys = inner


def around(view: OtherView, offset: int) -> Iterator[Span]:
    """The spans of the values and entries around an offset, with and without quotes."""
    waiting = [] if view.root is None else [view.root]
    while waiting:
        node = waiting.pop()
        yield Span(node.start, end_of(view, node))
        if not node.entries and not node.items:
            yield Span(*_word(view, node.start, node.end))
        for each in node.entries:
            end = max(each.end, end_of(view, each.node))
            if each.start <= offset <= end:
                yield from (Span(each.start, end), Span(each.start, each.end), Span(*_word(view, each.start, each.end)))
                waiting.append(each.node)
        waiting += [each for each in node.items if each.start <= offset <= end_of(view, each)]


def end_of(view: OtherView, node: Node) -> int:
    """The end of a value, including its closing bracket."""
    last = node.entries[-1].node if node.entries else node.items[-1] if node.items else None
    end = node.end if last is None else max(node.end, end_of(view, last))
    if view.text.source[node.start : node.start + 1] not in (b"[", b"{"):
        return end
    found = CLOSED.match(view.text.source, node.start + 1 if last is None else end)
    return end if found is None else found.end()


def spots(view: OtherView) -> Iterator[Spot]:
    """All keys and scalar values in the order of the text."""
    if view.root is not None:
        yield from _spots(view, view.root, ())


def _spots(view: OtherView, node: Node, keys: Keys) -> Iterator[Spot]:
    for each in node.entries:
        yield Spot((*keys, each.key), True, *_word(view, each.start, each.end), each.node)
        yield from _spots(view, each.node, (*keys, each.key))
    for number, item in enumerate(node.items):
        yield from _spots(view, item, (*keys, number))
    if keys and not node.entries and not node.items:
        yield Spot(keys, False, *_word(view, node.start, node.end), node)


def _inside(view: OtherView, node: Node, keys: Keys, offset: int) -> Spot | tuple[Node, Keys] | None:
    for each in node.entries:
        start, end = _word(view, each.start, each.end)
        if start <= offset <= end:
            return Spot((*keys, each.key), True, start, end, each.node)
        if each.node.start <= offset <= each.node.end:
            return _value(view, each.node, (*keys, each.key))
    for number, item in enumerate(node.items):
        if item.start <= offset <= item.end:
            return _value(view, item, (*keys, number))
    return None


def _value(view: OtherView, node: Node, keys: Keys) -> Spot | tuple[Node, Keys]:
    if node.entries or node.items:
        return node, keys
    return Spot(keys, False, *_word(view, node.start, node.end), node)


def _word(view: OtherView, start: int, end: int) -> tuple[int, int]:
    """The span of a text without its quotes."""
    source = view.text.source
    quoted = end - start > 1 and source[start : start + 1] in (b"'", b'"') and source[start : start + 1] == source[end - 1 : end]
    return (start + 1, end - 1) if quoted else (start, end)


def nested(view: OtherView, node: Node, depth: int = 0) -> list[DocumentSymbol]:
    """The entries in a value as document symbols, including those of hashes in arrays."""
    if depth > DEEPEST:
        return []
    found = []
    for each in node.entries:
        inner = nested(view, each.node, depth + 1)
        found.append(
            DocumentSymbol("key", each.key, each.start, max(each.end, end_of(view, each.node)), *_word(view, each.start, each.end), inner)
        )
    for item in node.items:
        found += nested(view, item, depth + 1)
    return found


class Slot(NamedTuple):
    """A key or value that is being typed: its path, the word so far, and its siblings."""

    keys: Keys
    is_key: bool
    siblings: frozenset[str] = frozenset()
    """The other keys of the hash."""
    start: int = 0
    word: str = ""
    is_quoted: bool = False


def slots_at(view: OtherView, offset: int) -> list[Slot]:
    """The possible slots of a word at an offset, found by parsing the text with a marker. A single word may be a key or a value."""
    before = view.text.source[:offset]
    word = ending_at(WORD, before)
    start = offset if word is None else word.start()
    is_quoted = before[start - 1 : start] in (b'"', b"'")
    found: dict[tuple[Keys, bool], Slot] = {}
    for mark in _json_marks(before) if view.is_json else YAML_MARKS:
        root = read_document(before[:start] + mark.encode(), json=view.is_json).root
        slot = None if root is None else _marked(root, ())
        if slot is not None:
            made = slot._replace(start=start, word=before[start:].decode("utf-8", "replace"), is_quoted=is_quoted)
            found.setdefault((slot.keys, slot.is_key), made)
    return list(found.values())


def _json_marks(before: bytes) -> list[str]:
    """The marker as a string and as a key, followed by the closing brackets of the open ones."""
    opened: list[str] = []
    in_string = False
    for each in TOKEN.findall(before.decode("utf-8", "replace")):
        if each in CLOSING:
            opened.append(each)
        elif each in ("}", "]"):
            opened = opened[:-1]
        in_string = each.startswith('"') and (len(each) == 1 or not each.endswith('"'))
    brackets = "".join(CLOSING[each] for each in reversed(opened))
    quote = "" if in_string else '"'
    return [f'{quote}{MARK}"{brackets}', f'{quote}{MARK}": 0{brackets}']


def _marked(node: Node, keys: Keys) -> Slot | None:
    names = frozenset(each.key for each in node.entries if MARK not in each.key)
    for each in node.entries:
        if each.key == MARK:
            return Slot(keys, True, names)
        if each.node.value == MARK:
            return Slot((*keys, each.key), False, names)
        if (found := _marked(each.node, (*keys, each.key))) is not None:
            return found
    for number, item in enumerate(node.items):
        if item.value == MARK:
            return Slot((*keys, number), False)
        if (found := _marked(item, (*keys, number))) is not None:
            return found
    # A single word is a scalar document in YAML, and may become the first key.
    return Slot((), True) if node.value == MARK and not keys else None
