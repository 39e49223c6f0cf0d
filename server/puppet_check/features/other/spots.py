"""Spots: where in YAML or JSON an offset is, as the keys that lead there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.features.document_symbols import DEEPEST, DocumentSymbol
from puppet_check.features.other.view import OtherView
from puppet_check.workspace.hiera.documents import Node, read_document
from puppet_grammar.text import Span

MARK = "pp__x"
Keys = tuple[str | int, ...]
"""The keys and numbers of items that lead from the top to a value."""
CLOSING = {"{": "}", "[": "]"}
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[{}\[\]]')
CLOSED = re.compile(rb"[\s,]*[\]}]")
WORD = re.compile(rb"(?:[^\s\"':,\[\]{}#%(]|::)*\Z")
YAML_MARKS = tuple(f"{MARK}{after}" for after in ("", ": 0", '"', "'", '": 0', "': 0"))


class Spot(NamedTuple):
    """A key or a value; `keys` lead to the value, also that of a key. `start` and `end` are those of its text without quotes."""

    keys: Keys
    is_key: bool
    start: int
    end: int
    node: Node
    """The value."""


def spot_at(view: OtherView, offset: int) -> Spot | None:
    """The innermost key or plain value at an offset."""
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
    """The values and entries around an offset, with their brackets and quotes and without."""
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
    """Where a value ends, its closing bracket among it."""
    last = node.entries[-1].node if node.entries else node.items[-1] if node.items else None
    end = node.end if last is None else max(node.end, end_of(view, last))
    if view.text.source[node.start : node.start + 1] not in (b"[", b"{"):
        return end
    found = CLOSED.match(view.text.source, node.start + 1 if last is None else end)
    return end if found is None else found.end()


def spots(view: OtherView) -> Iterator[Spot]:
    """All keys and plain values, in the order of the text."""
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
    """A text without its quotes."""
    source = view.text.source
    quoted = end - start > 1 and source[start : start + 1] in (b"'", b'"') and source[start : start + 1] == source[end - 1 : end]
    return (start + 1, end - 1) if quoted else (start, end)


def nested(view: OtherView, node: Node, depth: int = 0) -> list[DocumentSymbol]:
    """The entries in a value as an outline; those of hashes in lists as well."""
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
    """Where something is being written: `keys` as in a Spot, the word so far, and what is around it already."""

    keys: Keys
    is_key: bool
    siblings: frozenset[str] = frozenset()
    """The keys beside it."""
    start: int = 0
    word: str = ""
    is_quoted: bool = False


def slots_at(view: OtherView, offset: int) -> list[Slot]:
    """What a word at an offset may be, as the text up to it says with a mark in its place. Alone in a line it is a value or a key."""
    before = view.text.source[:offset]
    word = WORD.search(before)
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
    """The mark as a string and as a key, with the brackets that are open."""
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
    # A text that is nothing but a word is a value to YAML, and may become the first key.
    return Slot((), True) if node.value == MARK and not keys else None
