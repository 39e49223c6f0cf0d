"""The constructors behind `new`: for each type the signatures that it accepts, with the names that error messages use."""

from __future__ import annotations

from functools import cached_property

from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Names, builtin_name, parse
from puppet_typesys.types.show import show
from puppet_typesys.types.signature import Signature, signature
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.regexp import Match
from puppet_typesys.values.regexp import Regexp as RegexpValue

INTEGER = r"\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z"
FLOAT = r"\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z"
FORMAT = r"^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$"
VERSION = (
    r"\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"
    r"(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z"
)
TIMES = {"Formats": "Variant[String[2],Array[String[2], 1]]"}
DURATION = "".join(f"Optional[{part}] => Integer, " for part in ("days", "hours", "minutes", "seconds"))
FRACTIONS = ", ".join(f"Optional[{part}] => Integer" for part in ("milliseconds", "microseconds", "nanoseconds"))
URI_PARTS = (
    "Optional[scheme] => String[1], Optional[userinfo] => String[1], Optional[host] => String[1], Optional[port] => Integer[0], "
    "Optional[path] => String[1], Optional[query] => String[1], Optional[fragment] => String[1], Optional[opaque] => String[1]"
)
NUMBER = {"NamedArgs": "Struct[{from => Convertible, Optional[abs] => Boolean}]"}
NUMBER_SIGNATURES = ("Convertible $from, Boolean $abs = false", "NamedArgs $hash_args")
NUMBER_MISMATCHES = ("Any $from, Boolean $abs = false",)


class _QualifierExpression(RegexpValue):
    """The Regexp of a version qualifier.

    The reference's pattern calls its own group, which cannot be translated; this one matches the same.
    """

    __slots__ = ()

    def match(self, text: str, start: int = 0) -> Match | None:
        return RegexpValue(r"\A(?<part>[0-9A-Za-z-]+)(?:\.[0-9A-Za-z-]+)*\Z").match(text, start)


class _Qualifier(model.Regexp):
    __slots__ = ()

    @property
    def regexp(self) -> RegexpValue:
        return _QualifierExpression(self.pattern or "")


QUALIFIERS = model.Pattern((_Qualifier(r"\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z"),))


class Constructor:
    """The constructor of a type: its function name in error messages, its signatures, and signatures whose calls it rejects itself."""

    def __init__(self, name: str, texts: tuple[str, ...], mismatches: tuple[str, ...] = (), aliases: dict[str, str] | None = None) -> None:
        self.name = name
        self._texts = texts
        self._mismatches = mismatches
        self._aliases = aliases or {}

    @cached_property
    def signatures(self) -> tuple[Signature, ...]:
        """The signatures that it accepts, in the order in which they are tried."""
        return tuple(signature(text, None, self._names) for text in self._texts)

    @cached_property
    def mismatches(self) -> tuple[Signature, ...]:
        """The signatures of calls that it rejects with messages of its own."""
        return tuple(signature(text, None, self._names) for text in self._mismatches)

    @cached_property
    def _names(self) -> Names:
        # The same function object each time, so that `signature` caches the result.
        found: dict[str, Type] = {}

        def named(name: str) -> Type | None:
            return found.get(name) or builtin_name(name)

        for name, text in self._aliases.items():
            found[name.lower()] = model.TypeAlias(name, QUALIFIERS if name == "SemVerQualifier" else parse(text, named))
        return named

    def alias(self, name: str) -> Type:
        """A type alias that exists only in these signatures."""
        known = self._names(name.lower())
        assert known is not None, name
        return known


