"""Recovery of broken parts: complete nodes, and definitions, resources and assignments assembled from their pieces."""

from __future__ import annotations

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.lowering.registry import ArgumentList, Kids, Lowering


def error_node(lowering: Lowering, start: int, end: int, kids: Kids) -> ast.ErrorNode:
    """An ErrorNode for a broken part, with the nodes recovered from it."""
    pieces = _Pieces(kids)
    made = ast.ErrorNode(start, end, tuple(pieces.assembled()))
    lowering.broken[id(made)] = made
    if pieces.in_header:
        lowering.open_headers.add(id(made))
    return made


def without_errors(lowering: Lowering, kids: Kids) -> Kids:
    """The children without broken parts, which are passed on to the next enclosing block."""
    kept: Kids = []
    for kid in kids:
        if id(kid) in lowering.broken:
            if kid.parts:
                lowering.loose.append(kid)
        else:
            kept.append(kid)
    return kept


def reread_headers(lowering: Lowering, kids: Kids) -> Kids:
    """Reread statements as parameters if they follow a broken part that ends among the parameters of a definition."""
    read: Kids = []
    in_header = False
    for kid in kids:
        if id(kid) in lowering.broken:
            in_header = id(kid) in lowering.open_headers
        elif in_header and isinstance(kid, ast.Expression):
            values = kid.values if isinstance(kid, ArgumentList) else (kid,)
            parameters = tuple(filter(None, map(_as_parameter, values)))
            in_header = bool(parameters) or isinstance(kid, ast.QualifiedReference | ast.AccessExpression | ast.ConcatenatedString)
            if parameters:
                kid = ast.ErrorNode(kid.start, kid.end, parameters)
        read.append(kid)
    return read


def _as_parameter(expression: ast.Expression) -> ast.Parameter | None:
    match expression:
        case ast.VariableExpression():
            return ast.Parameter(expression.start, expression.end, expression.name, expression.start)
        case ast.AssignmentExpression(left_expr=ast.VariableExpression() as variable, right_expr=value):
            return ast.Parameter(expression.start, expression.end, variable.name, variable.start, None, value)
    return None


class _Pieces:
    """A single pass over the children of a broken part."""

    def __init__(self, kids: Kids) -> None:
        self.kids = kids
        self.parts: list[ast.Node] = []
        self.at = 0
        self.in_header = False
        """Whether the position is between the name of a definition and its `{`, where variables are parameters."""

    def assembled(self) -> list[ast.Node]:
        """The nodes, including those assembled from several pieces."""
        while self.at < len(self.kids):
            if not (self._definition() or self._parameter() or self._resource() or self._assignment()):
                self._one()
        return self.parts

    def _kind(self, ahead: int) -> str:
        """The kind of the token some pieces ahead; empty if it is a node, or missing."""
        kid = self.kids[self.at + ahead] if self.at + ahead < len(self.kids) else None
        return kid.type if isinstance(kid, TreeNode) else ""

    def _node(self, ahead: int) -> ast.Expression | None:
        kid = self.kids[self.at + ahead] if 0 <= self.at + ahead < len(self.kids) else None
        return kid if isinstance(kid, ast.Expression) else None

    def _one(self) -> None:
        kid = self.kids[self.at]
        self.at += 1
        if isinstance(kid, list):
            self.parts.extend(kid)
        elif isinstance(kid, ArgumentList):
            self.parts.extend(kid.values)
        elif isinstance(kid, ast.Node):
            self.parts.append(kid)
        elif kid.type in ("{", ")"):
            self.in_header = False

    def _definition(self) -> bool:
        keyword, name = self._kind(0), self._node(1)
        if keyword not in ("class", "define", "function", "plan") or not isinstance(name, ast.QualifiedName | ast.LiteralString):
            return False
        start, written = self.kids[self.at].start_byte, name.value
        parameters = self.kids[self.at + 2] if self.at + 2 < len(self.kids) else None
        self.at += 2
        found: tuple[ast.Parameter, ...] = ()
        if isinstance(parameters, list):
            found = tuple(parameters)
            self.at += 1
        end = found[-1].end if found else name.end
        self.in_header = not found
        match keyword:
            case "class":
                self.parts.append(ast.HostClassDefinition(start, end, written, name.start, name.end, found, None, None, None))
            case "define":
                self.parts.append(ast.ResourceTypeDefinition(start, end, written, name.start, name.end, found, None))
            case "function":
                self.parts.append(ast.FunctionDefinition(start, end, written, name.start, name.end, found, None, None))
            case _:
                self.parts.append(ast.PlanDefinition(start, end, written, name.start, name.end, found, None))
        return True

    def _parameter(self) -> bool:
        variable, type_expr = self._node(0), self._node(-1)
        if not isinstance(variable, ast.VariableExpression):
            return False
        is_typed = isinstance(type_expr, ast.QualifiedReference | ast.AccessExpression) and self.parts[-1:] == [type_expr]
        if not self.in_header and not is_typed:
            return False
        if is_typed:
            self.parts.pop()
        else:
            type_expr = None
        value = self._node(2) if self._kind(1) == "=" else None
        self.at += 1 if value is None else 3
        start = variable.start if type_expr is None else type_expr.start
        end = variable.end if value is None else value.end
        self.parts.append(ast.Parameter(start, end, variable.name, variable.start, type_expr, value))
        return True

    def _resource(self) -> bool:
        type_name, title = self._node(0), self._node(2)
        keyword = self._kind(0) == "class"
        if not (isinstance(type_name, ast.QualifiedName) or keyword) or self._kind(1) != "{" or title is None or self._kind(3) != ":":
            return False
        if type_name is None:
            token = self.kids[self.at]
            type_name = ast.QualifiedName(token.start_byte, token.end_byte, "class")
        self.at += 4
        operations = []
        while self.at < len(self.kids):
            operation = self.kids[self.at]
            if isinstance(operation, ast.AttributeOperation | ast.AttributesOperation):
                operations.append(operation)
            elif not (isinstance(operation, TreeNode) and operation.type == ","):
                break
            self.at += 1
        end = operations[-1].end if operations else title.end
        body = ast.ResourceBody(title.start, end, title, tuple(operations))
        self.parts.append(ast.ResourceExpression(type_name.start, end, "regular", type_name, (body,)))
        self.in_header = False
        return True

    def _assignment(self) -> bool:
        variable, value = self._node(0), self._node(2)
        if not isinstance(variable, ast.VariableExpression) or self._kind(1) != "=" or value is None:
            return False
        operator = self.kids[self.at + 1].start_byte
        self.at += 3
        self.parts.append(ast.AssignmentExpression(variable.start, value.end, variable, "=", value, operator))
        return True
