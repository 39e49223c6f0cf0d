"""Strings with interpolations that are, or may become, the name of a symbol: `"${module_name}::config"`."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from puppet_check.features.navigation.name_roles import VALUES, Roles, roles
from puppet_check.features.navigation.occurrences import resource_kind
from puppet_check.features.navigation.possible_texts import Place, Texts, joined, place_of, texts
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.symbols import FILE, TEMPLATE, Occurrence, Symbol, key_symbol, occurrence_of
from puppet_check.features.view import View
from puppet_check.semantics.classify import SOURCE
from puppet_check.semantics.node_at import path_at
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Span
from puppet_typesys.loader import CLASS, DEFINE, FACT

LITERAL = lazy_pattern(rb"[}\"]((?:Class\[)?[\w:]+)(?=\]?[\"$.])", re.IGNORECASE)
"""A text before or after an interpolation."""
FORMS = (*((mark, "") for mark in ("", "::", "@", "@::", "@@", "@@::")), ("class[", "]"), ("class[::", "]"))
"""What may be around a name."""
WORD = lazy_pattern(r"\w")


class Part(NamedTuple):
    """A part of a string."""

    texts: Texts
    node: ast.Node
    span: Span
    is_literal: bool


class Computed(NamedTuple):
    """A string with interpolations in Puppet code."""

    view: View
    place: Place
    roles: Roles
    parts: tuple[Part, ...]

    @property
    def path(self) -> str:
        """The absolute path of its file."""
        return os.path.abspath(self.view.path)

    @property
    def text(self) -> str | None:
        """What it becomes, if that is certain."""
        return single(joined([each.texts for each in self.parts]))

    @property
    def literals(self) -> list[str]:
        """The parts that are written in it."""
        return [single(each.texts) or "" for each in self.parts if each.is_literal]

    @property
    def shown(self) -> str:
        """The string with its file, as in reasons."""
        return f"{self.view.text.slice(*self.place.path[-1].span)} in {os.path.basename(self.view.path)}"


def single(several: Texts) -> str | None:
    """The only one of several texts; None if there is not exactly one."""
    return next(iter(several)) if several is not None and len(several) == 1 else None


def computed_occurrence(view: View, offset: int) -> Occurrence | None:
    """The occurrence of a name at an offset in a string that certainly becomes it."""
    path = path_at(view.program, offset)
    if not _may_name(path):
        return None
    string = computed_in(view, path)
    text = None if string is None else string.text
    if string is None or not text:
        return None
    span = Span(string.parts[0].span.start, string.parts[-1].span.end)
    symbol = _symbol(view, string.roles, text) if span.start <= offset <= span.end else None
    return None if symbol is None else Occurrence(symbol, *span, "read")


def _may_name(path: tuple[ast.Node, ...]) -> bool:
    """Whether the innermost string with interpolations is in the place of a name, or begins like the source of a file."""
    at = next((at for at in range(len(path) - 1, -1, -1) if isinstance(path[at], ast.ConcatenatedString)), None)
    if at is None:
        return False
    node = path[at]
    first = node.segments[0] if isinstance(node, ast.ConcatenatedString) else node
    return bool(roles(path[: at + 1])) or (isinstance(first, ast.LiteralString) and first.value.startswith(SOURCE))


def _symbol(view: View, kinds: Roles, text: str) -> Symbol | None:
    if text.startswith(SOURCE):
        return Symbol(FILE, text.removeprefix(SOURCE))
    if not kinds:
        return None
    if kinds & VALUES:
        return key_symbol(text)
    kind = next((each for each in (CLASS, DEFINE, TEMPLATE, FILE, FACT) if each in kinds), None) or min(kinds)
    if kind in (TEMPLATE, FILE, FACT):
        return Symbol(kind, text)
    name = text.lstrip("@")
    return occurrence_of(resource_kind(view, name) if kind == DEFINE else kind, name, 0).symbol


def with_parts_of(names: list[str], project_files: ProjectFiles) -> Iterator[Computed]:
    """The strings with a text that occurs in a name."""
    wanted = [f"class[::{each}".encode() for each in names]
    for view, places in project_files.matching(LITERAL, lambda text: any(text in each for each in wanted)):
        seen = set()
        for at in places:
            string = computed_in(view, path_at(view.program, at))
            if string is not None and string.place.path[-1].start not in seen:
                seen.add(string.place.path[-1].start)
                yield string


def may_become(string: Computed, name: str, *, is_any: bool = False) -> bool:
    """Whether a string with some text of its own may become a name, where what is not known is a part of a name, or any text (`is_any`)."""
    if not any(string.literals):
        return False
    parts = [None if each.texts is None else {text.lower() for text in each.texts} for each in string.parts]
    return any(_fits(parts, f"{before}{name}{after}".lower(), is_any=is_any) for before, after in FORMS)


def _fits(parts: Sequence[Collection[str] | None], name: str, *, is_any: bool) -> bool:
    """Whether parts, of which some are not known, make a name. A regular expression would try all ways to divide the name among them."""
    ends = {0}
    """Where the parts so far may end."""
    for each in parts:
        if each is not None:
            ends = {end + len(text) for end in ends for text in each if name.startswith(text, end)}
        elif is_any:
            ends = {*range(min(ends), len(name) + 1)}
        else:
            for at, character in enumerate(name):
                if at in ends and (character == ":" or WORD.match(character)):
                    ends.add(at + 1)
        if not ends:
            return False
    return len(name) in ends


def computed_in(view: View, path: tuple[ast.Node, ...]) -> Computed | None:
    """The innermost string with interpolations in a path."""
    at = next((at for at in range(len(path) - 1, -1, -1) if isinstance(path[at], ast.ConcatenatedString)), None)
    if at is None:
        return None
    place = place_of(view, path[: at + 1])
    found = roles(place.path)
    node = path[at]
    assert isinstance(node, ast.ConcatenatedString)
    return Computed(view, place, found, tuple(_parts(view, node, place, is_inner=bool(found and found & VALUES))))


def _parts(view: View, node: ast.ConcatenatedString, place: Place, *, is_inner: bool) -> Iterator[Part]:
    """The parts of a string; of what names a value inside of another one, as in `key.inner`, those of the first name."""
    for each in node.segments:
        if not isinstance(each, ast.LiteralString):
            yield Part(texts(each, place), each, Span(each.start, each.end), is_literal=False)
            continue
        value = each.value.partition(".")[0] if is_inner else each.value
        is_plain = view.text.slice(each.start, each.end) == each.value
        if value:
            end = each.start + len(value.encode()) if is_plain else each.end
            yield Part(frozenset((value,)), each, Span(each.start, end), is_literal=is_plain)
        if value != each.value:
            return
