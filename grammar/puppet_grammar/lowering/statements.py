"""Lowering of sequences of statements: blocks, programs and templates, and calls without parentheses."""

from __future__ import annotations

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.lowering.recovery import reread_headers
from puppet_grammar.lowering.registry import ArgumentList, Kids, Lowering, branch

STATEMENT_CALLS = frozenset("break contain debug err fail import include info next notice realize require return tag warning".split())
"""The functions that may be called without parentheses."""


@branch("argument_list")
def lower_argument_list(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    values = tuple(kid for kid in kids if isinstance(kid, ast.Expression))
    comma = next(kid.start_byte for kid in kids if isinstance(kid, TreeNode))
    return ArgumentList(tree.start_byte, tree.end_byte, values, comma)


@branch("block")
def lower_block(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.BlockExpression:
    start, end = tree.start_byte, tree.end_byte
    return ast.BlockExpression(start, end, statements(lowering, kids, start), True)


def statement_or_block(block: ast.BlockExpression) -> ast.Expression | None:
    """The body of a conditional expression: None, its single statement, or the block."""
    if len(block.statements) > 1:
        return block
    return block.statements[0] if block.statements else None


def statements(lowering: Lowering, kids: Kids, start: int) -> tuple[ast.Expression, ...]:
    """The statements of a block that starts at `start`, with names and the argument lists after them combined into calls."""
    if lowering.loose:
        kids = _with_loose_parts(lowering, kids, start)
    if lowering.open_headers:
        kids = reread_headers(lowering, kids)
    made: list[ast.Expression] = []
    for kid in kids:
        kind = kid.__class__
        if kind is TreeNode:
            continue
        previous = made[-1] if made else None
        if previous.__class__ is ast.QualifiedName and kind is not ast.ErrorNode and (function := _statement_function(previous)):
            arguments = kid.values if kind is ArgumentList else (kid,)
            made[-1] = ast.CallNamedFunctionExpression(function.start, kid.end, function, arguments, None, False)
        elif kind is ArgumentList:
            _refuse_arguments(lowering, kid, previous)
            made.extend(kid.values)
        else:
            if kind is ast.CallNamedFunctionExpression:
                kid.rval_required = False
            made.append(kid)
    return tuple(made)


def _statement_function(expression: ast.Expression | None) -> ast.QualifiedName | None:
    """The name of a function that takes the following expressions as arguments; None for other expressions."""
    return expression if isinstance(expression, ast.QualifiedName) and expression.value in STATEMENT_CALLS else None


def _refuse_arguments(lowering: Lowering, arguments: ArgumentList, previous: ast.Expression | None) -> None:
    comma = arguments.comma
    if isinstance(previous, ast.QualifiedName):
        message = f"attempt to pass argument list to the function '{previous.value}' which cannot be called without parentheses"
        lowering.error(arguments.start, arguments.end, "illegal-argument-list", message, comma)
    else:
        lowering.error(comma, comma + 1, "illegal-argument-list", "illegal comma separated argument list")


def _with_loose_parts(lowering: Lowering, kids: Kids, start: int) -> Kids:
    """The children in source order, with the broken parts that were found inside statements of this block."""
    inside = [part for part in lowering.loose if part.start >= start]
    lowering.loose = [part for part in lowering.loose if part.start < start]
    nodes = [kid for kid in kids if not isinstance(kid, TreeNode)]
    return sorted(nodes + inside, key=lambda kid: kid.start) if inside else kids


@branch("render")
def lower_render(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    if not kids:  # The content of the tag has a syntax error.
        return ast.RenderExpression(tree.start_byte, tree.end_byte, ast.Nop(tree.end_byte, tree.end_byte))
    content = kids[0]
    expression = statement_or_block(content) if isinstance(content, ast.BlockExpression) else content
    if expression is None:
        expression = ast.Nop(content.start, content.end)
    return ast.RenderExpression(tree.start_byte, tree.end_byte, expression)


def program_body(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    """The body of a manifest, or the lambda that represents a template."""
    end = len(lowering.source)
    if not lowering.mode.epp:
        # A manifest that begins like a template may contain template parameters.
        made = statements(lowering, [kid for kid in kids if not isinstance(kid, list)], 0)
        if len(made) == 1:
            return made[0]
        return ast.BlockExpression(made[0].start, made[-1].end, made) if made else ast.Nop(end, end)
    parameters: list[ast.Parameter] | None = next((kid for kid in kids if isinstance(kid, list)), None)
    made = statements(lowering, [kid for kid in kids if not isinstance(kid, list)], 0)
    body = ast.BlockExpression(made[0].start, made[-1].end, made) if made else None
    start = made[0].start if made else end
    epp = ast.EppExpression(start, end, parameters is not None, body)
    return ast.LambdaExpression(0, end, tuple(parameters or ()), None, epp)
