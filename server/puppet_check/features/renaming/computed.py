"""Strings with interpolations that are, or may become, the name of a symbol: `"${module_name}::config"`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from puppet_check.features.node_at import path_at
from puppet_check.features.occurrences import SOURCE
from puppet_check.features.project_files import ProjectFiles
from puppet_check.features.renaming.draft import Draft, RenameError
from puppet_check.features.renaming.roles import VALUES, Roles, roles
from puppet_check.features.renaming.texts import TITLE, Place, Texts, joined, place_of, texts
from puppet_check.features.symbols import FILE, TEMPLATE
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Span
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, TypedName

LITERAL = lazy_pattern(rb"[}\"]((?:Class\[)?[\w:]+)(?=\]?[\"$.])", re.IGNORECASE)
"""A text before or after an interpolation."""
FORMS = (*((mark, "") for mark in ("", "::", "@", "@::", "@@", "@@::")), ("class[", "]"), ("class[::", "]"))
"""What may be around a name."""
DEFINITIONS = (CLASS, DEFINE, FUNCTION)
FIXED = frozenset((*DEFINITIONS, PLAN, TEMPLATE, FILE))
"""The kinds of names that do not change with that of a class in which they are written."""


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
        return _single(joined([each.texts for each in self.parts]))

    @property
    def literals(self) -> list[str]:
        """The parts that are written in it."""
        return [_single(each.texts) or "" for each in self.parts if each.is_literal]

    @property
    def shown(self) -> str:
        """The string with its file, as in reasons."""
        return f"{self.view.text.slice(*self.place.path[-1].span)} in {os.path.basename(self.view.path)}"


def _single(several: Texts) -> str | None:
    return next(iter(several)) if several is not None and len(several) == 1 else None


def change_computed(kind: str, old: str, new: str, draft: Draft, project_files: ProjectFiles) -> None:
    """Change the strings that become a name. Raises RenameError if one only may become it."""
    for each in _with_parts_of([old], project_files):
        if not _concerns(each, kind) or not may_become(each, old):
            continue
        text = each.text
        if text is None:
            raise RenameError(f"{each.shown} may name it")
        at = text.lower().rindex(old)
        edit = _edit(each.parts, text[:at] + new + text[at + len(old) :])
        if each.roles is None:
            draft.suggest(each.path, [edit], f"a string in {os.path.basename(each.path)} may name '{old}'")
        else:
            draft.change(each.path, [edit])


def change_owner(owner: str, new: str, members: Iterable[str], draft: Draft, project_files: ProjectFiles) -> None:
    """Change a class in the strings that name its variables, as in `getvar("m::${x}")`. Raises RenameError if one may name one."""
    names = [f"{owner}::{each}" for each in members]
    for each in _with_parts_of([f"{owner}::", *names], project_files):
        if each.roles is None or not each.roles & VALUES:
            continue
        edit = _edit_of_owner(each, owner, new)
        if edit is not None:
            draft.change(each.path, [edit])
        elif any(may_become(each, name) for name in names):
            raise RenameError(f"{each.shown} may name a variable of it")


def keep_titles(owner: str, home: View, draft: Draft, project_files: ProjectFiles) -> None:
    """Replace the title of a class by its text where other names are made of it, as in `include "${title}::a"`. Raises RenameError."""
    for node in ast.walk(home.program):
        if not isinstance(node, ast.ConcatenatedString):
            continue
        string = _computed(home, path_at(home.program, node.segments[0].start), project_files)
        if string is None or (string.roles is not None and not string.roles & FIXED):
            continue
        titles = [each.span for each in string.parts if _is_title(each, owner)]
        is_name = _is_definition(string.text, project_files)
        if titles and (string.roles is not None or is_name):
            draft.change(string.path, [Edit(*span, owner) for span in titles])
        elif is_name and f"{owner}::" in str(string.text).lower() and owner not in "".join(string.literals).lower():
            raise RenameError(f"{string.shown} may be made of its title")


def _is_title(part: Part, owner: str) -> bool:
    match part.node:
        case ast.TextExpression(expr=ast.VariableExpression(name=name)):
            return name in TITLE and part.texts == frozenset((owner,))
    return False


def _is_definition(name: str | None, project_files: ProjectFiles) -> bool:
    key = (name or "").lower().removeprefix("::")
    return bool(key) and any(project_files.known.loader.load(TypedName(kind, key)) is not None for kind in DEFINITIONS)


def may_become(string: Computed, name: str, hole: str = r"[\w:]*") -> bool:
    """Whether a string with some text of its own may become a name."""
    if not any(string.literals):
        return False
    pattern = "".join(hole if each.texts is None else f"(?:{'|'.join(map(re.escape, sorted(each.texts)))})" for each in string.parts)
    found = re.compile(pattern, re.IGNORECASE | re.DOTALL)
    return any(found.fullmatch(f"{before}{name}{after}") for before, after in FORMS)


def _concerns(string: Computed, kind: str) -> bool:
    """Whether a string may name a kind of symbol; those whose role is not known have to look like a qualified name."""
    if string.roles is not None:
        return kind in string.roles
    written = "".join(string.literals)
    return "::" in written and re.search(r"[a-z]", written) is not None


def _with_parts_of(names: list[str], project_files: ProjectFiles) -> Iterator[Computed]:
    """The strings with a text that occurs in a name."""
    wanted = [f"class[::{each}".encode() for each in names]
    for view, places in project_files.matching(LITERAL, lambda text: any(text in each for each in wanted)):
        seen = set()
        for at in places:
            string = _computed(view, path_at(view.program, at), project_files)
            if string is not None and string.place.path[-1].start not in seen:
                seen.add(string.place.path[-1].start)
                yield string


def edits_of_computed(old: str, new: str, view: View, node: ast.Expression, project_files: ProjectFiles) -> list[Edit]:
    """The edits of an expression that has to become a name. Raises RenameError if it is a string that only may become it."""
    string = (
        _computed(view, path_at(view.program, node.segments[0].start), project_files) if isinstance(node, ast.ConcatenatedString) else None
    )
    if string is None or not may_become(string, old, hole=".*"):
        return []
    if string.text != old:
        raise RenameError(f"{string.shown} may name it")
    return [_edit(string.parts, new)]


def edits_of_file(kind: str, old: str, new: str, view: View, node: ast.ConcatenatedString, project_files: ProjectFiles) -> list[Edit]:
    """The edits of a string that names a template or file. Raises RenameError if it only may name it."""
    string = _computed(view, path_at(view.program, node.segments[0].start), project_files)
    if string is None or not string.literals or (string.roles is not None and string.roles and kind not in string.roles):
        return []
    start = SOURCE if string.literals[0].startswith(SOURCE) else ""
    if string.text == start + old:
        return [_edit(string.parts, start + new)]
    if (start or string.roles) and string.text is None and may_become(string, start + old, hole=".*"):
        raise RenameError(f"{string.shown} may name it")
    return []


def _computed(view: View, path: tuple[ast.Node, ...], project_files: ProjectFiles) -> Computed | None:
    """The innermost string with interpolations in a path."""
    at = next((at for at in range(len(path) - 1, -1, -1) if isinstance(path[at], ast.ConcatenatedString)), None)
    if at is None:
        return None
    place = place_of(view, path[: at + 1], project_files)
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


def _edit(parts: tuple[Part, ...], text: str) -> Edit:
    """The edit of a literal after which parts become a text or, if there is none, of all of them."""
    for at in range(len(parts) - 1, -1, -1):
        before, after = ("".join(_single(each.texts) or "" for each in some) for some in (parts[:at], parts[at + 1 :]))
        is_inside = text.startswith(before) and text.endswith(after) and len(text) >= len(before) + len(after)
        if parts[at].is_literal and is_inside:
            return Edit(*parts[at].span, text[len(before) : len(text) - len(after)])
    return Edit(parts[0].span.start, parts[-1].span.end, text)


def _edit_of_owner(string: Computed, owner: str, new: str) -> Edit | None:
    """The edit of the class at the start of a string that names one of its variables; None if it is not certain."""
    lead: list[Part] = []
    text = ""
    for each in string.parts:
        found = _single(each.texts)
        if found is None:
            break
        lead.append(each)
        text += found
    colons = "::" if text.startswith("::") else ""
    start = f"{colons}{owner}::"
    rest = "".join(_single(each.texts) or "" for each in string.parts[len(lead) :])
    if not text.startswith(start) or "::" in text[len(start) :] + rest:
        return None
    return _edit(tuple(lead), f"{colons}{new}{text[len(colons) + len(owner) :]}")
