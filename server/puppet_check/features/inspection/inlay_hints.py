"""Inlay hints: inferred types, and the parameter names of positional arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from puppet_check.features.describe.markdown import shortened
from puppet_check.features.describe.signatures import call_signatures
from puppet_check.features.navigation.variable_occurrences import declared
from puppet_check.features.view import View
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.types import model
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.show import show_plain

Kind = Literal["variable", "lambda", "argument"]
KINDS: dict[Kind, str] = {
    "variable": "The inferred type of a variable where it is assigned.",
    "lambda": "The inferred types of the parameters of a lambda.",
    "argument": "The name of a parameter before its argument in a call.",
}
"""The kinds of hints with their descriptions."""
SIZED = lazy_pattern(r"\bString\[\d+, \d+\]")
"""A type of Strings as long as those that were seen, which says nothing of what is meant."""
LONGEST = 40
"""The largest length of a type; longer ones are cut."""
PLAIN = (
    ast.LiteralValue,
    ast.LiteralList,
    ast.LiteralHash,
    ast.ConcatenatedString,
    ast.HeredocExpression,
    ast.LambdaExpression,
    ast.NotExpression,
    ast.AndExpression,
    ast.OrExpression,
    ast.ComparisonExpression,
    ast.MatchExpression,
    ast.InExpression,
)
"""Expressions whose type is obvious: literals, and what is always a Boolean."""
NAMELESS = frozenset(("value", "arg", "args", "argument", "arguments", "values", "data"))
"""Parameter names without information, besides single letters."""


class InlayHint(NamedTuple):
    """An inlay hint at an offset: a type after a variable, or a name before an argument."""

    offset: int
    text: str
    kind: Kind
    about: int
    """The offset of the word that it is about: the variable, or the function."""


def inlay_hints(view: View, start: int, end: int, kinds: frozenset[str] = frozenset(KINDS)) -> Iterator[InlayHint]:
    """The hints for a part of a text."""
    waiting: list[ast.Node] = [view.program]
    while waiting:
        node = waiting.pop()
        if node.start >= end or (node.end <= start and not isinstance(node, ast.Program)):
            continue
        match node:
            case ast.AssignmentExpression() if "variable" in kinds:
                yield from _assigned(view, node)
            case ast.LambdaExpression() if "lambda" in kinds:
                yield from _lambda(view, node)
            case ast.CallNamedFunctionExpression() | ast.CallMethodExpression() if "argument" in kinds:
                yield from _arguments(view, node)
        waiting.extend(reversed(list(ast.children(node))))


def _assigned(view: View, node: ast.AssignmentExpression) -> Iterator[InlayHint]:
    value = node.right_expr
    while isinstance(value, ast.ParenthesizedExpression):
        value = value.expr
    if not isinstance(node.left_expr, ast.VariableExpression) or isinstance(value, PLAIN):
        return
    kind = _shown(view.type_of(node.right_expr))
    if kind is not None:
        yield InlayHint(node.left_expr.end, f": {kind}", "variable", node.left_expr.start + 1)


def _lambda(view: View, node: ast.LambdaExpression) -> Iterator[InlayHint]:
    untyped = {each.name: each for each in node.parameters if each.type_expr is None}
    if not untyped or isinstance(node.body, ast.EppExpression):
        return
    for each in ast.walk(node) if node.body is not None else ():
        parameter = untyped.get(each.name) if isinstance(each, ast.VariableExpression) else None
        kind = None if parameter is None else _shown(view.type_of(each))
        if parameter is not None and kind is not None and not _is_inner(node, each, parameter.name):
            del untyped[parameter.name]
            yield InlayHint(parameter.name_span.end, f": {kind}", "lambda", parameter.name_start + 1)


def _is_inner(node: ast.LambdaExpression, variable: ast.Node, name: str) -> bool:
    """Whether a variable belongs to a nested lambda with a parameter of the same name."""
    return any(
        each is not node and isinstance(each, ast.LambdaExpression) and each.start <= variable.start < each.end and name in declared(each)
        for each in ast.walk(node)
    )


def _shown(kind: Type | None) -> str | None:
    if kind is None or isinstance(kind, model.Any | model.Unit):
        return None
    return shortened(SIZED.sub("String", show_plain(generalize(kind))), LONGEST)


def _arguments(view: View, node: ast.CallNamedFunctionExpression | ast.CallMethodExpression) -> Iterator[InlayHint]:
    first = 1 if isinstance(node, ast.CallMethodExpression) else 0
    if len(node.arguments) + first < 2 or not called(node):
        return
    fitting = [
        each for each in call_signatures(called(node), view.known) if len(each.arguments) >= len(node.arguments) + first or each.repeats
    ]
    if not fitting:
        return
    function = node.functor_expr.right_expr if isinstance(node, ast.CallMethodExpression) else node.functor_expr
    names = [each.name for each in fitting[0].arguments[: -1 if fitting[0].repeats else None]]
    for index, argument in enumerate(node.arguments):
        at = index + first
        if at >= len(names):
            return
        name = names[at]
        if all(len(each.arguments) > at and each.arguments[at].name == name for each in fitting) and _tells(name, argument):
            yield InlayHint(argument.start, f"{name}:", "argument", function.start)


def _tells(name: str, argument: ast.Expression) -> bool:
    """Whether a parameter name adds information to the argument."""
    if len(name) == 1 or name.rstrip("0123456789") in NAMELESS or (isinstance(argument, ast.LiteralString) and argument.value == name):
        return False
    return isinstance(argument, ast.LiteralValue | ast.LiteralList | ast.LiteralHash | ast.ConcatenatedString)
