"""Where what is named is defined."""

from __future__ import annotations

import os

from puppet_check.features.data_keys import data_keys
from puppet_check.features.node_at import path_at
from puppet_check.features.others import Others
from puppet_check.features.subjects import DEFINED, RESOURCE, Subject, module_file, plain
from puppet_check.features.uses import uses_of
from puppet_check.features.variable_uses import SCOPES, declared
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_typesys.loader import DEFINE, FACT, RESOURCE_TYPE, Place, TypedName

WHOLE = 0
"""The place of a file that is meant as a whole."""


def targets(subject: Subject, view: View, others: Others) -> list[Place]:
    """The places where something is defined; a place may be in another file, and in Ruby."""
    match subject.kind:
        case "local":
            return _written(subject, view)
        case "top":
            return _top(subject, view, others)
        case "member":
            return _member(subject, view, others)
        case "attribute":
            return _attribute(subject, others)
        case "resource":
            return _written(subject, view) or _declared(subject, others)
        case "template" | "file":
            return _file(subject, others)
        case "key":
            return data_keys(subject.name, others)
        case "fact":
            return _fact(subject, others)
        case "module":
            return _module(subject, others)
        case "path":
            return [Place(subject.name, WHOLE, WHOLE)] if os.path.isfile(subject.name) else []
    found = list(dict.fromkeys(each.place for each in others.known.loader.load_all(subject.typed_name)))
    return found or _defined_here(subject, view)


def _defined_here(subject: Subject, view: View) -> list[Place]:
    """The definitions of a text that is not where names are looked for, or not saved yet."""
    found = [each for each in view.program.definitions if _is_named(each, subject.typed_name)]
    path = os.path.abspath(view.path)
    return [Place(path, *each.name_span) for each in found if isinstance(each, ast.NamedDefinition | ast.TypeAlias)]


def _written(subject: Subject, view: View) -> list[Place]:
    """Where a text defines something, or sets a variable first."""
    if subject.kind == RESOURCE:
        found = [each for each in uses_of(subject, view) if each.role == "define"]
        return [Place(os.path.abspath(view.path), each.start, each.end) for each in found]
    scope = scope_of(subject, view)
    node = None if scope is None else declared(scope).get(subject.name)
    if node is None:
        return []
    start = node.name_start if isinstance(node, ast.Parameter) else node.start
    return [Place(os.path.abspath(view.path), start + 1, start + 1 + len(subject.name))]


def scope_of(subject: Subject, view: View) -> ast.Node | None:
    """The body in which a variable is set."""
    match subject.kind:
        case "local":
            start = int(subject.owner.rpartition(":")[2])
            return next((each for each in reversed(path_at(view.program, start)) if each.start == start and isinstance(each, SCOPES)), None)
        case "member":
            wanted = subject.owner_name
            return next((each for each in view.program.definitions if _is_named(each, wanted)), None)
    return view.program


def _is_named(node: ast.Definition, name: TypedName) -> bool:
    return (
        DEFINED.get(node.__class__) == name.kind and isinstance(node, ast.NamedDefinition | ast.TypeAlias) and plain(node.name) == name.name
    )


def _top(subject: Subject, view: View, others: Others) -> list[Place]:
    here = _written(subject, view)
    if here:
        return here
    for site in others.known.project.sites:
        other = others.view(site)
        if other is not None and (found := _written(subject, other)):
            return found
    return _fact(Subject(FACT, subject.name), others)


def _member(subject: Subject, view: View, others: Others) -> list[Place]:
    """A parameter or variable of a class or define; what is in the data under the name of a class that is not there."""
    here = _written(subject, view)
    if here:
        return here
    for each in others.known.loader.load_all(subject.owner_name):
        parameter = each.parameter(subject.name)
        if parameter is not None:
            return [Place(each.place.path, parameter.start + 1, parameter.end)]
        other = others.view(each.place.path)
        if other is not None and (found := _written(subject, other)):
            return found
    kind, _, owner = subject.owner.partition(" ")
    return [] if kind == DEFINE else data_keys(f"{owner}::{subject.name}", others)


def _attribute(subject: Subject, others: Others) -> list[Place]:
    found = []
    for each in others.known.loader.load_all(TypedName(RESOURCE_TYPE, subject.owner)):
        attribute = each.attribute(subject.name)
        if attribute is not None:
            found.append(Place(each.place.path, attribute.start, attribute.start))
    return found


def _declared(subject: Subject, others: Others) -> list[Place]:
    return [place for view in others.with_words([subject.name]) for place in _written(subject, view)]


def _file(subject: Subject, others: Others) -> list[Place]:
    module, _, rest = subject.name.partition("/")
    found = others.known.project.modules.get(module)
    if found is None or not rest:
        return []
    path = module_file(found.folder, subject.kind, rest)
    return [Place(path, WHOLE, WHOLE)] if os.path.exists(path) else []


def _fact(subject: Subject, others: Others) -> list[Place]:
    return [each.place for each in others.known.loader.load_all(TypedName(FACT, subject.name))]


def _module(subject: Subject, others: Others) -> list[Place]:
    """The metadata of a module, or else its first class."""
    found = others.known.project.modules.get(subject.name)
    if found is None:
        return []
    paths = (os.path.join(found.folder, each) for each in ("metadata.json", os.path.join("manifests", "init.pp")))
    return [Place(path, WHOLE, WHOLE) for path in paths if os.path.isfile(path)][:1]
