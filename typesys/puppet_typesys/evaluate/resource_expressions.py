"""Resource expressions, resource defaults and resource overrides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.evaluate.certainty import POSSIBLE
from puppet_typesys.evaluate.classes import add_defaults, evaluate, instantiate
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates
from puppet_typesys.evaluate.parameter import UNKNOWN_NAMES, Parameter, Place, parameters_of
from puppet_typesys.evaluate.resource import UNTITLED, Resource, reference
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.evaluate.undef import refuses_undef
from puppet_typesys.issues.evaluation.general import type_mismatch
from puppet_typesys.issues.evaluation.names import unknown_declared_class, unknown_resource_type
from puppet_typesys.issues.evaluation.parameters import duplicate_attribute
from puppet_typesys.issues.evaluation.resources import (
    bad_title,
    duplicate_title,
    empty_title,
    illegal_overridden_type,
    illegal_resource_type,
    title_not_string,
    undef_title,
)
from puppet_typesys.operators.refusal import value_label
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.narrow import difference, names_undef
from puppet_typesys.types.show import capitalize_segments, show
from puppet_typesys.validate.anchor import anchor
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

NO_STORECONFIGS = "You cannot collect exported resources without storeconfigs being set; the export is ignored"
Titles = list[object]


class Declared(NamedTuple):
    """What a body of a resource expression declares, with its values."""

    node: ast.ResourceExpression
    type_name: str | None
    """None if it is unknown."""
    titles: Titles
    parameters: list[Parameter]


@evaluates(ast.ResourceExpression)
def _resources(ev: Evaluator, node: ast.ResourceExpression, scope: Scope) -> object:
    return tuple([reference for each in declared(ev, node, scope) for reference in declare(ev, each, scope)])


def declared(ev: Evaluator, node: ast.ResourceExpression, scope: Scope) -> list[Declared]:
    """The values of the bodies of a resource expression."""
    type_name = _type_name(ev, node, scope)
    if node.form == "exported" and ev.compiler.given.exports is None:
        ev.compiler.log.add("warning", NO_STORECONFIGS)
    bodies, defaults = _read_bodies(ev, node, scope)
    return [Declared(node, type_name, titles, list((defaults | given).values())) for titles, given in bodies]


def declare(ev: Evaluator, given: Declared, scope: Scope) -> list[object]:
    """Declare the resources of a body; return references to them."""
    node = given.node
    if given.type_name is None:
        ev.compiler.catalog.mark_partial()
        return [Unknown(model.ANY)]
    virtual, exported = node.form in ("virtual", "exported"), node.form == "exported"
    place = Place(ev.text, anchor(node), node)
    return create_resources(ev, given.type_name, given.titles, given.parameters, scope, place, virtual=virtual, exported=exported)


def _type_name(ev: Evaluator, node: ast.ResourceExpression, scope: Scope) -> str | None:
    """The name of the resource type; None if unknown."""
    expression = node.type_name
    if isinstance(expression, ast.QualifiedName):
        return expression.value
    value = ev.evaluate(expression, scope)
    match expression:
        case ast.QualifiedReference() | ast.AccessExpression(left_expr=ast.QualifiedReference()):
            pass
        case _:
            raise _illegal_type(ev, expression, show(generalize(infer(value))))
    match value:
        case model.Class():
            if value.class_name is not None:
                raise _illegal_type(ev, expression, show(value))
            return "class"
        case model.Resource():
            if value.title is not None:
                raise _illegal_type(ev, expression, show(value))
            return value.type_name
        case Unknown():
            return None
    raise _illegal_type(ev, expression, show(generalize(infer(value))))


def _illegal_type(ev: Evaluator, node: ast.Node, actual: str) -> EvaluationError:
    return ev.error(illegal_resource_type(actual), node)


def _read_bodies(
    ev: Evaluator, node: ast.ResourceExpression, scope: Scope
) -> tuple[list[tuple[Titles, dict[str, Parameter]]], dict[str, Parameter]]:
    """The titles and parameters of each body, and the parameters of the body with the title `default`."""
    seen: dict[object, int] = {}
    bodies: list[tuple[Titles, dict[str, Parameter]]] = []
    default_body: int | None = None
    for index, body in enumerate(node.bodies):
        titles = _titles(ev, node, body, scope, seen, index)
        if DEFAULT in titles:
            default_body = index
        parameters: dict[str, Parameter] = {}
        for each in attributes(ev, body.operations, scope):
            if each.name in parameters and each.name != UNKNOWN_NAMES:
                raise ev.error(duplicate_attribute(each.name), node)
            parameters[each.name] = each
        bodies.append(([each for each in titles if each is not DEFAULT], parameters))
    return bodies, {} if default_body is None else bodies[default_body][1]


def _titles(
    ev: Evaluator, node: ast.ResourceExpression, body: ast.ResourceBody, scope: Scope, seen: dict[object, int], index: int
) -> Titles:
    value = ev.evaluate(body.title, scope)
    if value is None:
        raise ev.error(bad_title(), body.title)
    titles = list(_flat((value,)))
    for at, title in enumerate(titles):
        if isinstance(title, Unknown):
            _check_type_of_title(ev, body.title, at, infer(title), scope)
            continue
        if title is None:
            raise ev.error(undef_title(at), body.title)
        if not isinstance(title, str) and title is not DEFAULT:
            raise ev.error(title_not_string(at, show(generalize(infer(title)))), body.title)
        if title == "":
            raise ev.error(empty_title(at), body.title)
        if title in seen:
            raise ev.error(duplicate_title("default" if title is DEFAULT else str(title)), node)
        seen[title] = index
    return titles


NO_TITLES = frozenset(("undef", "boolean", "integer", "float", "hash", "regexp", "semver", "semverrange", "timespan", "timestamp"))
"""The kinds of values that are no titles; `default` is one, and an Array may contain titles or be empty."""


def _check_type_of_title(ev: Evaluator, node: ast.Expression, at: int, type: Type, scope: Scope) -> None:
    """Raise the error for a title that no value of its type can be."""
    found = kinds(type)
    if found == {"undef"}:
        raise ev.error(bad_title() if at == 0 else undef_title(at), node)
    if found and found <= NO_TITLES:
        raise ev.error(title_not_string(at, show(generalize(difference(type, model.UNDEF)))), node)
    if names_undef(type):
        refuses_undef(ev, scope, node, "a title")


def _flat(values: Iterable[object]) -> Iterable[object]:
    for each in values:
        if isinstance(each, tuple):
            yield from _flat(each)
        else:
            yield each


def attributes(ev: Evaluator, operations: Sequence[ast.Expression], scope: Scope) -> list[Parameter]:
    """The parameters set by `name => value` and `* => hash`."""
    result: list[Parameter] = []
    for each in operations:
        place = Place(ev.text, anchor(each), each)
        match each:
            case ast.AttributeOperation():
                value = ev.evaluate(each.value_expr, scope)
                result.append(Parameter(each.attribute_name, value, scope.source, place, each.operator == "+>"))
            case ast.AttributesOperation():
                value = ev.evaluate(each.expr, scope)
                if isinstance(value, Unknown):
                    ev.compiler.catalog.mark_partial()
                    result.append(Parameter(UNKNOWN_NAMES, value, scope.source, place))
                    continue
                if not isinstance(value, Hash):
                    raise ev.error(type_mismatch("Hash", show(generalize(infer(value)))), each.expr)
                result += parameters_of(value, scope.source, place)
    return result


def create_resources(
    ev: Evaluator,
    type_name: str,
    titles: Sequence[object],
    parameters: Sequence[Parameter],
    scope: Scope,
    place: Place | None,
    *,
    virtual: bool = False,
    exported: bool = False,
) -> list[object]:
    """Declare resources of a type, or classes; return references to them."""
    catalog = ev.compiler.catalog
    is_class = type_name.lower() == "class"
    kind = None if is_class else catalog.resource_type(type_name)
    if not is_class and kind is None:
        if ev.compiler.resolver.is_type_unknown(type_name):
            catalog.mark_partial()
            return [model.Resource(capitalize_segments(type_name), each) for each in titles if isinstance(each, str)]
        raise ArgumentError(unknown_resource_type(type_name))
    result: list[object] = []
    for title in titles:
        if not isinstance(title, str):
            if is_class:
                catalog.mark_partial()
            else:
                anonymous = untitled(type_name, kind, parameters, scope, place)
                catalog.mark_untitled(anonymous)
                if virtual or exported:
                    anonymous.make_virtual(exported=exported)
                catalog.uncertain.append(anonymous)
            result.append(Unknown(model.TypeType(model.Resource())))
            continue
        if is_class:
            made = _declare_class(ev, title, parameters, scope, place)
            if made is None:
                catalog.mark_partial()
                continue
        else:
            made = _declare(ev, type_name, title, kind, parameters, scope, place)
        if virtual or exported:
            made.make_virtual(exported=exported)
        catalog.add(made)
        if is_class:
            evaluate(ev.compiler, made)
        result.append(model.Resource(made.type, made.title))
    return result


def untitled(
    type_name: str, kind: Definition | NativeType | None, parameters: Sequence[Parameter], scope: Scope, place: Place | None
) -> Resource:
    """A resource with an unknown title."""
    name, title = reference(type_name.removeprefix("::"), UNTITLED)
    resource = Resource(name, title, kind, scope, place=place, certainty=POSSIBLE)
    for each in parameters:
        resource.set(each)
    add_defaults(resource)
    return resource


def _declare_class(ev: Evaluator, title: str, parameters: Sequence[Parameter], scope: Scope, place: Place | None) -> Resource | None:
    catalog = ev.compiler.catalog
    name = title.removeprefix("::").lower()
    definition = catalog.class_named(name)
    if definition is None:
        if ev.compiler.resolver.is_class_unknown(name):
            return None
        raise ArgumentError(unknown_declared_class(title))
    return _declare(ev, "class", definition.name, definition, parameters, scope, place)


def _declare(
    ev: Evaluator,
    type_name: str,
    title: str,
    kind: Definition | NativeType | None,
    parameters: Sequence[Parameter],
    scope: Scope,
    place: Place | None,
) -> Resource:
    name, title = reference(type_name.removeprefix("::"), title)
    resource = Resource(name, title, kind, scope, place=place)
    for each in parameters:
        resource.set(each)
    add_defaults(resource)
    if isinstance(kind, Definition):
        instantiate(ev.compiler.catalog, resource)
    return resource


@evaluates(ast.ResourceDefaultsExpression)
def _defaults(ev: Evaluator, node: ast.ResourceDefaultsExpression, scope: Scope) -> object:
    type = ev.evaluate(node.type_ref, scope)
    if isinstance(type, Unknown):
        return type
    if isinstance(type, model.Class) and type.class_name is None:
        type_name = "Class"
    elif isinstance(type, model.Resource) and type.type_name is not None and type.title is None:
        type_name = type.type_name
    else:
        raise _illegal_type(ev, node.type_ref, show(generalize(infer(type))))
    table = scope.defaults.setdefault(capitalize_segments(type_name), {})
    for each in attributes(ev, node.operations, scope):
        if each.name in table and not table[each.name].possible:
            message = f"Default already defined for {capitalize_segments(type_name)} {{ {each.name} }}; cannot redefine"
            place = each.place
            raise EvaluationError(message, None, place and place.offset, place and place.text, line_only=True)
        table[each.name] = each
    return type


@evaluates(ast.ResourceOverrideExpression)
def _overrides(ev: Evaluator, node: ast.ResourceOverrideExpression, scope: Scope) -> object:
    value = ev.evaluate(node.resources, scope)
    override(ev, node, value, attributes(ev, node.operations, scope), scope)
    return value


def override(ev: Evaluator, node: ast.ResourceOverrideExpression, value: object, parameters: Sequence[Parameter], scope: Scope) -> None:
    """Override parameters of the resources that a value refers to."""
    catalog = ev.compiler.catalog
    is_certain = ev.compiler.reach.certainty.is_present
    for each in _flat((value,)):
        if isinstance(each, Unknown):
            catalog.mark_partial()
            continue
        if not isinstance(each, model.Resource) or each.type_name is None:
            raise ev.error(illegal_overridden_type(value_label(each)), node)
        name, title = reference(each.type_name, each.title or "")
        made = Resource(name, title, catalog.resource_type(name), scope, place=Place(ev.text, anchor(node), node))
        for parameter in parameters:
            made.set(parameter if is_certain else parameter._replace(possible=True))
        catalog.override(made)
