"""Checks of the bodies of lambdas that the evaluation does not call, because their arguments are unknown."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_typesys.evaluate.closures import Lambda
from puppet_typesys.evaluate.definitions import Evaluates
from puppet_typesys.evaluate.scope import Frame
from puppet_typesys.functions.control_flow import ControlFlow, NextIteration
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.iterate import iterable_type
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.unknown import Unknown

ITERATING = frozenset("all any each filter find group_by index map partition reverse_each reduce slice step tree_each".split())


def check_block(ev: Evaluates, name: str, arguments: Sequence[object], block: Lambda, result: object) -> object:
    """Evaluate a block that a function did not call, and return the result of the call.

    The block is evaluated once, with unknown arguments of the types that the function passes.
    """
    if name in ("then", "lest") and arguments and not isinstance(arguments[0], Unknown):
        return result  # The block is certainly not called.
    given = _given(name, arguments, block)
    variables: dict[str, object] = {}
    for index, parameter in enumerate(block.parameters):
        declared = _declared(block, index)
        possible = given[index] if index < len(given) else model.ANY
        if parameter.captures_rest:
            variables[parameter.name] = Unknown(model.Array(declared))
        else:
            variables[parameter.name] = Unknown(possible if is_assignable(declared, possible) else declared)
    value: object
    try:
        with block.scope.with_frame(Frame(block.scope.frame, variables)):
            value = ev.evaluate(block.body, block.scope)
    except NextIteration as signal:
        value = signal.value
    except ControlFlow:
        value = Unknown(model.ANY)
    return _result(name, arguments, value, result)


def _declared(block: Lambda, index: int) -> Type:
    try:
        parameters = block.type.parameters
    except ArgumentError:
        return model.ANY
    return model.ANY if parameters is None or index >= len(parameters.types) else parameters.types[index]


def _given(name: str, arguments: Sequence[object], block: Lambda) -> list[Type]:
    """The types of the arguments that a function passes to its block."""
    count = len(block.parameters)
    types = list(map(_type, arguments))
    if name == "with":
        return types
    if name == "then" and types:
        return [_not_undef(types[0])]
    if name not in ITERATING or not types:
        return []
    first = types[0]
    while isinstance(first, model.TypeAlias):
        first = first.target
    if isinstance(first, model.Optional) and first.type is not None:
        first = first.type
    if isinstance(first, model.Hash) and count > 1 and name != "reduce":
        return [first.key, first.value]
    if isinstance(first, model.Struct) and count > 1 and name != "reduce":
        return [model.STRING, model.ANY]
    if count > 1 and name != "reduce" and "hash" in kinds(first):
        return []  # It is unknown whether the first argument is a key or an index.
    iterable = iterable_type(first)
    element = model.ANY if iterable is None or iterable.type is None else iterable.type
    if name == "reduce":
        return [_memo(types[1], block) if len(types) > 1 else model.ANY, element]
    if name == "slice" and count == 1:
        return [model.Array(element)]
    return [model.INTEGER, element] if count > 1 and name != "slice" else [element] * max(count, 1)


def _memo(start: Type, block: Lambda) -> Type:
    """The type of the memo of `reduce`: that of its start in general, if the block does nothing but add to it."""
    kind = next((each for each in (model.Hash(), model.Array()) if is_assignable(each, start)), None)
    if kind is None or not block.parameters:
        return model.ANY
    if block.body is None or any(isinstance(each, ast.QualifiedName) and each.value == "next" for each in ast.walk(block.body)):
        return model.ANY
    return kind if _adds(block.body, block.parameters[0].name) else model.ANY


def _adds(body: ast.Expression, variable: str) -> bool:
    """Whether the value of an expression is a variable, or the sum of one and something."""
    waiting: list[ast.Expression | None] = [body]
    while waiting:
        match waiting.pop():
            case ast.BlockExpression(statements=(*_, last)):
                waiting.append(last)
            case ast.IfExpression() | ast.UnlessExpression() as node:
                waiting += (node.then_expr, node.else_expr)
            case ast.ArithmeticExpression(operator="+") as node:
                waiting.append(node.left_expr)
            case ast.VariableExpression(name=name) if name == variable:
                pass
            case _:
                return False
    return True


def _type(value: object) -> Type:
    return value.type if isinstance(value, Unknown) and isinstance(value.type, Type) else infer(value)


def _not_undef(type: Type) -> Type:
    return type.type if isinstance(type, model.Optional) and type.type is not None else type


def _result(name: str, arguments: Sequence[object], value: object, result: object) -> object:
    if not isinstance(result, Unknown):
        return result
    type = value.type if isinstance(value, Unknown) and isinstance(value.type, Type) else infer_set(value)
    match name:
        case "map":
            return Unknown(model.Array(generalize(type)))
        case "with":
            return Unknown(type)
        case "then":
            return Unknown(model.Optional(type))
        case "each" | "reverse_each" if arguments:
            return arguments[0]
        case "filter" if arguments:
            first = generalize(_type(arguments[0]))
            return Unknown(first if isinstance(first, model.Array | model.Hash) else model.ANY)
    return result
