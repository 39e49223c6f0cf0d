"""Renaming of classes, defines, functions, plans and type aliases."""

from __future__ import annotations

import os

from puppet_check.features import other
from puppet_check.features.navigation.occurrences import occurrences
from puppet_check.features.navigation.targets import targets
from puppet_check.features.other import OtherView
from puppet_check.features.project_files.names import capitalised, file_of, name_of
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.computed import change_computed, change_owner, keep_titles
from puppet_check.features.renaming.draft import Draft, Renamed, RenameError
from puppet_check.features.renaming.interpolated import change_owner_in_ruby, refuse_interpolated_names
from puppet_check.features.renaming.mentions import change_class_strings, suggest_strings
from puppet_check.features.symbols import DEFINED, MEMBER, Occurrence, Symbol
from puppet_check.features.usages.references import Reference, references_of
from puppet_check.features.view import View
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, TypedName

NAMED = (CLASS, DEFINE, FUNCTION, PLAN)
"""The kinds of definitions that strings name."""


def renamed_definition(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> Renamed:
    """The changes that rename a definition, and its file if that is named after it. Raises RenameError."""
    new = name.lower()
    if new == symbol.name:
        return Renamed({})
    taken = [kind for kind in (CLASS, DEFINE) if symbol.kind in (CLASS, DEFINE)] or [symbol.kind]
    if any(project_files.known.loader.load(TypedName(kind, new)) is not None for kind in taken):
        raise RenameError(f"'{name}' already exists")
    moves = _moves(symbol, name, view, project_files)
    draft = Draft(project_files)
    _change_computed(symbol, new, view, draft, project_files)
    for each in (*references_of(symbol, view, project_files), *_below(symbol, project_files)):
        written = project_files.text(each.path).slice(each.start, each.end)
        draft.change(each.path, [Edit(each.start, each.end, capitalised(name) if written[:1].isupper() else new)])
    suggest_strings(symbol, name, draft, project_files)
    if symbol.kind == CLASS:
        change_class_strings(symbol.name, new, draft, project_files)
    return draft.done(moves)


def _moves(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> tuple[tuple[str, str], ...]:
    """The file to rename, if it has the name of the definition."""
    (place,) = targets(symbol, view, project_files)
    home = project_files.view(os.path.abspath(place.path))
    if home is None or home.text.slice(place.start, place.end).lower().removeprefix("::") != symbol.name:
        raise RenameError(f"the name '{symbol.name}' is derived from the enclosing definition")
    if name_of(place.path, project_files.known.project) != symbol.name:
        if symbol.name.rpartition("::")[0] != name.lower().rpartition("::")[0]:
            raise RenameError(f"'{symbol.name}' is defined in the file of another name, where '{name}' would not be found")
        return ()
    path = file_of(symbol.kind, name.lower(), project_files.known.project)
    if path is None:
        raise RenameError(f"there is no module for '{name}'")
    if os.path.exists(path):
        raise RenameError(f"the file for '{name}' already exists: {path}")
    if len([each for each in home.program.definitions if each.__class__ in DEFINED]) > 1:
        raise RenameError(f"the file of '{symbol.name}' contains another definition, whose name depends on the file")
    return ((place.path, path),)


def _change_computed(symbol: Symbol, new: str, view: View, draft: Draft, project_files: ProjectFiles) -> None:
    """Change the strings with interpolations that name a definition, or a variable of a class. Raises RenameError."""
    found = project_files.known.loader.load(symbol.typed_name)
    names = [] if found is None or symbol.kind != CLASS else [*found.variables, *(each.name for each in found.parameters)]
    if symbol.kind in NAMED and "::" in symbol.name:
        change_computed(symbol.kind, symbol.name, new, draft, project_files)
        refuse_interpolated_names([symbol.name], project_files)
    if symbol.kind == CLASS:
        change_owner(symbol.name, new, names, draft, project_files)
        change_owner_in_ruby(symbol.name, new, draft, project_files)
        (place,) = targets(symbol, view, project_files)
        home = project_files.view(os.path.abspath(place.path))
        if home is not None:
            keep_titles(symbol.name, home, draft, project_files)


def _below(symbol: Symbol, project_files: ProjectFiles) -> list[Reference]:
    """The occurrences of a class name inside Hiera keys and qualified variables."""
    if symbol.kind != CLASS:
        return []
    found = []
    for path in project_files.data():
        text = project_files.text(path)
        if f"{symbol.name}::".encode() in text.source:
            for occurrence in other.occurrences(OtherView(path, text, project_files.known)):
                if _is_of(occurrence, symbol):
                    start = occurrence.end - len(occurrence.symbol.name) - 2 - len(symbol.name)
                    found.append(Reference(path, start, start + len(symbol.name), "read"))
    for view in project_files.with_words([f"{symbol.name}::"]):
        for occurrence in occurrences(view):
            if _is_of(occurrence, symbol) and occurrence.end - occurrence.start > len(occurrence.symbol.name):
                start = occurrence.end - len(occurrence.symbol.name) - 2 - len(symbol.name)
                found.append(Reference(os.path.abspath(view.path), start, start + len(symbol.name), "read"))
    return found


def _is_of(occurrence: Occurrence, symbol: Symbol) -> bool:
    return occurrence.symbol.kind == MEMBER and occurrence.symbol.owner == f"{CLASS} {symbol.name}"
