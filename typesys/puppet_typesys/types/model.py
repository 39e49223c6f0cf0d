"""The types of the language, named as in Puppet.

Types are values: immutable, compared and hashed by their fields. Where the reference normalizes parameters as a type is made
(negative sizes, sorted Enums, `NotUndef[Any]`), the static method `normalize` does the same. The type `Type` is called
`TypeType`, since `Type` is the base class.
"""

from __future__ import annotations

from collections.abc import Callable as Function

from puppet_typesys.types.ranges import check_range, merged
from puppet_typesys.types.record import Immutable, record, set_field
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash as HashValue
from puppet_typesys.values.meter import spend
from puppet_typesys.values.regexp import Regexp as RegexpValue
from puppet_typesys.values.semver_range import SemVerRange as SemVerRangeValue
from puppet_typesys.values.semver_range import merge as merge_version_ranges
from puppet_typesys.values.timespan import Timespan as TimespanValue
from puppet_typesys.values.timestamp import Timestamp as TimestampValue


class Type(Immutable):
    """A set of values; the base class of all types."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """A representation for debugging; see `show` for the text in Puppet."""
        return f"{self.__class__.__name__}({', '.join(repr(getattr(self, name)) for name in self._fields)})"

    def generalized(self) -> Type:
        """See `generalize`."""
        return self.with_inner(generalize)

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        """The type with a function applied to each of the types inside it."""
        return self

    @property
    def RUBY_NAME(self) -> str:  # noqa: N802 - named as the constant that values have
        """The name of the Ruby class of such types in the reference."""
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
    """Accepts everything, and is accepted by everything; the element type of an empty Array."""


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

    @staticmethod
    def normalize(low: int | None, high: int | None) -> tuple[object, ...]:
        check_range(low, high)
        return low, high

    def generalized(self) -> Type:
        return INTEGER


@record
class Float(Numeric):
    """Floats from `low` to `high`; None is unbounded."""

    low: float | None = None
    high: float | None = None

    @staticmethod
    def normalize(low: float | None, high: float | None) -> tuple[object, ...]:
        check_range(low, high)
        return low, high

    def generalized(self) -> Type:
        return Float()


@record
class Boolean(ScalarData):
    """Both Booleans, or only `value`."""

    value: bool | None = None

    def generalized(self) -> Type:
        return Boolean()


@record
class String(ScalarData):
    """Strings: all, those with a size, or only `value`."""

    value: str | None = None
    size: Integer | None = None

    @staticmethod
    def normalize(value: str | None, size: Integer | None) -> tuple[object, ...]:
        return value, to_size(size)

    def generalized(self) -> Type:
        return STRING


@record
class Enum(ScalarData):
    """Strings from a list of values, which is sorted and has no duplicates."""

    values: tuple[str, ...] = ()
    case_insensitive: bool = False

    @staticmethod
    def normalize(values: tuple[str, ...], case_insensitive: bool) -> tuple[object, ...]:
        return tuple(sorted(set(values), key=lambda value: value.encode("utf-8", "surrogatepass"))), case_insensitive

    def generalized(self) -> Type:
        sizes = [len(value) for value in self.values]
        return String(None, Integer(min(sizes), max(sizes))) if sizes else STRING


@record
class Regexp(Scalar):
    """Regular expressions: all, or only the one whose source is `pattern`, with its options as a group around it."""

    pattern: str | None = None

    @property
    def regexp(self) -> RegexpValue:
        """The regular expression that the type is limited to."""
        return RegexpValue(self.pattern or "")


@record
class Pattern(ScalarData):
    """Strings that match at least one of the patterns; without patterns, all strings."""

    patterns: tuple[Regexp, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pattern) and len(self.patterns) == len(other.patterns) and set(self.patterns) <= set(other.patterns)

    def __hash__(self) -> int:
        return hash(("Pattern", frozenset(self.patterns)))


@record
class SemVer(Scalar):
    """Versions: all, or those in one of the ranges. Ranges that overlap or adjoin are merged."""

    ranges: tuple[SemVerRangeValue, ...] = ()

    @staticmethod
    def normalize(ranges: tuple[SemVerRangeValue, ...]) -> tuple[object, ...]:
        return (tuple(reversed(merged(list(ranges), merge_version_ranges))) if len(ranges) > 1 else ranges,)


@record
class SemVerRange(Type):
    """Ranges of versions."""


@record
class Timespan(Scalar):
    """Timespans from `low` to `high`; None is unbounded."""

    low: TimespanValue | None = None
    high: TimespanValue | None = None

    @staticmethod
    def normalize(low: TimespanValue | None, high: TimespanValue | None) -> tuple[object, ...]:
        check_range(low, high)
        return low, high

    def generalized(self) -> Type:
        return Timespan()


@record
class Timestamp(Scalar):
    """Timestamps from `low` to `high`; None is unbounded."""

    low: TimestampValue | None = None
    high: TimestampValue | None = None

    @staticmethod
    def normalize(low: TimestampValue | None, high: TimestampValue | None) -> tuple[object, ...]:
        check_range(low, high)
        return low, high

    def generalized(self) -> Type:
        return Timestamp()


@record
class Binary(Type):
    """Binaries."""


@record
class URI(Type):
    """URIs: all, or those whose parts match the parameters."""

    parameters: HashValue | None = None

    def generalized(self) -> Type:
        return URI()


# ---- collections


@record
class Collection(Type):
    """Arrays and hashes of a size."""

    size: Integer | None = None

    @staticmethod
    def normalize(size: Integer | None) -> tuple[object, ...]:
        return (to_size(size),)

    def generalized(self) -> Type:
        return Collection()


@record
class Array(Type):
    """Arrays of a size whose elements have one type."""

    element: Type = Any()
    size: Integer | None = None

    @staticmethod
    def normalize(element: Type, size: Integer | None) -> tuple[object, ...]:
        return UNIT if is_zero(size) else element, to_size(size)

    def generalized(self) -> Type:
        return Array(generalize(self.element))

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        return Array(change(self.element), self.size)


@record
class Hash(Type):
    """Hashes of a size whose keys have one type and whose values have another."""

    key: Type = Any()
    value: Type = Any()
    size: Integer | None = None

    @staticmethod
    def normalize(key: Type, value: Type, size: Integer | None) -> tuple[object, ...]:
        return (UNIT, UNIT, to_size(size)) if is_zero(size) else (key, value, to_size(size))

    def generalized(self) -> Type:
        return self if self == EMPTY_HASH else Hash(generalize(self.key), generalize(self.value))

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        return Hash(change(self.key), change(self.value), self.size)


@record
class Tuple(Type):
    """Arrays with a type for each element; with a size, the last type repeats."""

    types: tuple[Type, ...] = ()
    size: Integer | None = None

    @staticmethod
    def normalize(types: tuple[Type, ...], size: Integer | None) -> tuple[object, ...]:
        return types, to_size(size)

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        return Tuple(tuple(map(change, self.types)), self.size) if self.types else self


@record
class StructElement:
    """A key of a Struct, `String['name']` or an Optional of it, and the type of its value."""

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
    """Hashes with these keys and no others.

    An open Struct, which no text denotes, is what is known of a Hash that may have further keys, such as that of facts.
    """

    elements: tuple[StructElement, ...] = ()
    is_open: bool = False

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        values = [change(each.value) for each in self.elements]
        if all(new is each.value for new, each in zip(values, self.elements, strict=True)):
            return self  # Large ones are asked often.
        return Struct(tuple(StructElement(each.key, new) for new, each in zip(values, self.elements, strict=True)), self.is_open)


# ---- types that wrap other types


@record
class Variant(Type):
    """The values of any of several types, in any order."""

    types: tuple[Type, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and len(self.types) == len(other.types) and set(self.types) <= set(other.types)

    def __hash__(self) -> int:
        return hash(("Variant", frozenset(self.types)))

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        return variant_of(list(map(change, self.types))) if self.types else self


@record
class Optional(Type):
    """`undef` or another type."""

    type: Type | None = None

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        return self if self.type is None else Optional(change(self.type))


@record
class NotUndef(Type):
    """Another type, without `undef`."""

    type: Type | None = None

    @staticmethod
    def normalize(type: Type | None) -> tuple[object, ...]:
        return (None if type.__class__ is Any else type,)

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        return self if self.type is None else NotUndef(change(self.type))


@record
class Iterable(Type):
    """Values that can be iterated: collections, strings, some integers and types."""

    type: Type | None = None

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        return self if self.type is None else Iterable(change(self.type))


@record
class Iterator(Type):
    """Lazy sequences, which functions such as `each` and `step` return without a block."""

    type: Type | None = None

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        return self if self.type is None else Iterator(change(self.type))


@record
class TypeType(Type):
    """Types: all, or those that are assignable to another type."""

    type: Type | None = None

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        return self if self.type is None else TypeType(change(self.type))


@record
class Sensitive(Type):
    """Values that are not shown. The type inside is generalized, because a literal type would reveal the value."""

    type: Type = Any()

    @staticmethod
    def normalize(type: Type) -> tuple[object, ...]:
        return (type.generalized(),)

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        # Without this, each level of nested types would be generalized twice, the innermost ones exponentially often.
        changed = change(self.type)
        return self if changed == self.type else Sensitive(changed)


@record
class Init(Type):
    """The values from which `new` can make values of a type."""

    type: Type | None = None
    arguments: tuple[object, ...] = ()

    @staticmethod
    def normalize(type: Type | None, arguments: tuple[object, ...]) -> tuple[object, ...]:
        if type is None and arguments:
            raise ArgumentError("Init cannot be parameterized with an undefined type and additional arguments")
        return type, arguments

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        if self.type is not None and (self.type in REMADE or change(self.type) != self.type):
            raise InternalError("an Init is made anew without its arguments")
        return self


@record
class Callable(Type):
    """Functions and lambdas; all of them if `parameters` is None."""

    parameters: Tuple | None = None
    block: Type | None = None
    returns: Type | None = None

    @staticmethod
    def normalize(parameters: Tuple | None, block: Type | None, returns: Type | None) -> tuple[object, ...]:
        return parameters, block, None if returns.__class__ is Any else returns

    def with_inner(self, change: Function[[Type], Type]) -> Type:
        parameters = None if self.parameters is None else change(self.parameters)
        assert parameters is None or isinstance(parameters, Tuple)
        block = None if self.block is None else change(self.block)
        return Callable(parameters, block, None if self.returns is None else change(self.returns))


@record
class Runtime(Type):
    """Values of the reference's runtime, which have no counterpart here."""

    runtime: str | None = None
    name_or_pattern: object = None


