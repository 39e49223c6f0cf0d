"""Strings, and the regular expressions that match them."""

from __future__ import annotations

from math import inf

from puppet_grammar import ast
from puppet_typesys.issues.evaluation.types import string_index_count
from puppet_typesys.types import construct, model
from puppet_typesys.types.constructors import Constructor
from puppet_typesys.types.keys import Keys, check_keys, size_of_keys, wrong_count
from puppet_typesys.types.model import DEFAULT_SIZE, String, Type
from puppet_typesys.types.parse import Reader, check_count
from puppet_typesys.types.ranges import contains, covers
from puppet_typesys.types.refusal import WHOLE, Refusal
from puppet_typesys.types.relate import Guard, Guarded
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.show import Formatter, bracket, range_parts
from puppet_typesys.types.sizes import derived_size, texts_size
from puppet_typesys.types.texts import in_enum, matches_any
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.quoting import quote
from puppet_typesys.values.regexp import Regexp

FORMAT = r"^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$"


def _string_accepts(expected: String, actual: Type, guard: Guard | None) -> bool:
    if expected.size is not None:
        if isinstance(actual, String):
            return covers(expected.size, derived_size(actual))
        if isinstance(actual, model.Enum) and actual.values:
            return covers(expected.size, texts_size(actual))
        return isinstance(actual, model.Enum | model.Pattern) and covers(expected.size, DEFAULT_SIZE)
    if isinstance(actual, String):
        return expected.value is None or (expected.value == actual.value and actual.size is None)
    if isinstance(actual, model.Enum):
        # The reference only requires that the Enum has a single value; it does not compare the value.
        return expected.value is None or (len(actual.values) == 1 and not actual.case_insensitive)
    return isinstance(actual, model.Pattern) and expected.value is None


def _string_instance(type: model.String, value: object, guard: Guarded) -> bool:
    if not isinstance(value, str):
        return False
    if type.size is not None:
        return contains(type.size, len(value))
    return type.value is None or type.value == value


def _string_text(f: Formatter, type: model.String) -> str:
    if f.exact and type.value is not None:
        return bracket("Enum", [quote(type.value)])
    return bracket("String", range_parts(type.size))


def _string_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("String", given, 1, 2, "1 to 2")
    return model.String(None, r.sizes(node, given))


def _string_keys(left: object, keys: Keys) -> Type:
    if not 1 <= len(keys) <= 2:
        raise Refusal(string_index_count(len(keys)))
    return model.String(None, size_of_keys(0, keys))


data_type(
    model.String,
    plain=model.STRING,
    kinds="string",
    accepts=_string_accepts,
    instance=_string_instance,
    text=_string_text,
    parameters=_string_parameters,
    keys=_string_keys,
    constructor=Constructor(
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
)


def _enum_accepts(expected: model.Enum, actual: Type, guard: Guard | None) -> bool:
    if expected == actual:
        return True
    if not expected.values and isinstance(actual, String | model.Enum | model.Pattern):
        return True
    if isinstance(actual, String):
        return actual.value is not None and in_enum(expected, actual.value)
    if isinstance(actual, model.Enum):
        comparable = expected.case_insensitive or not actual.case_insensitive
        return bool(actual.values) and comparable and all(in_enum(expected, value) for value in actual.values)
    return False


def _enum_instance(type: model.Enum, value: object, guard: Guarded) -> bool:
    return isinstance(value, str) and in_enum(type, value)


def _enum_text(f: Formatter, type: model.Enum) -> str:
    parts = list(map(quote, type.values))
    return bracket("Enum", [*parts, "true"] if type.case_insensitive and parts else parts)


def _enum_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    caseless = bool(given) and given[-1] is True
    values = given[:-1] if given and isinstance(given[-1], bool) else given
    check_count("Enum", values, 1, None, "1 or more")
    if not all(isinstance(each, str) for each in values):
        raise ArgumentError("Enum parameters must be identifiers or strings")
    return model.Enum(tuple(map(str, values)), caseless)


def _enum_keys(left: Type, keys: Keys) -> Type:
    caseless = bool(keys) and keys[-1] is True
    values = keys[:-1] if keys and isinstance(keys[-1], bool) else keys
    check_keys(left, values, 1, inf, "String", str)
    return model.Enum(tuple(map(str, values)), caseless)


data_type(
    model.Enum,
    plain=model.Enum(),
    kinds="string",
    accepts=_enum_accepts,
    instance=_enum_instance,
    text=_enum_text,
    parameters=_enum_parameters,
    keys=_enum_keys,
    parts=(("values", "values"), ("case_insensitive", "case_insensitive")),
)


def _pattern_accepts(expected: model.Pattern, actual: Type, guard: Guard | None) -> bool:
    if expected == actual:
        return True
    if isinstance(actual, String):
        return not expected.patterns if actual.value is None else matches_any(expected, actual.value)
    if isinstance(actual, model.Enum):
        return all(matches_any(expected, value) for value in actual.values) if actual.values else not expected.patterns
    return isinstance(actual, model.Pattern) and not expected.patterns


def _pattern_instance(type: model.Pattern, value: object, guard: Guarded) -> bool:
    return isinstance(value, str) and matches_any(type, value)


def _pattern_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Pattern", given, 1, None, "1 or more")
    return construct.pattern(given)


def _pattern_keys(left: Type, keys: Keys) -> Type:
    check_keys(left, keys, 1, inf, "String or Regexp or Pattern-Type or Regexp-Type", str, Regexp, model.Pattern, model.Regexp)
    return construct.pattern(keys)


data_type(
    model.Pattern,
    plain=model.Pattern(),
    kinds="string",
    accepts=_pattern_accepts,
    instance=_pattern_instance,
    text=lambda f, type: bracket("Pattern", (each.regexp.delimited() for each in type.patterns)),
    parameters=_pattern_parameters,
    keys=_pattern_keys,
    parts=(("patterns", "patterns"),),
)


def _regexp_accepts(expected: model.Regexp, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Regexp) and (expected.pattern is None or expected.pattern == actual.pattern)


def _regexp_instance(type: model.Regexp, value: object, guard: Guarded) -> bool:
    return isinstance(value, Regexp) and (type.pattern is None or type.regexp == value)


def _regexp_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Regexp", given, 1, 1, "1")
    return construct.regexp(given[0])


def _regexp_keys(left: Type, keys: Keys) -> Type:
    if len(keys) != 1:
        raise wrong_count(left, 1, None, len(keys), 1 if keys else WHOLE)
    check_keys(left, keys, 1, 1, "String or Regexp", str, Regexp)
    return construct.regexp(keys[0])


data_type(
    model.Regexp,
    plain=model.Regexp(),
    kinds="regexp",
    accepts=_regexp_accepts,
    instance=_regexp_instance,
    text=lambda f, type: "Regexp" if type.pattern is None else f"Regexp[{type.regexp.delimited()}]",
    parameters=_regexp_parameters,
    keys=_regexp_keys,
    constructor=Constructor("new_float", ("String $pattern, Boolean $escape = false",)),
    parts=(("pattern", "pattern"),),
)
