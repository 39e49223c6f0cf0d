"""Rules about resources, their attributes, and collectors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Related, Severity, issue
from puppet_typesys.issues.labels import capitalized, label, with_article
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.idem import is_resource_without_title
from puppet_typesys.validate.table import rule


@issue(Severity.ERROR)
def resource_without_title(name: str) -> str:
    """Resource without a title"""
    return f"This expression is invalid. Did you try declaring a '{name}' resource without a title?"


@rule(on=ast.BlockExpression, whole=True)
def check_resource_without_title(block: ast.BlockExpression, file: File) -> Iterable[Diagnostic]:
    if file.tasks or not is_resource_without_title(block):
        return ()
    name = block.statements[0]
    word = name.value if isinstance(name, ast.QualifiedName) else ""
    return (resource_without_title(word).at(name.start, name.end),)


@issue(Severity.ERROR)
def illegal_attribute_append(attribute: str, container: str) -> str:
    """`+>` where there is no value to append to"""
    return f"Illegal +> operation on attribute {attribute}. This operator can not be used in {with_article(container)}"


@rule(on=(ast.ResourceBody, ast.ResourceDefaultsExpression))
def check_illegal_attribute_append(container: ast.ResourceBody | ast.ResourceDefaultsExpression, file: File) -> Iterable[Diagnostic]:
    return [
        illegal_attribute_append(operation.attribute_name, label(container)).at(*span(operation), fixes=(_replaced(operation),))
        for operation in container.operations
        if type(operation) is ast.AttributeOperation and operation.operator == "+>"
    ]


def _replaced(operation: ast.AttributeOperation) -> Fix:
    at = operation.operator_start
    return Fix("Change to =>", (Edit(at, at + len(operation.operator), "=>"),), "safe")


@issue(Severity.ERROR)
def multiple_attributes_unfold() -> str:
    """More than one `* =>` in a resource body"""
    return "Unfolding of attributes from Hash can only be used once per resource body"


@rule(on=ast.ResourceBody)
def check_multiple_attributes_unfold(body: ast.ResourceBody, file: File) -> Iterable[Diagnostic]:
    unfolded = [operation for operation in body.operations if type(operation) is ast.AttributesOperation]
    if len(unfolded) < 2:
        return ()
    related = (Related(unfolded[0].start, unfolded[0].end, "first hash here"),)
    return [multiple_attributes_unfold().at(extra.start, extra.end, related=related) for extra in unfolded[1:]]


@issue(Severity.ERROR)
def class_not_virtualizable() -> str:
    """Virtual or exported class"""
    return "Classes are not virtualizable"


@rule(on=ast.ResourceExpression)
def check_class_not_virtualizable(resource: ast.ResourceExpression, file: File) -> Iterable[Diagnostic]:
    if resource.form == "regular":
        return ()
    name = resource.type_name
    if not isinstance(name, ast.QualifiedName) or name.value != "class":
        return ()
    return (class_not_virtualizable().at(*span(resource), fixes=_regular(resource)),)


@issue(Severity.ERROR)
def not_virtualizeable() -> str:
    """Virtual or exported resource defaults or override"""
    return "Resource Defaults are not virtualizable"


@rule(on=(ast.ResourceDefaultsExpression, ast.ResourceOverrideExpression))
def check_not_virtualizeable(resource: ast.ResourceDefaultsExpression | ast.ResourceOverrideExpression, file: File) -> Iterator[Diagnostic]:
    if resource.form != "regular":
        target = resource.type_ref if isinstance(resource, ast.ResourceDefaultsExpression) else resource.resources
        yield not_virtualizeable().at(resource.start, target.end, fixes=_regular(resource))


def _regular(resource: ast.AbstractResource) -> tuple[Fix, ...]:
    """The removal of what marks something as virtual or exported."""
    mark = "@@" if resource.form == "exported" else "@"
    return (Fix(f"Remove {mark}", (Edit(resource.start, resource.start + len(mark), ""),)),)


@issue(Severity.ERROR)
def illegal_query_expression(expression: str) -> str:
    """Invalid expression in the query of a collector"""
    return f"Illegal query expression. {capitalized(with_article(expression))} cannot be used in a query"


@rule(on=ast.QueryExpression)
def check_illegal_query_expression(query: ast.QueryExpression, file: File) -> Iterator[Diagnostic]:
    waiting = [query.expr] if query.expr is not None else []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AndExpression | ast.OrExpression):
            waiting += (node.right_expr, node.left_expr)
        elif isinstance(node, ast.ParenthesizedExpression):
            waiting.append(node.expr)
        elif not _is_query(node):
            yield illegal_query_expression(label(node)).at(*span(node))


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
