"""Spots: where in YAML or JSON an offset is, as the keys that lead there."""

from __future__ import annotations

import re
from typing import NamedTuple

from puppet_check.features.other.view import OtherView
from puppet_check.workspace.hiera.documents import Node, read_document

MARK = "pp__x"
Keys = tuple[str | int, ...]
"""The keys and numbers of items that lead from the top to a value."""
CLOSING = {"{": "}", "[": "]"}
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[{}\[\]]')
WORD = re.compile(rb"(?:[^\s\"':,\[\]{}#%(]|::)*\Z")
YAML_MARKS = tuple(f"{MARK}{behind}" for behind in ("", ": 0", '"', "'", '": 0', "': 0"))


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


class Slot(NamedTuple):
    """Where something is being written: `keys` as in a Spot, the word so far, and what stands around it already."""

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
