"""Access expressions, `left[keys]`, including references to resources and classes."""

from __future__ import annotations

import re

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.value_reads import node_path
from puppet_typesys.evaluate.coercion import coerced_keys
from puppet_typesys.evaluate.context import ParameterReader
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates
from puppet_typesys.evaluate.paths import limited
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.evaluate.undef import check_undef
from puppet_typesys.evaluate.unknown_titles import reference_type
from puppet_typesys.issues.evaluation.names import unknown_resource, unknown_type_reference
from puppet_typesys.issues.evaluation.parameters import unknown_attribute
from puppet_typesys.issues.evaluation.types import (
    bad_resource_reference,
    bad_specialization,
    class_name_not_string,
    illegal_class_name,
    illegal_type_name,
    type_arity,
)
from puppet_typesys.issues.wording import capitalized, with_article
from puppet_typesys.operators.access.elements import element_type
from puppet_typesys.operators.access.values import access
from puppet_typesys.operators.refusal import value_label
from puppet_typesys.types import model
from puppet_typesys.types.construct import is_class_reference
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.keys import flat, kind_of
from puppet_typesys.types.model import Type
from puppet_typesys.types.refusal import WHOLE, Refusal
from puppet_typesys.types.show import capitalize_segments, show
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

NAME = lazy_pattern(r"((::)?[a-z]\w*)(::[a-z]\w*)*\Z", re.ASCII)


@evaluates(ast.AccessExpression)
def _access(ev: Evaluator, node: ast.AccessExpression, scope: Scope) -> object:
    return access_in(ev, node, ev.evaluate(node.left_expr, scope), scope)


def access_in(ev: Evaluator, node: ast.AccessExpression, left: object, scope: Scope) -> object:
    """The value of an access expression whose left side has a value."""
    return limited(ev, scope, node, _accessed(ev, node, left, scope))


def _accessed(ev: Evaluator, node: ast.AccessExpression, left: object, scope: Scope) -> object:
    if isinstance(left, model.Class):
        keys = [_class_key(ev, each, scope) for each in node.keys]
        if contains_unknown(tuple(keys)):
            return Unknown(reference_type(left, keys))
        return _in_references(ev, node, left, tuple(keys))
    keys = [ev.evaluate(each, scope) for each in node.keys]
    if ev.compiler.resolver.target.strict != "error":
        keys = coerced_keys(ev, left, keys, node.keys)
    if isinstance(left, Unknown):
        types = [*map(infer_set, keys)]
        found = element_type(left.type if isinstance(left.type, Type) else model.ANY, types)
        result = Unknown(_custom_fact(ev, node, keys) if isinstance(found, model.Any) else found)
        check_undef(ev, scope, ((node.left_expr, left),), "`[]`", lambda _: element_type(model.UNDEF, types))
        return ev.observer.element_read(node, result)
    if isinstance(left, model.Resource) and contains_unknown(tuple(keys)):
        return Unknown(reference_type(left, keys))
    if contains_unknown(tuple(keys)):
        return Unknown(element_type(infer_set(left), [*map(infer_set, keys)]))
    if isinstance(left, Hash) and any(map(contains_unknown, left.other_keys())):
        return Unknown(model.ANY)
    if isinstance(left, model.Resource):
        if left.type_name is None and len(keys) == 1 and isinstance(keys[0], model.Resource):
            return keys[0]
        # Each title makes a reference.
        ev.budget.spend(sum(len(each) for each in keys if isinstance(each, tuple)))
        return _in_references(ev, node, left, tuple(keys))
    if isinstance(left, model.TypeReference):
        raise ev.error(unknown_type_reference(left.type_string), node)
    if isinstance(left, Type):
        ev.budget.sizes.check(tuple(keys))
    try:
        return access(left, tuple(keys))
    except UnknownValue:
        return Unknown(model.ANY)


def _custom_fact(ev: Evaluator, node: ast.AccessExpression, keys: list[object]) -> Type:
    """The type of an element of `$facts` that a module adds; Any for any other access."""
    match node.left_expr:
        case ast.VariableExpression(expr=ast.QualifiedName(value=name)) if (path := node_path(name, keys)) is not None:
            if len(keys) == 1 and isinstance(keys[0], str) and path.fact is not None:
                return ev.compiler.resolver.custom_fact(path.fact)
    return model.ANY


