"""Construction of types from their parameters in brackets, for the types whose parameters need conversion or checks.

Used by the evaluator for `Type[...]` and by the parser of types. Invalid parameters raise ArgumentError with the reference's message.
"""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.callables import is_kind_of_callable
from puppet_typesys.types.infer import infer_generic
from puppet_typesys.types.model import Type, variant_of
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.show import capitalize_segments, show_plain
from puppet_typesys.values.default import DEFAULT, Default
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.timespan import Timespan as TimespanValue
from puppet_typesys.values.timestamp import Timestamp as TimestampValue


def is_range_end(value: object) -> bool:
    """Whether a value can be a bound of a size."""
    return value.__class__ is int or value is DEFAULT or value == "default"


def size(low: object, high: object = DEFAULT) -> model.Integer:
    """The Integer type of a size; `default` is unbounded."""
    return model.Integer(_end(low), _end(high))


def _end(value: object) -> int | None:
    return value if isinstance(value, int) else None


def type_of_parameter(value: object) -> Type:
    """The type that a parameter denotes: the parameter itself if it is a type, otherwise the type inferred for it."""
    if isinstance(value, Type):
        return value
    if isinstance(value, str):
        return model.Runtime("ruby", value)
    return infer_generic(value)


def variant(values: tuple[object, ...]) -> Type:
    """A Variant of types, or the type itself if there is only one."""
    return variant_of(list(map(type_of_parameter, values)))


def tuple_type(values: tuple[object, ...], sizes: model.Integer | None = None) -> model.Tuple:
    """A Tuple of element types, followed by a size."""
    return model.Tuple(tuple(map(type_of_parameter, values)), sizes)


def regexp(value: object) -> model.Regexp:
    """The type of one regular expression, given as a Regexp or as text."""
    return model.Regexp(value.to_s() if isinstance(value, Regexp) else str(value))


def pattern(values: tuple[object, ...]) -> model.Pattern:
    """A Pattern of strings, regular expressions, and Regexp and Pattern types."""
    patterns: list[model.Regexp] = []
    for value in values:
        match value:
            case str():
                Regexp(value).check()
                patterns.append(model.Regexp(value))
            case Regexp():
                patterns.append(model.Regexp(value.to_s()))
            case model.Regexp():
                patterns.append(value)
            case model.Pattern():
                patterns.extend(value.patterns)
            case _:
                raise ArgumentError(f"Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '{ruby_class(value)}")
    return model.Pattern(tuple(dict.fromkeys(patterns)))


def semver(values: tuple[object, ...]) -> model.SemVer:
    """A SemVer type of version ranges, given as SemVerRange or as text."""
    return model.SemVer(tuple(each if isinstance(each, SemVerRange) else SemVerRange.parse(str(each)) for each in values))


def struct(entries: Hash) -> model.Struct:
    """A Struct from a hash of keys to value types."""
    elements = [_struct_element(key, value) for key, value in entries.items()]
    return model.Struct(tuple({each.key: each for each in elements}.values()))


def _struct_element(key: object, value: object) -> model.StructElement:
    value_type = type_of_parameter(value)
    if isinstance(key, str):
        if not key:
            raise ArgumentError("Struct element key cannot be an empty String")
        name = model.String(key)
        return model.StructElement(model.Optional(name) if is_assignable(value_type, model.UNDEF) else name, value_type)
    key_type: Type | None
    match key:
        case model.NotUndef():
            key_type = name_type = key.type
        case model.Optional():
            key_type, name_type = key, key.type
        case model.String():
            key_type = name_type = key
        case model.Enum():
            key_type, name_type = key, model.String(key.values[0]) if len(key.values) == 1 else None
        case _:
            raise ArgumentError(f"Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: {ruby_class(key)}")
    if not (isinstance(name_type, model.String) and name_type.value is not None):
        if key_type is None:
            raise InternalError("undefined method `string' for an instance of TypeCalculator")
        raise InternalError(f"Unable to extract a non-empty literal string from Struct member key type {show_plain(key_type)}")
    return model.StructElement(name_type if isinstance(key, model.Enum) else key_type or name_type, value_type)


