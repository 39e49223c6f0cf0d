"""Lowering of the statements and parameters around some places only, for searches in many files."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

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


def lower_around(tree: SyntaxTree, offsets: Sequence[int], text: bytes = b"") -> ast.Program:
    """The program with the statements and parameters at some offsets, which are sorted, that contain a text in lower case, in any case.

    Others may be left out.

    Definitions around them are as in the whole program. It is whole for templates, and for texts with errors or heredocs.
    """
    root, source = tree.tree.root_node, tree.text.source
    if tree.mode.epp or root.has_error or HEREDOC in source or root.type != "source_file":
        return lower(tree)[0]
    lowering = Lowering(source, tree.mode, source)
    try:
        check_parsed(tree)
        kids = _kids(lowering, root, Wanted(offsets, text, source.lower() if text else b""), DEEPEST)
    except LimitError:
        return lower(tree)[0]
    body = statements.program_body(lowering, root, kids)
    definitions.qualify_names(lowering.definitions)
    return ast.Program(0, len(source), body, tuple(lowering.definitions), tuple(lowering.comments))


class Wanted(NamedTuple):
    """Which statements and parameters are lowered."""

    offsets: Sequence[int]
    text: bytes
    source: bytes
    """The source in lower case."""

    def has(self, node: TreeNode) -> bool:
        """Whether a child of a list is one of them, or is around some."""
        start, end = node.start_byte, node.end_byte
        at = bisect_left(self.offsets, start)
        if at == len(self.offsets) or self.offsets[at] >= end:
            return False
        return not self.text or node.type in AROUND or self.source.find(self.text, start, end) >= 0


def _kids(lowering: Lowering, node: TreeNode, wanted: Wanted, levels: int) -> Kids:
    """The lowered children of a node, of lists only those that are wanted."""
    kids: Kids = []
    for child in _chosen(node, wanted) if node.type in LISTS else node.children:
        kind = child.type
        if not child.is_named:
            kids.append(child)
        elif kind in LEAVES:
            made = LEAVES[kind](lowering, child)
            if made is not None:
                kids.append(made)
        elif kind in BRANCHES:
            inner = _kids(lowering, child, wanted, levels - 1) if levels and kind in AROUND else lower_children(lowering, child)
            kids.append(BRANCHES[kind](lowering, child, inner))
        else:
            kids.append(child)
    return kids


def _chosen(node: TreeNode, wanted: Wanted) -> list[TreeNode]:
    """The wanted children of a list, each with the one before it, which may be the name of a function without parentheses."""
    children = [each for each in node.named_children if each.type != "comment"]
    has = [wanted.has(each) for each in children]
    return [each for at, each in enumerate(children) if any(has[at : at + 2])]
