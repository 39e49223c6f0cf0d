"""The edits of strings with interpolations that become the name of a renamed symbol."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from puppet_check.features.navigation.computed_names import Computed, Part, computed_in, may_become, single, with_parts_of
from puppet_check.features.navigation.name_roles import VALUES
from puppet_check.features.navigation.possible_texts import TITLE
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.draft import Draft, RenameError
from puppet_check.features.symbols import FILE, TEMPLATE
from puppet_check.features.view import View
from puppet_check.semantics.classify import SOURCE
from puppet_check.semantics.node_at import path_at
from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, TypedName

DEFINITIONS = (CLASS, DEFINE, FUNCTION)
FIXED = frozenset((*DEFINITIONS, PLAN, TEMPLATE, FILE))
"""The kinds of names that do not change with that of a class in which they are written."""


def change_computed(kind: str, old: str, new: str, draft: Draft, project_files: ProjectFiles) -> None:
    """Change the strings that become a name. Raises RenameError if one only may become it."""
    for each in with_parts_of([old], project_files):
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
    for each in with_parts_of([f"{owner}::", *names], project_files):
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
        string = computed_in(home, path_at(home.program, node.segments[0].start))
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


def _concerns(string: Computed, kind: str) -> bool:
    """Whether a string may name a kind of symbol; those whose role is not known have to look like a qualified name."""
    if string.roles is not None:
        return kind in string.roles
    written = "".join(string.literals)
    return "::" in written and re.search(r"[a-z]", written) is not None


def edits_of_computed(old: str, new: str, view: View, node: ast.Expression, project_files: ProjectFiles) -> list[Edit]:
    """The edits of an expression that has to become a name. Raises RenameError if it is a string that only may become it."""
    string = computed_in(view, path_at(view.program, node.segments[0].start)) if isinstance(node, ast.ConcatenatedString) else None
    if string is None or not may_become(string, old, is_any=True):
        return []
    if string.text != old:
        raise RenameError(f"{string.shown} may name it")
    return [_edit(string.parts, new)]


def edits_of_file(kind: str, old: str, new: str, view: View, node: ast.ConcatenatedString, project_files: ProjectFiles) -> list[Edit]:
    """The edits of a string that names a template or file. Raises RenameError if it only may name it."""
    string = computed_in(view, path_at(view.program, node.segments[0].start))
    if string is None or not string.literals or (string.roles is not None and string.roles and kind not in string.roles):
        return []
    start = SOURCE if string.literals[0].startswith(SOURCE) else ""
    if string.text == start + old:
        return [_edit(string.parts, start + new)]
    if (start or string.roles) and string.text is None and may_become(string, start + old, is_any=True):
        raise RenameError(f"{string.shown} may name it")
    return []


def _edit(parts: tuple[Part, ...], text: str) -> Edit:
    """The edit of a literal after which parts become a text or, if there is none, of all of them."""
    for at in range(len(parts) - 1, -1, -1):
        before, after = ("".join(single(each.texts) or "" for each in some) for some in (parts[:at], parts[at + 1 :]))
        is_inside = text.startswith(before) and text.endswith(after) and len(text) >= len(before) + len(after)
        if parts[at].is_literal and is_inside:
            return Edit(*parts[at].span, text[len(before) : len(text) - len(after)])
    return Edit(parts[0].span.start, parts[-1].span.end, text)


def _edit_of_owner(string: Computed, owner: str, new: str) -> Edit | None:
    """The edit of the class at the start of a string that names one of its variables; None if it is not certain."""
    lead: list[Part] = []
    text = ""
    for each in string.parts:
        found = single(each.texts)
        if found is None:
            break
        lead.append(each)
        text += found
    colons = "::" if text.startswith("::") else ""
    start = f"{colons}{owner}::"
    rest = "".join(single(each.texts) or "" for each in string.parts[len(lead) :])
    if not text.startswith(start) or "::" in text[len(start) :] + rest:
        return None
    return _edit(tuple(lead), f"{colons}{new}{text[len(colons) + len(owner) :]}")
