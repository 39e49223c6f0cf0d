"""Occurrences, highlights, links and semantic tokens of files that are not Puppet code.

They are computed for all kinds of files alike, from the occurrences that the module of each kind returns.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.navigation.links import Link
from puppet_check.features.navigation.targets import targets
from puppet_check.features.other.kinds import occurrences
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.structure.semantic_tokens import Token
from puppet_check.features.symbols import KEY, MEMBER, MODULE, PATH, TOP, Occurrence
from puppet_typesys.loader import CLASS, FACT, FUNCTION, TYPE

LEADING = frozenset((CLASS, MODULE, PATH))
"""The kinds of symbols that are shown as links to their file."""

TOKEN_KINDS = {CLASS: "class", FUNCTION: "function", TYPE: "type", **dict.fromkeys((MEMBER, TOP, FACT, KEY), "variable")}
"""The semantic token type for each kind of symbol."""


def occurrences_at(view: OtherView, offset: int) -> list[Occurrence]:
    """The occurrences at an offset; several if the symbol may have several owners."""
    found = sorted((each for each in occurrences(view) if each.start <= offset <= each.end), key=lambda each: each.end - each.start)
    return [each for each in found if each[1:3] == found[0][1:3]]


def highlights(view: OtherView, offset: int) -> list[Occurrence]:
    """The occurrences in this text of the symbol at an offset."""
    found = occurrences_at(view, offset)
    return [each for each in occurrences(view) if each.symbol == found[0].symbol] if found else []


def links(view: OtherView, project_files: ProjectFiles) -> Iterator[Link]:
    """The links to files, for occurrences with a single target."""
    found: dict[tuple[int, int], list[str]] = {}
    for occurrence in occurrences(view):
        if occurrence.symbol.kind in LEADING and occurrence.role == "read":
            paths = found.setdefault((occurrence.start, occurrence.end), [])
            paths += [each.path for each in targets(occurrence.symbol, view.code, project_files)[:1]]
    for (start, end), paths in found.items():
        if len(paths) == 1:
            yield Link(start, end, paths[0])


def tokens(view: OtherView) -> list[Token]:
    """Semantic tokens for the occurrences of symbols; editors highlight the rest by the language of the file."""
    found: dict[tuple[int, int], Token] = {}
    for occurrence in occurrences(view):
        kind = TOKEN_KINDS.get(occurrence.symbol.kind)
        if kind is not None and occurrence.role == "read" and b"\n" not in view.text.source[occurrence.start : occurrence.end]:
            found.setdefault((occurrence.start, occurrence.end), Token(occurrence.start, occurrence.end, kind))
    at = 0
    apart = []
    for each in sorted(found.values()):
        if each.start >= at:
            apart.append(each)
            at = each.end
    return apart
