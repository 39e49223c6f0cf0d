"""The text of types, in the reference's format.

`show` prints aliases and Object types by name; `show_expanded` prints their definitions, as the reference does for a type as a value.
"""

from __future__ import annotations

from collections.abc import Callable as Function
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from puppet_grammar.table import Table
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.objects import Instance, Object, TypeSet
from puppet_typesys.values.default import Default
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.numbers import float_text
from puppet_typesys.values.quoting import quote
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.uri import URI


def show(type: Type) -> str:
    """The text of a type, with aliases inside it by name. A type that is itself an alias or Object type is shown with its definition."""
    return Formatter(expanded=isinstance(type, model.TypeAlias | Object | TypeSet)).text(type)


def show_plain(type: Type) -> str:
    """The text of a type inside a sentence: aliases and Object types always by name."""
    return Formatter().text(type)


def show_exact(type: Type) -> str:
    """The text of a type, with a String of one value as an Enum: the type of a literal has no other text."""
    return Formatter(expanded=isinstance(type, model.TypeAlias | Object | TypeSet), exact=True).text(type)


def show_expanded(type: Type) -> str:
    """The text of a type with all aliases expanded."""
    return Formatter(expanded=True).text(type)


TEXT: Table[type, Function[..., str]] = Table("the texts of types")
"""The formatting functions by class of the type, which the `rows` enter; each takes the formatter and a type of its class."""


class Formatter:
    """The state of one conversion to text: what is to be expanded, and which aliases have been written."""

    def __init__(self, *, expanded: bool = False, exact: bool = False) -> None:
        self.expanded = expanded
        self.exact = exact
        self.type_set: TypeSet | None = None
        self.written: set[str] = set()

    @contextmanager
    def expanding(self, is_wanted: bool) -> Iterator[None]:
        """Expand the next Object type, or do not, for the time of a `with` statement."""
        before, self.expanded = self.expanded, is_wanted
        try:
            yield
        finally:
            self.expanded = before

    @contextmanager
    def inside(self, type_set: TypeSet) -> Iterator[None]:
        """Write the types of a TypeSet for the time of a `with` statement."""
        before, self.type_set = self.type_set, type_set
        try:
            yield
        finally:
            self.type_set = before

    def text(self, value: object) -> str:
        """The text of a type, or of a value inside a type."""
        rule = TEXT.get(value.__class__)
        if rule is not None:
            return rule(self, value)
        return self.value(value)

    def value(self, value: object) -> str:
        """The text of a value that is a parameter of a type."""
        match value:
            case None:
                return "undef"
            case bool():
                return "true" if value else "false"
            case str():
                return quote(value)
            case int():
                return str(value)
            case float():
                return float_text(value)
            case tuple():
                return bracket("", map(self.text, value), always=True)
            case Hash():
                return "{" + ", ".join(f"{self.text(key)} => {self.text(each)}" for key, each in value.items()) + "}"
            case Default():
                return "default"
            case Regexp():
                return value.delimited()
            case SemVer() | SemVerRange() | Timespan() | Timestamp():
                return f"'{value}'"
            case URI():
                return f"URI({quote(str(value))})"
            case Instance():
                return f"{value.type.label}({self.text(value.init_hash())})"
        return f"Instance of {self.text(infer(value))}"

    def named(self, type: Type, name: str) -> str:
        """A type name, shortened inside the TypeSet that defines it."""
        if self.type_set is not None:
            for short, each in self.type_set.types.items():
                if each is type:
                    return short
        return name


def bracket(name: str, parts: Iterable[str], *, always: bool = False) -> str:
    """`Name[a, b]`, or only the name if there are no parts."""
    inner = list(parts)
    return f"{name}[{', '.join(inner)}]" if inner or always else name


def range_parts(range: Integer | model.Float | None) -> list[str]:
    """The bounds of a range as parameters; none if it is unbounded, one if only the upper bound is."""
    if range is None or (range.low is None and range.high is None):
        return []
    ends = [range.low] if range.high is None else [range.low, range.high]
    return ["default" if end is None else Formatter().value(end) for end in ends]


@lru_cache(4096)
def capitalize_segments(name: str) -> str:
    """Capitalize each segment of a name (`Apache::Vhost`); a name that starts with a capital is unchanged."""
    if name[:1].isascii() and name[:1].isupper():
        return name
    return "::".join(segment.capitalize() for segment in name.split("::"))
