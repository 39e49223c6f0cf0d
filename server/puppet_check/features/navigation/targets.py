"""The definitions of symbols."""

from __future__ import annotations

import os

from puppet_check.features.describe.runs import parameters, task_places
from puppet_check.features.navigation.data_keys import data_keys, data_subkeys
from puppet_check.features.navigation.occurrences import occurrences_of
from puppet_check.features.navigation.passed_parameters import passed_parameter
from puppet_check.features.navigation.struct_keys import owner_of
from puppet_check.features.navigation.variable_occurrences import SCOPES, declared
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.symbols import DEFINED, MEMBER, RESOURCE, TEMPLATE, Symbol, module_file, plain
from puppet_check.features.view import View
from puppet_check.semantics.node_at import path_at
from puppet_check.workspace.known import Known
from puppet_grammar import ast
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, RESOURCE_TYPE, TYPE, Definition, Place, TypedName

WHOLE = 0
"""The offset of the place of a whole file."""


def targets(symbol: Symbol, view: View, project_files: ProjectFiles) -> list[Place]:
    """The places where a symbol is defined, which may be in other files, including Ruby."""
    match symbol.kind:
        case "local":
            return _written(symbol, view)
        case "top":
            return _top(symbol, view, project_files)
        case "member":
            return _member(symbol, view, project_files)
        case "attribute":
            return _attribute(symbol, project_files)
        case "resource":
            return _written(symbol, view) or _declared(symbol, project_files)
        case "template" | "file":
            return _file(symbol, project_files)
        case "key":
            return data_keys(symbol.name, project_files)
        case "subkey":
            return data_subkeys([*symbol.owner.split("\n"), symbol.name], project_files)
        case "fact":
            return _fact(symbol, project_files)
        case "task":
            return task_places(symbol.name, project_files.known)
        case "argument":
            if (parameter := passed_parameter(symbol, project_files)) is not None:
                return _written(*parameter)
            name = symbol.owner_name
            return [each.place for each in parameters(name.kind, name.name, project_files.known) if each.name == symbol.name]
        case "struct key":
            return _struct_key(symbol, view, project_files)
        case "module":
            return _module(symbol, project_files)
        case "path":
            return [Place(symbol.name, WHOLE, WHOLE)] if os.path.isfile(symbol.name) else []
    found = list(dict.fromkeys(each.place for each in _in_files(symbol.typed_name, project_files)))
    return found or _defined_here(symbol, view)


LINKED = frozenset((CLASS, DEFINE, FUNCTION, PLAN, TYPE, RESOURCE_TYPE, FACT, MEMBER))
"""The kinds of symbols whose place is known without a search of files."""


def known_place(symbol: Symbol, known: Known) -> Place | None:
    """The place of a definition or parameter as far as it is known without reading files."""
    if symbol.kind not in LINKED:
        return None
    name = symbol.owner_name if symbol.kind == MEMBER else symbol.typed_name
    for each in known.loader.load_all(name):
        if each.interface or not os.path.isabs(each.place.path):
            continue
        if symbol.kind != MEMBER:
            return each.place
        if (parameter := each.parameter(symbol.name)) is not None:
            return Place(each.place.path, parameter.start + 1, parameter.end)
    return None


def _in_files(name: TypedName, project_files: ProjectFiles) -> list[Definition]:
    """The definitions of a name, without those of interfaces, which are in no file."""
    return [each for each in project_files.known.loader.load_all(name) if not each.interface]


def _defined_here(symbol: Symbol, view: View) -> list[Place]:
    """The definitions in this text, which the loader does not find if the file is outside of a module or not saved."""
    found = [each for each in view.program.definitions if _is_named(each, symbol.typed_name)]
    path = os.path.abspath(view.path)
    return [Place(path, *each.name_span) for each in found if isinstance(each, ast.NamedDefinition | ast.TypeAlias)]


def _written(symbol: Symbol, view: View) -> list[Place]:
    """The places where a text defines a symbol, or first assigns a variable."""
    if symbol.kind == RESOURCE:
        found = [each for each in occurrences_of(symbol, view) if each.role == "define"]
        return [Place(os.path.abspath(view.path), each.start, each.end) for each in found]
    scope = scope_of(symbol, view)
    node = None if scope is None else declared(scope).get(symbol.name)
    if node is None:
        return []
    start = node.name_start if isinstance(node, ast.Parameter) else node.start
    return [Place(os.path.abspath(view.path), start + 1, start + 1 + len(symbol.name))]


