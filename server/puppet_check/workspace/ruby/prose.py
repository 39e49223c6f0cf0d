"""Descriptions: strings in which interpolations stay as they are written."""

from __future__ import annotations

import tree_sitter

from puppet_check.workspace.ruby.literals import value
from puppet_check.workspace.ruby.tree import text
from puppet_check.workspace.ruby.values import Scope


def prose(node: tree_sitter.Node | None, scope: Scope) -> str:
    """The text of a description; interpolations stay as they are written."""
    if node is None:
        return ""
    found = value(node, scope)
    if isinstance(found, str):
        return dedent(found)
    match node.type:
        case "string" | "heredoc_beginning" | "chained_string":
            return dedent(_raw(node, scope))
        case "binary" | "parenthesized_statements":
            return "".join(prose(each, scope) for each in node.named_children)
        case "call":
            return prose(node.child_by_field_name("receiver"), scope)
    return ""


def dedent(content: str) -> str:
    """Remove the common indentation of a text, not counting a first line directly after the quote."""
    first, *rest = content.expandtabs().strip("\n").rstrip().split("\n")
    counted = [line for line in ([first, *rest] if first.startswith(" ") else rest) if line.strip()]
    margin = min((len(line) - len(line.lstrip()) for line in counted), default=0)
    return "\n".join([first.lstrip(), *(line[margin:].rstrip() for line in rest)]).strip()


def _raw(node: tree_sitter.Node, scope: Scope) -> str:
    if node.type == "chained_string":
        return "".join(_raw(each, scope) for each in node.named_children)
    body = scope.heredocs.get(node.start_byte) if node.type == "heredoc_beginning" else node
    if body is None:
        return ""
    parts = body.named_children
    return "".join(text(each) for each in parts if each.type != "heredoc_end").removeprefix("\n")
