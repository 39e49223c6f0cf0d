"""What is named in a file that is not Puppet code: where else it stands, and which files it leads to.

All kinds of files are answered for alike: each says which of its parts name what.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.links import Link
from puppet_check.features.other.kinds import uses
from puppet_check.features.other.view import OtherView
from puppet_check.features.others import Others
from puppet_check.features.semantic_tokens import Token
from puppet_check.features.subjects import KEY, MEMBER, MODULE, PATH, TOP, Use
from puppet_check.features.targets import targets
from puppet_typesys.loader import CLASS, FACT, FUNCTION, TYPE

LEADING = frozenset((CLASS, MODULE, PATH))
"""What is a file as a whole, or has one of its own."""

COLOURS = {CLASS: "class", FUNCTION: "function", TYPE: "type", **dict.fromkeys((MEMBER, TOP, FACT, KEY), "variable")}
"""The kind of token for a kind of subject."""


def uses_at(view: OtherView, offset: int) -> list[Use]:
    """What the word at an offset names; several when it may be of several owners."""
    found = sorted((each for each in uses(view) if each.start <= offset <= each.end), key=lambda each: each.end - each.start)
    return [each for each in found if each[1:3] == found[0][1:3]]


def highlights(view: OtherView, offset: int) -> list[Use]:
    """The places of this text that name what the word at an offset names."""
    found = uses_at(view, offset)
    return [each for each in uses(view) if each.subject == found[0].subject] if found else []


def links(view: OtherView, others: Others) -> Iterator[Link]:
    """The parts that lead to one file."""
    found: dict[tuple[int, int], list[str]] = {}
    for use in uses(view):
        if use.subject.kind in LEADING and use.role == "read":
            paths = found.setdefault((use.start, use.end), [])
            paths += [each.path for each in targets(use.subject, view.code, others)[:1]]
    for (start, end), paths in found.items():
        if len(paths) == 1:
            yield Link(start, end, paths[0])


def tokens(view: OtherView) -> list[Token]:
    """What is named, for colouring: editors know the language around it, and not what a text in it means."""
    found: dict[tuple[int, int], Token] = {}
    for use in uses(view):
        kind = COLOURS.get(use.subject.kind)
        if kind is not None and use.role == "read" and b"\n" not in view.text.source[use.start : use.end]:
            found.setdefault((use.start, use.end), Token(use.start, use.end, kind))
    at = 0
    apart = []
    for each in sorted(found.values()):
        if each.start >= at:
            apart.append(each)
            at = each.end
    return apart
