"""Parser of types in Puppet's type language: `parse` for a text, `Reader` for an expression inside a program.

Names that the language does not define are resolved by a `Names` function; an unknown one becomes a TypeReference.
"""

from __future__ import annotations

from collections.abc import Callable as Function
from functools import lru_cache

from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_grammar.problems import Problem, first_error
from puppet_grammar.table import Table
from puppet_typesys.issues.evaluation.types import not_a_type_specification
from puppet_typesys.types import construct, model
from puppet_typesys.types.construct import is_range_end
from puppet_typesys.types.data import BUILTIN_ALIASES
from puppet_typesys.types.model import Type
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.errors import ArgumentError, MessageError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp

Names = Function[[str], Type | None]
"""Resolves a name in lower case that the language does not define; returns None if it is unknown."""

BUILTIN: Table[str, Type] = Table("the built-in types")
"""The built-in types by name in lower case; the `rows` enter them."""


BUILTIN_NAMES: Table[str, Function[[], Type]] = Table("the built-in names of types", BUILTIN_ALIASES)
"""The built-in aliases and Object types by name in lower case, each made when first needed. `builtin_objects` adds the Object types."""


def no_names(name: str) -> Type | None:
    """Resolve no names, so that only built-in types are known."""
    return None


class TypeSyntaxError(MessageError):
    """A text that is not valid Puppet; `offset` is the byte offset of the error."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


def parse(text: str, names: Names = no_names) -> Type:
    """The type that a text denotes; raises TypeSyntaxError or ArgumentError."""
    body, wrong = _read(text)
    if wrong is not None:
        raise TypeSyntaxError(wrong.message, wrong.start)
    return Reader(names, text).type(body)


@lru_cache(4096)
def _read(text: str) -> tuple[ast.Expression, Problem | None]:
    """The syntax tree of a text, cached because the same types recur."""
    program, problems = read(text)
    return program.body, first_error(problems)


@lru_cache(1024)
def parse_builtin(text: str) -> Type:
    """The type that a text with built-in names denotes, cached."""
    return parse(text, builtin_name)


def builtin_name(name: str) -> Type | None:
    """The built-in alias or Object type of a name."""
    made = BUILTIN_NAMES.get(name)
    return None if made is None else made()


class Reader:
    """Converts expressions of one text to types."""

    def __init__(self, names: Names, source: str | bytes) -> None:
        self.names = names
        self.source = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source

    def type(self, node: ast.Expression) -> Type:
        """The type that an expression denotes; raises ArgumentError if it is not a type."""
        value = self.value(node)
        return value if isinstance(value, Type) else self.refuse(node)

    def refuse(self, node: ast.Node) -> Type:
        """Raise ArgumentError: an expression is not a type."""
        raise ArgumentError(not_a_type_specification(self.text(node)))

    def text(self, node: ast.Node) -> str:
        """The source of an expression."""
        return self.source[node.start : node.end].decode("utf-8", "replace")

    def value(self, node: ast.Expression) -> object:
        """The type or literal that an expression denotes."""
        match node:
            case ast.QualifiedReference():
                return self.name(node)
            case ast.AccessExpression():
                return self.access(node)
            case ast.QualifiedName() | ast.LiteralString() | ast.LiteralBoolean() | ast.LiteralInteger() | ast.LiteralFloat():
                return node.value
            case ast.LiteralDefault():
                return DEFAULT
            case ast.LiteralUndef():
                return None
            case ast.LiteralList():
                return tuple(map(self.value, node.values))
            case ast.LiteralHash():
                return Hash((self.value(each.key), self.value(each.value)) for each in node.entries)
            case ast.LiteralRegularExpression():
                return Regexp(node.pattern)
            case ast.UnaryMinusExpression():
                value = self.value(node.expr)
                return -value if isinstance(value, int | float) else self.refuse(node)
            case ast.HeredocExpression():
                return self.value(node.text_expr)
        return self.refuse(node)

    def name(self, node: ast.QualifiedReference) -> Type:
        """The type that a name without parameters denotes."""
        known = BUILTIN.get(node.value) or builtin_name(node.value) or self.names(node.value)
        return model.TypeReference(node.cased_value) if known is None else known

    def access(self, node: ast.AccessExpression) -> Type:
        """The type that `Name[parameters]` denotes."""
        given = tuple(map(self.value, node.keys))
        name = node.left_expr
        if not isinstance(name, ast.QualifiedReference):
            return self.refuse(node)
        rule = PARAMETERS.get(name.value)
        if rule is not None:
            return rule(self, node, given)
        known = BUILTIN.get(name.value) or builtin_name(name.value) or self.names(name.value)
        if known is None:
            return model.TypeReference(self.text(node))
        named_rule = NAMED_PARAMETERS.get(known.__class__)
        if named_rule is not None:
            return named_rule(known, name, given)
        raise ArgumentError(f"Not a parameterized type <{name.cased_value}>")

    def sizes(self, node: ast.AccessExpression, given: tuple[object, ...]) -> model.Integer | None:
        """A size from an Integer type or from one or two bounds."""
        if not given:
            return None
        if len(given) == 1 and isinstance(given[0], model.Integer):
            return given[0]
        for each in given:
            if not is_range_end(each):
                self.refuse(node)
        return construct.size(*given)

    def types(self, node: ast.AccessExpression, given: tuple[object, ...]) -> tuple[Type, ...]:
        """The parameters, all of which must be types."""
        for each in given:
            if not isinstance(each, Type):
                self.refuse(node)
        return tuple(each for each in given if isinstance(each, Type))


def check_count(name: str, given: tuple[object, ...], low: int, high: int | None, words: str) -> None:
    """Raise ArgumentError if the number of parameters is wrong; `words` says what is expected."""
    if len(given) < low or (high is not None and len(given) > high):
        raise ArgumentError(f"Invalid number of type parameters specified: {name} requires {words}, {len(given)} provided")


ReadParameters = Function[[Reader, ast.AccessExpression, tuple[object, ...]], Type]
PARAMETERS: Table[str, ReadParameters] = Table("the parameters of types")
"""The parsers of the parameters, by name of the type; the `rows` enter them."""


NAMED_PARAMETERS: Table[type[Type], Function[[Type, ast.QualifiedReference, tuple[object, ...]], Type]] = Table(
    "the parameters of named types"
)
"""The parsers of the parameters of user-defined types, by class; the `rows` enter them."""