# ---- the catalog


@record
class CatalogEntry(Type):
    """References to resources and classes in the catalog."""


@record
class Class(CatalogEntry):
    """A reference to a class, or to any class."""

    class_name: str | None = None


@record
class Resource(CatalogEntry):
    """A reference to a resource, to all resources of a type, or to any resource; the case of the type's name does not matter."""

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
    """A reference to an unknown type, by its text."""

    type_string: str = "UnresolvedReference"


class TypeAlias(Type):
    """A named type, equal to any other alias of the same name.

    An alias that is parsed from text may mention itself: it is made without `resolved`, and `resolve_alias` completes it.
    """

    __slots__ = ("name", "resolved", "self_recursion")
    _fields = ("name",)
    name: str
    resolved: Type | None
    self_recursion: bool

    def __init__(self, name: str, resolved: Type | None = None) -> None:
        set_field(self, "name", name)
        set_field(self, "resolved", resolved)
        set_field(self, "self_recursion", False)

    @property
    def target(self) -> Type:
        """The type that the alias stands for."""
        if self.resolved is None:
            raise ArgumentError(f"Reference to unresolved type {self.name}")
        # Aliases of aliases can denote types of exponential size.
        spend(1)
        return self.resolved

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypeAlias) and other.name == self.name

    def __hash__(self) -> int:
        return hash(("TypeAlias", self.name))


def to_size(size: Integer | None) -> Integer | None:
    """A size with a lower bound of at least 0."""
    if size is None or (size.low is not None and size.low >= 0):
        return size
    return Integer(0, None if size.high is None else max(size.high, 0))


def is_zero(size: Integer | None) -> bool:
    """Whether 0 is the only possible size."""
    return size is not None and size.low == 0 and size.high == 0


def generalize(type: Type) -> Type:
    """The type without sizes, ranges and literal values."""
    return type.generalized()


def variant_of(types: list[Type]) -> Type:
    """The Variant of types: nested Variants are flattened, duplicates are removed, and a single type is returned as it is."""
    flat: dict[Type, None] = {}
    for each in types:
        if isinstance(each, Variant):
            flat |= dict.fromkeys(each.types)
        else:
            flat[each] = None
    return next(iter(flat)) if len(flat) == 1 else Variant(tuple(flat))


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
CHARACTER = String(None, Integer(1, 1))
REMADE = (Struct(), Tuple(), NotUndef())
"""Types for which the reference makes an equal copy where it could reuse the original."""
