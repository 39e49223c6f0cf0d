"""Go to definition, implementation and type definition."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_check.features.data_keys import data_keys
from puppet_check.features.node_at import path_at
from puppet_check.features.project_files import ProjectFiles
from puppet_check.features.symbols import ATTRIBUTE, MEMBER, Occurrence, Symbol
from puppet_check.features.targets import targets
from puppet_check.features.variables import declared, type_of_variable, visible
from puppet_check.features.view import View
from puppet_check.workspace.autoload import RUBY_PROVIDERS
from puppet_grammar import ast
from puppet_typesys.loader import CLASS, RESOURCE_TYPE, TYPE, Place, TypedName
from puppet_typesys.types import model
from puppet_typesys.types.model import Type


def definition(occurrences: Iterable[Occurrence], view: View, project_files: ProjectFiles) -> list[Place]:
    """The definitions of the symbols at a place."""
    return list(dict.fromkeys(place for occurrence in occurrences for place in targets(occurrence.symbol, view, project_files)))


def implementation(occurrences: Iterable[Occurrence], view: View, project_files: ProjectFiles) -> list[Place]:
    """The implementations of the symbols at a place: providers of a resource type, data of a parameter; else the definitions."""
    found: list[Place] = []
    for occurrence in occurrences:
        found += _implementations(occurrence.symbol, project_files) or targets(occurrence.symbol, view, project_files)
    return list(dict.fromkeys(found))


def _implementations(symbol: Symbol, project_files: ProjectFiles) -> list[Place]:
    kind, _, owner = symbol.owner.partition(" ")
    if symbol.kind == MEMBER and kind == CLASS:
        return data_keys(f"{owner}::{symbol.name}", project_files)
    name = {RESOURCE_TYPE: symbol.name, ATTRIBUTE: symbol.owner}.get(symbol.kind)
    if name is None:
        return []
    loaded = project_files.known.loader.load_all(TypedName(RESOURCE_TYPE, name))
    return [each.place for each in loaded if RUBY_PROVIDERS in each.place.path]


def type_definition(view: View, offset: int, project_files: ProjectFiles) -> list[Place]:
    """The type aliases in the type of the variable or parameter at an offset."""
    path = path_at(view.program, offset)
    for node in reversed(path):
        kind = declared(view, node) if isinstance(node, ast.Parameter) else None
        if isinstance(node, ast.VariableExpression):
            kind = view.type_of(node)
            if kind is None:
                kind = _declared_type(view, node)
        if kind is not None:
            return [place for name in aliases(kind) for place in targets(Symbol(TYPE, name.lower()), view, project_files)]
    return []


def _declared_type(view: View, node: ast.VariableExpression) -> Type | None:
    variable = visible(view, node.start).get(node.name)
    return None if variable is None else type_of_variable(view, variable)


def aliases(kind: Type) -> list[str]:
    """The names of the aliases in a type, outermost first."""
    match kind:
        case model.TypeAlias():
            return [kind.name]
        case model.Optional() | model.NotUndef():
            return aliases(kind.type) if isinstance(kind.type, Type) else []
        case model.Variant():
            return [name for each in kind.types for name in aliases(each)]
        case model.Array():
            return aliases(kind.element)
        case model.Hash():
            return aliases(kind.key) + aliases(kind.value)
    return []