def scope_of(symbol: Symbol, view: View) -> ast.Node | None:
    """The scope to which a variable belongs; None if it is not found."""
    match symbol.kind:
        case "local":
            start = int(symbol.owner.rpartition(":")[2])
            return next((each for each in reversed(path_at(view.program, start)) if each.start == start and isinstance(each, SCOPES)), None)
        case "member":
            wanted = symbol.owner_name
            return next((each for each in view.program.definitions if _is_named(each, wanted)), None)
    return view.program


def _is_named(node: ast.Definition, name: TypedName) -> bool:
    return (
        DEFINED.get(node.__class__) == name.kind and isinstance(node, ast.NamedDefinition | ast.TypeAlias) and plain(node.name) == name.name
    )


def _top(symbol: Symbol, view: View, project_files: ProjectFiles) -> list[Place]:
    here = _written(symbol, view)
    if here:
        return here
    for site in project_files.known.project.sites:
        other = project_files.view(site)
        if other is not None and (found := _written(symbol, other)):
            return found
    return _fact(Symbol(FACT, symbol.name), project_files)


def _member(symbol: Symbol, view: View, project_files: ProjectFiles) -> list[Place]:
    """The places of a parameter or variable of a class or define; for an unknown class, those of its keys in Hiera data."""
    here = _written(symbol, view)
    if here:
        return here
    for each in _in_files(symbol.owner_name, project_files):
        parameter = each.parameter(symbol.name)
        if parameter is not None:
            return [Place(each.place.path, parameter.start + 1, parameter.end)]
        other = project_files.view(each.place.path)
        if other is not None and (found := _written(symbol, other)):
            return found
    kind, _, owner = symbol.owner.partition(" ")
    return [] if kind == DEFINE else data_keys(f"{owner}::{symbol.name}", project_files)


def _attribute(symbol: Symbol, project_files: ProjectFiles) -> list[Place]:
    found = []
    for each in _in_files(TypedName(RESOURCE_TYPE, symbol.owner), project_files):
        attribute = each.attribute(symbol.name)
        if attribute is not None:
            found.append(Place(each.place.path, attribute.start, attribute.start))
    return found


def _declared(symbol: Symbol, project_files: ProjectFiles) -> list[Place]:
    return [place for view in project_files.with_words([symbol.name]) for place in _written(symbol, view)]


def _file(symbol: Symbol, project_files: ProjectFiles) -> list[Place]:
    module, _, rest = symbol.name.partition("/")
    found = project_files.known.project.modules.get(module)
    if found is None or not rest:
        return []
    path = module_file(found.folder, symbol.kind, rest)
    if symbol.kind == TEMPLATE and not os.path.exists(path):
        path += ".epp"  # `epp` accepts the name without it.
    return [Place(path, WHOLE, WHOLE)] if os.path.exists(path) else []


def _fact(symbol: Symbol, project_files: ProjectFiles) -> list[Place]:
    return [each.place for each in _in_files(TypedName(FACT, symbol.name), project_files)]


def _struct_key(symbol: Symbol, view: View, project_files: ProjectFiles) -> list[Place]:
    """The places where the alias or parameter whose type is a Struct declares a key."""
    paths = [os.path.abspath(each.place.path) for each in _in_files(owner_of(symbol), project_files)]
    homes = [found for path in dict.fromkeys(paths) if (found := project_files.view(path)) is not None] or [view]
    return [
        Place(os.path.abspath(home.path), each.start, each.end)
        for home in homes
        for each in occurrences_of(symbol, home)
        if each.role == "define"
    ]


def _module(symbol: Symbol, project_files: ProjectFiles) -> list[Place]:
    """The place of a module: its metadata, or else its main class."""
    found = project_files.known.project.modules.get(symbol.name)
    if found is None:
        return []
    paths = (os.path.join(found.folder, each) for each in ("metadata.json", os.path.join("manifests", "init.pp")))
    return [Place(path, WHOLE, WHOLE) for path in paths if os.path.isfile(path)][:1]
