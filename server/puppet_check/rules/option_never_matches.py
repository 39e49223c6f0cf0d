"""Options of `case` and selectors that no value of the tested type is equal to."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.comparison_always_false import why_never_equal
from puppet_check.rules.equality import is_constant, may_equal, type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

LITERAL = (
    ast.LiteralString,
    ast.QualifiedName,
    ast.LiteralInteger,
    ast.LiteralFloat,
    ast.LiteralBoolean,
    ast.LiteralUndef,
)


@issue(Severity.WARNING)
def option_never_matches(reason: str) -> str:
    """Option never matches a value of the tested type"""
    return f"this option never matches: {reason}"


@rule(on=(ast.CaseExpression, ast.SelectorExpression), whole=True)
def check_options(node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report options that are of another type than the tested value."""
    if isinstance(node, ast.CaseExpression):
        test, options = node.test, [each for option in node.options for each in option.values]
    else:
        assert isinstance(node, ast.SelectorExpression)
        test, options = node.left_expr, [each.matching_expr for each in node.selectors]
    type = type_seen(test, file)
    if type is None or is_constant(test, file):
        return
    texts = {file.source(each) for each in options if isinstance(each, ast.LiteralBoolean)}
    for option in options:
        if isinstance(option, ast.LiteralString) and option.value in texts:
            continue  # `'true', true` covers a value of either type.
        other = type_seen(option, file) if isinstance(option, LITERAL) else None
        if other is not None and not may_equal(type, other):
            yield option_never_matches(why_never_equal(test, option, file)).at(option.start, option.end)
