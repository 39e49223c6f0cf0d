"""What can be saved from broken parts."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.lowering.registry import Kids, Lowering


def error_node(lowering: Lowering, start: int, end: int, kids: Kids) -> ast.ErrorNode:
    """A broken part with the whole nodes in it."""
    parts: list[ast.Node] = []
    for kid in kids:
        if isinstance(kid, list):
            parts.extend(kid)
        elif isinstance(kid, ast.Node):
            parts.append(kid)
    made = ast.ErrorNode(start, end, tuple(parts))
    lowering.broken[id(made)] = made
    return made


def without_errors(lowering: Lowering, kids: Kids) -> Kids:
    """The children without broken parts; these wait for the next block around."""
    kept: Kids = []
    for kid in kids:
        if id(kid) in lowering.broken:
            if kid.parts:
                lowering.loose.append(kid)
        else:
            kept.append(kid)
    return kept
