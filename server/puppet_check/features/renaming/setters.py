"""What may set a parameter without naming its owner: hashes of attributes that are built elsewhere, and computed types."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from puppet_check.features.navigation.occurrences import content_start, occurrences_of
from puppet_check.features.other.spots import spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.draft import Draft
from puppet_check.features.symbols import Symbol
from puppet_check.features.view import View
from puppet_check.semantics.calls import arguments, called
from puppet_check.semantics.hash_keys import made_type
from puppet_check.semantics.node_context import type_of_body
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, role_of
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import CLASS

PLAIN = (ast.LiteralString, ast.QualifiedName)


def change_setters(symbol: Symbol, name: str, draft: Draft, project_files: ProjectFiles) -> None:
    """Suggest the edits of all hash keys that may become attributes of a class or define, if its attributes come from hashes at all."""
    views = list(project_files.with_words([symbol.name, symbol.owner_name.name]))
    is_open = False
    for view in views:
        where = os.path.basename(view.path)
        for node in ast.walk(view.program):
            if isinstance(node, ast.ResourceExpression) and _is_computed(node):
                spans = list(_given(node, symbol.name))
                reason = f"a declaration with a computed name in {where} may be of '{symbol.owner_name.name}'"
                draft.suggest(os.path.abspath(view.path), [Edit(*span, name) for span in spans], reason)
            is_open = is_open or _takes_hash(node, symbol)
    if is_open:
        _suggest_keys(symbol, name, views, draft, project_files)


def _is_computed(node: ast.ResourceExpression) -> bool:
    if not isinstance(node.type_name, ast.QualifiedName):
        return not isinstance(node.type_name, ast.QualifiedReference)
    return node.type_name.value == "class" and not all(isinstance(each.title, PLAIN) for each in node.bodies)


def _given(node: ast.ResourceExpression, name: str) -> Iterator[tuple[int, int]]:
    for body in node.bodies:
        for each in body.operations:
            if isinstance(each, ast.AttributeOperation) and each.attribute_name == name:
                yield each.name_span


def _takes_hash(node: ast.Node, symbol: Symbol) -> bool:
    """Whether a declaration that may be of a symbol's owner takes attributes from an expression that is not a hash with plain keys."""
    kind = symbol.owner.partition(" ")[0]
    if role_of(called(node), 0) is Role.RESOURCE_TYPE:
        made = made_type(node)
        names = {None, "class"} if kind == CLASS else {None, symbol.owner_name.name}
        given = arguments(node)[1:]
        return made in names and not (given and all(_is_plain(each) for each in _hashes(node, given)))
    if isinstance(node, ast.ResourceExpression):
        owners = {symbol.owner, symbol.owner_name.name} - ({symbol.owner_name.name} if kind == CLASS else {symbol.owner})
        for body in node.bodies:
            computed = any(isinstance(each, ast.AttributesOperation) and not _is_plain(each.expr) for each in body.operations)
            if computed and (_is_computed(node) or type_of_body(node, body) in owners):
                return True
    return False


def _hashes(call: ast.Node, given: Iterable[ast.Expression]) -> Iterator[ast.Expression]:
    """The arguments with attributes, for `create_resources` those of each title."""
    first, *rest = given
    if role_of(called(call), 1) is not Role.RESOURCES:
        yield from (each for number, each in enumerate(given, 1) if role_of(called(call), number) is Role.ATTRIBUTES)
        return
    match first:
        case ast.LiteralHash(entries=entries):
            yield from (each.value for each in entries)
        case _:
            yield first
    yield from rest


def _is_plain(node: ast.Expression) -> bool:
    return isinstance(node, ast.LiteralHash) and all(isinstance(each.key, PLAIN) for each in node.entries)


def _suggest_keys(symbol: Symbol, name: str, views: list[View], draft: Draft, project_files: ProjectFiles) -> None:
    modules = {_module(each.path, project_files) for each in views if _mentions(each, symbol)}
    for view in views:
        if _module(view.path, project_files) not in modules:
            continue
        keys = (each.key for each in ast.walk(view.program) if isinstance(each, ast.KeyedEntry))
        found = [content_start(view, each) for each in keys if isinstance(each, PLAIN) and each.value == symbol.name]
        known = {each.start for each in occurrences_of(symbol, view)}
        edits = [Edit(start, start + len(symbol.name), name) for start in found if start not in known]
        reason = (
            f"a hash in {os.path.basename(view.path)} has the key '{symbol.name}', and may give '{symbol.owner_name.name}' its parameters"
        )
        draft.suggest(os.path.abspath(view.path), edits, reason)
    for path in project_files.data():
        _suggest_data(path, symbol, name, draft, project_files)


def _module(path: str, project_files: ProjectFiles) -> str | None:
    found = project_files.known.project.module_of(path)
    return None if found is None else found.name


def _mentions(view: View, symbol: Symbol) -> bool:
    return symbol.owner_name.name.encode() in view.text.source.lower()


def _suggest_data(path: str, symbol: Symbol, name: str, draft: Draft, project_files: ProjectFiles) -> None:
    text = project_files.text(path)
    if symbol.name.encode() not in text.source:
        return
    found = [
        Edit(each.start, each.end, name)
        for each in spots(OtherView(path, text, project_files.known))
        if each.is_key and len(each.keys) > 1 and each.keys[0] != "lookup_options" and text.slice(each.start, each.end) == symbol.name
    ]
    reason = f"data in {os.path.basename(path)} has the key '{symbol.name}', and may give '{symbol.owner_name.name}' its parameters"
    draft.suggest(path, found, reason)
