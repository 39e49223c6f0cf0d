"""Conversion of a syntax tree to an AST.

The tree is folded from its leaves: one function per kind of tree node (package `lowering`) makes the AST node. Parts with syntax errors
(ERROR nodes of the tree) become `ErrorNode`s. Without them, the children of the surrounding node have the structure that the grammar
defines, so its function needs no special case.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from puppet_grammar import ast
from puppet_grammar.limits import CODE, LimitError, check_depth, check_parsed
from puppet_grammar.lowering import definitions, expressions, recovery, resources, statements, strings, templates, tokens
from puppet_grammar.lowering.fold import lower_children
from puppet_grammar.lowering.registry import Lowering
from puppet_grammar.parse import Mode, SyntaxTree, parse, parse_greedily
from puppet_grammar.problems import Problem, first_error, in_order
from puppet_grammar.repair import Repaired, repair, unrepaired
from puppet_grammar.syntax_problems import encoding_problems, syntax_problems
from puppet_grammar.text import Text

__all__ = ["lower", "paused_collector", "read", "reference_error"]

# Importing these modules fills the tables of lowering functions.
_FAMILIES = (definitions, expressions, resources, statements, strings, templates, tokens)


def read(source: bytes | str | Text, mode: Mode = Mode()) -> tuple[ast.Program, tuple[Problem, ...]]:
    """Parse a text; return the program and the problems found in the text."""
    return lower(parse(source, mode))


def lower(tree: SyntaxTree) -> tuple[ast.Program, tuple[Problem, ...]]:
    """Convert a syntax tree; return the program and the problems in source order."""
    root = tree.tree.root_node
    try:
        check_parsed(tree)
        if not root.has_error:
            return _lowered(tree, Repaired(tree))
        check_depth(root)
        return _lowered(tree, repair(tree))
    except LimitError as error:
        size = len(tree.text)
        return ast.Program(0, size, ast.ErrorNode(0, size), (), ()), (error.problem(),)


def reference_error(text: Text, mode: Mode, problems: tuple[Problem, ...]) -> Problem | None:
    """The error that the reference reports for a text with these problems: the first that it encounters."""
    first = first_error(problems)
    if first is None or first.code in ("illegal-bom", "invalid-utf8", CODE) or not {34, 39} & set(text.source):
        return first
    greedy = parse_greedily(text, mode)
    try:
        check_parsed(greedy)
        check_depth(greedy.tree.root_node)
        _, met = _lowered(greedy, unrepaired(greedy))
    except LimitError:
        return first
    # The reference reads a string to its end before it parses its content.
    errors = [problem for problem in met if problem.severity == "error"]
    return min(errors, key=lambda each: each.start if each.code == "unclosed-quote" else each.place, default=first)


def _lowered(tree: SyntaxTree, repaired: Repaired) -> tuple[ast.Program, tuple[Problem, ...]]:
    problems = encoding_problems(tree.text)
    is_broken = tree.tree.root_node.has_error
    if problems:
        repaired = Repaired(tree)
    root, source = repaired.tree.tree.root_node, repaired.tree.text.source
    lowering = Lowering(source, tree.mode, tree.text.source)
    kids = lower_children(lowering, root)
    if root.type == "ERROR":
        kids = [recovery.error_node(lowering, root.start_byte, root.end_byte, kids)]
    body = statements.program_body(lowering, root, kids)
    if tree.mode.epp:
        templates.check_tags(lowering)
        templates.add_comments(lowering)
    if problems and b"\0" in source:
        lowering.problems.clear()  # This is not a text file.
    if is_broken and not problems:
        problems, lowering.problems = syntax_problems(tree.text, repaired, lowering.problems)
    if not tree.mode.epp and source.startswith(b"<%") and not problems:
        lowering.error(0, 2, "syntax-error", "Syntax error at '<', a template belongs into a file that ends in .epp")
    # In a text with errors, a missing brace is more likely than a nested definition at the start of a line.
    outermost = frozenset(tree.text.line_starts) if is_broken else frozenset[int]()
    definitions.qualify_names(lowering.definitions, outermost)
    program = ast.Program(0, len(source), body, tuple(lowering.definitions), tuple(lowering.comments))
    return program, tuple(in_order([*problems, *lowering.problems]))


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pause the garbage collector during batch work: trees have no cycles, and a collection takes longer than lowering."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
