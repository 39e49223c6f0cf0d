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
from puppet_typesys.types.objects import OBJECT, TYPE_SET, TypeSet
from puppet_typesys.values.default import DEFAULT, Default
from puppet_typesys.values.errors import ArgumentError, MessageError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp

Names = Function[[str], Type | None]
"""Resolves a name in lower case that the language does not define; returns None if it is unknown."""

BUILTIN: dict[str, Type] = {
    "any": model.ANY,
    "array": model.ARRAY,
    "binary": model.Binary(),
    "boolean": model.Boolean(),
    "callable": model.Callable(),
    "catalogentry": model.CatalogEntry(),
    "class": model.Class(),
    "collection": model.Collection(),
    "default": model.Default(),
    "enum": model.Enum(),
    "float": model.Float(),
    "hash": model.HASH,
    "init": model.Init(),
    "integer": model.INTEGER,
    "iterable": model.Iterable(),
    "iterator": model.Iterator(),
    "notundef": model.NotUndef(),
    "numeric": model.Numeric(),
    "object": OBJECT,
    "optional": model.Optional(),
    "pattern": model.Pattern(),
    "regexp": model.Regexp(),
    "resource": model.Resource(),
    "runtime": model.Runtime(),
    "scalar": model.Scalar(),
    "scalardata": model.ScalarData(),
    "semver": model.SemVer(),
    "semverrange": model.SemVerRange(),
    "sensitive": model.Sensitive(),
    "string": model.STRING,
    "struct": model.Struct(),
    "timespan": model.Timespan(),
    "timestamp": model.Timestamp(),
    "tuple": model.Tuple(),
    "type": model.TypeType(),
    "typealias": model.TypeAlias("UnresolvedAlias"),
    "typereference": model.TypeReference(),
    "typeset": TYPE_SET,
    "undef": model.UNDEF,
    "uri": model.URI(),
    "variant": model.Variant(),
}
"""The built-in types by name in lower case."""


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
        if name.value in UNPARAMETERIZED:
            raise ArgumentError(f"Not a parameterized type <{name.cased_value}>")
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


UNPARAMETERIZED = frozenset({"any", "data", "catalogentry", "scalar", "undef", "numeric", "default", "semverrange"})

Rule = Function[[Reader, ast.AccessExpression, tuple[object, ...]], Type]
PARAMETERS: Table[str, Rule] = Table("the parameters of types")
"""The parsers of the parameters, by name of the type; `define` and `uri_parameters` add those for Object types and URIs."""


NAMED_PARAMETERS: Table[type[Type], Function[[Type, ast.QualifiedReference, tuple[object, ...]], Type]] = Table(
    "the parameters of named types"
)
"""The parsers of the parameters of user-defined types, by class; `define` adds the one for Object types."""


def rule(function: Rule) -> Rule:
    """Register a function for the type that it is named after."""
    PARAMETERS[function.__name__.strip("_")] = function
    return function


