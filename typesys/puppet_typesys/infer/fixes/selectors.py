"""A fix that adds a default to a selector."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.edits import indentation, is_first_on_line


def with_default(node: ast.SelectorExpression, text: Text) -> tuple[Fix, ...]:
    """Undef for all other values, for which the selector fails without it."""
    if not node.selectors:
        return ()
    last = node.selectors[-1]
    has_comma = text.source[last.end : last.end + 1] == b","
    at = last.end + has_comma
    added, width = "default => undef", 0
    if is_first_on_line(text, last.start):
        width = last.value_expr.start - last.start - len(" => ")
        added = f"\n{indentation(text, last.start)}{'default'.ljust(width)} => undef"
    return (Fix("Add a default", (Edit(at, at, f"{'' if has_comma else ','}{'' if width else ' '}{added}{',' if has_comma else ''}"),)),)
