"""Parameters as conditions whose declared types have neither undef nor false: even `''` and `'false'` are true."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.comparison_always_false import shown
from puppet_check.rules.constant_condition import conditions_of
from puppet_check.rules.declared import are_unknown, declared_type, parameter_of
from puppet_check.rules.equality import type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import may_be_false, members

MEANT_AS_FALSE = frozenset(("", "false"))


@issue(Severity.INFO)
def condition_always_true(type: str) -> str:
    """Condition is always true: the type of the parameter has neither undef nor false"""
    return f"this condition is always true: {type} is neither undef nor false"


@condition_always_true.variant()
def text_as_condition(text: str) -> str:
    return f"this condition is always true, also for '{text}': all Strings are true"


@rule(on=(ast.IfExpression, ast.UnlessExpression, ast.AndExpression, ast.OrExpression, ast.NotExpression), whole=True)
def check_condition(node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a parameter as a condition that is true for all values of its declared type."""
    for variable in conditions_of(node):
        if isinstance(variable, ast.VariableExpression) and are_unknown(variable, file):
            yield from _check(variable, file)


def _check(node: ast.VariableExpression, file: File) -> Iterator[Diagnostic]:
    seen = type_seen(node, file)
    if seen is None or may_be_false(seen):
        return  # The value is narrower than the declared type: nothing is to be found that it does not show.
    parameter = parameter_of(node, file)
    type = None if parameter is None else declared_type(parameter, file)
    if parameter is None or type is None or may_be_false(type):
        return
    text = _meant_as_false(type, parameter)
    if text is None:
        yield condition_always_true(shown(node, file)).at(node.start, node.end)
    else:
        yield text_as_condition(text).at(node.start, node.end, severity=Severity.WARNING)


def _meant_as_false(type: Type, parameter: ast.Parameter) -> str | None:
    """A text among the literal values of a parameter, its default included, that looks false."""
    default = parameter.value
    texts = [default.value] if isinstance(default, ast.LiteralString | ast.QualifiedName) else []
    for each in members(type):
        if isinstance(each, model.Enum):
            texts += each.values
        elif isinstance(each, model.String) and each.value is not None:
            texts.append(each.value)
    return next((each for each in texts if each in MEANT_AS_FALSE), None)
