"""The text of types, in the reference's format.

`show` prints aliases and Object types by name; `show_expanded` prints their definitions, as the reference does for a type as a value.
"""

from __future__ import annotations

from collections.abc import Callable as Function
from collections.abc import Iterable

from puppet_grammar.table import Table
from puppet_typesys.types import model
from puppet_typesys.types.data import BUILTIN_ALIAS_NAMES
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.objects import Instance, Object, ObjectExtension, TypeSet
from puppet_typesys.types.relate import is_assignable
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


class Formatter:
    """The state of one conversion to text: what is to be expanded, and which aliases have been written."""

    def __init__(self, *, expanded: bool = False, exact: bool = False) -> None:
        self.expanded = expanded
        self.exact = exact
        self.type_set: TypeSet | None = None
        self.written: set[str] = set()

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


def _integer(f: Formatter, type: Integer) -> str:
    return bracket("Integer", range_parts(type))


def _float(f: Formatter, type: model.Float) -> str:
    return bracket("Float", range_parts(type))


def _string(f: Formatter, type: model.String) -> str:
    if f.exact and type.value is not None:
        return bracket("Enum", [quote(type.value)])
    return bracket("String", range_parts(type.size))


def _enum(f: Formatter, type: model.Enum) -> str:
    parts = list(map(quote, type.values))
    return bracket("Enum", [*parts, "true"] if type.case_insensitive and parts else parts)


def _time(name: str) -> Function[[Formatter, model.Timespan | model.Timestamp], str]:
    def text(f: Formatter, type: model.Timespan | model.Timestamp) -> str:
        if type.low is None and type.high is None:
            return name
        parts = ["default" if type.low is None else _end(type.low)]
        if type.high is not None and type.high != type.low:
            parts.append(_end(type.high))
        return bracket(name, parts)

    return text


def _end(time: Timespan | Timestamp) -> str:
    if time.nanoseconds.__class__ is int:
        return f"'{time}'"
    # A bound of a Timespan that was made from a fraction of a second keeps its digits.
    whole, _, fraction = str(time.__class__(int(time.nanoseconds))).rpartition(".")
    return f"'{whole}.{fraction.ljust(9, '0')}'"


def _collection(f: Formatter, type: model.Collection) -> str:
    return bracket("Collection", range_parts(type.size))


def _array(f: Formatter, type: model.Array) -> str:
    if model.is_zero(type.size):
        return "Array[0, 0]"
    return "Array" if type == model.ARRAY else bracket("Array", [f.text(type.element), *range_parts(type.size)])


def _hash(f: Formatter, type: model.Hash) -> str:
    if model.is_zero(type.size):
        return "Hash[0, 0]"
    return "Hash" if type == model.HASH else bracket("Hash", [f.text(type.key), f.text(type.value), *range_parts(type.size)])


def _tuple(f: Formatter, type: model.Tuple) -> str:
    return bracket("Tuple", [*map(f.text, type.types), *range_parts(type.size)]) if type.types else "Tuple"


def _struct(f: Formatter, type: model.Struct) -> str:
    if not type.elements:
        return "Struct"
    return "Struct[{" + ", ".join(f"{_struct_key(f, each)} => {f.text(each.value)}" for each in type.elements) + "}]"


def _struct_key(f: Formatter, element: model.StructElement) -> str:
    takes_undef = is_assignable(element.value, model.UNDEF)
    if element.is_optional == takes_undef:
        return quote(element.name)
    return f.text(element.key if element.is_optional else model.NotUndef(element.key))


def _around(name: str) -> Function[[Formatter, model.Optional | model.NotUndef], str]:
    def text(f: Formatter, type: model.Optional | model.NotUndef) -> str:
        inner = type.type
        if inner is None:
            return name
        if isinstance(inner, model.String) and inner.value is not None:
            return f"{name}[{quote(inner.value)}]"
        return f"{name}[{f.text(inner)}]"

    return text


def _with_type(name: str) -> Function[[Formatter, model.Iterable], str]:
    return lambda f, type: name if type.type is None else f"{name}[{f.text(type.type)}]"


def _init(f: Formatter, type: model.Init) -> str:
    return "Init" if type.type is None else bracket("Init", [f.text(type.type), *map(f.text, type.arguments)])


def _sensitive(f: Formatter, type: model.Sensitive) -> str:
    return "Sensitive" if type.type == model.ANY else f"Sensitive[{f.text(type.type)}]"


def _uri(f: Formatter, type: model.URI) -> str:
    return "URI" if type.parameters is None else f"URI[{f.text(type.parameters)}]"


