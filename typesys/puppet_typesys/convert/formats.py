"""`String.new`: conversion of values to text by the formats of their types.

`programmatic` is the text in Puppet's own syntax, which `%p` produces.
"""

from __future__ import annotations

from typing import NamedTuple

from puppet_typesys.convert.format import (
    DEFAULT_ARRAY,
    DEFAULT_HASH,
    DEFAULTS,
    IN_CONTAINERS,
    Format,
    Table,
    format_of,
    merged,
    parse_table,
)
from puppet_typesys.convert.scalars import refuse, scalar
from puppet_typesys.convert.text import inspect, text
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.objects import Instance
from puppet_typesys.types.show import Formatter
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.default import DEFAULT, Default
from puppet_typesys.values.formatting import format as sprintf
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.meter import spend
from puppet_typesys.values.quoting import quote
from puppet_typesys.values.runtime_object import RuntimeObject
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown, UnknownValue
from puppet_typesys.values.uri import URI


def convert(value: object, formats: object = DEFAULT) -> str:
    """Convert a value to text; `formats` is a format for the value, a Hash of formats by type, or default."""
    if isinstance(formats, str):
        match value:
            case tuple():
                formats = Hash(((model.ARRAY, Hash((("format", formats),))),))
            case Hash():
                formats = Hash(((model.HASH, Hash((("format", formats),))),))
            case _:
                formats = Hash(((infer_set(value), formats),))
    if formats is DEFAULT:
        return write(value, DEFAULTS, 0)
    table = merged(DEFAULTS, parse_table(formats))
    assert table is not None
    return write(value, table, 0)


def write(value: object, table: Table, level: int, *, first: bool = True, indenting: bool = False) -> str:
    """Convert a value by a table of formats; `level`, `first` and `indenting` say where it is in an indented container."""
    match value:
        case tuple() | Hash() | Instance() | URI():
            return _container(value, table, Indentation(level, first, indenting))
        case Iterator():
            return write(tuple(value), table, level, first=first, indenting=indenting)
        case Unknown():
            raise UnknownValue
    return scalar(value, format_of(infer_set(value), table))


class Indentation(NamedTuple):
    """The position of a value in an indented container."""

    level: int
    first: bool
    indenting: bool

    @property
    def breaks(self) -> bool:
        """Whether a container begins on a new line."""
        return self.indenting and self.level > 0 and not self.first

    @property
    def padding(self) -> str:
        return "  " * self.level

    def increased(self, *, indenting: bool = False) -> Indentation:
        """The position of the first element of a container here."""
        return Indentation(self.level + 1, True, indenting)


def _container(value: tuple[object, ...] | Hash | Instance | URI, table: Table, indentation: Indentation) -> str:
    """The text of a container, or of a URI, which is indented like one."""
    if isinstance(value, tuple | Hash):
        spend(len(value))
    format = format_of(infer_set(value), table)
    match value:
        case tuple():
            return _array(value, format, table, indentation)
        case Hash():
            return _hash(value, format, table, indentation)
        case URI() if format.letter == "s":
            return sprintf(format.source, (quote(str(value)) if format.alternative else str(value),), text)
    if format.letter == "p":
        return _indented(value, indentation.level) if format.alternative or indentation.indenting else Formatter().text(value)
    if format.letter in "sq" and isinstance(value, Instance):
        return Formatter().text(value)
    refuse(*(("URI", format, "sp") if isinstance(value, URI) else ("Object", format, "spq")))


def _array(values: tuple[object, ...], format: Format, table: Table, indentation: Indentation) -> str:
    if format.letter not in "asp":
        refuse("Array", format, "asp")
    separator = DEFAULT_ARRAY.separator if format.separator is None else format.separator
    assert separator is not None
    opening, closing = format.delimiters(("[", "]"))
    indentation = indentation._replace(indenting=format.alternative or indentation.indenting)
    children = indentation.increased(indenting=format.alternative)._replace(first=False)
    texts = [_element(each, format, table, children) for each in values]
    result = (f"\n{indentation.padding}" if indentation.breaks else "") + opening
    wrap = format.alternative and format.width is not None and _widest_run(values, texts) > format.width
    for at, (value, shown) in enumerate(zip(values, texts, strict=True)):
        nested = isinstance(value, tuple | Hash)
        if at == 0:
            result += " " if wrap and not nested else ""
        else:
            result += separator
            after_nested = format.alternative and isinstance(values[at - 1], tuple | Hash)
            if (wrap or after_nested) and not nested:
                result = (result if result.endswith("\n") else result.rstrip()) + "\n" + children.padding
        if result.endswith(" ") and shown.startswith("\n"):
            result = result.rstrip()
        result += shown
    return result + closing


