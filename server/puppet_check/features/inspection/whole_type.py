"""The whole type of an expression, which a hover shortens if it is long."""

from __future__ import annotations

from puppet_check.features.view import View
from puppet_check.semantics.node_at import path_at
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.types.show import Formatter

WIDTH = 80
"""The length up to which a type, or a part of it in brackets, is on one line."""
PART = lazy_pattern(r"'(?:[^'\\]|\\.)*'|/(?:[^/\\]|\\.)*/|\[\{|\}\]|[\[\]]|, |[^'/\[\]{},]+|.")
OPENING, CLOSING = ("[", "[{"), ("]", "}]")


def whole_type(view: View, offset: int) -> str | None:
    """The type of the innermost expression at an offset, over several lines if it is long; None without one."""
    path = path_at(view.program, offset)
    for parent, node in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
        if isinstance(node, ast.Definition | ast.BlockExpression):
            return None
        if isinstance(node, ast.QualifiedName) or (isinstance(parent, ast.AccessExpression) and parent.left_expr is not node):
            continue  # The name of a variable or function, or a key, and not its value.
        kind = view.type_of(node) if isinstance(node, ast.Expression) else None
        if kind is not None:
            return laid_out(Formatter(exact=True).text(kind))
    return None


def laid_out(text: str, indent: str = "") -> str:
    """The text of a type with the contents of each long pair of brackets on lines of their own."""
    if len(text) + len(indent) <= WIDTH:
        return text
    tokens = [each.group() for each in PART.finditer(text)]
    first = next((at for at, each in enumerate(tokens) if each in OPENING), None)
    if first is None:
        return text
    parts, last = _parts(tokens, first + 1)
    inner = f"{indent}  "
    body = ",".join(f"\n{inner}{laid_out(each, inner)}" for each in parts)
    return f"{''.join(tokens[: first + 1])}{body}\n{indent}{''.join(tokens[last:])}"


def _parts(tokens: list[str], start: int) -> tuple[list[str], int]:
    """The parts between commas from a token on, up to the end of the brackets around it, and the number of the token that ends them."""
    parts, depth = [""], 0
    for number in range(start, len(tokens)):
        token = tokens[number]
        if token in CLOSING and not depth:
            return parts, number
        depth += (token in OPENING) - (token in CLOSING)
        if token == ", " and not depth:
            parts.append("")
        else:
            parts[-1] += token
    return parts, len(tokens)
