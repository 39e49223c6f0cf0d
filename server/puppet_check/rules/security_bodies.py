"""The bodies of resources with what is written in their attributes, for rules about what a resource does to a node."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_grammar.dataclass import dataclass
from puppet_typesys.types import model
from puppet_typesys.types.model import Type

HOLE = "\ufffc"
"""The placeholder in a text for what is not known."""
DEPTH = 5
"""How many assignments are followed from one to the next."""
Attributes = ast.ResourceBody | ast.ResourceDefaultsExpression | ast.ResourceOverrideExpression


@dataclass(frozen=True)
class Body:
    """What sets attributes of resources of one type."""

    type: str
    node: Attributes
    file: File

    @cached_property
    def attributes(self) -> dict[str, ast.AttributeOperation]:
        """The attributes by name."""
        return {each.attribute_name: each for each in self.node.operations if isinstance(each, ast.AttributeOperation)}

    @property
    def is_whole(self) -> bool:
        """Whether all attributes are known that it sets."""
        return isinstance(self.node, ast.ResourceBody) and len(self.attributes) == len(self.node.operations)

    def value(self, name: str) -> ast.Expression | None:
        """The expression of an attribute."""
        found = self.attributes.get(name)
        return None if found is None else found.value_expr

    def text(self, name: str) -> str | None:
        """The text of an attribute, with placeholders for what is not known; None if it is not set or not a text."""
        value = self.value(name)
        return None if value is None else written(value, self.file)

    def texts(self, name: str) -> list[tuple[ast.Expression, str]]:
        """The text of an attribute, or those of its array."""
        value = self.value(name)
        return [] if value is None else [*_texts(value, self.file)]

    def is_true(self, name: str) -> bool:
        """Whether an attribute is set to a value that stands for true."""
        return _plain(self.value(name)) in ("true", "1", "yes", "on")

    def is_false(self, name: str) -> bool:
        """Whether an attribute is set to a value that stands for false."""
        return _plain(self.value(name)) in ("false", "0", "no", "off")


def bodies(node: ast.ResourceExpression, file: File) -> Iterator[Body]:
    """The bodies of a resource expression."""
    if isinstance(node.type_name, ast.QualifiedName):
        for each in node.bodies:
            yield Body(node.type_name.value.removeprefix("::"), each, file)


def _plain(value: ast.Expression | None) -> str:
    match value:
        case ast.LiteralBoolean() | ast.LiteralInteger() | ast.LiteralString() | ast.QualifiedName():
            return str(value.value).lower()
    return ""


def _texts(value: ast.Expression, file: File) -> Iterator[tuple[ast.Expression, str]]:
    for each in value.values if isinstance(value, ast.LiteralList) else (value,):
        text = written(each, file)
        if text is not None:
            yield each, text


def written(node: ast.Expression, file: File, depth: int = DEPTH) -> str | None:
    """The text of an expression, with placeholders for what is not known; None if it is not a text."""
    match node:
        case ast.LiteralString() | ast.QualifiedName():
            return node.value
        case ast.ConcatenatedString():
            return "".join(_part(each, file, depth) for each in node.segments)
        case ast.HeredocExpression():
            return written(node.text_expr, file, depth)
        case ast.ParenthesizedExpression():
            return written(node.expr, file, depth)
        case ast.VariableExpression():
            type = None if file.model is None else file.model.type_of(node)
            if isinstance(type, model.String) and type.value is not None:
                return type.value
            values = assigned(node, file) if depth else ()
            return written(values[0], file, depth - 1) if len(values) == 1 else None
    return None


def _part(node: ast.Expression, file: File, depth: int) -> str:
    if isinstance(node, ast.LiteralString):
        return node.value
    inner = node.expr if isinstance(node, ast.TextExpression) else node
    text = written(inner, file, depth)
    return HOLE if text is None else text


def assigned(variable: ast.VariableExpression, file: File) -> Sequence[ast.Expression]:
    """The values that are assigned to a variable of a definition or lambda, wherever in it."""
    owner = next((each for each in file.scopes.around(variable) if variable.name in each.names), None)
    if owner is None or variable.name in owner.parameters or variable.name in owner.unpacked:
        return ()
    around = owner.node
    return [each.right_expr for each in file.assignments.get(variable.name, ()) if around.start <= each.start < around.end]


def parameter(variable: ast.VariableExpression, file: File) -> tuple[ast.Parameter, ast.Node] | None:
    """The parameter that a variable reads, and the definition or lambda that has it."""
    for each in file.scopes.around(variable):
        if variable.name in each.parameters:
            return each.parameters[variable.name], each.node
        if variable.name in each.names:
            return None
    return None


def declared_type(parameter: ast.Parameter, file: File) -> Type | None:
    """The type that a parameter declares; None if it declares none, or that is not known."""
    type = None if parameter.type_expr is None or file.model is None else file.model.type_of(parameter.type_expr)
    return type.type if isinstance(type, model.TypeType) else None