@rule
def _array(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Array", given, 1, 3, "1 to 3")
    if len(given) == 2 and not isinstance(given[0], Type):
        size = r.sizes(node, given)
        # As in the reference, which here takes the element type from the parameter `default`.
        return model.EMPTY_ARRAY if size == model.Integer(0, 0) else model.Array(model.Default(), size)
    (element,) = r.types(node, given[:1])
    return model.Array(element, r.sizes(node, given[1:]))


@rule
def _hash(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Hash", given, 2, 4, "2 to 4")
    if len(given) == 2 and not (isinstance(given[0], Type) and isinstance(given[1], Type)):
        size = r.sizes(node, given)
        return model.EMPTY_HASH if size == model.Integer(0, 0) else model.Hash(model.Default(), model.Default(), size)
    key, value = r.types(node, given[:2])
    return model.Hash(key, value, r.sizes(node, given[2:]))


@rule
def _collection(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Collection", given, 1, 2, "1 to 2")
    return model.Collection(r.sizes(node, given))


@rule
def _string(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("String", given, 1, 2, "1 to 2")
    return model.String(None, r.sizes(node, given))


@rule
def _class(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Class", given, 1, 1, "1")
    return model.Class(str(given[0]).removeprefix("::"))


@rule
def _resource(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Resource", given, 1, 2, "1 or 2")
    name = given[0].type_string if isinstance(given[0], model.TypeReference) else given[0]
    return construct.resource(name, str(given[1]) if len(given) > 1 else None)


@rule
def _regexp(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Regexp", given, 1, 1, "1")
    return construct.regexp(given[0])


@rule
def _enum(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    caseless = bool(given) and given[-1] is True
    values = given[:-1] if given and isinstance(given[-1], bool) else given
    check_count("Enum", values, 1, None, "1 or more")
    if not all(isinstance(each, str) for each in values):
        raise ArgumentError("Enum parameters must be identifiers or strings")
    return model.Enum(tuple(map(str, values)), caseless)


@rule
def _pattern(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Pattern", given, 1, None, "1 or more")
    return construct.pattern(given)


@rule
def _variant(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Variant", given, 1, None, "1 or more")
    return construct.variant(r.types(node, given))


@rule
def _tuple(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Tuple", given, 1, None, "1 or more")
    sizes: model.Integer | None = None
    if len(given) > 1 and is_range_end(given[-2]):
        if not is_range_end(given[-1]):
            r.refuse(node)
        sizes, given = model.Integer(_at_least(given[-2]), given[-1] if isinstance(given[-1], int) else None), given[:-2]
    elif is_range_end(given[-1]):
        sizes, given = model.Integer(_at_least(given[-1]), None), given[:-1]
    return construct.tuple_type(given, sizes)


def _at_least(end: object) -> int:
    return end if isinstance(end, int) else 0


@rule
def _callable(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    if len(given) > 1 and isinstance(given[0], tuple):
        check_count("callable", given, 2, 2, "2 when first parameter is an array")
    return construct.callable_type(given)


@rule
def _struct(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Struct", given, 1, 1, "1")
    return construct.struct(given[0]) if isinstance(given[0], Hash) else r.refuse(node)


@rule
def _boolean(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Boolean", given, 1, 1, "1")
    if not isinstance(given[0], bool):
        raise ArgumentError("Boolean parameter must be true or false")
    return model.Boolean(given[0])


@rule
def _integer(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Integer", given, 1, 2, "1 or 2")
    if not all(each is DEFAULT or each.__class__ is int for each in given):
        return r.refuse(node)
    return construct.size(*given)


@rule
def _float(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Float", given, 1, 2, "1 or 2")
    ends = [None if isinstance(each, Default) else float(str(each)) for each in given]
    return model.Float(*ends)


@rule
def _typeset(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Object", given, 1, 1, "1")
    return TypeSet(init=given[0] if isinstance(given[0], Hash) else None)


@rule
def _init(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    (inner,) = r.types(node, given[:1])
    return model.Init(inner, given[1:])


def _around(name: str, make: Function[[Type], Type]) -> Rule:
    def read_one(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
        check_count(name, given, 1, 1, "0 to 1" if name in ("Sensitive", "NotUndef") else "1")
        if isinstance(given[0], str) and name in ("Optional", "NotUndef"):
            return make(model.String(given[0]))
        (inner,) = r.types(node, given)
        return make(inner)

    return read_one


PARAMETERS |= {
    "iterable": _around("Iterable", model.Iterable),
    "iterator": _around("Iterator", model.Iterator),
    "notundef": _around("NotUndef", model.NotUndef),
    "optional": _around("Optional", model.Optional),
    "sensitive": _around("Sensitive", model.Sensitive),
    "type": _around("Type", model.TypeType),
}


@rule
def _runtime(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Runtime", given, 2, 2, "2")
    return model.Runtime(str(given[0]), given[1])


@rule
def _timespan(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Timespan", given, 0, 2, "0 to 2")
    return construct.time_type(model.Timespan, given)


@rule
def _timestamp(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Timestamp", given, 0, 2, "0 to 2")
    return construct.time_type(model.Timestamp, given)


@rule
def _semver(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("SemVer", given, 1, None, "1 or more")
    return construct.semver(given)


def _named_resource(type: Type, name: ast.QualifiedReference, given: tuple[object, ...]) -> Type:
    assert isinstance(type, model.Resource)
    check_count(name.cased_value, given, 1, 1, "1")
    return construct.resource(type.type_name, str(given[0]))


NAMED_PARAMETERS[model.Resource] = _named_resource
