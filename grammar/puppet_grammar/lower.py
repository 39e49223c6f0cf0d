"""Syntax tree to program.

The tree is folded from its leaves up with one cursor and a stack, so depth costs no recursion: each finished tree node becomes an
AST node by the one function for its kind (package `lowering`). Broken parts (ERROR nodes of the tree) become `ErrorNode`s; what is
left of the node around them has the shape that the grammar gives it, so its function needs no second way.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.lowering import definitions, expressions, resources, salvage, statements, strings, templates, tokens
from puppet_grammar.lowering.registry import BRANCHES, LEAVES, Branch, Kids, Leaf, Lowering
from puppet_grammar.parse import Mode, SyntaxTree, language, parse, parse_greedily
from puppet_grammar.problems import Problem, first_error, in_order
from puppet_grammar.repair import Mended, mend, unmended
from puppet_grammar.syntax_problems import encoding_problems, syntax_problems
from puppet_grammar.text import Text

__all__ = ["lower", "paused_collector", "read", "reference_error"]

# Importing these modules fills the table.
_FAMILIES = (definitions, expressions, resources, statements, strings, templates, tokens)

_ERROR = 0xFFFF
"""The kind of tree-sitter's ERROR nodes."""


def read(source: bytes | str | Text, mode: Mode = Mode()) -> tuple[ast.Program, tuple[Problem, ...]]:
    """The program of a text and what is wrong with the text."""
    return lower(parse(source, mode))


def lower(tree: SyntaxTree) -> tuple[ast.Program, tuple[Problem, ...]]:
    """The program of a syntax tree, and the problems of its text from first to last."""
    return _lowered(tree, mend(tree) if tree.tree.root_node.has_error else Mended(tree))


def reference_error(tree: SyntaxTree, problems: tuple[Problem, ...]) -> Problem | None:
    """The error that the reference reports for a text with these problems, which is the first that it meets."""
    first = first_error(problems)
    if first is None or first.code in ("illegal-bom", "invalid-utf8") or not {34, 39} & set(tree.text.source):
        return first
    greedy = parse_greedily(tree.text, tree.mode)
    _, met = _lowered(greedy, unmended(greedy))
    # The reference reads a string to its end before it looks at what is in it.
    errors = [problem for problem in met if problem.severity == "error"]
    return min(errors, key=lambda each: each.start if each.code == "unclosed-quote" else each.place, default=first)


def _lowered(tree: SyntaxTree, mended: Mended) -> tuple[ast.Program, tuple[Problem, ...]]:
    problems = encoding_problems(tree.text)
    is_broken = tree.tree.root_node.has_error
    if problems:
        mended = Mended(tree)
    root, source = mended.tree.tree.root_node, mended.tree.text.source
    lowering = Lowering(source, tree.mode, tree.text.source)
    kids = lower_children(lowering, root)
    if root.type == "ERROR":
        kids = [salvage.error_node(lowering, root.start_byte, root.end_byte, kids)]
    if tree.mode.epp and len(source) <= 4 and len(source.decode("utf-8", "replace")) == 1:
        # Too short to be told from a manifest by the included ranges.
        lowering.problems.clear()
        kids, is_broken = [ast.RenderStringExpression(0, len(source), tree.text.slice(0, len(source)))], False
    body = statements.program_body(lowering, root, kids)
    if tree.mode.epp:
        templates.check_tags(lowering)
    if problems and b"\0" in source:
        lowering.problems.clear()  # no text at all
    if is_broken and not problems:
        problems, lowering.problems = syntax_problems(tree.text, mended, lowering.problems)
    if not tree.mode.epp and source.startswith(b"<%") and not problems:
        lowering.error(0, 2, "syntax-error", "Syntax error at '<', a template belongs into a file that ends in .epp")
    # In broken text a missing brace is likelier than a nested definition at the start of a line.
    outermost = frozenset(tree.text.line_starts) if is_broken else frozenset[int]()
    definitions.qualify_names(lowering.definitions, outermost)
    program = ast.Program(0, len(source), body, tuple(lowering.definitions), tuple(lowering.comments))
    return program, tuple(in_order([*problems, *lowering.problems]))


@contextmanager
def paused_collector() -> Iterator[None]:
    """Run batch work without the garbage collector: trees have no cycles, and looking for some takes longer than lowering."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


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
    """The lowered children of a tree node."""
    leaves, branches = _tables()
    leaf_of, branch_of = leaves.get, branches.get
    cursor = root.walk()
    descend, onward, ascend = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
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
    """The AST node of a tree node whose children are lowered."""
    if branch is None:
        return salvage.error_node(lowering, node.start_byte, node.end_byte, kids)
    if node.has_error and branch is not BRANCHES["block"]:
        kids = salvage.without_errors(lowering, kids)
    return branch(lowering, node, kids)
