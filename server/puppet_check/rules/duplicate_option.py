"""Options of `case` and selectors that repeat an earlier one."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.types.texts import ascii_lower


@issue(Severity.WARNING)
def duplicate_option(option: str, line: int) -> str:
    """Option never matches because an earlier option matches the same values"""
    return f"`{option}` never matches: the option on line {line} matches the same values"


@rule(on=(ast.CaseExpression, ast.SelectorExpression), whole=True)
def check_options(node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report options that an earlier option with another result covers."""
    seen: dict[Hashable, tuple[ast.Expression, str]] = {}
    for option, result in _options(node):
        key = key_of(option)
        if key is None:
            continue
        outcome = "" if result is None else file.source(result)
        first, first_outcome = seen.setdefault(key, (option, outcome))
        # 'on' and 'On' with the same result are harmless.
        if first is not option and (outcome != first_outcome or file.source(option) == file.source(first)):
            line = file.text.position(first.start).line + 1
            yield duplicate_option(file.source(option), line).at(option.start, option.end)


def _options(node: ast.Expression) -> Iterator[tuple[ast.Expression, ast.Expression | None]]:
    """The options, each with its result."""
    if isinstance(node, ast.CaseExpression):
        yield from ((each, option.then_expr) for option in node.options for each in option.values)
    elif isinstance(node, ast.SelectorExpression):
        yield from ((each.matching_expr, each.value_expr) for each in node.selectors)


def key_of(option: ast.Expression) -> Hashable | None:
    """A key that is equal for options that match the same values; None for other expressions than literals. Strings match in any case."""
    match option:
        case ast.LiteralString() | ast.QualifiedName():
            return "string", ascii_lower(option.value)
        case ast.LiteralInteger() | ast.LiteralFloat():
            return "number", option.value
        case ast.LiteralBoolean():
            return "boolean", option.value
        case ast.LiteralUndef():
            return ("undef",)
        case ast.LiteralRegularExpression():
            return "regexp", option.pattern
    return None
