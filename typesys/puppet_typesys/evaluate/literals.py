"""Literals, collections, type names and strings with interpolation."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_typesys.convert.text import interpolated, text, text_type
from puppet_typesys.evaluate.evaluator import Evaluator, as_list, evaluates
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.evaluate.syntax_check import check_syntax
from puppet_typesys.evaluate.variables import variable
from puppet_typesys.issues.evaluation.names import unknown_type_reference
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.spread import concatenated, fixed_elements, tuple_of, unfolded_type
from puppet_typesys.validate.names import reserved_word
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.errors import BudgetError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import LARGEST_TEXT, text_cost
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import Unknown, UnknownUnfold, UnknownValue

Literal = ast.LiteralString | ast.LiteralInteger | ast.LiteralFloat | ast.LiteralBoolean | ast.QualifiedName


@evaluates(ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.QualifiedName)
def _literal(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(node, Literal)
    return node.value


@evaluates(ast.LiteralUndef, ast.Nop, ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.NodeDefinition)
def _nothing(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    return None


@evaluates(ast.FunctionDefinition, ast.TypeAlias, ast.TypeMapping, ast.TypeDefinition, ast.PlanDefinition)
def _defined_before(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    return None


@evaluates(ast.LiteralDefault)
def _default(ev: Evaluator, node: ast.LiteralDefault, scope: Scope) -> object:
    return DEFAULT


@evaluates(ast.LiteralRegularExpression)
def _regexp(ev: Evaluator, node: ast.LiteralRegularExpression, scope: Scope) -> object:
    return Regexp(node.pattern)


@evaluates(ast.ReservedWord)
def _reserved_word(ev: Evaluator, node: ast.ReservedWord, scope: Scope) -> object:
    raise ev.error(reserved_word(node.word), node)


@evaluates(ast.QualifiedReference)
def _type_name(ev: Evaluator, node: ast.QualifiedReference, scope: Scope) -> object:
    found = ev.compiler.type_named(node.value)
    if found is None and (unknown := ev.compiler.resolver.unknown_type(node.value)) is not None:
        return unknown
    if found is None or isinstance(found, model.TypeReference):
        name = node.cased_value if found is None else found.type_string
        raise ev.error(unknown_type_reference(name), node)
    return found


def check_compared(ev: Evaluator, written: ast.Expression, value: object, other: object) -> None:
    """Raise for the name of a type that is not known, as `value`, where a catalog compares it with a text.

    A missing module may have a resource type of this name, but nobody compares one with texts; these are words without quotes. A check
    goes on, and finds more of what is wrong in these branches.
    """
    if (
        not ev.compiler.reach.marks_all
        or not isinstance(value, Unknown)
        or not isinstance(written, ast.QualifiedReference)
        or "::" in written.value
    ):
        return
    if isinstance(value.type, model.TypeType) and kinds(infer_set(other)) - {"undef"} == {"string"}:
        raise ev.error(unknown_type_reference(written.cased_value), written)


@evaluates(ast.ParenthesizedExpression)
def _parenthesized(ev: Evaluator, node: ast.ParenthesizedExpression, scope: Scope) -> object:
    return ev.evaluate(node.expr, scope)


@evaluates(ast.BlockExpression)
def _block(ev: Evaluator, node: ast.BlockExpression, scope: Scope) -> object:
    value: object = None
    for statement in node.statements:
        try:
            value = ev.evaluate(statement, scope)
        except BudgetError as error:
            if not ev.observer.goes_on(error, statement, scope):
                raise
            value = Unknown(model.ANY)
    return value


UNFOLDED_KINDS = frozenset(("array", "hash", "iterator", "undef", "runtime"))
"""The kinds of values for which `*value` may unfold to a number of values other than one."""


@evaluates(ast.LiteralList)
def _list(ev: Evaluator, node: ast.LiteralList, scope: Scope) -> object:
    result = tuple(ev.unfold(node.values, scope))
    if any(isinstance(each, UnknownUnfold) for each in result):
        return Unknown(_list_type(result))
    ev.budget.sizes.check(result)
    return result


def _list_type(elements: Sequence[object]) -> Type:
    """The type of an Array with an unknown number of elements at some places."""
    type: Type = model.EMPTY_ARRAY
    for each in elements:
        type = concatenated(type, unfolded_type(each.type) if isinstance(each, UnknownUnfold) else tuple_of((infer_set(each),)))
    return type


@evaluates(ast.LiteralHash)
def _hash(ev: Evaluator, node: ast.LiteralHash, scope: Scope) -> object:
    result = Hash([(ev.evaluate(each.key, scope), ev.evaluate(each.value, scope)) for each in node.entries])
    ev.budget.sizes.check(result)
    return result


@evaluates(ast.UnfoldExpression)
def _unfold(ev: Evaluator, node: ast.UnfoldExpression, scope: Scope) -> object:
    value = ev.evaluate(node.expr, scope)
    if isinstance(value, Unknown):
        if not isinstance(value.type, Type):
            return (UnknownUnfold(model.ANY),)
        if UNFOLDED_KINDS.isdisjoint(kinds(value.type)):
            return (value,)
        parts = fixed_elements(value.type) if isinstance(value.type, model.Array | model.Tuple) else None
        return (UnknownUnfold(value.type),) if parts is None else tuple(map(Unknown, parts))
    try:
        return as_list(value, ev.budget)
    except UnknownValue:
        return (UnknownUnfold(model.ANY),)


@evaluates(ast.ConcatenatedString)
def _concatenated(ev: Evaluator, node: ast.ConcatenatedString, scope: Scope) -> object:
    values = [ev.evaluate(segment, scope) for segment in node.segments]
    try:
        parts = [value if isinstance(value, str) else text(value) for value in values]
    except UnknownValue:
        return ev.observer.joined(values, Unknown(interpolated([text_type(infer_set(value)) for value in values])))
    size = sum(map(len, parts))
    if size > LARGEST_TEXT:
        raise BudgetError("a value grows too large")
    ev.budget.spend(text_cost(size))
    return "".join(parts)


@evaluates(ast.TextExpression)
def _text_expression(ev: Evaluator, node: ast.TextExpression, scope: Scope) -> object:
    if isinstance(node.expr, ast.QualifiedName):
        value = ev.observer.variable_read(node, node.expr.value, variable(ev, node.expr.value, node, scope))
    else:
        value = ev.evaluate(node.expr, scope)
    if isinstance(value, model.Resource | model.Class) and isinstance(node.expr, ast.QualifiedName | ast.VariableExpression):
        # Parameters hold resources, which the reference shows in another form than the types that other variables hold.
        return ev.observer.joined((value,), Unknown(text_type(infer_set(value))))
    try:
        return value if isinstance(value, str) else text(value)
    except UnknownValue:
        return ev.observer.joined((value,), Unknown(text_type(infer_set(value))))


@evaluates(ast.HeredocExpression)
def _heredoc(ev: Evaluator, node: ast.HeredocExpression, scope: Scope) -> object:
    result = ev.evaluate(node.text_expr, scope)
    if node.syntax and isinstance(result, str):
        check_syntax(ev, result, node)
    return result
