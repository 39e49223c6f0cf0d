"""Adds comments that suppress a finding, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from puppet_check.features.node_at import path_at
from puppet_check.features.other.spots import spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.view import View
from puppet_check.rules.same_cause import MOST, joined_places
from puppet_check.suppressions import can_suppress
from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Edit
from puppet_typesys.edits import indentation, line_start

STRINGS = (ast.LiteralString, ast.ConcatenatedString, ast.HeredocExpression)


def comment_in_code(view: View, found: Diagnostic) -> tuple[Edit, ...]:
    """Add a comment for each line of a finding; no edit if one of them is inside of a string."""
    return _comments(view.path, view.text, found, lambda offset: _is_in_string(view, offset))


def comment_in_other(view: OtherView, found: Diagnostic) -> tuple[Edit, ...]:
    """The same for a file that is not Puppet code; no edit in JSON, which has no comments."""
    return () if view.path.endswith(".json") else _comments(view.path, view.text, found, lambda offset: _is_in_value(view, offset))


def _is_in_string(view: View, offset: int) -> bool:
    return any(isinstance(each, STRINGS) and each.start < offset < _end(each) for each in path_at(view.program, offset)) or any(
        isinstance(each, ast.HeredocExpression) and each.text_expr.start <= offset < each.text_expr.end for each in ast.walk(view.program)
    )


def _end(node: ast.Node) -> int:
    return node.text_expr.start if isinstance(node, ast.HeredocExpression) else node.end


def _is_in_value(view: OtherView, offset: int) -> bool:
    """Whether an offset is inside of a value that takes several lines."""
    return view.root is not None and any(each.node.start < offset < each.node.end for each in spots(view) if not each.is_key)


def _comments(path: str, text: Text, found: Diagnostic, is_in_string: Callable[[int], bool]) -> tuple[Edit, ...]:
    """The comments above the lines of a finding, or at the ends of those that begin in a string."""
    others = joined_places(found, text)
    if not can_suppress(found) or len(others) >= MOST:
        return ()
    starts = dict.fromkeys(line_start(text, at) for at in (found.start, *others))
    edits = [
        _above(path, text, found.code, start, is_in_string) or _behind(path, text, found.code, start, is_in_string) for start in starts
    ]
    return tuple(edit for edit in edits if edit is not None) if all(edits) else ()


def _above(path: str, text: Text, code: str, start: int, is_in_string: Callable[[int], bool]) -> Edit | None:
    if is_in_string(start):
        return None
    if _is_template(path) and not _is_in_tag(text, start):
        return Edit(start, start, f"<%# puppet-check: ignore[{code}] -%>\n")
    return Edit(start, start, f"{indentation(text, start)}# puppet-check: ignore[{code}]\n")


def _behind(path: str, text: Text, code: str, start: int, is_in_string: Callable[[int], bool]) -> Edit | None:
    end = start + len(text.source[start:].split(b"\n", 1)[0].rstrip())
    if is_in_string(end) or _is_template(path):
        return None
    return Edit(end, end, f"  # puppet-check: ignore[{code}]")


def _is_template(path: str) -> bool:
    return path.endswith((".epp", ".erb"))


def _is_in_tag(text: Text, offset: int) -> bool:
    before = text.source[:offset]
    return before.rfind(b"<%") > before.rfind(b"%>")
