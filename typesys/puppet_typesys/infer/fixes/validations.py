"""Replacements of `validate_re` and `validate_slength`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_typesys.diagnostics import Fix
from puppet_typesys.infer.fixes.calls import Call

NOT_IN_LITERALS = frozenset("/\n")


def pattern(call: Call, value: ast.Expression, expected: ast.Expression, message: ast.Expression | None = None) -> Iterator[Fix]:
    """A validation by one regular expression in a string, or by any of several, with a message of its own or without."""
    several = expected.values if isinstance(expected, ast.LiteralList) else (expected,)
    if not several or any(isinstance(each, ast.LiteralList) for each in several):
        return
    of = f"Pattern[{', '.join(_regexp(call, each) for each in several)}]"
    if message is None:
        yield call.replaced_by("Use assert_type", f"assert_type({of}, {call.source(value)})", is_safe=call.is_statement)
    elif call.is_statement:
        unless = f"unless {call.operand(value)} =~ {of} {{", f"  fail({call.source(message)})", "}"
        yield call.replaced_by("Use fail", *unless, is_safe=True)


def length(call: Call, value: ast.Expression, greatest: ast.Expression, least: ast.Expression | None = None) -> Iterator[Fix]:
    """A validation of the length of a string, or of all strings of an array."""
    limits = [ast.LiteralInteger(0, 0, 0) if least is None else least, greatest]
    shown = ["0" if least is None else call.source(least), call.source(greatest)]
    if all(isinstance(each, ast.LiteralInteger) for each in limits):
        of = f"String[{', '.join(shown)}]"
        text = f"assert_type(Variant[{of}, Array[{of}]], {call.source(value)})"
        yield call.replaced_by("Use assert_type", text, is_safe=call.is_statement)


def _regexp(call: Call, node: ast.Expression) -> str:
    """A regular expression for a string; the string itself if it has other text in a literal."""
    if isinstance(node, ast.LiteralString) and node.value and not NOT_IN_LITERALS & {*node.value}:
        return f"/{node.value}/"
    return call.source(node)
