"""Refactorings: change quotes, sort attributes, add documentation, extract a variable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from puppet_check.features.navigation.variable_occurrences import declared
from puppet_check.features.view import View
from puppet_check.semantics.node_at import path_at
from puppet_check.semantics.scopes import BODIES
from puppet_grammar import ast
from puppet_grammar.comments import documentation
from puppet_typesys.diagnostics import Edit
from puppet_typesys.edits import indentation, line_start

Rewritten = tuple[str, tuple[Edit, ...]]
METAPARAMETERS = ("alias", "audit", "before", "loglevel", "noop", "notify", "require", "schedule", "stage", "subscribe", "tag")
VALUES = (
    *(ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralList, ast.LiteralHash, ast.QualifiedName),
    *(ast.ConcatenatedString, ast.QualifiedReference, ast.AccessExpression, ast.SelectorExpression, ast.ParenthesizedExpression),
    *(ast.NotExpression, ast.UnaryMinusExpression, ast.ArithmeticExpression, ast.ComparisonExpression, ast.InExpression),
    *(ast.AndExpression, ast.OrExpression, ast.CallNamedFunctionExpression, ast.CallMethodExpression),
)
"""Expressions that can be extracted to a variable."""
NAMES_ONLY = (ast.CollectExpression, ast.QueryExpression, ast.TypeAlias)
"""Nodes that do not accept variables in place of names."""
DOUBLE_QUOTES, TOP_SCOPE = "double_quoted_strings", "code_on_top_scope"
"""The codes of style rules that the results of refactorings may break."""
OUTPUT = (ast.RenderExpression, ast.RenderStringExpression)
IN_TEXT = (ast.ConcatenatedString, ast.HeredocExpression)
"""Strings with literal parts that are not expressions."""


def rewritten(view: View, start: int, end: int, styles: frozenset[str] = frozenset()) -> Iterator[Rewritten]:
    """The refactorings for a selection, without those whose results a style rule reports."""
    path = path_at(view.program, start)
    for node in reversed(path):
        match node:
            case ast.LiteralString() if not isinstance(path[path.index(node) - 1], IN_TEXT):
                yield from _quotes(view, node, styles)
            case ast.ResourceBody():
                yield from _sorted(view, node)
            case ast.NamedDefinition() | ast.TypeAlias() if start <= node.name_end:
                yield from _documented(view, node)


def _quotes(view: View, node: ast.LiteralString, styles: frozenset[str]) -> Iterator[Rewritten]:
    source = view.text.slice(*node.span)
    inner = source[1:-1]
    if len(source) < 2 or source[0] != source[-1] or "\\" in inner:
        return
    if source[0] == "'" and '"' not in inner and "$" not in inner and DOUBLE_QUOTES not in styles:
        yield "Use double quotes", (Edit(*node.span, f'"{inner}"'),)
    elif source[0] == '"' and "'" not in inner:
        yield "Use single quotes", (Edit(*node.span, f"'{inner}'"),)


def _sorted(view: View, body: ast.ResourceBody) -> Iterator[Rewritten]:
    """Sort attributes: `ensure` first, metaparameters last. Not offered with comments between them, which would be misplaced."""
    operations = body.operations
    if len(operations) < 2 or not all(isinstance(each, ast.AttributeOperation) for each in operations):
        return
    if any(operations[0].start <= each.start < operations[-1].end for each in view.program.comments):
        return
    wanted = sorted(operations, key=_rank)
    if [each.start for each in wanted] != [each.start for each in operations]:
        pairs = zip(operations, wanted, strict=True)
        edits = [Edit(*old.span, view.text.slice(*new.span)) for old, new in pairs if old is not new]
        yield "Sort attributes", tuple(edits)


def _rank(node: ast.AttributeOperation | ast.AttributesOperation) -> tuple[int, str]:
    name = node.attribute_name if isinstance(node, ast.AttributeOperation) else "*"
    return (0 if name == "ensure" else 2 if name in METAPARAMETERS else 1), name


def _documented(view: View, node: ast.NamedDefinition | ast.TypeAlias) -> Iterator[Rewritten]:
    """Add a documentation stub to a definition without a comment, even one that blank lines separate from it."""
    if documentation(node, view.program, view.text) or any(_is_right_before(each, node, view) for each in view.program.comments):
        return
    indent = indentation(view.text, node.start)
    lines = ["@summary "]
    for each in node.parameters if isinstance(node, ast.NamedDefinition) else ():
        lines += ["", f"@param {each.name}", "  "]
    if isinstance(node, ast.FunctionDefinition):
        kind = "" if node.return_type is None else f"[{view.text.slice(*node.return_type.span)}] "
        lines += ["", f"@return {kind}"]
    comment = "".join(f"{indent}#{f' {line}' if line else ''}\n" for line in lines)
    at = line_start(view.text, node.start)
    yield "Add a documentation comment", (Edit(at, at, comment),)


def _is_right_before(comment: ast.Comment, node: ast.Node, view: View) -> bool:
    return comment.end <= node.start and not view.text.source[comment.end : node.start].strip()


def extracted(view: View, start: int, end: int, styles: frozenset[str] = frozenset()) -> Iterator[Rewritten]:
    """Extract the selected expression to a variable, unless a style rule reports variables there."""
    path = path_at(view.program, start)
    node = next((each for each in reversed(path) if each.span == (start, end) and isinstance(each, VALUES)), None)
    if start >= end or node is None:
        return
    parents = path[: path.index(node)]
    at = next((index for index in range(len(parents) - 1, -1, -1) if _holds_statements(parents[index])), None)
    if at is None or not _is_value(node, parents):
        return
    if TOP_SCOPE in styles and not any(isinstance(each, BODIES) for each in parents):
        return
    statement = path[at + 1]
    if statement is node or isinstance(statement, ast.Definition | ast.Parameter):
        return
    taken = {name for each in parents if isinstance(each, (ast.LambdaExpression, ast.Program, *BODIES)) for name in declared(each)}
    name = next(each for number in count(1) if (each := "value" if number == 1 else f"value{number}") not in taken)
    before = f"${name} = {view.text.slice(start, end)}"
    # A tag without surrounding white space does not change the output of a template.
    before = f"<% {before} %>" if isinstance(statement, OUTPUT) else f"{before}\n{indentation(view.text, statement.start)}"
    inside = isinstance(parents[-1], ast.TextExpression)
    yield "Extract to a variable", (Edit(statement.start, statement.start, before), Edit(start, end, name if inside else f"${name}"))


def _is_value(node: ast.Node, parents: Sequence[ast.Node]) -> bool:
    """Whether a variable may replace a node: not a name, nor a literal that is part of another construct."""
    if any(isinstance(each, NAMES_ONLY) for each in parents) or any(isinstance(each, ast.HeredocExpression) for each in ast.walk(node)):
        return False
    match parents[-1]:
        case ast.VariableExpression() | ast.ConcatenatedString() | ast.HeredocExpression():
            return False
        case ast.ResourceExpression(type_name=other) | ast.ResourceDefaultsExpression(type_ref=other):
            return other is not node
        case ast.CallNamedFunctionExpression(functor_expr=other) | ast.CallMethodExpression(functor_expr=other):
            return other is not node
        case ast.NamedAccessExpression(right_expr=other) | ast.AssignmentExpression(left_expr=other):
            return other is not node
        case ast.AccessExpression(left_expr=other) if isinstance(node, ast.QualifiedReference | ast.QualifiedName):
            return other is not node
    return True


def _holds_statements(node: ast.Node) -> bool:
    return isinstance(node, (ast.BlockExpression, ast.LambdaExpression, ast.Program, *BODIES))
