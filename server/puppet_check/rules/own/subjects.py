"""What the rules of a repository are about: the subjects of each kind in a file, with their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from puppet_check.config.own_rules import OwnRule
from puppet_check.rules.file import File
from puppet_check.rules.module_names import LIKE_INCLUDE, module_of
from puppet_grammar import ast
from puppet_typesys.loader import default_name

Operations = Sequence[ast.AttributeOperation | ast.AttributesOperation]


class Subject(NamedTuple):
    """A place in the code, in bytes, and the text by which a rule may tell it from others."""

    start: int
    end: int
    text: str | None
    """A name, a title or a value; None if it is only known when the code is evaluated."""


DEFINITIONS: dict[str, type[ast.NamedDefinition]] = {
    "class": ast.HostClassDefinition,
    "define": ast.ResourceTypeDefinition,
    "function": ast.FunctionDefinition,
    "plan": ast.PlanDefinition,
}
"""Definitions with parameters."""


def names(rule: OwnRule, file: File) -> Iterator[Subject]:
    """The names of definitions, parameters and assigned variables of the kinds that a rule names."""
    for kind in rule.names:
        if kind in DEFINITIONS:
            yield from (Subject(*each.name_span, _plain(each.name)) for each in file.of_class(DEFINITIONS[kind]))
    if "type" in rule.names:
        yield from (Subject(*each.name_span, each.name) for each in file.of_class(ast.TypeAlias))
    if "parameter" in rule.names:
        definitions = file.of_class(*DEFINITIONS.values())
        yield from (Subject(*each.name_span, each.name) for definition in definitions for each in definition.parameters)
    if "variable" in rule.names:
        for assignment in file.of_class(ast.AssignmentExpression):
            assigned = assignment.left_expr
            variables = assigned.values if isinstance(assigned, ast.LiteralList) else (assigned,)
            yield from (Subject(each.start, each.end, each.name) for each in variables if isinstance(each, ast.VariableExpression))


def functions(rule: OwnRule, file: File) -> Iterator[Subject]:
    """The calls of functions that a rule names."""
    named = (each.functor_expr for each in file.of_class(ast.CallNamedFunctionExpression))
    methods = (each.functor_expr.right_expr for each in file.of_class(ast.CallMethodExpression))
    for called in (*named, *methods):
        if isinstance(called, ast.QualifiedName) and _is_named(_plain(called.value), rule.functions):
            yield Subject(called.start, called.end, _plain(called.value))


def classes(rule: OwnRule, file: File) -> Iterator[Subject]:
    """The classes that are included, declared or inherited, and that a rule names; an unknown one is not reported."""
    for each in _used_classes(file):
        if each.text is not None and _is_named(each.text, rule.classes):
            yield each


def _used_classes(file: File) -> Iterator[Subject]:
    for call in file.of_class(ast.CallNamedFunctionExpression):
        if isinstance(call.functor_expr, ast.QualifiedName) and call.functor_expr.value in LIKE_INCLUDE:
            yield from (_value(name, file) for argument in call.arguments for name in _elements(argument))
    for resource in file.of_class(ast.ResourceExpression):
        if _type_of(resource) == "class":
            yield from (_value(name, file) for body in resource.bodies for name in _elements(body.title))
    for definition in file.of_class(ast.HostClassDefinition):
        if definition.parent_class is not None and definition.parent_start is not None:
            start = definition.parent_start
            yield Subject(start, start + len(definition.parent_class.encode()), _plain(definition.parent_class))


def resources(rule: OwnRule, file: File) -> Iterator[Subject]:
    """The resources of the types that a rule names, by their titles, or their attributes."""
    if rule.attributes:
        for operations in _operations(rule, file):
            yield from (
                _value(each.value_expr, file, each) for each in _attributes(operations) if _is_named(each.attribute_name, rule.attributes)
            )
        return
    set_here = _set_by_defaults(file) if rule.without else frozenset()
    for resource in file.of_class(ast.ResourceExpression):
        type = _type_of(resource)
        if type is None or not _is_named(type, rule.resources):
            continue
        of_bodies = {each.attribute_name for body in resource.bodies if _is_default(body) for each in _attributes(body.operations)}
        for body in resource.bodies:
            if not _is_default(body) and (not rule.without or _lacks_any(rule.without, type, body, set_here | of_bodies, file)):
                yield from (_value(title, file) for title in _elements(body.title))


def _lacks_any(names: Sequence[str], type: str, body: ast.ResourceBody, defaults: frozenset[str], file: File) -> bool:
    """Whether a resource has no value for one of some attributes, neither by itself nor by resource defaults."""
    if any(isinstance(each, ast.AttributesOperation) for each in body.operations):
        return False
    own = {each.attribute_name for each in _attributes(body.operations)}
    missing = [each for each in names if each not in own and each not in defaults and f"{type}.{each}" not in defaults]
    module = module_of(definition.name) if (definition := next(file.of_class(*DEFINITIONS.values()), None)) is not None else ""
    return any(all(file.known.loader.load(default_name(type, name, module)) is None for name in (each, "*")) for each in missing)


def _set_by_defaults(file: File) -> frozenset[str]:
    """The attributes that resource defaults in a file set, each as `type.attribute`."""
    found = file.of_class(ast.ResourceDefaultsExpression)
    return frozenset(
        f"{each.type_ref.value}.{attribute.attribute_name}"
        for each in found
        if isinstance(each.type_ref, ast.QualifiedReference)
        for attribute in _attributes(each.operations)
    )


def _operations(rule: OwnRule, file: File) -> Iterator[Operations]:
    """The attributes of resources, resource defaults and overrides of the types that a rule names."""
    for resource in file.of_class(ast.ResourceExpression):
        type = _type_of(resource)
        if type is not None and _is_named(type, rule.resources):
            yield from (body.operations for body in resource.bodies)
    defaults = ((each.type_ref, each.operations) for each in file.of_class(ast.ResourceDefaultsExpression))
    overrides = ((each.resources, each.operations) for each in file.of_class(ast.ResourceOverrideExpression))
    for reference, operations in (*defaults, *overrides):
        if isinstance(reference, ast.AccessExpression):
            reference = reference.left_expr
        if isinstance(reference, ast.QualifiedReference) and _is_named(_plain(reference.value), rule.resources):
            yield operations


def _attributes(operations: Operations) -> Iterator[ast.AttributeOperation]:
    return (each for each in operations if isinstance(each, ast.AttributeOperation))


def _is_default(body: ast.ResourceBody) -> bool:
    return isinstance(body.title, ast.LiteralDefault)


def _type_of(resource: ast.ResourceExpression) -> str | None:
    name = resource.type_name
    return _plain(name.value) if isinstance(name, ast.QualifiedName) else None


def _elements(value: ast.Expression) -> Sequence[ast.Expression]:
    return value.values if isinstance(value, ast.LiteralList) else (value,)


def _value(value: ast.Expression, file: File, place: ast.Node | None = None) -> Subject:
    """A value, at its own place or that of its attribute."""
    at = place or value
    match value:
        case ast.LiteralString(value=text) | ast.QualifiedName(value=text):
            return Subject(at.start, at.end, _plain(text))
        case ast.LiteralValue():
            return Subject(at.start, at.end, file.source(value))
    return Subject(at.start, at.end, None)


def _plain(name: str) -> str:
    return name.removeprefix("::")


def _is_named(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, each) for each in patterns)


FORMS: dict[str, Callable[[OwnRule, File], Iterator[Subject]]] = {
    "names": names,
    "functions": functions,
    "classes": classes,
    "resources": resources,
}
"""The subjects of a rule by the key that names them."""
