"""Lowering of operators, access, calls, collections, selectors and conditional expressions."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.limits import check_branches
from puppet_grammar.lowering.registry import Kids, Lowering, branch
from puppet_grammar.lowering.statements import statement_or_block
from puppet_grammar.patterns import lazy_pattern

_BINARY: dict[str, type[ast.BinaryExpression]] = {
    **dict.fromkeys(("+", "-", "*", "/", "%", "<<", ">>"), ast.ArithmeticExpression),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), ast.ComparisonExpression),
    **dict.fromkeys(("=~", "!~"), ast.MatchExpression),
    **dict.fromkeys(("=", "+=", "-="), ast.AssignmentExpression),
    **dict.fromkeys(("->", "~>", "<-", "<~"), ast.RelationshipExpression),
    "in": ast.InExpression,
    "and": ast.AndExpression,
    "or": ast.OrExpression,
}
_BARE_WORD = lazy_pattern(rb"(?:(?:::)?[a-z_](?:[\w-]*\w)?)+")
_UNARY = {"!": ast.NotExpression, "-": ast.UnaryMinusExpression, "*": ast.UnfoldExpression}


@branch("binary", "assignment", "relationship")
def lower_binary(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    left, operator, right = kids
    kind = operator.type
    if kind == "<" and lowering.original[operator.end_byte : operator.end_byte + 1] == b"-":
        _refuse_operator(lowering, operator.start_byte, "<-")
    return _BINARY[kind](left.start, right.end, left, kind, right, operator.start_byte)


def _refuse_operator(lowering: Lowering, start: int, operator: str) -> None:
    """Report an operator that the lexer reads although only a shorter one would be valid: it always reads the longest."""
    lowering.error(start, start + len(operator), "syntax-error", f"Syntax error at '{operator}', the operator cannot be used here")


@branch("unary")
def lower_unary(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    operator, operand = kids
    return _UNARY[operator.type](operator.start_byte, operand.end, operand)


@branch("parenthesized")
def lower_parenthesized(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    return ast.ParenthesizedExpression(tree.start_byte, tree.end_byte, kids[1])


@branch("access", "alias_type", "parameter_type")
def lower_access(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    return ast.AccessExpression(tree.start_byte, tree.end_byte, kids[0], _arguments(kids[1:]))


@branch("array")
def lower_array(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    return ast.LiteralList(tree.start_byte, tree.end_byte, _arguments(kids))


@branch("pair")
def lower_pair(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    key, arrow, value = kids
    return ast.KeyedEntry(key.start, value.end, key, value, arrow.start_byte)


@branch("hash")
def lower_hash(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    entries = tuple(kid for kid in kids if kid.__class__ is ast.KeyedEntry)
    return ast.LiteralHash(tree.start_byte, tree.end_byte, entries)


def _arguments(kids: Iterable[ast.Expression | TreeNode]) -> tuple[ast.Expression, ...]:
    """The nodes among `kids`, with adjacent `key => value` entries combined into a hash."""
    arguments: list[ast.Expression] = []
    entries: list[ast.KeyedEntry] = []
    for kid in kids:
        if kid.__class__ is ast.KeyedEntry:
            entries.append(kid)
            continue
        if isinstance(kid, TreeNode):
            continue
        if entries:
            arguments.append(_unfolded(entries))
            entries = []
        arguments.append(kid)
    if entries:
        arguments.append(_unfolded(entries))
    return tuple(arguments)


def _unfolded(entries: list[ast.KeyedEntry]) -> ast.LiteralHash:
    return ast.LiteralHash(entries[0].start, entries[-1].end, tuple(entries), True)


# ---- calls


@branch("call")
def lower_call(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.CallNamedFunctionExpression:
    functor, arguments, block = kids[0], kids[2:], None
    if arguments[-1].__class__ is ast.LambdaExpression:
        block = arguments.pop()
    return ast.CallNamedFunctionExpression(tree.start_byte, tree.end_byte, functor, _arguments(arguments), block)


@branch("method_call")
def lower_method_call(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    receiver, dot, name, *rest = kids
    block, parenthesis = None, None
    if rest and rest[-1].__class__ is ast.LambdaExpression:
        block = rest.pop()
    if rest:
        parenthesis = rest[0].start_byte
    if lowering.source[name.end : name.end + 1] in (b"-", b":"):
        _refuse_bare_word(lowering, name)
    named = ast.NamedAccessExpression(receiver.start, name.end, receiver, ".", name, dot.start_byte)
    return ast.CallMethodExpression(tree.start_byte, tree.end_byte, named, _arguments(rest), block, parenthesis)


def _refuse_bare_word(lowering: Lowering, name: ast.QualifiedName) -> None:
    """Report a word that contains characters which are not valid in function names."""
    word = _BARE_WORD.match(lowering.source, name.start)
    if word and word.end() > name.end:
        shown = word[0].decode("ascii")
        lowering.error(name.start, word.end(), "syntax-error", f"Syntax error at '{shown}', expected the name of a function")


@branch("lambda")
def lower_lambda(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    parameters = tuple(kid for kid in kids if kid.__class__ is ast.Parameter)
    closing = next(kid for kid in reversed(kids) if isinstance(kid, TreeNode) and kid.type == "|")
    if lowering.original[closing.end_byte : closing.end_byte + 1] == b">":
        _refuse_operator(lowering, closing.start_byte, "|>>")
    returned = kids[-2] if isinstance(kids[-2], ast.Expression) else None
    return ast.LambdaExpression(tree.start_byte, tree.end_byte, parameters, returned, kids[-1] if kids[-1].statements else None)


# ---- collectors


@branch("virtual_query")
def lower_virtual_query(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    if lowering.original[tree.end_byte : tree.end_byte + 1] == b">":
        _refuse_operator(lowering, tree.end_byte - 2, "|>>")
    return ast.VirtualQuery(tree.start_byte, tree.end_byte, kids[1] if len(kids) == 3 else None)


@branch("exported_query")
def lower_exported_query(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    return ast.ExportedQuery(tree.start_byte, tree.end_byte, kids[1] if len(kids) == 3 else None)


@branch("collector")
def lower_collector(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    operations = tuple(kid for kid in kids[3:] if isinstance(kid, ast.AttributeOperation | ast.AttributesOperation))
    return ast.CollectExpression(tree.start_byte, tree.end_byte, kids[0], kids[1], operations)


# ---- conditions


@branch("selector_entry")
def lower_selector_entry(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    match, arrow, value = kids
    return ast.SelectorEntry(match.start, value.end, match, value, arrow.start_byte)


@branch("selector")
def lower_selector(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    entries = tuple(kid for kid in kids[2:] if kid.__class__ is ast.SelectorEntry)
    return ast.SelectorExpression(tree.start_byte, tree.end_byte, kids[0], entries)


@branch("else")
def lower_else(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.BlockExpression:
    block: ast.BlockExpression = kids[1]
    return block


@branch("elsif")
def lower_elsif(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.IfExpression:
    return ast.IfExpression(tree.start_byte, tree.end_byte, kids[1], statement_or_block(kids[2]), None)


@branch("if")
def lower_if(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    _, test, then, *rest = kids
    check_branches(len(rest), tree.start_byte)
    otherwise: ast.Expression | None = None
    end = tree.end_byte
    for branch_ in reversed(rest):
        if isinstance(branch_, ast.BlockExpression):
            otherwise = statement_or_block(branch_)
        else:
            otherwise = ast.IfExpression(branch_.start, end, branch_.test, branch_.then_expr, otherwise)
    return ast.IfExpression(tree.start_byte, end, test, statement_or_block(then), otherwise)


@branch("unless")
def lower_unless(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    otherwise = statement_or_block(kids[3]) if len(kids) > 3 else None
    return ast.UnlessExpression(tree.start_byte, tree.end_byte, kids[1], statement_or_block(kids[2]), otherwise)


@branch("case_option")
def lower_case_option(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    values = tuple(kid for kid in kids[:-2] if isinstance(kid, ast.Expression))
    block = kids[-1] if kids[-1].statements else None
    return ast.CaseOption(tree.start_byte, tree.end_byte, values, block, kids[-2].start_byte)


@branch("case")
def lower_case(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    options = tuple(kid for kid in kids[3:] if kid.__class__ is ast.CaseOption)
    return ast.CaseExpression(tree.start_byte, tree.end_byte, kids[1], options)
