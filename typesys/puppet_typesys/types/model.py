"""The types of the language, named as in Puppet.

Types are values: compared and hashed by what they say. Where the reference brings parameters into a normal form when a type is
made (sizes below zero, sorted Enums, `NotUndef[Any]`), `settle` does the same. The type `Type` is called `TypeType`, since `Type`
is what all types are.
"""

from __future__ import annotations

from collections.abc import Callable as Callable_
from typing import TypeVar

from puppet_typesys.types.record import record
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash as HashValue
from puppet_typesys.values.regexp import Regexp as RegexpValue
from puppet_typesys.values.semver_range import SemVerRange as SemVerRangeValue
from puppet_typesys.values.semver_range import merge as merge_version_ranges
from puppet_typesys.values.timespan import Timespan as TimespanValue
from puppet_typesys.values.timestamp import Timestamp as TimestampValue

T = TypeVar("T")


class Type:
    """A set of values."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()

    def __repr__(self) -> str:
        from puppet_typesys.types.show import show  # for debugging only: show builds upon this module

        return show(self)

    @property
    def RUBY_NAME(self) -> str:  # noqa: N802 - named as the constant that values have
        """What the reference's runtime calls the class of such a type."""
        return f"Puppet::Pops::Types::P{self.__class__.__name__.removesuffix('Type')}Type"


@record
class Any(Type):
    """Every value."""


@record
class Undef(Type):
    """Only `undef`."""


@record
class Default(Type):
    """Only `default`."""


@record
class Unit(Type):
    """What is accepted by and accepts everything: the element type of an empty Array."""


# ---- scalars


@record
class Scalar(Type):
    """Strings, numbers, Booleans, regular expressions, versions and times."""


@record
class ScalarData(Scalar):
    """Strings, numbers and Booleans."""


@record
class Numeric(ScalarData):
    """Integers and floats."""


@record
class Integer(Numeric):
    """Integers from `low` to `high`; None is unbounded."""

    low: int | None = None
    high: int | None = None

    def settle(self) -> None:
        check_range(self.low, self.high)


@record
class Float(Numeric):
    """Floats from `low` to `high`; None is unbounded."""

    low: float | None = None
    high: float | None = None

    def settle(self) -> None:
        check_range(self.low, self.high)


@record
class Boolean(ScalarData):
    """Both Booleans, or only `value`."""

    value: bool | None = None


@record
class String(ScalarData):
    """Strings: all, those with a size, or only `value`."""

    value: str | None = None
    size: Integer | None = None

    def settle(self) -> None:
        self.size = to_size(self.size)


@record
class Enum(ScalarData):
    """Strings out of a list, sorted and without doubles."""

    values: tuple[str, ...] = ()
    case_insensitive: bool = False

    def settle(self) -> None:
        self.values = tuple(sorted(set(self.values), key=lambda value: value.encode("utf-8", "surrogatepass")))


@record
class Regexp(Scalar):
    """Regular expressions: all, or the one that is written `pattern` (options as a group around it)."""

    pattern: str | None = None

    @property
    def regexp(self) -> RegexpValue:
        """The regular expression of a type that has one."""
        return RegexpValue(self.pattern or "")


@record
class Pattern(ScalarData):
    """Strings in which one of the patterns is found; without patterns, all strings."""

    patterns: tuple[Regexp, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pattern) and len(self.patterns) == len(other.patterns) and set(self.patterns) <= set(other.patterns)

    def __hash__(self) -> int:
        return hash(("Pattern", frozenset(self.patterns)))


@record
class SemVer(Scalar):
    """Versions: all, or those in one of the ranges, which are merged where they touch."""

    ranges: tuple[SemVerRangeValue, ...] = ()

    def settle(self) -> None:
        if len(self.ranges) > 1:
            self.ranges = tuple(reversed(merged(list(self.ranges), merge_version_ranges)))


@record
class SemVerRange(Type):
    """Ranges of versions."""


@record
class Timespan(Scalar):
    """Timespans from `low` to `high`; None is unbounded."""

    low: TimespanValue | None = None
    high: TimespanValue | None = None

    def settle(self) -> None:
        check_range(self.low, self.high)


@record
class Timestamp(Scalar):
    """Timestamps from `low` to `high`; None is unbounded."""

    low: TimestampValue | None = None
    high: TimestampValue | None = None

    def settle(self) -> None:
        check_range(self.low, self.high)


@record
class Binary(Type):
    """Binaries."""


@record
class URI(Type):
    """URIs: all, or those whose parts match the parameters."""

    parameters: HashValue | None = None


# ---- collections


@record
class Collection(Type):
    """Arrays and hashes of a size."""

    size: Integer | None = None

    def settle(self) -> None:
        self.size = to_size(self.size)


@record
class Array(Type):
    """Arrays of a size whose elements have one type."""

    element: Type = Any()
    size: Integer | None = None

    def settle(self) -> None:
        if is_zero(self.size):
            self.element = UNIT
        self.size = to_size(self.size)


@record
class Hash(Type):
    """Hashes of a size whose keys have one type and whose values have another."""

    key: Type = Any()
    value: Type = Any()
    size: Integer | None = None

    def settle(self) -> None:
        if is_zero(self.size):
            self.key = self.value = UNIT
        self.size = to_size(self.size)


@record
class Tuple(Type):
    """Arrays with a type for each place; with a size the last type repeats."""

    types: tuple[Type, ...] = ()
    size: Integer | None = None

    def settle(self) -> None:
        self.size = to_size(self.size)