def callable_type(values: tuple[object, ...]) -> model.Callable:
    """A Callable from parameter types, the minimum and maximum number of arguments and a block type.

    The parameters may also be an Array of these and the return type.
    """
    returns: Type | None = None
    if len(values) == 2 and isinstance(values[0], tuple):
        returns = type_of_parameter(values[1])
        values = values[0]
    block: Type | None = None
    if values and isinstance(values[-1], Type) and is_kind_of_callable(values[-1]):
        block, values = values[-1], values[:-1]
    sizes: model.Integer | None = None
    if len(values) > 1 and is_range_end(values[-2]) and is_range_end(values[-1]):
        sizes, values = size(values[-2], values[-1]), values[:-2]
    elif values and is_range_end(values[-1]):
        sizes, values = size(values[-1]), values[:-1]
    types = tuple(map(type_of_parameter, values))
    if not types and sizes is not None and (sizes.high is None or sizes.high > 0):
        types = (model.UNIT,)
    return model.Callable(model.Tuple(types, sizes), block, returns)


def resource(name: object, title: str | None = None) -> model.Resource:
    """The type of a resource, or of all resources of a type."""
    if isinstance(name, model.Resource):
        return model.Resource(name.type_name, title)
    text = capitalize_segments(str(name))
    if not is_class_reference(text):
        raise ArgumentError(f"Illegal type name '{text}'")
    return model.Resource(text, title)


def is_class_reference(text: str) -> bool:
    """Whether a text is a capitalized qualified name, such as `Apache::Vhost`."""
    segments = text.removeprefix("::").split("::")
    return all(s[:1].isascii() and s[:1].isupper() and s.isascii() and s.replace("_", "a").isalnum() for s in segments)


def time_type(kind: type[model.Timespan] | type[model.Timestamp], values: tuple[object, ...]) -> Type:
    """A Timespan or Timestamp type from its bounds, each a value, a string, a number of seconds, a hash or `default`."""
    ends = [None if value is None or isinstance(value, Default) else _time(kind, value) for value in values]
    return kind(*ends)  # type: ignore[arg-type]  # `_time` makes values of that kind


def _time(kind: type[model.Timespan] | type[model.Timestamp], value: object) -> object:
    value_class: type[TimespanValue] | type[TimestampValue]
    value_class = TimespanValue if kind is model.Timespan else TimestampValue
    match value:
        case TimespanValue() | TimestampValue() if isinstance(value, value_class):
            return value
        case Hash():
            return value_class.from_hash(value)
        case str():
            return value_class.parse(value)
        case int() | float() if not isinstance(value, bool):
            nanoseconds = value * 1_000_000_000
            if kind is model.Timespan and value % 1:
                return TimespanValue(nanoseconds)  # type: ignore[arg-type]  # as in the reference, which shows that it is a fraction
            return value_class(int(nanoseconds))
    raise ArgumentError(f"Unable to create a {value_class.RUBY_NAME} from a {ruby_class(value)}")


def ruby_class(value: object) -> str:
    """The name of the Ruby class of a value in the reference, which some of its messages contain."""
    if value is False:
        return "FalseClass"
    for kind, name in RUBY_CLASSES.items():
        if value.__class__ is kind:
            return name
    if isinstance(value, model.TypeType):
        return "Puppet::Pops::Types::PTypeType"
    if isinstance(value, Type):
        return f"Puppet::Pops::Types::P{value.__class__.__name__}Type"
    return RUBY_CLASSES_BY_NAME.get(value.__class__.__name__, value.__class__.__name__)


RUBY_CLASSES = {
    bool: "TrueClass",
    int: "Integer",
    float: "Float",
    str: "String",
    type(None): "NilClass",
    tuple: "Array",
    Hash: "Hash",
    Default: "Symbol",
    Regexp: "Regexp",
}
RUBY_CLASSES_BY_NAME = {
    "Sensitive": "Puppet::Pops::Types::PSensitiveType::Sensitive",
    "Binary": "Puppet::Pops::Types::PBinaryType::Binary",
    "SemVer": "SemanticPuppet::Version",
    "SemVerRange": "SemanticPuppet::VersionRange",
    "Timespan": "Puppet::Pops::Time::Timespan",
    "Timestamp": "Puppet::Pops::Time::Timestamp",
    "URI": "URI::Generic",
}
