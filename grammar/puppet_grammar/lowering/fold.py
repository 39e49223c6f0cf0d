"""The fold over a syntax tree, from its leaves up, with one cursor and a stack, so that depth is not limited by recursion.

The functions for the nodes are in the tables of `registry`, which the other modules of this package fill.
"""

from __future__ import annotations

from functools import cache

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.limits import MAX_DEPTH, too_deep
from puppet_grammar.lowering import recovery
from puppet_grammar.lowering.registry import BRANCHES, LEAVES, Branch, Kids, Leaf, Lowering
from puppet_grammar.parse import language

_ERROR = 0xFFFF
"""The kind of tree-sitter's ERROR nodes."""


@cache
def _tables() -> tuple[dict[int, Leaf], dict[int, Branch]]:
    leaves: dict[int, Leaf] = {}
    branches: dict[int, Branch] = {}
    grammar = language()
    for kind in range(grammar.node_kind_count):
        name = grammar.node_kind_for_id(kind)
        if name and grammar.node_kind_is_named(kind) and grammar.node_kind_is_visible(kind):
            if name in LEAVES:
                leaves[kind] = LEAVES[name]
            if name in BRANCHES:
                branches[kind] = BRANCHES[name]
    return leaves, branches


def lower_children(lowering: Lowering, root: TreeNode) -> Kids:
    """The lowered children of a tree node. Raises LimitError if the tree is too deep."""
    leaves, branches = _tables()
    leaf_of, branch_of = leaves.get, branches.get
    cursor = root.walk()
    descend, onward, ascend = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    limit = MAX_DEPTH - lowering.level
    kids: Kids = []
    stack: list[tuple[TreeNode, Branch | None, Kids]] = []
    if not descend():
        return kids
    while True:
        node = cursor.node
        assert node is not None
        kind = node.kind_id
        leaf = leaf_of(kind)
        if leaf is not None:
            made = leaf(lowering, node)
            if made is not None:
                kids.append(made)
        else:
            branch = branch_of(kind)
            if branch is None and kind != _ERROR:
                kids.append(node)
            elif descend():
                stack.append((node, branch, kids))
                if len(stack) > limit:
                    raise too_deep(node.start_byte)
                kids = []
                continue
            else:
                kids.append(ast.ErrorNode(node.start_byte, node.end_byte))
        while not onward():
            if not stack:
                return kids
            ascend()
            node, branch, outer = stack.pop()
            outer.append(_finished(lowering, node, branch, kids))
            kids = outer


def _finished(lowering: Lowering, node: TreeNode, branch: Branch | None, kids: Kids) -> ast.Node | list[ast.Parameter]:
    """The AST node for a tree node whose children have been lowered."""
    if branch is None:
        return recovery.error_node(lowering, node.start_byte, node.end_byte, kids)
    if node.has_error and branch is not BRANCHES["block"]:
        kids = recovery.without_errors(lowering, kids)
    return branch(lowering, node, kids)
