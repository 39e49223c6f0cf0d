"""Scalars, numbers and Booleans."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.issues.evaluation.types import bad_range, range_arity
from puppet_typesys.types import construct, model
from puppet_typesys.types.construct import ruby_class
from puppet_typesys.types.constructors import Constructor
from puppet_typesys.types.keys import Keys, check_keys
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.parse import Reader, check_count
from puppet_typesys.types.ranges import contains
from puppet_typesys.types.refusal import Refusal
from puppet_typesys.types.relate import Guard, Guarded
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import of, of_class, within_range
from puppet_typesys.types.show import Formatter, bracket, range_parts
from puppet_typesys.values.default import DEFAULT, Default
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp

INTEGER = r"\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z"


FLOAT = r"\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z"


NUMBER = {"NamedArgs": "Struct[{from => Convertible, Optional[abs] => Boolean}]"}


NUMBER_SIGNATURES = ("Convertible $from, Boolean $abs = false", "NamedArgs $hash_args")


NUMBER_MISMATCHES = ("Any $from, Boolean $abs = false",)


def _scalar_accepts(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Scalar | model.SemVerRange)


data_type(
    model.Scalar,
    plain=model.Scalar(),
    kinds="string integer float boolean regexp semver timespan timestamp",
    accepts=_scalar_accepts,
    instance=of(bool, int, float, str, Regexp, SemVer, SemVerRange, Timespan, Timestamp),
    parts=(),
)


data_type(
    model.ScalarData,
    plain=model.ScalarData(),
    kinds="string integer float boolean",
    accepts=of_class,
    instance=of(bool, int, float, str),
    parts=(),
)


data_type(
    model.Numeric,
    plain=model.Numeric(),
    kinds="integer float",
    accepts=of_class,
    instance=lambda type, value, guard: value.__class__ in (int, float),
    constructor=Constructor(
        "new_numeric",
        NUMBER_SIGNATURES,
        NUMBER_MISMATCHES,
        {"Convertible": f"Variant[Integer, Float, Boolean, Pattern[/{FLOAT}/], Timespan, Timestamp]", **NUMBER},
    ),
)


def _integer_instance(type: model.Integer, value: object, guard: Guarded) -> bool:
    return value.__class__ is int and contains(type, value)


def _integer_text(f: Formatter, type: Integer) -> str:
    return bracket("Integer", range_parts(type))


def _integer_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Integer", given, 1, 2, "1 or 2")
    if not all(each is DEFAULT or each.__class__ is int for each in given):
        return r.refuse(node)
    return construct.size(*given)


def _integer_keys(left: object, keys: Keys) -> Type:
    if not 1 <= len(keys) <= 2:
        raise Refusal(range_arity("Integer", len(keys)))
    for index, key in enumerate(keys):
        if key is not DEFAULT and key.__class__ is not int:
            raise Refusal(bad_range("Integer", "integers", ruby_class(key)), index)
    return construct.size(*keys)


data_type(
    model.Integer,
    plain=model.INTEGER,
    kinds="integer",
    accepts=within_range,
    instance=_integer_instance,
    text=_integer_text,
    parameters=_integer_parameters,
    keys=_integer_keys,
    constructor=Constructor(
        "new",
        ("Convertible $from, Radix $radix = default, Boolean $abs = false", "NamedArgs $hash_args"),
        ("Hash $hash_args", "Any $from, Integer $radix = 10, Boolean $abs = false"),
        {
            "Radix": "Variant[Default, Integer[2,2], Integer[8,8], Integer[10,10], Integer[16,16]]",
            "Convertible": f"Variant[Numeric, Boolean, Pattern[/{INTEGER}/], Timespan, Timestamp]",
            "NamedArgs": "Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}]",
        },
    ),
    parts=(),
)


def _float_instance(type: model.Float, value: object, guard: Guarded) -> bool:
    return value.__class__ is float and contains(type, value)


def _float_text(f: Formatter, type: model.Float) -> str:
    return bracket("Float", range_parts(type))


def _float_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Float", given, 1, 2, "1 or 2")
    ends = [None if isinstance(each, Default) else float(str(each)) for each in given]
    return model.Float(*ends)


def _float_keys(left: object, keys: Keys) -> Type:
    if not 1 <= len(keys) <= 2:
        raise Refusal(range_arity("Float", len(keys)))
    for index, key in enumerate(keys):
        if key is not DEFAULT and key.__class__ not in (int, float):
            raise Refusal(bad_range("Float", "floats, or integers", ruby_class(key)), index)
    return model.Float(*[float(key) if isinstance(key, int | float) else None for key in keys])


data_type(
    model.Float,
    plain=model.Float(),
    kinds="float",
    accepts=within_range,
    instance=_float_instance,
    text=_float_text,
    parameters=_float_parameters,
    keys=_float_keys,
    constructor=Constructor(
        "new_float",
        NUMBER_SIGNATURES,
        NUMBER_MISMATCHES,
        {"Convertible": f"Variant[Numeric, Boolean, Pattern[/{FLOAT}/], Timespan, Timestamp]", **NUMBER},
    ),
    parts=(),
)


def _boolean_accepts(expected: model.Boolean, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Boolean) and (expected.value is None or expected.value == actual.value)


def _boolean_instance(type: model.Boolean, value: object, guard: Guarded) -> bool:
    return value.__class__ is bool and type.value in (None, value)


def _boolean_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Boolean", given, 1, 1, "1")
    if not isinstance(given[0], bool):
        raise ArgumentError("Boolean parameter must be true or false")
    return model.Boolean(given[0])


def _boolean_keys(left: Type, keys: Keys) -> Type:
    check_keys(left, keys, 1, 1, "TrueClass or FalseClass", bool)
    return model.Boolean(keys[0] is True)


data_type(
    model.Boolean,
    plain=model.Boolean(),
    kinds="boolean",
    accepts=_boolean_accepts,
    instance=_boolean_instance,
    text=lambda f, type: "Boolean" if type.value is None else f"Boolean[{f.value(type.value)}]",
    parameters=_boolean_parameters,
    keys=_boolean_keys,
    constructor=Constructor(
        "new_boolean",
        ("Variant[Integer, Float, Boolean, Enum['false','true','yes','no','y','n',true]] $from",),
        ("Any $from",),
    ),
    parts=(),
)
