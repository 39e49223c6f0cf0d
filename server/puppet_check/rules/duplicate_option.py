"""Options of `case` and selectors that an earlier one already covers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity
from puppet_typesys.types.texts import ascii_lower


@rule(on=(ast.CaseExpression, ast.SelectorExpression), severity=Severity.WARNING)
def duplicate_option(node: ast.Expression, file: File) -> Iterator[Found]:
    """An option can never match because an earlier one matches the same."""
    seen: dict[Hashable, tuple[ast.Expression, str]] = {}
    for option, result in _options(node):
        key = _key(option)
        if key is None:
            continue
        told = "" if result is None else file.source(result)
        first, first_told = seen.setdefault(key, (option, told))
        # Those who write 'on' and 'On' for the same do no harm.
        if first is not option and (told != first_told or file.source(option) == file.source(first)):
            line = file.text.position(first.start).line + 1
            yield Found(option.start, option.end, f"{file.source(option)} never matches: the option of line {line} matches the same")


def _options(node: ast.Expression) -> Iterator[tuple[ast.Expression, ast.Expression | None]]:
    """The options, each with what it gives."""
    if isinstance(node, ast.CaseExpression):
        yield from ((each, option.then_expr) for option in node.options for each in option.values)
    elif isinstance(node, ast.SelectorExpression):
        yield from ((each.matching_expr, each.value_expr) for each in node.selectors)


def _key(option: ast.Expression) -> Hashable | None:
    """What an option matches, equal for those that match the same; None for others than literals. Strings match in any case."""
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
