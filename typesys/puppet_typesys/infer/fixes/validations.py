"""Replacements of `validate_re` and `validate_slength`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Fix
from puppet_typesys.infer.fixes.calls import Call

ENDLESS = lazy_pattern(r"[/\n]|\\\Z|\A\Z")
"""Text that cannot be in a literal, or that would not end it."""


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
    limits = ["0" if least is None else _number(call, least), _number(call, greatest)]
    if None not in limits:
        of = f"String[{limits[0]}, {limits[1]}]"
        text = f"assert_type(Variant[{of}, Array[{of}]], {call.source(value)})"
        yield call.replaced_by("Use assert_type", text, is_safe=call.is_statement)


def _number(call: Call, node: ast.Expression) -> str | None:
    """The text of a literal number, which may be in quotes."""
    match node:
        case ast.LiteralInteger():
            return call.source(node)
        case ast.LiteralString(value=value) if value.isascii() and value.isdecimal():
            return value.lstrip("0") or "0"
    return None


def _regexp(call: Call, node: ast.Expression) -> str:
    """A regular expression for a string; the string itself if it has other text in a literal."""
    if isinstance(node, ast.LiteralString) and ENDLESS.search(node.value) is None:
        return f"/{node.value}/"
    return call.source(node)