def _runtime(f: Formatter, type: model.Runtime) -> str:
    if type.runtime is None and type.name_or_pattern is None:
        return "Runtime"
    return bracket("Runtime", ["undef" if type.runtime is None else type.runtime, f.text(type.name_or_pattern)])


def _callable(f: Formatter, type: model.Callable) -> str:
    if type.returns is None:
        return "Callable" if type.parameters is None else bracket("Callable", _callable_parts(f, type))
    if type.parameters is None:
        return f"Callable[[], {f.text(type.returns)}]"
    return f"Callable[[{', '.join(_callable_parts(f, type))}], {f.text(type.returns)}]"


def _callable_parts(f: Formatter, type: model.Callable) -> list[str]:
    assert type.parameters is not None
    parts = [f.text(each) for each in type.parameters.types if not isinstance(each, model.Unit)]
    parts += range_parts(type.parameters.size) if type.parameters.types else ["0", "0"]
    return parts if type.block is None else [*parts, f.text(type.block)]


def _class(f: Formatter, type: model.Class) -> str:
    return "Class" if type.class_name is None else f"Class[{type.class_name}]"


def _resource(f: Formatter, type: model.Resource) -> str:
    if type.type_name is None:
        return "Resource"
    name = capitalize_segments(type.type_name)
    return name if type.title is None else f"{name}[{quote(type.title)}]"


def capitalize_segments(name: str) -> str:
    """Capitalize each segment of a name (`Apache::Vhost`); a name that starts with a capital is unchanged."""
    if name[:1].isascii() and name[:1].isupper():
        return name
    return "::".join(segment.capitalize() for segment in name.split("::"))


def _alias(f: Formatter, type: model.TypeAlias) -> str:
    if f.type_set is not None:
        return f.text(type.target) if f.expanded and type in f.type_set.types.values() else f.named(type, type.name)
    if not f.expanded or type.name in BUILTIN_ALIAS_NAMES or type.name in f.written:
        return type.name
    f.written.add(type.name)
    text = f"{type.name} = {f.text(type.target)}"
    f.written.discard(type.name)
    return text


def _extension(f: Formatter, type: ObjectExtension) -> str:
    parameters = type.init_parameters()
    several = parameters if isinstance(parameters, tuple) else (parameters,)
    inner = [f.text(each) for each in several]
    return bracket(f.named(type.base, type.base.label), inner, always=True)


def _plain(name: str) -> Function[[Formatter, Type], str]:
    return lambda f, type: name


_TEXT: dict[type, Function[..., str]] = {  # Each function takes the formatter and a type of its class.
    model.Any: _plain("Any"),
    model.Undef: _plain("Undef"),
    model.Default: _plain("Default"),
    model.Unit: _plain("Unit"),
    model.Scalar: _plain("Scalar"),
    model.ScalarData: _plain("ScalarData"),
    model.Numeric: _plain("Numeric"),
    model.Binary: _plain("Binary"),
    model.SemVerRange: _plain("SemVerRange"),
    model.CatalogEntry: _plain("CatalogEntry"),
    model.Integer: _integer,
    model.Float: _float,
    model.Boolean: lambda f, type: "Boolean" if type.value is None else f"Boolean[{f.value(type.value)}]",
    model.String: _string,
    model.Enum: _enum,
    model.Regexp: lambda f, type: "Regexp" if type.pattern is None else f"Regexp[{type.regexp.delimited()}]",
    model.Pattern: lambda f, type: bracket("Pattern", (each.regexp.delimited() for each in type.patterns)),
    model.SemVer: lambda f, type: bracket("SemVer", (f"'{each}'" for each in type.ranges)),
    model.Timespan: _time("Timespan"),
    model.Timestamp: _time("Timestamp"),
    model.Collection: _collection,
    model.Array: _array,
    model.Hash: _hash,
    model.Tuple: _tuple,
    model.Struct: _struct,
    model.Variant: lambda f, type: bracket("Variant", map(f.text, type.types)),
    model.Optional: _around("Optional"),
    model.NotUndef: _around("NotUndef"),
    model.Iterable: _with_type("Iterable"),
    model.Iterator: _with_type("Iterator"),
    model.TypeType: _with_type("Type"),
    model.Sensitive: _sensitive,
    model.Init: _init,
    model.URI: _uri,
    model.Runtime: _runtime,
    model.Callable: _callable,
    model.Class: _class,
    model.Resource: _resource,
    model.TypeReference: lambda f, type: f"TypeReference[{quote(type.type_string)}]",
    model.TypeAlias: _alias,
    ObjectExtension: _extension,
}
TEXT: Table[type, Function[..., str]] = Table("the texts of types", _TEXT)
"""The formatting functions by class of the type; `show_object` adds those for Object types and TypeSets."""
