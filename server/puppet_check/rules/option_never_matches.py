"""Options of `case` and selectors that no value of the tested type equals."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.comparison_always_false import described
from puppet_check.rules.equality import is_constant, may_equal, type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity

LITERAL = (
    ast.LiteralString,
    ast.QualifiedName,
    ast.LiteralInteger,
    ast.LiteralFloat,
    ast.LiteralBoolean,
    ast.LiteralUndef,
)


@rule(on=(ast.CaseExpression, ast.SelectorExpression), severity=Severity.WARNING)
def option_never_matches(node: ast.Expression, file: File) -> Iterator[Found]:
    """An option is of another type than what is tested."""
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
            continue  # `'true', true` means whichever comes.
        other = type_seen(option, file) if isinstance(option, LITERAL) else None
        if other is not None and not may_equal(type, other):
            yield Found(option.start, option.end, f"the option never matches: {described(test, option, file)}")
