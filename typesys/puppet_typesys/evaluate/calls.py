"""Calls of functions and methods, and calls of types (`Integer('1')`)."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_typesys.evaluate.closures import Lambda
from puppet_typesys.evaluate.effects import has_effects
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.narrowing import asserted
from puppet_typesys.evaluate.paths import DIGGING, limited
from puppet_typesys.evaluate.printing import print_unknown
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.evaluate.typed_calls import type_of_result
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.functions.iteration_types import without_sizes
from puppet_typesys.issues.labels import label
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.members import NO_MEMBER, Implementation, invoke_member
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER, is_never, joined
from puppet_typesys.types.objects import Instance, Member
from puppet_typesys.types.spread import element_of_sequence, sequence_size, unfolded_type
from puppet_typesys.types.superset import is_superset
from puppet_typesys.validate.anchor import anchor
from puppet_typesys.validate.expressions import illegal_epp_parameters, illegal_expression
from puppet_typesys.values.unknown import Unknown, UnknownUnfold


@evaluates(ast.CallNamedFunctionExpression)
def _named(ev: Evaluator, node: ast.CallNamedFunctionExpression, scope: Scope) -> object:
    functor = node.functor_expr
    match functor:
        case ast.QualifiedReference() | ast.AccessExpression(left_expr=ast.QualifiedReference()):
            made = ev.evaluate(functor, scope)
            return call(ev, "new", [made, *ev.unfold(node.arguments, scope)], node, scope)
        case ast.QualifiedName():
            result = call(ev, functor.value, ev.unfold(node.arguments, scope), node, scope)
            if isinstance(result, Unknown) and node.lambda_ is None:
                scope.narrow(asserted(ev, scope, functor.value, node.arguments))
            return limited(ev, scope, node, result) if functor.value in DIGGING else result
        case ast.RenderStringExpression():
            raise ev.error(illegal_epp_parameters(), node)
    raise _illegal(ev, functor, "function name", node)


def _illegal(ev: Evaluator, part: ast.Expression, feature: str, node: ast.Node) -> EvaluationError:
    return ev.error(illegal_expression(label(part), feature, label(node)), part)


@evaluates(ast.CallMethodExpression)
def _method(ev: Evaluator, node: ast.CallMethodExpression, scope: Scope) -> object:
    receiver = ev.unfold([node.functor_expr.left_expr], scope)
    name = node.functor_expr.right_expr
    if not isinstance(name, ast.QualifiedName):
        raise _illegal(ev, node.functor_expr, "function name", node)
    if receiver:
        result = invoke_member(receiver[0], name.value, lambda: tuple(ev.unfold(node.arguments, scope)), _implementation(ev, node, scope))
        if result is not NO_MEMBER:
            return result
        if node.lambda_ is None and not node.arguments and _may_have(ev, receiver[0], name.value):
            return Unknown(model.ANY)
    result = call(ev, name.value, [*receiver, *ev.unfold(node.arguments, scope)], node, scope)
    return limited(ev, scope, node, result) if name.value in DIGGING else result


def _implementation(ev: Evaluator, node: ast.CallMethodExpression, scope: Scope) -> Implementation:
    """What evaluates the functions of instances: the module that defines their type."""

    def evaluate(receiver: Instance, member: Member, given: tuple[object, ...]) -> object:
        call = Invocation(ev, node, scope, member.name)
        return ev.compiler.resolver.call_member(call, receiver, member, given)

    return evaluate


def _may_have(ev: Evaluator, receiver: object, name: str) -> bool:
    """Whether a name that no function has may be an attribute of an unknown value."""
    if not isinstance(receiver, Unknown) or "object" not in kinds(infer(receiver)):
        return False
    compiler = ev.compiler
    return not (compiler.function_named(name) or compiler.resolver.function(name))


@evaluates(ast.LambdaExpression)
def _lambda(ev: Evaluator, node: ast.LambdaExpression, scope: Scope) -> object:
    return Lambda(ev, node, scope)


def call(
    ev: Evaluator,
    name: str,
    arguments: Sequence[object],
    node: ast.CallNamedFunctionExpression | ast.CallMethodExpression,
    scope: Scope,
) -> object:
    """Call a function; the call is recorded in errors that are raised inside it."""
    block: Block | None = None if node.lambda_ is None else Lambda(ev, node.lambda_, scope)
    if any(isinstance(each, UnknownUnfold) for each in arguments):
        ev.compiler.catalog.mark_partial()
        return Unknown(model.ANY if block is not None else _type_of_unfolded(ev, name, arguments, scope))
    ev.observer.before_call(name, node)
    try:
        result = Invocation(ev, node, scope).function(name, arguments, block)
    except ControlFlow as signal:
        signal.leave_at(anchor(node))
        raise
    except EvaluationError as error:
        error.calls.append((name, anchor(node), ev.text))
        raise
    if block is not None and isinstance(result, Unknown) and ev.compiler.reach.marks_all:
        _note_unevaluated(ev, block, scope)
    return ev.observer.after_call(ev, name, arguments, block, result)


MAX_UNFOLDED = 3
"""The maximum number of values of `*value` in an argument list that are tried."""


def _type_of_unfolded(ev: Evaluator, name: str, arguments: Sequence[object], scope: Scope) -> Type:
    """The type of the result of a function for an unknown number of arguments, without sizes, ranges and literal values."""
    own = ev.compiler.function_named(name)
    if own is not None:
        return ev.compiler.type_of_call(own, None) or model.ANY
    found = ev.compiler.resolver.function(name)
    if found is None or found.written is not None:
        # A body may do anything with the number of its arguments.
        return model.ANY if found is None or found.written is None else ev.compiler.type_of_external_call(found.written, None)
    unfolded = {index: unfolded_type(each.type) for index, each in enumerate(arguments) if isinstance(each, UnknownUnfold)}
    sizes = {index: sequence_size(each) for index, each in unfolded.items()}
    fewer: Type = NEVER
    most: Type = NEVER
    for count in range(MAX_UNFOLDED + 1):
        types: list[Type] = []
        for index, each in enumerate(arguments):
            if index not in unfolded:
                types.append(infer_set(each))
                continue
            low, high = sizes[index].low or 0, sizes[index].high
            types += [element_of_sequence(unfolded[index])] * max(min(count, MAX_UNFOLDED if high is None else high), low)
        fewer = joined((fewer, most))
        is_accepted = any(each.signature.may_accept((*types,)) for each in found.dispatches if not each.mismatch)
        most = without_sizes(type_of_result(ev, found, types, None, scope)) if is_accepted else NEVER
    result = joined((fewer, most))
    is_bounded = all(each.high is not None and each.high <= MAX_UNFOLDED for each in sizes.values())
    # A path that leads deeper with each value has not come to an end yet.
    return result if not is_never(result) and (is_bounded or is_never(most) or is_superset(fewer, most)) else model.ANY


def _note_unevaluated(ev: Evaluator, block: Block, scope: Scope) -> None:
    """Mark what a lambda may declare or print that was not called, because it is unknown how often it would be."""
    if not isinstance(block, Lambda) or block.called:
        return
    if block.body is not None and has_effects(block.body, ev.compiler.is_pure):
        ev.compiler.catalog.mark_partial()
    print_unknown(scope)