def _class_key(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    """The value of a key of `Class[...]`, where a capitalized name is a class name and need not be a type."""
    if isinstance(node, ast.QualifiedReference):
        return ev.compiler.type_named(node.value) or model.TypeReference(node.cased_value)
    return ev.evaluate(node, scope)


def _in_references(ev: Evaluator, node: ast.AccessExpression, left: model.Class | model.Resource, keys: tuple[object, ...]) -> object:
    blamed: str | int = 0 if keys else WHOLE
    if not keys:
        raise Refusal(type_arity(show(left), "1 or more arguments", 0), blamed)
    if isinstance(left, model.Class):
        return _class(ev, node, left, keys)
    return _resource(ev, node, left, keys)


def _class(ev: Evaluator, node: ast.AccessExpression, left: model.Class, keys: tuple[object, ...]) -> object:
    several = len(keys) > 1 or isinstance(keys[0], tuple)
    names = tuple(each for each in flat(keys) if each is not None)
    if not names:
        return () if several else None
    if left.class_name is None:
        result: list[object] = [model.Class(_class_name(each, index)) for index, each in enumerate(names)]
    else:
        parameters = ev.compiler.class_parameters(left.class_name)
        if parameters is None:
            if ev.compiler.catalog.may_have_more("class"):
                return Unknown(model.ANY)
            raise _unknown_resource(ev, node, "Class", left.class_name)
        result = [_parameter(ev, node, parameters, each, "Class", left.class_name) for each in names]
    return tuple(result) if several else result[-1]


def _class_name(key: object, index: int) -> str:
    if not isinstance(key, str):
        label = capitalized(with_article(value_label(key)))
        raise Refusal(class_name_not_string(label), index)
    name = key.lower().removeprefix("::")
    if not NAME.match(name):
        raise Refusal(illegal_class_name(key), index)
    return name


def _resource(ev: Evaluator, node: ast.AccessExpression, left: model.Resource, keys: tuple[object, ...]) -> object:
    type_name: object = left.type_name
    count = len(keys)
    if type_name is None:
        first, keys = keys[0], keys[1:]
        type_name = capitalize_segments(first) if isinstance(first, str) else first
        if isinstance(type_name, model.Resource):
            type_name = type_name.type_name
        if not isinstance(type_name, str):
            raise Refusal(bad_resource_reference(kind_of(first)), 0)
    assert isinstance(type_name, str)
    if not is_class_reference(type_name):
        raise Refusal(illegal_type_name(type_name), 0)
    several = len(keys) > 1 or (bool(keys) and isinstance(keys[0], tuple))
    given = len(keys)
    titles = tuple(each for each in flat(keys) if each is not None)
    if not titles and given > 0:
        return () if several else None
    if left.title is not None:
        parameters = ev.compiler.resource_parameters(str(left.type_name), left.title)
        if parameters is None:
            if ev.compiler.catalog.may_have_more(str(left.type_name)):
                return Unknown(model.ANY)
            raise _unknown_resource(ev, node, str(left.type_name), left.title)
        found = [_parameter(ev, node, parameters, each, str(left.type_name), left.title) for each in titles]
        return tuple(found) if several else found[-1]
    if not titles:
        return model.Resource(type_name)
    result = [model.Resource(type_name, _title(left, each, index + (count != len(titles)))) for index, each in enumerate(titles)]
    return tuple(result) if several else result[-1]


def _title(left: model.Resource, key: object, index: int) -> str:
    if not isinstance(key, str):
        raise Refusal(bad_specialization(with_article(f"{show(left)}-Type"), kind_of(key), "a resource title String"), index)
    return key


def _unknown_resource(ev: Evaluator, node: ast.Node, type_name: str, title: str) -> EvaluationError:
    return ev.error(unknown_resource(type_name, title), node)


def _parameter(ev: Evaluator, node: ast.Node, parameters: ParameterReader, name: object, type_name: str, title: str) -> object:
    if not isinstance(name, str) or not parameters.has(name):
        raise ev.error(unknown_attribute(str(name), f"{type_name.capitalize()}['{title}']"), node)
    return parameters.value(name)
