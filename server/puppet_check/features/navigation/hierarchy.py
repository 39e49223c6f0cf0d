"""Call hierarchies, and type hierarchies of classes and type aliases."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from puppet_check.features.navigation.occurrences import occurrences, occurrences_of
from puppet_check.features.navigation.targets import targets
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.symbols import DEFINED, Occurrence, Symbol, plain
from puppet_check.features.view import View
from puppet_check.semantics.node_at import path_at
from puppet_check.workspace.kinds import is_code, is_manifest
from puppet_grammar import ast
from puppet_grammar.text import Span
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, TYPE

CALLED = frozenset((CLASS, DEFINE, FUNCTION, PLAN))


class Item(NamedTuple):
    """An item of a hierarchy: a definition, or a file or node with calls, which are not symbols."""

    kind: str
    name: str
    path: str
    start: int
    end: int
    name_start: int
    name_end: int

    @property
    def symbol(self) -> Symbol:
        """The symbol of the item."""
        return Symbol(self.kind, plain(self.name))


class HierarchyCall(NamedTuple):
    """A caller or callee, and the spans of the calls in the file of the caller."""

    item: Item
    spans: tuple[Span, ...]


def callables(named: Iterable[Occurrence], view: View, project_files: ProjectFiles) -> list[Item]:
    """The classes, defines, functions and plans among the symbols at a place."""
    return _items_of(named, view, project_files, CALLED)


def typed(named: Iterable[Occurrence], view: View, project_files: ProjectFiles) -> list[Item]:
    """The classes and type aliases among the symbols at a place."""
    return _items_of(named, view, project_files, frozenset((CLASS, TYPE)))


def _items_of(named: Iterable[Occurrence], view: View, project_files: ProjectFiles, kinds: frozenset[str]) -> list[Item]:
    symbols = dict.fromkeys(each.symbol for each in named if each.symbol.kind in kinds)
    return [item for symbol in symbols for item in _items(symbol, view, project_files)]


def _items(symbol: Symbol, view: View, project_files: ProjectFiles) -> Iterator[Item]:
    for place in targets(symbol, view, project_files):
        path = os.path.abspath(place.path)
        other = project_files.view(path) if is_manifest(path) else None
        node = None if other is None else _definition_at(other, place.start)
        if other is None or node is None:
            yield Item(symbol.kind, symbol.name, path, place.start, place.end, place.start, place.end)
        else:
            yield _item(other, node)


def _definition_at(view: View, offset: int) -> ast.Node | None:
    return next((each for each in reversed(path_at(view.program, offset)) if each.__class__ in DEFINED), None)


def _item(view: View, node: ast.Node) -> Item:
    path = os.path.abspath(view.path)
    match node:
        case ast.NamedDefinition() | ast.TypeAlias():
            return Item(DEFINED[node.__class__], node.name, path, *node.span, *node.name_span)
        case ast.NodeDefinition(host_matches=(first, *_)):
            return Item("node", f"node {view.text.slice(*first.span)}", path, *node.span, *first.span)
    return Item("file", os.path.basename(path), path, 0, len(view.text), 0, 0)


# ---- calls


def incoming(item: Item, project_files: ProjectFiles) -> list[HierarchyCall]:
    """The callers of an item: what includes, declares or calls it."""
    found: dict[Item, list[Span]] = {}
    for view in project_files.with_words([item.symbol.word]):
        for occurrence in occurrences_of(item.symbol, view):
            path = path_at(view.program, occurrence.start)
            if occurrence.role == "read" and _is_call(path):
                found.setdefault(_item(view, _around(path)), []).append(Span(occurrence.start, occurrence.end))
    return [HierarchyCall(each, tuple(spans)) for each, spans in found.items()]


def _around(path: tuple[ast.Node, ...]) -> ast.Node:
    return next((each for each in reversed(path) if isinstance(each, ast.NamedDefinition | ast.NodeDefinition)), path[0])


def _is_call(path: tuple[ast.Node, ...]) -> bool:
    """Whether a name is part of a call or declaration, not only a mention."""
    return not any(isinstance(each, ast.VariableExpression | ast.AccessExpression | ast.ResourceDefaultsExpression) for each in path[-4:])


def outgoing(item: Item, project_files: ProjectFiles) -> list[HierarchyCall]:
    """The callees of an item: what it includes, declares or calls, if defined in the project."""
    view = project_files.view(item.path) if is_code(item.path) else None
    if view is None:
        return []
    found: dict[Symbol, list[Span]] = {}
    for occurrence in occurrences(view):
        if (
            item.start <= occurrence.start < item.end
            and occurrence.role == "read"
            and occurrence.symbol.kind in CALLED
            and _is_inside(view, item, occurrence)
        ):
            found.setdefault(occurrence.symbol, []).append(Span(occurrence.start, occurrence.end))
    return [HierarchyCall(each, tuple(spans)) for symbol, spans in found.items() for each in _items(symbol, view, project_files)]


def _is_inside(view: View, item: Item, occurrence: Occurrence) -> bool:
    path = path_at(view.program, occurrence.start)
    around = _around(path)
    return _is_call(path) and (around.start == item.start or (item.kind == "file" and isinstance(around, ast.Program)))


# ---- types


def supertypes(item: Item, project_files: ProjectFiles) -> list[Item]:
    """The parent of a class, or the aliases that an alias refers to."""
    other = project_files.view(item.path) if is_manifest(item.path) else None
    node = None if other is None else _definition_at(other, item.name_start)
    if other is None or node is None:
        return []
    found = dict.fromkeys(each.symbol for each in occurrences(other) if node.start <= each.start < node.end and _is_above(node, each))
    return [item for symbol in found for item in _items(symbol, other, project_files)]


def _is_above(node: ast.Node, occurrence: Occurrence) -> bool:
    match node:
        case ast.HostClassDefinition(parent_start=int() as start):
            return occurrence.symbol.kind == CLASS and occurrence.role == "read" and start <= occurrence.start <= start + 2
        case ast.TypeAlias():
            return occurrence.symbol.kind == TYPE and occurrence.role == "read"
    return False


def subtypes(item: Item, project_files: ProjectFiles) -> list[Item]:
    """The classes that inherit from a class, or the aliases that refer to an alias."""
    found: dict[Item, None] = {}
    for view in project_files.with_words([item.symbol.word]):
        for occurrence in occurrences_of(item.symbol, view):
            node = _definition_at(view, occurrence.start)
            if node is not None and occurrence.role == "read" and _is_above(node, occurrence):
                found[_item(view, node)] = None
    return list(found)
