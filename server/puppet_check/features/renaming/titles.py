"""Renaming of resources: their titles, with the references to them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.features.navigation.occurrences import content_start
from puppet_check.features.project_files.names import capitalised
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.computed import edits_of_computed
from puppet_check.features.renaming.draft import Draft, Renamed, RenameError
from puppet_check.features.renaming.strings import change_occurrences, suggest_equal
from puppet_check.features.symbols import RESOURCE, Symbol, plain
from puppet_check.features.usages.references import Reference, references_of
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import DEFINE, TypedName

DEPENDENCIES = frozenset(("require", "before", "notify", "subscribe"))
"""Attributes whose strings may be references, as in `'File[/etc/motd]'`."""


def renamed_title(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> Renamed:
    """The changes that rename a resource. Raises RenameError."""
    if name == symbol.name:
        return Renamed({})
    found = references_of(symbol, view, project_files)
    _refuse_modules(symbol, found, project_files)
    if any(each.role == "define" for each in references_of(symbol._replace(name=name), view, project_files)):
        raise RenameError(f"{_shown(symbol.owner, name)} already exists")
    _refuse_derived(symbol, view, project_files)
    draft = Draft(project_files)
    change_occurrences(symbol, name, ((each.path, each.start, each.end) for each in found), draft, project_files)
    for other in project_files.with_words([symbol.owner]):
        for node in ast.walk(other.program):
            for title in _titles(node, symbol.owner):
                draft.change(os.path.abspath(other.path), edits_of_computed(symbol.name, name, other, title, project_files))
            draft.change(os.path.abspath(other.path), _in_dependencies(symbol, name, other, node))
    suggest_equal(symbol, name, draft, project_files)
    return draft.done()


def _shown(owner: str, title: str) -> str:
    return f"{capitalised(owner)}['{title}']"


def _refuse_modules(symbol: Symbol, found: list[Reference], project_files: ProjectFiles) -> None:
    """Raise RenameError if modules declare resources of their own with the same title."""
    module_of = project_files.known.project.module_of
    modules = {None if (module := module_of(each.path)) is None else module.name for each in found if each.role == "define"}
    if len(modules) > 1:
        raise RenameError(f"{_shown(symbol.owner, symbol.name)} is declared in {len(modules)} modules")


def _refuse_derived(symbol: Symbol, view: View, project_files: ProjectFiles) -> None:
    """Raise RenameError if something refers to a resource whose title a define makes of this title."""
    for each in project_files.known.loader.load_all(TypedName(DEFINE, symbol.owner)):
        home = None if each.interface else project_files.view(os.path.abspath(each.place.path))
        if home is None:
            continue
        for node in ast.walk(home.program):
            made = _made(node, symbol.name)
            if made is not None and any(one.role == "read" for one in references_of(made, view, project_files)):
                raise RenameError(f"{_shown(made.owner, made.name)}, whose title is made of this one, is referred to")


def _made(node: ast.Node, title: str) -> Symbol | None:
    """The resource that a declaration in a define makes of the title of the define."""
    if not isinstance(node, ast.ResourceExpression) or not isinstance(node.type_name, ast.QualifiedName):
        return None
    for body in node.bodies:
        if isinstance(body.title, ast.ConcatenatedString):
            parts = [
                each.value if isinstance(each, ast.LiteralString) else title if _is_title(each) else None for each in body.title.segments
            ]
            if None not in parts and any(map(_is_title, body.title.segments)):
                return Symbol(RESOURCE, "".join(map(str, parts)), plain(node.type_name.value))
    return None


def _is_title(node: ast.Expression) -> bool:
    return isinstance(node, ast.TextExpression) and isinstance(node.expr, ast.VariableExpression) and node.expr.name in ("title", "name")


def _titles(node: ast.Node, owner: str) -> Iterator[ast.Expression]:
    """The titles in a declaration of a type, or in a reference to resources of it."""
    match node:
        case ast.ResourceExpression(type_name=ast.QualifiedName() as type) if plain(type.value) == owner:
            given: tuple[ast.Expression, ...] = tuple(each.title for each in node.bodies)
        case ast.AccessExpression(left_expr=ast.QualifiedReference() as type) if plain(type.value) == owner:
            given = node.keys
        case _:
            return
    for each in given:
        yield from each.values if isinstance(each, ast.LiteralList) else (each,)


def _in_dependencies(symbol: Symbol, name: str, view: View, node: ast.Node) -> Iterator[Edit]:
    """The edits of the strings in a dependency that are references to a resource."""
    if not isinstance(node, ast.AttributeOperation) or node.attribute_name not in DEPENDENCIES:
        return
    for each in ast.walk(node.value_expr):
        if isinstance(each, ast.LiteralString):
            found = re.fullmatch(rf"(?:::)?{re.escape(symbol.owner)}\[(.*)\]", each.value, re.IGNORECASE | re.DOTALL)
            if found is not None and found[1] == symbol.name:
                start = content_start(view, each) + len(each.value[: found.start(1)].encode())
                yield Edit(start, start + len(symbol.name.encode()), name)
