"""Evaluation of operators; their operations on values are in `operators/`."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_typesys.evaluate.coercion import coerced, coerced_operands
from puppet_typesys.evaluate.condition_forms import assume, chain_of
from puppet_typesys.evaluate.conditions import Conditions
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates
from puppet_typesys.evaluate.frames import Path
from puppet_typesys.evaluate.literals import check_compared
from puppet_typesys.evaluate.narrowing import assuming
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.evaluate.undef import check_undef
from puppet_typesys.issues.evaluation.operators import match_not_regexp, match_not_string
from puppet_typesys.operators.arithmetic.calculate import calculate, result_type
from puppet_typesys.operators.arithmetic.numbers import minus_type, number, overflow
from puppet_typesys.operators.comparison.compare import evaluate_comparison
from puppet_typesys.operators.comparison.equality import equal_by_types
from puppet_typesys.operators.comparison.inclusion import included_by_types, includes
from puppet_typesys.operators.comparison.matching import Matching, in_range, match_by_types
from puppet_typesys.operators.comparison.order import order_by_types
from puppet_typesys.operators.refusal import not_numeric_value, value_label
from puppet_typesys.types import model
from puppet_typesys.types.construct import ruby_class
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import is_never
from puppet_typesys.types.refusal import WHOLE
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.superset import is_superset
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown
from puppet_typesys.values.uri import URI

UNKNOWN_BOOLEAN = Unknown(model.Boolean())


@evaluates(ast.ArithmeticExpression)
def _arithmetic(ev: Evaluator, node: ast.ArithmeticExpression, scope: Scope) -> object:
    left = ev.evaluate(node.left_expr, scope)
    right = ev.evaluate(node.right_expr, scope)
    if ev.compiler.resolver.target.strict != "error":
        left, right = coerced_operands(ev, node, left, right)
    try:
        result = calculate(node.operator, left, right)
    except UnknownValue:
        return Unknown(result_type(node.operator, infer_set(left), infer_set(right)))
    if isinstance(result, Unknown):
        operands = ((node.left_expr, left), (node.right_expr, right))
        check_undef(ev, scope, operands, f"`{node.operator}`", lambda number: calculate(node.operator, *_with_undef(number, left, right)))
    if isinstance(result, tuple | Hash | Binary):
        ev.budget.spend(len(result) >> 4 if isinstance(result, tuple) else 0)
        ev.budget.sizes.check(result)
    return result


def _with_undef(number: int, left: object, right: object) -> tuple[object, object]:
    """Two operands of which one is undef."""
    return (None, right) if number == 0 else (left, None)


@evaluates(ast.UnaryMinusExpression)
def _minus(ev: Evaluator, node: ast.UnaryMinusExpression, scope: Scope) -> object:
    value = ev.evaluate(node.expr, scope)
    if ev.compiler.resolver.target.strict != "error":
        value = coerced(ev, value, node)
    if isinstance(value, Unknown):
        type = minus_type(infer(value))
        if is_never(type) and not is_never(infer(value)):
            raise not_numeric_value(infer(value), WHOLE)
        check_undef(ev, scope, ((node.expr, value),), "`-`", lambda _: number(None, WHOLE))
        return Unknown(type)
    operand = number(value, WHOLE)
    if isinstance(operand, Timespan):
        return Timespan(-operand.nanoseconds)
    if isinstance(operand, Timestamp | SemVer):
        raise InternalError("a point in time or a version has no negative")
    if operand == -(2**63) and isinstance(operand, int):
        raise overflow("Unary Minus", -operand)
    return -operand


@evaluates(ast.NotExpression)
def _not(ev: Evaluator, node: ast.NotExpression, scope: Scope) -> object:
    try:
        return not ev.is_true(ev.evaluate(node.expr, scope))
    except UnknownValue:
        return UNKNOWN_BOOLEAN


@evaluates(ast.AndExpression)
def _and(ev: Evaluator, node: ast.AndExpression, scope: Scope) -> object:
    return _chain(ev, chain_of(node), scope, decisive=False)


@evaluates(ast.OrExpression)
def _or(ev: Evaluator, node: ast.OrExpression, scope: Scope) -> object:
    return _chain(ev, chain_of(node), scope, decisive=True)


def _chain(ev: Evaluator, chain: Sequence[ast.AndExpression | ast.OrExpression], scope: Scope, *, decisive: bool) -> object:
    """The value of a chain of operators, the first one first: `decisive` if an operand is, without those after it.

    An operand after one that is unknown is evaluated under the condition that none of those before it decides.
    """
    ev.budget.spend(len(chain) - 1)
    value: object = decisive
    before = chain[0].left_expr
    left = _truth(ev, before, scope)
    conditions: Conditions | None = None
    known: dict[Path, object] = {}
    for node in chain:
        if left is None:
            if conditions is None:
                conditions = assuming(ev, scope, node.left_expr, not decisive)
            else:
                assume(conditions, before, not decisive)
            conditions.add_values(known)
            with scope.under(conditions.values() if conditions.is_impossible else known):
                right = _truth(ev, node.right_expr, scope, may_be_skipped=True)
            left = decisive if right is decisive else None
        elif left is not decisive:
            left = _truth(ev, node.right_expr, scope)
        before = node.right_expr
        value = UNKNOWN_BOOLEAN if left is None else left
        if node is not chain[-1]:
            ev.observer.evaluated(node, value)
    return value


def _truth(ev: Evaluator, node: ast.Expression, scope: Scope, *, may_be_skipped: bool = False) -> bool | None:
    """Whether an expression is truthy; None if that is unknown, or if an expression that `may_be_skipped` fails."""
    try:
        return ev.is_true(ev.evaluate(node, scope))
    except UnknownValue:
        return None
    except EvaluationError:
        if may_be_skipped:
            return None
        raise


@evaluates(ast.ComparisonExpression)
def _comparison(ev: Evaluator, node: ast.ComparisonExpression, scope: Scope) -> object:
    left = ev.evaluate(node.left_expr, scope)
    right = ev.evaluate(node.right_expr, scope)
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        if node.operator in ("==", "!="):
            check_compared(ev, node.left_expr, left, right)
            check_compared(ev, node.right_expr, right, left)
        decided = _compared_types(node.operator, infer_set(left), infer_set(right))
        if decided is not None:
            return decided
        if node.operator not in ("==", "!="):
            operands = ((node.left_expr, left), (node.right_expr, right))
            check_undef(ev, scope, operands, f"`{node.operator}`", lambda number: _order_with_undef(node.operator, number, left, right))
        # In the reference some comparisons with types return neither true nor false.
        return Unknown(model.ANY) if _is_type(left) or _is_type(right) else UNKNOWN_BOOLEAN
    if node.operator in ("==", "!=") and (_hides_unknown(left) or _hides_unknown(right)):
        return UNKNOWN_BOOLEAN
    try:
        return evaluate_comparison(node.operator, left, right)
    except UnknownValue:
        return UNKNOWN_BOOLEAN


def _order_with_undef(operator: str, number: int, left: object, right: object) -> bool | None:
    one, other = _with_undef(number, left, right)
    return order_by_types(operator, infer_set(one), infer_set(other))


def _compared_types(operator: str, left: Type, right: Type) -> bool | None:
    if operator not in ("==", "!="):
        return order_by_types(operator, left, right)
    equal = equal_by_types(left, right)
    return equal if equal is None or operator == "==" else not equal


def _is_type(value: object) -> bool:
    return isinstance(value, Type) or (isinstance(value, Unknown) and isinstance(value.type, model.TypeType))


def _hides_unknown(value: object) -> bool:
    """Return whether a value is a Sensitive that contains an unknown value."""
    return isinstance(value, Sensitive) and contains_unknown(value)


@evaluates(ast.MatchExpression)
def _match(ev: Evaluator, node: ast.MatchExpression, scope: Scope) -> object:
    left = ev.evaluate(node.left_expr, scope)
    pattern = ev.evaluate(node.right_expr, scope)
    wanted = node.operator == "=~"
    try:
        return _matches(ev, node, left, pattern, scope) == wanted
    except UnknownValue:
        return UNKNOWN_BOOLEAN


def _matches(ev: Evaluator, node: ast.MatchExpression, left: object, pattern: object, scope: Scope) -> bool:
    if isinstance(pattern, Unknown):
        scope.set_unknown_match()
        raise UnknownValue
    if isinstance(pattern, Type):
        if isinstance(pattern, model.Regexp) and pattern.pattern is not None:
            pattern.regexp.check()
        if not contains_unknown(left):
            return is_instance(pattern, left)
        known = infer_set(left)
        if is_superset(pattern, known):
            return True
        if disjoint(pattern, known):
            return False
        raise UnknownValue
    if isinstance(left, Unknown):
        if isinstance(pattern, Regexp | str):
            found = match_by_types(infer(left), pattern)
            check_undef(ev, scope, ((node.left_expr, left),), f"`{node.operator}`", lambda _: match_by_types(model.UNDEF, pattern))
            scope.set_unknown_match()
            if found is not None:
                return found
        raise UnknownValue
    if isinstance(pattern, SemVerRange):
        return in_range(pattern, left)
    regexp = _as_regexp(ev, node, pattern)
    if not isinstance(left, str):
        raise ev.error(match_not_string(value_label(left)), node.left_expr)
    match = regexp.match(left)
    scope.set_match(match)
    return match is not None


def _as_regexp(ev: Evaluator, node: ast.MatchExpression, pattern: object) -> Regexp:
    if isinstance(pattern, Regexp):
        return pattern
    try:
        if isinstance(pattern, str | URI):
            regexp = Regexp(str(pattern))
            regexp.check()
            return regexp
        detail = f"no implicit conversion of {RUBY_NAMES[pattern] if pattern is None or isinstance(pattern, bool) else ruby_class(pattern)}"
        raise ArgumentError(f"{detail} into String")
    except ArgumentError as error:
        raise ev.error(match_not_regexp(str(error)), node.right_expr) from None


RUBY_NAMES: dict[object, str] = {None: "nil", True: "true", False: "false"}


@evaluates(ast.InExpression)
def _in(ev: Evaluator, node: ast.InExpression, scope: Scope) -> object:
    left = ev.evaluate(node.left_expr, scope)
    right = ev.evaluate(node.right_expr, scope)
    matching = Matching()
    try:
        is_known = not (isinstance(left, Unknown) or isinstance(right, Unknown))
        result = includes(right, left, matching) if is_known else included_by_types(infer_set(right), infer_set(left))
    except UnknownValue:
        result = None
    if result is None:
        scope.set_unknown_match()
        return UNKNOWN_BOOLEAN
    scope.set_match(matching.found)
    return result
