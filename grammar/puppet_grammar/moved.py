"""`pairs`: the nodes of two programs that are the same but for their places."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from puppet_grammar.ast import Node

Get = tuple[Callable[[Node], object] | None, tuple[Callable[[Node], Node | None], ...], tuple[Callable[[Node], tuple[Node, ...]], ...]]
"""Functions that return the values of a node other than its places, its single children and its lists of children."""


def pairs(one: Node, other: Node, *, is_loose: bool = False) -> dict[int, int] | None:
    """The nodes of a tree and their counterparts in another one, by identity; None unless that is the same tree moved in its text.

    With `is_loose`, its nodes may have moved by different numbers of bytes, as they do when a comment is written.
    """
    shift = other.start - one.start
    found: dict[int, int] = {}
    waiting = [(one, other)]
    take, put, put_all = waiting.pop, waiting.append, waiting.extend
    while waiting:
        one, other = take()
        kind = one.__class__
        if other.__class__ is not kind or (other.start - one.start != shift and not is_loose):
            return None
        plain, single, several = _FIELDS[kind]
        if plain is not None and plain(one) != plain(other):
            return None
        found[id(one)] = id(other)
        for get in single:
            first, second = get(one), get(other)
            if first is not None and second is not None:
                put((first, second))
            elif first is not second:
                return None
        for get_all in several:
            first_all, second_all = get_all(one), get_all(other)
            if len(first_all) != len(second_all):
                return None
            put_all(zip(first_all, second_all, strict=True))
    return found


class _Fields(dict[type[Node], Get]):
    """The functions by class, made for each class on first use."""

    def __missing__(self, kind: type[Node]) -> Get:
        plain = [each for each in kind._fields if each not in kind._child and each.rpartition("_")[2] not in ("start", "end")]
        made = self[kind] = (
            attrgetter(*plain) if plain else None,
            tuple(attrgetter(each) for each in kind._child if each not in kind._many),
            tuple(attrgetter(each) for each in kind._child if each in kind._many),
        )
        return made


_FIELDS = _Fields()
