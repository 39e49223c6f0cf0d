"""Refactorings that keep the meaning: inline a variable, `if` to `case`, `create_resources` to `each`; types and `Sensitive`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from puppet_check.features.navigation.occurrences import occurrences_at, occurrences_of
from puppet_check.features.navigation.targets import scope_of
from puppet_check.features.navigation.variable_occurrences import declared
from puppet_check.features.refactoring.parameter_refactorings import documented_parameters, introduced, sorted_parameters
from puppet_check.features.refactoring.rewriting import Rewritten
from puppet_check.features.symbols import LOCAL
from puppet_check.features.view import View
from puppet_check.semantics.calls import arguments, called
from puppet_check.semantics.node_at import path_at
from puppet_check.semantics.node_context import attribute_owner
from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit
from puppet_typesys.edits import indentation, line_start
from puppet_typesys.types import model
from puppet_typesys.types.show import show

Refactoring = Literal["refactor.inline", "refactor.rewrite", "refactor.extract"]
PRIMARY = (
    *(ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralUndef, ast.LiteralList, ast.LiteralHash),
    *(ast.ConcatenatedString, ast.VariableExpression, ast.AccessExpression, ast.QualifiedName, ast.ParenthesizedExpression),
)
"""Expressions that need no parentheses in any place."""
CALLS = (ast.CallNamedFunctionExpression, ast.CallMethodExpression, ast.HeredocExpression, ast.AbstractResource)
LITERALS = (ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralUndef, ast.QualifiedName)
BLOCKS = (ast.BlockExpression, ast.LambdaExpression, ast.FunctionDefinition, ast.ResourceTypeDefinition, ast.PlanDefinition)
PLAIN_TYPES = (model.String, model.Integer, model.Float, model.Boolean, model.Array, model.Hash)


def refactored(view: View, start: int, end: int) -> Iterator[tuple[Refactoring, Rewritten]]:
    """The refactorings at a place by their kind. Their results have to be checked before they are applied."""
    path = path_at(view.program, start)
    offered: tuple[tuple[Refactoring, Iterator[Rewritten]], ...] = (
        ("refactor.inline", _inlined(view, start)),
        ("refactor.rewrite", _case(view, path)),
        ("refactor.rewrite", _each(view, path)),
        ("refactor.rewrite", _typed(view, path)),
        ("refactor.rewrite", _sensitive(view, path)),
        ("refactor.extract", introduced(view, path)),
        ("refactor.rewrite", sorted_parameters(view, path, start)),
        ("refactor.rewrite", documented_parameters(view, path, start)),
    )
    for kind, found in offered:
        yield from ((kind, each) for each in found)


# ---- variables


def _inlined(view: View, offset: int) -> Iterator[Rewritten]:
    """Replace the uses of a local variable by its value, which calls nothing, and remove the assignment."""
    found = next((each for each in occurrences_at(view, offset) if each.symbol.kind == LOCAL), None)
    scope = None if found is None else scope_of(found.symbol, view)
    target = None if found is None or scope is None else declared(scope).get(found.symbol.name)
    if found is None or scope is None or not isinstance(target, ast.VariableExpression):
        return
    path = path_at(view.program, target.start)
    assignment = next((each for each in reversed(path) if isinstance(each, ast.AssignmentExpression)), None)
    if assignment is None or assignment.left_expr is not target or assignment.operator != "=":
        return
    value, at = assignment.right_expr, path.index(assignment)
    if any(isinstance(each, CALLS) for each in ast.walk(value)) or not _is_statement(path[at - 1], assignment):
        return
    uses = [each for each in occurrences_of(found.symbol, view) if each.start != target.start + 1]
    if any(each.role != "read" for each in uses):
        return
    names = {each.name for each in ast.walk(value) if isinstance(each, ast.VariableExpression)}
    if not uses or any(_is_shadowed(view, each.start, scope, names) for each in uses):
        return
    text = view.text.slice(*value.span)
    text = text if isinstance(value, PRIMARY) else f"({text})"
    edits = [_replaced(view, each.start, text) for each in uses]
    first = line_start(view.text, assignment.start)
    last = view.text.source.find(b"\n", assignment.end)
    whole = view.text.source[first : assignment.start] + view.text.source[assignment.end : last]
    removed = Edit(first, last + 1, "") if last >= 0 and not whole.strip() else None
    if removed is not None:
        yield f"Inline ${found.symbol.name}", (removed, *edits)


def _is_statement(parent: ast.Node, assignment: ast.Node) -> bool:
    """Whether an assignment is a statement of the block, and not its last one, which may be the result."""
    if not isinstance(parent, ast.BlockExpression):
        return False
    return parent.statements[-1] is not assignment


def _is_shadowed(view: View, offset: int, scope: ast.Node, names: set[str]) -> bool:
    inner = [each for each in path_at(view.program, offset) if isinstance(each, ast.LambdaExpression) and each is not scope]
    return any(names & declared(each).keys() for each in inner if each.start > scope.start)


def _replaced(view: View, start: int, text: str) -> Edit:
    """The edit of a use: in a string, where `$x` stands without braces, the value gets them."""
    path = path_at(view.program, start)
    at = next(at for at in range(len(path) - 1, -1, -1) if isinstance(path[at], ast.VariableExpression))
    is_bare = isinstance(path[at - 1], ast.TextExpression) and view.text.source[path[at - 1].start :][:2] != b"${"
    text = f"${{{text}}}" if is_bare or isinstance(path[at - 1], ast.ConcatenatedString) else text
    return Edit(*path[at].span, text)


def _typed(view: View, path: Sequence[ast.Node]) -> Iterator[Rewritten]:
    """Give a parameter the type of its default."""
    parameter = path[-1] if path else None
    if not isinstance(parameter, ast.Parameter) or parameter.type_expr is not None or parameter.value is None:
        return
    kind = view.type_of(parameter.value)
    if isinstance(kind, PLAIN_TYPES):
        is_empty = isinstance(parameter.value, ast.LiteralList | ast.LiteralHash) and not [*ast.children(parameter.value)]
        text = type(kind).__name__ if is_empty else show(model.generalize(kind))
        yield f"Add the type {text}", (Edit(parameter.name_start, parameter.name_start, f"{text} "),)


def _sensitive(view: View, path: Sequence[ast.Node]) -> Iterator[Rewritten]:
    """Wrap the value of an attribute."""
    at = next((at for at in range(len(path) - 1, -1, -1) if isinstance(path[at], ast.AttributeOperation)), None)
    operation = None if at is None else path[at]
    if at is None or not isinstance(operation, ast.AttributeOperation):
        return
    owner = attribute_owner(tuple(path[: at + 1]))
    if operation.attribute_name not in SECRETS.get(owner or "", ()) or called(operation.value_expr) == "Sensitive":
        return
    value = operation.value_expr
    kind = view.type_of(value)
    text = view.text.slice(*value.span)
    if isinstance(value, ast.HeredocExpression) or isinstance(kind, model.Sensitive) or text.startswith("Sensitive"):
        return
    yield "Wrap in Sensitive", (Edit(*value.span, f"Sensitive({text})"),)


SECRETS = {
    "file": ("content",),
    "user": ("password",),
    "exec": ("command", "unless", "onlyif", "environment"),
}
"""The attributes that often have secrets, by resource type."""


# ---- statements


def _case(view: View, path: Sequence[ast.Node]) -> Iterator[Rewritten]:
    """Turn a chain of comparisons of one expression with literals into `case`."""
    chain = next((each for each in reversed(path) if isinstance(each, ast.IfExpression)), None)
    outer = path[path.index(chain) - 1] if chain is not None else None
    if chain is None or (isinstance(outer, ast.IfExpression) and outer.else_expr is chain):
        return
    options: list[tuple[str, ast.Expression | None]] = []
    compared: set[str] = set()
    node: ast.Expression | None = chain
    while isinstance(node, ast.IfExpression):
        test = node.test
        if not isinstance(test, ast.ComparisonExpression) or test.operator != "==" or not isinstance(test.right_expr, LITERALS):
            return
        compared.add(view.text.slice(*test.left_expr.span))
        options.append((view.text.slice(*test.right_expr.span), node.then_expr))
        node = node.else_expr
    if len(options) < 2 or len(compared) != 1 or _has_comments(view, chain) or _has_long_strings(view, chain):
        return
    if node is not None:
        options.append(("default", node))
    indent = indentation(view.text, chain.start)
    lines = [f"case {compared.pop()} {{"]
    for name, body in options:
        lines += [f"{indent}  {name}: {{", *_body(view, body, f"{indent}    "), f"{indent}  }}"]
    yield "Convert to case", (Edit(*chain.span, "\n".join([*lines, f"{indent}}}"])),)


def _has_comments(view: View, node: ast.Node) -> bool:
    return any(node.start <= each.start < node.end for each in view.program.comments)


def _has_long_strings(view: View, node: ast.Node) -> bool:
    strings = (ast.LiteralString, ast.ConcatenatedString, ast.HeredocExpression)
    return any(
        isinstance(each, ast.HeredocExpression) or "\n" in view.text.slice(*each.span)
        for each in ast.walk(node)
        if isinstance(each, strings)
    )


def _body(view: View, body: ast.Expression | None, indent: str) -> list[str]:
    """The lines of a body with another indentation."""
    if body is None or body.start == body.end:
        return []
    statements = body.statements if isinstance(body, ast.BlockExpression) else (body,)
    text = view.text.slice(statements[0].start, statements[-1].end)
    before = indentation(view.text, statements[0].start)
    return [f"{indent}{re.sub(rf'^{before}', '', line)}" if line.strip() else "" for line in text.split("\n")]


def _each(view: View, path: Sequence[ast.Node]) -> Iterator[Rewritten]:
    """Turn a call of `create_resources` that is a statement into `each`."""
    call = next((each for each in reversed(path) if called(each) == "create_resources"), None)
    if not isinstance(call, ast.CallNamedFunctionExpression) or not 2 <= len(arguments(call)) <= 3:
        return
    parent = path[path.index(call) - 1]
    name, resources, *defaults = call.arguments
    is_plain = isinstance(name, ast.LiteralString | ast.QualifiedName) and re.fullmatch(r"@{0,2}(::)?[a-z]\w*(::\w+)*", name.value)
    if not isinstance(parent, BLOCKS) or not is_plain or not isinstance(name, ast.LiteralString | ast.QualifiedName):
        return
    if name.value == "class" or _has_comments(view, call) or any("\n" in view.text.slice(*each.span) for each in call.arguments):
        return
    taken = {each.name for node in path for each in ast.walk(node) if isinstance(each, ast.VariableExpression)}
    if taken & {"resource_title", "attributes"}:
        return
    receiver = view.text.slice(*resources.span)
    receiver = receiver if isinstance(resources, PRIMARY) else f"({receiver})"
    indent = indentation(view.text, call.start)
    lines = [f"{receiver}.each |$resource_title, $attributes| {{", f"{indent}  {name.value} {{"]
    if defaults:
        lines += [f"{indent}    default:", f"{indent}      * => {view.text.slice(*defaults[0].span)};"]
    lines += [f"{indent}    $resource_title:", f"{indent}      * => $attributes,", f"{indent}  }}", f"{indent}}}"]
    yield "Convert to each", (Edit(*call.span, "\n".join(lines)),)
