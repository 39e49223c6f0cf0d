"""Lowering of resources, resource defaults and overrides, and of syntax that resembles them."""

from __future__ import annotations

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.lowering.registry import Kids, Lowering, branch
from puppet_grammar.lowering.statements import STATEMENT_CALLS

Operations = tuple[ast.AttributeOperation | ast.AttributesOperation, ...]


@branch("attribute")
def lower_attribute(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    name, operator, value = kids
    if isinstance(name, TreeNode):
        return ast.AttributesOperation(name.start_byte, value.end, value, operator.start_byte)
    kind = operator.type
    return ast.AttributeOperation(name.start, value.end, getattr(name, "value", ""), kind, value, operator.start_byte)


@branch("resource_body")
def lower_resource_body(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    return ast.ResourceBody(tree.start_byte, tree.end_byte, kids[0], _operations(kids[2:]))


def _operations(kids: Kids) -> Operations:
    return tuple(kid for kid in kids if kid.__class__ is ast.AttributeOperation or kid.__class__ is ast.AttributesOperation)


@branch("resource")
def lower_resource(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    bodies = tuple(kid for kid in kids[2:] if kid.__class__ is ast.ResourceBody)
    return ast.ResourceExpression(tree.start_byte, tree.end_byte, "regular", kids[0], bodies)


@branch("class_resource")
def lower_class_resource(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    keyword = kids[0]
    bodies = tuple(kid for kid in kids[2:] if kid.__class__ is ast.ResourceBody)
    name = ast.QualifiedName(keyword.start_byte, keyword.end_byte, "class")
    return ast.ResourceExpression(tree.start_byte, tree.end_byte, "regular", name, bodies)


@branch("untitled_resource")
def lower_untitled_resource(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    start, end = tree.start_byte, tree.end_byte
    left, brace, operations = kids[0], kids[1], _operations(kids[2:])
    if isinstance(left, ast.QualifiedReference):
        return ast.ResourceDefaultsExpression(start, end, "regular", left, operations)
    if isinstance(left, ast.AccessExpression):
        return ast.ResourceOverrideExpression(start, end, "regular", left, operations)
    if not isinstance(left, ast.QualifiedName):
        if not isinstance(left, ast.ErrorNode):
            message = "Expression is not valid as a resource, resource-default, or resource-override"
            lowering.error(left.start, left.end, "not-a-resource", message, _place(left))
        return ast.ErrorNode(start, end, (left, *operations))
    hash_ = _hash(lowering, brace.start_byte, end, operations)
    if left.value in STATEMENT_CALLS:
        return ast.CallNamedFunctionExpression(start, end, left, (hash_,), None, False)
    return ast.BlockExpression(start, end, (left, hash_))


def _place(expression: ast.Expression) -> int:
    """The byte offset at which the reference reports an expression."""
    return expression.operator_start if isinstance(expression, ast.BinaryExpression) else expression.start


def _hash(lowering: Lowering, start: int, end: int, operations: Operations) -> ast.LiteralHash:
    """Attributes without a title, as a hash."""
    entries = []
    for operation in operations:
        if isinstance(operation, ast.AttributesOperation):
            star = operation.start
            key, value = ast.Nop(star, star + 1), ast.Nop(operation.end, operation.end)
            entries.append(ast.KeyedEntry(star, operation.end, key, value, operation.operator_start))
            continue
        if operation.operator == "+>":
            message = "Syntax error resource body without title or hash with +>"
            lowering.error(start, start + 1, "syntax-error", message)
        name = ast.LiteralString(*operation.name_span, operation.attribute_name)
        entries.append(ast.KeyedEntry(operation.start, operation.end, name, operation.value_expr, operation.operator_start))
    return ast.LiteralHash(start, end, tuple(entries))


@branch("virtual_resource")
def lower_virtual_resource(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    sign, resource = kids
    start, end = sign.start_byte, resource.end
    form: ast.Form = "exported" if sign.type == "@@" else "virtual"
    match resource:
        case ast.ResourceExpression():
            return ast.ResourceExpression(start, end, form, resource.type_name, resource.bodies)
        case ast.ResourceDefaultsExpression():
            return ast.ResourceDefaultsExpression(start, end, form, resource.type_ref, resource.operations)
        case ast.ResourceOverrideExpression():
            return ast.ResourceOverrideExpression(start, end, form, resource.resources, resource.operations)
        case ast.ErrorNode():
            pass
        case _:
            message = f"{form.capitalize()} ({sign.type}) can only be applied to a Resource Expression"
            lowering.error(start, end, f"{form}-non-resource", message)
    return ast.ErrorNode(start, end, (resource,))
