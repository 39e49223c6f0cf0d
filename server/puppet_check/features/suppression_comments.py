"""Adds comments that suppress a finding."""

from __future__ import annotations

from puppet_check.features.node_at import path_at
from puppet_check.features.view import View
from puppet_check.suppressions import can_suppress
from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Edit
from puppet_typesys.edits import indentation, line_start

STRINGS = (ast.LiteralString, ast.ConcatenatedString, ast.HeredocExpression)


def comment_in_code(view: View, found: Diagnostic) -> tuple[Edit, ...]:
    """Add a comment above the line of a finding; no edit if that line begins inside a string."""
    start = line_start(view.text, found.start)
    if any(isinstance(each, STRINGS) and each.start < start < each.end for each in path_at(view.program, start)):
        return ()
    return comment(view.path, view.text, found)


def comment(path: str, text: Text, found: Diagnostic) -> tuple[Edit, ...]:
    """Add a comment above the line of a finding in a file of any kind; no edit in JSON, which has no comments."""
    if path.endswith(".json") or not can_suppress(found):
        return ()
    start = line_start(text, found.start)
    before = text.source[:start]
    if path.endswith((".epp", ".erb")) and before.rfind(b"<%") <= before.rfind(b"%>"):
        return (Edit(start, start, f"<%# puppet-check: ignore[{found.code}] -%>\n"),)
    return (Edit(start, start, f"{indentation(text, found.start)}# puppet-check: ignore[{found.code}]\n"),)
