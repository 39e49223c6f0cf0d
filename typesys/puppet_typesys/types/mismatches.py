"""Mismatches between types: what is wrong at one place, and the reference's message about it."""

from __future__ import annotations

from copy import copy
from typing import TypeVar

from puppet_grammar.named import NamedTuple
from puppet_typesys.issues.wording import with_article
from puppet_typesys.types import model
from puppet_typesys.types.model import Integer, Type, generalize, variant_of
from puppet_typesys.types.objects import Object, ObjectExtension, TypeSet
from puppet_typesys.types.ranges import hull
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.show import show_expanded, show_plain
from puppet_typesys.types.simplify import normalize
from puppet_typesys.types.walk import unaliased


class PathElement(NamedTuple):
    """One step of the path to a mismatch: its kind, and a name or index."""

    kind: str
    key: str | int

    def text(self) -> str:
        return STEPS[self.kind].format(self.key)


STEPS = {
    "subject": "{}",
    "entry": "entry '{}'",
    "key": "key of entry '{}'",
    "parameter": "parameter '{}'",
    "return": "{}",
    "block": "{}",
    "index": "index {}",
    "variant": "variant {}",
}
Path = tuple[PathElement, ...]
M = TypeVar("M", bound="Mismatch")


class Mismatch:
    """A type mismatch at the end of a path."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return self.text().strip()

    def canonical_path(self) -> Path:
        """The path without elements that select an alternative of a Variant or a signature."""
        return tuple(each for each in self.path if each.kind not in ("variant", "signature"))

    def details(self) -> tuple[object, ...]:
        """The details apart from the path; empty if the class and the path say everything."""
        return ()

    def merged(self, other: Mismatch) -> Mismatch:
        """This mismatch combined with another of the same class at the same place."""
        return self

    def without_element(self, index: int) -> Mismatch:
        """A copy without the path element at an index."""
        if index >= len(self.path):
            return self
        made = copy(self)
        made.path = self.path[:index] + self.path[index + 1 :]
        return made

    def text(self) -> str:
        """The sentence: the number of the signature, the path and the message."""
        path = self.path
        lead = ""
        if path and path[0].kind == "signature":
            lead = f" {int(path[0].key) + 1}."
            path = path[1:]
        place = " " + " ".join(each.text() for each in path) if path else ""
        return f"{lead}{place}{self.message()}"

    def message(self) -> str:
        """The end of the sentence: what is wrong at the path."""
        raise NotImplementedError

    def parameter(self) -> str | None:
        """The name of the parameter that has the mismatch."""
        return next((str(each.key) for each in self.path if each.kind == "parameter"), None)

    def is_same(self, other: Mismatch) -> bool:
        """Whether the reference reports two mismatches as one, which it does for those without details."""
        if self is other:
            return True
        return not self.details() and self.__class__ is other.__class__ and self.canonical_path() == other.canonical_path()


class KeyMismatch(Mismatch):
    """A mismatch that concerns a key or parameter by name."""

    WORDS = ""

    def __init__(self, path: Path, key: str) -> None:
        super().__init__(path)
        self.key = key

    def details(self) -> tuple[object, ...]:
        return (self.key,)

    def message(self) -> str:
        return self.WORDS.format(self.key)


class MissingKey(KeyMismatch):
    WORDS = " expects a value for key '{}'"


class ParameterMismatch(KeyMismatch):
    """A mismatch that concerns a parameter as a whole."""

    def parameter(self) -> str | None:
        return self.key


class MissingParameter(ParameterMismatch):
    WORDS = " expects a value for parameter '{}'"

    def __init__(self, path: Path, key: str, expected: Type | None = None) -> None:
        """`expected` is the type of the parameter, if it is known."""
        super().__init__(path, key)
        self.expected = expected


class ExtraneousKey(KeyMismatch):
    WORDS = " unrecognized key '{}'"


class InvalidParameter(ParameterMismatch):
    WORDS = " has no parameter named '{}'"


class UnresolvedTypeReference(KeyMismatch):
    WORDS = " references an unresolved type '{}'"


class UnexpectedBlock(Mismatch):
    def message(self) -> str:
        return " does not expect a block"


class MissingRequiredBlock(Mismatch):
    def message(self) -> str:
        return " expects a block"


class TypeMismatch(Mismatch):
    """A type that does not match the expected one."""

    def __init__(self, path: Path, expected: Type, actual: Type) -> None:
        super().__init__(path)
        self.expected = normalize(expected)
        self.actual = normalize(actual)

    def details(self) -> tuple[object, ...]:
        return self.expected, self.actual

    def merged(self, other: Mismatch) -> Mismatch:
        assert isinstance(other, TypeMismatch)
        return self.__class__(self.path, variant_of([self.expected, other.expected]), self.actual)

    def message(self) -> str:
        expected, optional = self.expected, False
        if isinstance(expected, model.Optional) and expected.type is not None:
            expected, optional = expected.type, True
        alternatives = list(expected.types) if isinstance(expected, model.Variant) else [expected]
        if _is_detailed(alternatives, self.actual):
            actual = _detailed_actual(alternatives, self.actual)
            names = [show_expanded(each) for each in alternatives]
        else:
            actual = short_name(self.actual)
            names = [short_name(each) for each in alternatives]
            if isinstance(expected, model.Variant):
                names = list(dict.fromkeys(names))
        if optional:
            names.insert(0, "Undef")
        if len(names) == 1:
            return f" expects {with_article(names[0])} value, got {actual}"
        words = " or ".join(names) if len(names) == 2 else f"{', '.join(names[:-1])}, or {names[-1]}"
        return f" expects a value of type {words}, got {actual}"


class PatternMismatch(TypeMismatch):
    """A string that is not a value of an Enum or does not match a Pattern."""

    def message(self) -> str:
        expected, lead = self.expected, ""
        if isinstance(expected, model.Optional) and expected.type is not None:
            expected, lead = expected.type, "an undef value or "
        actual = self.actual
        shown = f"'{actual.value}'" if isinstance(actual, model.String) and actual.value is not None else short_name(actual)
        return f" expects {lead}a match for {show_expanded(expected)}, got {shown}"


class SizeMismatch(Mismatch):
    """A collection of the wrong size."""

    def __init__(self, path: Path, expected: Integer, actual: Integer) -> None:
        super().__init__(path)
        self.expected = expected
        self.actual = actual

    def details(self) -> tuple[object, ...]:
        return self.expected, self.actual

    def merged(self, other: Mismatch) -> Mismatch:
        assert isinstance(other, SizeMismatch)
        return self.__class__(self.path, hull(self.expected, other.expected), self.actual)

    def message(self) -> str:
        return f" expects size to be {range_text(self.expected, '0')}, got {range_text(self.actual, '0')}"


class CountMismatch(SizeMismatch):
    """A call with the wrong number of arguments."""

    def message(self) -> str:
        low, high = self.expected.low or 0, self.expected.high
        plural = "" if (low == 1 and high in (1, None)) or (low == 0 and high == 1) else "s"
        return f" expects {range_text(self.expected, 'no')} argument{plural}, got {range_text(self.actual, 'none')}"


def range_text(range: Integer, zero: str) -> str:
    """A size in words, such as "at least 2"."""
    low, high = range.low or 0, range.high
    if low == high:
        return str(low) if low else zero
    if low == 0:
        return "unlimited" if high is None else f"at most {high}"
    return f"at least {low}" if high is None else f"between {low} and {high}"


# ---- how much detail of a type a message shows


def name_of(type: Type) -> str:
    """The name of a type without its parameters, as the reference uses it in messages."""
    match type:
        case model.TypeAlias() | TypeSet():
            return type.name
        case Object():
            return type.name or "Object"
        case ObjectExtension():
            return name_of(type.base)
        case model.TypeType():
            return "Type"
    return type.__class__.__name__


def simple_name(type: Type) -> str:
    """The last segment of a type's name."""
    if isinstance(type, Object):
        return type.label.rsplit("::", 1)[-1]
    return "TypeAlias" if isinstance(type, model.TypeAlias) else name_of(type)


