"""Go to definition, implementation and type definition."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_check.features.describe.variables import declared, type_of_variable, visible
from puppet_check.features.navigation.data_keys import data_keys
from puppet_check.features.navigation.occurrences import resource_kind, symbols
from puppet_check.features.navigation.targets import targets
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.symbols import ATTRIBUTE, MEMBER, Occurrence, Symbol
from puppet_check.features.view import View
from puppet_check.semantics import words
from puppet_check.semantics.classify import classify
from puppet_check.workspace.autoload.folders import RUBY_PROVIDERS
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
    """The type aliases, classes, defines and resource types in the type of the variable or parameter at an offset."""
    word = classify(view, offset)
    kind: Type | None = None
    match word:
        case words.ParameterName(node=ast.Parameter() as parameter):
            kind = declared(view, parameter)
        case words.VariableName(node=ast.VariableExpression() as variable):
            kind = view.type_of(variable) or _declared_type(view, word)
        case words.VariableName():
            kind = _declared_type(view, word)
        case words.TypeName():
            return definition(symbols(view, word), view, project_files)
    names = [] if kind is None else named_types(kind)
    return [place for each in names for place in targets(_symbol(each, view), view, project_files)]


def _declared_type(view: View, word: words.VariableName) -> Type | None:
    variable = visible(view, word.start).get(word.name)
    return None if variable is None else type_of_variable(view, variable)


def named_types(kind: Type) -> list[TypedName]:
    """The names of the definitions in a type, outermost first: aliases, and what references are to."""
    match kind:
        case model.TypeAlias():
            return [TypedName(TYPE, kind.name.lower())]
        case model.Class(class_name=str(name)):
            return [TypedName(CLASS, name.lower())]
        case model.Resource(type_name=str(name)):
            return [TypedName(RESOURCE_TYPE, name.lower())]
        case model.Optional() | model.NotUndef() | model.TypeType() | model.Sensitive():
            return named_types(kind.type) if isinstance(kind.type, Type) else []
        case model.Variant():
            return [name for each in kind.types for name in named_types(each)]
        case model.Array():
            return named_types(kind.element)
        case model.Hash():
            return named_types(kind.key) + named_types(kind.value)
    return []


def _symbol(name: TypedName, view: View) -> Symbol:
    """The symbol of a type's name, which for a resource may be that of a define."""
    return Symbol(resource_kind(view, name.name) if name.kind == RESOURCE_TYPE else name.kind, name.name)