CONSTRUCTORS: dict[type[Type], Constructor] = {
    model.Integer: Constructor(
        "new",
        ("Convertible $from, Radix $radix = default, Boolean $abs = false", "NamedArgs $hash_args"),
        ("Hash $hash_args", "Any $from, Integer $radix = 10, Boolean $abs = false"),
        {
            "Radix": "Variant[Default, Integer[2,2], Integer[8,8], Integer[10,10], Integer[16,16]]",
            "Convertible": f"Variant[Numeric, Boolean, Pattern[/{INTEGER}/], Timespan, Timestamp]",
            "NamedArgs": "Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}]",
        },
    ),
    model.Float: Constructor(
        "new_float",
        NUMBER_SIGNATURES,
        NUMBER_MISMATCHES,
        {"Convertible": f"Variant[Numeric, Boolean, Pattern[/{FLOAT}/], Timespan, Timestamp]", **NUMBER},
    ),
    model.Numeric: Constructor(
        "new_numeric",
        NUMBER_SIGNATURES,
        NUMBER_MISMATCHES,
        {"Convertible": f"Variant[Integer, Float, Boolean, Pattern[/{FLOAT}/], Timespan, Timestamp]", **NUMBER},
    ),
    model.Boolean: Constructor(
        "new_boolean",
        ("Variant[Integer, Float, Boolean, Enum['false','true','yes','no','y','n',true]] $from",),
        ("Any $from",),
    ),
    model.String: Constructor(
        "new_string",
        ("Convertible $from, Formats $string_formats = default",),
        (),
        {
            "Format": f"Pattern[/{FORMAT}/]",
            "ContainerFormat": (
                "Struct[{Optional[format] => Format, Optional[separator] => String, Optional[separator2] => String, "
                "Optional[string_formats] => Hash[Type, Format]}]"
            ),
            "TypeMap": "Hash[Type, Variant[Format, ContainerFormat]]",
            "Convertible": "Any",
            "Formats": "Variant[Default, String[1], TypeMap]",
        },
    ),
    model.Regexp: Constructor("new_float", ("String $pattern, Boolean $escape = false",)),
    model.Array: Constructor(
        "new_array",
        ("Variant[Array,Hash,Binary,Iterable] $from, Boolean[false] $wrap = false", "Any $from, Boolean[true] $wrap"),
        ("Any $from, Boolean $wrap = false",),
    ),
    model.Hash: Constructor(
        "new_hash",
        ("TreeArray $from, NewHashOption $build_option = tree", "KeyValueArray $from", "Any $from"),
        (),
        {
            "KeyValueArray": "Array[Tuple[Any,Any],1]",
            "TreeArray": "Array[Tuple[Array,Any],1]",
            "NewHashOption": "Enum[tree, hash_tree]",
        },
    ),
    model.SemVer: Constructor(
        "new_Version",
        (
            "SemVerPattern $str",
            "PositiveInteger $major, PositiveInteger $minor, PositiveInteger $patch, "
            "SemVerQualifier $prerelease = '', SemVerQualifier $build = ''",
            "SemVerHash $hash_args",
        ),
        ("String $str",),
        {
            "PositiveInteger": "Integer[0,default]",
            "SemVerQualifier": "",
            "SemVerPattern": f"Pattern[/{VERSION}/]",
            "SemVerHash": (
                "Struct[{major=>PositiveInteger,minor=>PositiveInteger,patch=>PositiveInteger,"
                "Optional[prerelease]=>SemVerQualifier,Optional[build]=>SemVerQualifier}]"
            ),
        },
    ),
    model.SemVerRange: Constructor(
        "new_VersionRange",
        (
            "SemVerRangeString $str",
            "Variant[Default,SemVer] $min, Variant[Default,SemVer] $max, Boolean $exclude_max = false",
            "SemVerRangeHash $hash_args",
        ),
        (),
        {
            "SemVerRangeString": "String[1]",
            "SemVerRangeHash": (
                "Struct[{min=>Variant[Default,SemVer],Optional[max]=>Variant[Default,SemVer],Optional[exclude_max]=>Boolean}]"
            ),
        },
    ),
    model.Timespan: Constructor(
        "new_timespan",
        (
            "Variant[Integer,Float] $seconds",
            "String[1] $string, Formats $format = '%S'",
            "Integer $days, Integer $hours, Integer $minutes, Integer $seconds, "
            "Integer $milliseconds = 0, Integer $microseconds = 0, Integer $nanoseconds = 0",
            "Struct[{string => String[1], Optional[format] => Formats}] $hash_arg",
            f"Struct[{{Optional[negative] => Boolean, {DURATION}{FRACTIONS}}}] $hash_arg",
        ),
        (),
        TIMES,
    ),
    model.Timestamp: Constructor(
        "new_timestamp",
        (
            "",
            "Variant[Integer,Float] $seconds",
            "String[1] $string, Formats $format = '%F', String[1] $timezone = 'UTC'",
            "Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}] $hash_arg",
        ),
        (),
        TIMES,
    ),
    model.Binary: Constructor(
        "new_Binary",
        ("String $str, Base64Format $format = '%B'", "Array[ByteInteger] $byte_array", "BinaryArgsHash $hash_args"),
        (),
        {
            "ByteInteger": "Integer[0,255]",
            "Base64Format": 'Enum["%b", "%u", "%B", "%s", "%r"]',
            "StringHash": 'Struct[{value => String, "format" => Optional[Base64Format]}]',
            "ArrayHash": "Struct[{value => Array[ByteInteger]}]",
            "BinaryArgsHash": "Variant[StringHash, ArrayHash]",
        },
    ),
    model.URI: Constructor("new_error", ("String[1] $uri", f"Struct[{{{URI_PARTS}}}] $hash")),
    model.Sensitive: Constructor("new_Sensitive", ("Sensitive $value", "Any $value")),
    model.TypeType: Constructor("new_type", ("String[1] $type_string",)),
    model.Unit: Constructor("new_unit", ("Any $from",)),
}
"""The constructors by class of the type; see `made_like` for types that use the constructor of another type."""


def made_like(type: Type) -> type[Type]:
    """The class of the type whose constructor makes the values of a type; raises ArgumentError if there is none."""
    match type:
        case model.TypeAlias():
            return made_like(type.target)
        case model.Optional():
            if type.type is None:
                raise InternalError("undefined method `new_function' for nil")
            return made_like(type.type)
        case model.NotUndef():
            return model.Unit if type.type is None else made_like(type.type)
        case model.Tuple():
            return model.Array
        case model.Struct():
            return model.Hash
        case model.Init() if type.type is not None:
            return model.Init
    if type.__class__ not in CONSTRUCTORS:
        raise ArgumentError(f"Creation of new instance of type '{show(type)}' is not supported")
    return type.__class__


def init_of(type: Type) -> model.Init:
    """The Init type inside an alias, Optional or NotUndef."""
    while not isinstance(type, model.Init):
        assert isinstance(type, model.TypeAlias | model.Optional | model.NotUndef)
        inner = type.target if isinstance(type, model.TypeAlias) else type.type
        assert inner is not None
        type = inner
    return type