def short_name(type: Type) -> str:
    """The name of a type, with the name of its element type in brackets."""
    if isinstance(type, ObjectExtension):
        return show_plain(type)
    inner = getattr(type, "type", None)
    if isinstance(inner, Type) and inner.__class__ is not model.Any and not isinstance(type, model.TypeAlias):
        return f"{name_of(type)}[{name_of(inner)}]"
    return name_of(type)


def _always_detailed(expected: Type, actual: Type) -> bool:
    if expected.__class__ is actual.__class__ or isinstance(expected, model.TypeAlias) or isinstance(actual, model.TypeAlias):
        return True
    if isinstance(expected, model.Struct):
        return isinstance(actual, model.Hash)
    return isinstance(expected, model.Tuple) and isinstance(actual, model.Array)


def _is_detailed(expected: list[Type], actual: Type) -> bool:
    return any(_always_detailed(each, actual) for each in expected) or any(_fits_default(each, actual) for each in expected)


def _fits_default(expected: Type, actual: Type) -> bool:
    return is_assignable(default_of(unaliased(expected)), actual)


def default_of(type: Type) -> Type:
    """The type of the same name without parameters."""
    if isinstance(type, Object):
        return Object()
    if isinstance(type, ObjectExtension | TypeSet | model.TypeReference):
        return type
    return type.__class__()


def _detailed_actual(expected: list[Type], actual: Type) -> str:
    resolved = list(map(unaliased, expected))
    if any(_always_detailed(each, actual) for each in resolved):
        return show_expanded(actual)
    general = generalize(actual)
    return show_expanded(actual) if any(is_assignable(each, general) for each in resolved) else simple_name(actual)
