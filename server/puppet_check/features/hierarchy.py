"""Who calls whom, and which class or type is made from which."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from puppet_check.features.node_at import path_at
from puppet_check.features.others import Others
from puppet_check.features.subjects import DEFINED, Subject, Use, plain
from puppet_check.features.targets import targets
from puppet_check.features.uses import uses, uses_of
from puppet_check.features.view import View
from puppet_check.workspace.kinds import is_code, is_manifest
from puppet_grammar import ast
from puppet_grammar.text import Span
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, TYPE

CALLED = frozenset((CLASS, DEFINE, FUNCTION, PLAN))


class Item(NamedTuple):
    """Something in a hierarchy; a file or node that calls has no subject of its own."""

    kind: str
    name: str
    path: str
    start: int
    end: int
    name_start: int
    name_end: int

    @property
    def subject(self) -> Subject:
        """What it is."""
        return Subject(self.kind, plain(self.name))


class Call(NamedTuple):
    """Who calls or is called, and the places of the calls, in the file of the caller."""

    item: Item
    spans: tuple[Span, ...]


def callables(named: Iterable[Use], view: View, others: Others) -> list[Item]:
    """The class, define or function that the word at a place names."""
    return _items_of(named, view, others, CALLED)


def typed(named: Iterable[Use], view: View, others: Others) -> list[Item]:
    """The class or type that the word at a place names."""
    return _items_of(named, view, others, frozenset((CLASS, TYPE)))


def _items_of(named: Iterable[Use], view: View, others: Others, kinds: frozenset[str]) -> list[Item]:
    subjects = dict.fromkeys(each.subject for each in named if each.subject.kind in kinds)
    return [item for subject in subjects for item in _items(subject, view, others)]


def _items(subject: Subject, view: View, others: Others) -> Iterator[Item]:
    for place in targets(subject, view, others):
        path = os.path.abspath(place.path)
        other = others.view(path) if is_manifest(path) else None
        node = None if other is None else _definition_at(other, place.start)
        if other is None or node is None:
            yield Item(subject.kind, subject.name, path, place.start, place.end, place.start, place.end)
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


def incoming(item: Item, others: Others) -> list[Call]:
    """Who includes, declares or calls it."""
    found: dict[Item, list[Span]] = {}
    for view in others.with_words([item.subject.word]):
        for use in uses_of(item.subject, view):
            path = path_at(view.program, use.start)
            if use.role == "read" and _is_call(path):
                found.setdefault(_item(view, _around(path)), []).append(Span(use.start, use.end))
    return [Call(each, tuple(spans)) for each, spans in found.items()]


def _around(path: tuple[ast.Node, ...]) -> ast.Node:
    return next((each for each in reversed(path) if isinstance(each, ast.NamedDefinition | ast.NodeDefinition)), path[0])


def _is_call(path: tuple[ast.Node, ...]) -> bool:
    """Whether a name is more than a mention of what it stands for."""
    return not any(isinstance(each, ast.VariableExpression | ast.AccessExpression | ast.ResourceDefaultsExpression) for each in path[-4:])


def outgoing(item: Item, others: Others) -> list[Call]:
    """What it includes, declares or calls, as far as that is defined in the project."""
    view = others.view(item.path) if is_code(item.path) else None
    if view is None:
        return []
    found: dict[Subject, list[Span]] = {}
    for use in uses(view):
        if item.start <= use.start < item.end and use.role == "read" and use.subject.kind in CALLED and _is_inside(view, item, use):
            found.setdefault(use.subject, []).append(Span(use.start, use.end))
    return [Call(each, tuple(spans)) for subject, spans in found.items() for each in _items(subject, view, others)]


def _is_inside(view: View, item: Item, use: Use) -> bool:
    path = path_at(view.program, use.start)
    around = _around(path)
    return _is_call(path) and (around.start == item.start or (item.kind == "file" and isinstance(around, ast.Program)))


# ---- types


def supertypes(item: Item, others: Others) -> list[Item]:
    """The class that a class inherits from, and the aliases that an alias is made of."""
    other = others.view(item.path) if is_manifest(item.path) else None
    node = None if other is None else _definition_at(other, item.name_start)
    if other is None or node is None:
        return []
    found = dict.fromkeys(each.subject for each in uses(other) if node.start <= each.start < node.end and _is_above(node, each))
    return [item for subject in found for item in _items(subject, other, others)]


def _is_above(node: ast.Node, use: Use) -> bool:
    match node:
        case ast.HostClassDefinition(parent_start=int() as start):
            return use.subject.kind == CLASS and use.role == "read" and start <= use.start <= start + 2
        case ast.TypeAlias():
            return use.subject.kind == TYPE and use.role == "read"
    return False


def subtypes(item: Item, others: Others) -> list[Item]:
    """The classes that inherit from a class, and the aliases that are made of an alias."""
    found: dict[Item, None] = {}
    for view in others.with_words([item.subject.word]):
        for use in uses_of(item.subject, view):
            node = _definition_at(view, use.start)
            if node is not None and use.role == "read" and _is_above(node, use):
                found[_item(view, node)] = None
    return list(found)
