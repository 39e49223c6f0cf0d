"""Lowering of the statements and parameters around some places only, for searches in many files."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.limits import LimitError, check_parsed
from puppet_grammar.lower import lower
from puppet_grammar.lowering import definitions, statements
from puppet_grammar.lowering.fold import lower_children
from puppet_grammar.lowering.registry import BRANCHES, LEAVES, Kids, Lowering
from puppet_grammar.parse import SyntaxTree

LISTS = frozenset(("source_file", "block", "parameters"))
"""The kinds of tree nodes whose children can be left out."""
AROUND = LISTS | {
    *("class_definition", "resource_type_definition", "function_definition", "plan_definition", "node_definition"),
    *("if", "elsif", "else", "unless", "case", "case_option", "lambda"),
}
"""The kinds of nodes that have such lists in them."""
DEEPEST = 60
HEREDOC = b"@("
"""The beginning of a heredoc, whose text is apart from the statement."""


def lower_around(tree: SyntaxTree, offsets: Sequence[int]) -> ast.Program:
    """The program with the statements and parameters at some offsets, which are sorted; others may be left out.

    Definitions around them are as in the whole program. It is whole for templates, and for texts with errors or heredocs.
    """
    root, source = tree.tree.root_node, tree.text.source
    if tree.mode.epp or root.has_error or HEREDOC in source or root.type != "source_file":
        return lower(tree)[0]
    lowering = Lowering(source, tree.mode, source)
    try:
        check_parsed(tree)
        kids = _kids(lowering, root, offsets, DEEPEST)
    except LimitError:
        return lower(tree)[0]
    body = statements.program_body(lowering, root, kids)
    definitions.qualify_names(lowering.definitions)
    return ast.Program(0, len(source), body, tuple(lowering.definitions), tuple(lowering.comments))


def _kids(lowering: Lowering, node: TreeNode, offsets: Sequence[int], levels: int) -> Kids:
    """The lowered children of a node, of lists only those at offsets."""
    kids: Kids = []
    for child in _chosen(node, offsets) if node.type in LISTS else node.children:
        kind = child.type
        if not child.is_named:
            kids.append(child)
        elif kind in LEAVES:
            made = LEAVES[kind](lowering, child)
            if made is not None:
                kids.append(made)
        elif kind in BRANCHES:
            inner = _kids(lowering, child, offsets, levels - 1) if levels and kind in AROUND else lower_children(lowering, child)
            kids.append(BRANCHES[kind](lowering, child, inner))
        else:
            kids.append(child)
    return kids


def _chosen(node: TreeNode, offsets: Sequence[int]) -> list[TreeNode]:
    """The children of a list at offsets, each with the one before it, which may be the name of a function without parentheses."""
    children = [each for each in node.named_children if each.type != "comment"]
    has = [_has(each, offsets) for each in children]
    return [each for at, each in enumerate(children) if any(has[at : at + 2])]


def _has(node: TreeNode, offsets: Sequence[int]) -> bool:
    at = bisect_left(offsets, node.start_byte)
    return at < len(offsets) and offsets[at] < node.end_byte