def _widest_run(values: tuple[object, ...], texts: list[str]) -> int:
    """The length of the longest run of elements between nested containers."""
    runs = [0]
    for value, shown in zip(values, texts, strict=True):
        if isinstance(value, tuple | Hash):
            runs.append(0)
        else:
            runs[-1] += len(shown)
    return max(runs)


def _element(value: object, format: Format, table: Table, indentation: Indentation) -> str:
    """The text of an element: a nested container by the table of its own container, any other value by the formats for elements."""
    if not isinstance(value, tuple | Hash | Instance):
        table = IN_CONTAINERS if format.elements is None else format.elements
    return write(value, table, indentation.level, first=indentation.first, indenting=indentation.indenting)


def _hash(values: Hash, format: Format, table: Table, indentation: Indentation) -> str:
    if format.letter == "a":
        return write(tuple(values.items()), table, indentation.level, first=indentation.first, indenting=indentation.indenting)
    if format.letter not in "hsp":
        refuse("Hash", format, "hasp")
    separator = DEFAULT_HASH.separator if format.separator is None else format.separator
    arrow = DEFAULT_HASH.separator2 if format.separator2 is None else format.separator2
    assert separator is not None
    opening, closing = format.delimiters(("{", "}"))
    indentation = indentation._replace(indenting=format.alternative or indentation.indenting)
    children = indentation.increased()
    line, padding = "", ""
    if format.alternative:
        separator = (separator if separator.endswith("\n") else separator.rstrip()) + "\n"
        line, padding = "\n", children.padding
    entries = (
        f"{padding}{_element(key, format, table, children)}{arrow}{_element(value, format, table, children)}"
        for key, value in values.items()
    )
    start = f"\n{indentation.padding}" if indentation.breaks else ""
    return f"{start}{opening}{line}{separator.join(entries)}{line}{indentation.padding if line else ''}{closing}"


def _is_short(values: tuple[object, ...], level: int) -> bool:
    """Whether an Array inside an instance is written on one line: it is short and has no nested containers."""
    room = 100 - level * 2
    for each in values:
        match each:
            case bool() | int() | float() | None:
                room -= len(inspect(each))
            case str():
                room -= 2 + len(each)
            case tuple() | Hash() if not len(each):
                room -= 2
            case Default():
                room -= len(":default")
            case _:
                return False
    return room > 0


def _indented(value: object, level: int) -> str:
    """The text of a value inside an instance, with each element of a collection on its own line."""
    match value:
        case Instance():
            return f"{value.type.label}({_indented(value.init_hash(), level)})"
        case tuple() if _is_short(value, level):
            return "[" + ", ".join(Formatter().text(each) for each in value) + "]"
        case tuple():
            lines = [_indented(each, level + 1) for each in value]
            opening, closing = "[", "]"
        case Hash():
            lines = [f"{Formatter().text(key)} => {_indented(each, level + 1)}" for key, each in value.items()]
            opening, closing = "{", "}"
        case _:
            return Formatter().text(value)
    if not lines:
        return opening + closing
    padding = "  " * (level + 1)
    return f"{opening}\n{padding}" + f",\n{padding}".join(lines) + f"\n{'  ' * level}{closing}"


def programmatic(value: object) -> str:
    """The text of a value in Puppet's own syntax, as `%p` produces it."""
    match value:
        case str():
            return quote(value)
        case None:
            return "undef"
        case bool() | int() | float() | Default():
            return text(value)
        case tuple():
            spend(len(value))
            return f"[{', '.join(map(programmatic, value))}]"
        case Hash():
            spend(len(value))
            return "{" + ", ".join(f"{programmatic(key)} => {programmatic(each)}" for key, each in value.items()) + "}"
        case Iterator():
            return programmatic(tuple(value))
        case RuntimeObject():
            return quote(str(value))
        case Binary():
            return f'Binary("{value.strict()}")'
        case URI() | Instance():
            return Formatter().text(value)
        case Timestamp() | Timespan():
            return f"{value.__class__.__name__}('{value}')"
    return inspect(value)
