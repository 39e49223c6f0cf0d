"""Rules about resources, their attributes, and collectors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_grammar import ast
from puppet_typesys.diagnostics import Related
from puppet_typesys.issues import language as issues
from puppet_typesys.issues.labels import label
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.idem import is_resource_without_title
from puppet_typesys.validate.rule import Finding, rule


@rule(on=ast.BlockExpression, whole=True)
def resource_without_title(block: ast.BlockExpression, file: File) -> Iterable[Finding]:
    """A resource has no title."""
    if file.tasks or not is_resource_without_title(block):
        return ()
    name = block.statements[0]
    word = name.value if isinstance(name, ast.QualifiedName) else ""
    return (Finding(name.start, name.end, issues.resource_without_title(word)),)


@rule(on=(ast.ResourceBody, ast.ResourceDefaultsExpression))
def illegal_attribute_append(container: ast.ResourceBody | ast.ResourceDefaultsExpression, file: File) -> Iterable[Finding]:
    """`+>` is used where there is nothing yet to append to."""
    return [
        Finding(*span(operation), issues.illegal_attribute_append(operation.attribute_name, label(container)))
        for operation in container.operations
        if type(operation) is ast.AttributeOperation and operation.operator == "+>"
    ]


@rule(on=ast.ResourceBody)
def multiple_attributes_unfold(body: ast.ResourceBody, file: File) -> Iterable[Finding]:
    """A resource takes attributes from two hashes."""
    unfolded = [operation for operation in body.operations if type(operation) is ast.AttributesOperation]
    if len(unfolded) < 2:
        return ()
    related = (Related(unfolded[0].start, unfolded[0].end, "first hash here"),)
    return [Finding(extra.start, extra.end, issues.multiple_attributes_unfold(), related) for extra in unfolded[1:]]


@rule(on=ast.ResourceExpression)
def class_not_virtualizable(resource: ast.ResourceExpression, file: File) -> Iterable[Finding]:
    """A class is declared as virtual or exported."""
    if resource.form == "regular":
        return ()
    name = resource.type_name
    if not isinstance(name, ast.QualifiedName) or name.value != "class":
        return ()
    return (Finding(*span(resource), issues.class_not_virtualizable()),)


@rule(on=(ast.ResourceDefaultsExpression, ast.ResourceOverrideExpression))
def not_virtualizeable(resource: ast.ResourceDefaultsExpression | ast.ResourceOverrideExpression, file: File) -> Iterator[Finding]:
    """Resource defaults or an override are marked as virtual or exported."""
    if resource.form != "regular":
        target = resource.type_ref if isinstance(resource, ast.ResourceDefaultsExpression) else resource.resources
        yield Finding(resource.start, target.end, issues.not_virtualizeable())


@rule(on=ast.QueryExpression)
def illegal_query_expression(query: ast.QueryExpression, file: File) -> Iterator[Finding]:
    """A collector's query uses more than `==`, `!=`, `and` and `or`."""
    waiting = [query.expr] if query.expr is not None else []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AndExpression | ast.OrExpression):
            waiting += (node.right_expr, node.left_expr)
        elif isinstance(node, ast.ParenthesizedExpression):
            waiting.append(node.expr)
        elif not _is_query(node):
            yield Finding(*span(node), issues.illegal_query_expression(label(node)))


def _is_query(node: ast.Expression) -> bool:
    if isinstance(node, ast.ComparisonExpression):
        return node.operator in ("==", "!=")
    return isinstance(node, _OPERANDS)


_OPERANDS = (
    ast.VariableExpression,
    ast.QualifiedName,
    ast.LiteralInteger,
    ast.LiteralFloat,
    ast.LiteralString,
    ast.LiteralBoolean,
    ast.ErrorNode,
)
