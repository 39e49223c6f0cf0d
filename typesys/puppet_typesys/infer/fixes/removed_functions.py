"""Fixes that replace calls of functions that were removed."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_typesys.builtins.removed import PUPPET, TESTS, VALIDATIONS
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.infer.hints import removed_name

EXACT = frozenset("is_absolute_path is_array is_bool is_hash is_ip_address is_ipv4_address is_ipv6_address is_mac_address".split())
"""The tests that held for the same values as the type; the others accept numbers in strings, or refuse them."""
ALSO_EXACT = frozenset(each.replace("is_", "validate_") for each in EXACT)
SIMPLE = (ast.VariableExpression, ast.AccessExpression, ast.LiteralString, ast.LiteralList, ast.LiteralHash)
"""The classes of operands that need no parentheses."""


def replaced(context: Context) -> Iterator[Fix]:
    """Replace a call of a function that was removed, if something else does the same."""
    gone = removed_name(context.message)
    call = _call(context)
    name = str(context.message.arguments["name"])
    if gone is None or call is None:
        return
    if gone.renamed is not None:
        functor = call.functor_expr
        # The functions that Puppet had before 4.0.0 took other arguments.
        yield Fix(f"Use {gone.renamed}", (Edit(functor.start, functor.end, gone.renamed),), "unsafe" if gone.owner == PUPPET else "safe")
        return
    text = _expression(name, [_operand(each, context) for each in call.arguments], [*call.arguments], context)
    if text is not None:
        is_exact = name in EXACT or name in ALSO_EXACT or name == "has_key"
        yield Fix(f"Use {text}", (Edit(call.start, call.end, text),), "safe" if is_exact else "unsafe")


def _call(context: Context) -> ast.CallNamedFunctionExpression | None:
    """The call at the span of a message."""
    for node in ast.walk(context.program):
        if isinstance(node, ast.CallNamedFunctionExpression) and node.start == context.start and node.lambda_ is None:
            return node
    return None


def _operand(node: ast.Expression, context: Context) -> str:
    source = context.text.slice(node.start, node.end)
    return source if isinstance(node, SIMPLE) else f"({source})"


def _expression(name: str, operands: list[str], arguments: list[ast.Expression], context: Context) -> str | None:
    """The expression that replaces a call; None if the call has other arguments."""
    match name, operands:
        case "has_key", [hash, key]:
            return f"({key} in {hash})"
        case _, [value] if name in TESTS:
            return f"({value} =~ {TESTS[name]})"
        case _, [_] if name in VALIDATIONS and name not in ("validate_re", "validate_slength"):
            return f"assert_type({VALIDATIONS[name]}, {context.text.slice(arguments[0].start, arguments[0].end)})"
    return None