@record
class StructElement:
    """A key of a Struct: `String['name']`, or `Optional` of it, and the type of its value."""

    key: Type
    value: Type

    @property
    def name(self) -> str:
        """The key itself."""
        key = self.key.type if isinstance(self.key, Optional) else self.key
        assert isinstance(key, String) and key.value is not None
        return key.value

    @property
    def is_optional(self) -> bool:
        """Whether the key may be missing."""
        return isinstance(self.key, Optional)


@record
class Struct(Type):
    """Hashes with these keys and no others."""

    elements: tuple[StructElement, ...] = ()


# ---- types around types


@record
class Variant(Type):
    """Any of several types; their order says nothing."""

    types: tuple[Type, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and len(self.types) == len(other.types) and set(self.types) <= set(other.types)

    def __hash__(self) -> int:
        return hash(("Variant", frozenset(self.types)))


@record
class Optional(Type):
    """`undef` or another type."""

    type: Type | None = None


@record
class NotUndef(Type):
    """Another type, without `undef`."""

    type: Type | None = None

    def settle(self) -> None:
        if self.type.__class__ is Any:
            self.type = None


@record
class Iterable(Type):
    """What can be iterated: collections, strings, some integers and types."""

    type: Type | None = None


@record
class Iterator(Type):
    """What `each` and its like give without a block."""

    type: Type | None = None


@record
class TypeType(Type):
    """Types: all, or those that another type accepts."""

    type: Type | None = None


@record
class Sensitive(Type):
    """Values that are not shown; the type inside is generalized, since it might tell too much."""

    type: Type = Any()

    def settle(self) -> None:
        if self.type.__class__ is not Any:
            from puppet_typesys.types.normal import generalize  # which builds upon this module

            self.type = generalize(self.type)


@record
class Init(Type):
    """What `new` accepts for a type."""

    type: Type | None = None
    arguments: tuple[object, ...] = ()

    def settle(self) -> None:
        if self.type is None and self.arguments:
            raise ArgumentError("Init cannot be parameterized with an undefined type and additional arguments")


@record
class Callable(Type):
    """Functions and blocks; without `parameters` all of them."""

    parameters: Tuple | None = None
    block: Type | None = None
    returns: Type | None = None

    def settle(self) -> None:
        if self.returns.__class__ is Any:
            self.returns = None


@record
class Runtime(Type):
    """Values of the reference's runtime, which have no meaning here."""

    runtime: str | None = None
    name_or_pattern: object = None


# ---- the catalog


@record
class CatalogEntry(Type):
    """References to resources and classes."""


@record
class Class(CatalogEntry):
    """A reference to a class, or to any."""

    class_name: str | None = None


@record
class Resource(CatalogEntry):
    """A reference to a resource, to all of a type, or to any; the type's name is compared without case."""

    type_name: str | None = None
    title: str | None = None

    @property
    def downcased_name(self) -> str | None:
        """The type's name in lower case."""
        return None if self.type_name is None else self.type_name.lower()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Resource) and self.downcased_name == other.downcased_name and self.title == other.title

    def __hash__(self) -> int:
        return hash(("Resource", self.downcased_name, self.title))


# ---- names


@record
class TypeReference(Type):
    """The text of a type that nobody knows."""

    type_string: str = "UnresolvedReference"


class TypeAlias(Type):
    """A named type, possibly made of itself; equal to any other alias of its name. `resolved` is set once."""

    __slots__ = ("name", "resolved", "self_recursion")
    _fields = ("name",)

    def __init__(self, name: str, resolved: Type | None = None) -> None:
        self.name = name
        self.resolved = resolved
        self.self_recursion = False

    @property
    def target(self) -> Type:
        """The type that the alias stands for."""
        if self.resolved is None:
            raise ArgumentError(f"Reference to unresolved type {self.name}")
        return self.resolved

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypeAlias) and other.name == self.name

    def __hash__(self) -> int:
        return hash(("TypeAlias", self.name))


def check_range(low: object, high: object) -> None:
    """Refuse a range that ends before it starts."""
    if low is not None and high is not None and low > high:  # type: ignore[operator]  # both ends are of one kind
        raise ArgumentError(f"'from' must be less or equal to 'to'. Got ({_end(low)}, {_end(high)}")


def _end(value: object) -> str:
    if isinstance(value, float):
        from puppet_typesys.values.numbers import float_text  # only for the error

        return float_text(value)
    return str(value)


def to_size(size: Integer | None) -> Integer | None:
    """A range of sizes without those below zero."""
    if size is None or (size.low is not None and size.low >= 0):
        return size
    return Integer(0, None if size.high is None else max(size.high, 0))


def is_zero(size: Integer | None) -> bool:
    """Whether only the size 0 is left."""
    return size is not None and size.low == 0 and size.high == 0


def merged(ranges: list[T], merge: Callable_[[T, T], T | None]) -> list[T]:
    """Ranges with those put together that touch, in the reference's order: the last first."""
    result: list[T] = []
    while ranges:
        first = ranges.pop()
        apart: list[T] = []
        for each in ranges:
            both = merge(first, each)
            if both is None:
                apart.append(each)
            else:
                first = both
        result.append(first)
        ranges = apart
    return result


ANY = Any()
UNDEF = Undef()
UNIT = Unit()
STRING = String()
INTEGER = Integer()
ARRAY = Array()
HASH = Hash()
DEFAULT_SIZE = Integer(0, None)
KEY_PAIR_SIZE = Integer(2, 2)
EMPTY_ARRAY = Array(UNIT, Integer(0, 0))
EMPTY_HASH = Hash(UNIT, UNIT, Integer(0, 0))
NON_EMPTY_STRING = String(None, Integer(1, None))
CHARACTER = String(None, Integer(1, 1))
