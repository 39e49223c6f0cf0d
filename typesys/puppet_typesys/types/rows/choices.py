"""Types that are choices among other types."""

from __future__ import annotations

from math import inf

from puppet_grammar import ast
from puppet_typesys.issues.evaluation.types import bad_not_undef
from puppet_typesys.types import construct, model
from puppet_typesys.types.construct import ruby_class
from puppet_typesys.types.keys import Keys, check_keys, one_type, wrong_count
from puppet_typesys.types.model import UNDEF, Type
from puppet_typesys.types.parse import Reader, check_count
from puppet_typesys.types.refusal import Refusal
from puppet_typesys.types.relate import Guard, Guarded, is_assignable, is_instance
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import around_parameters, around_text
from puppet_typesys.types.show import bracket
from puppet_typesys.values.meter import spend_on


def _variant_accepts(expected: model.Variant, actual: Type, guard: Guard | None) -> bool:
    spend_on(expected.types)
    return any(is_assignable(each, actual, guard) for each in expected.types)


def _variant_instance(type: model.Variant, value: object, guard: Guarded) -> bool:
    spend_on(type.types)
    return any(is_instance(each, value, guard) for each in type.types)


def _variant_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Variant", given, 1, None, "1 or more")
    return construct.variant(r.types(node, given))


def _variant_keys(left: Type, keys: Keys) -> Type:
    check_keys(left, keys, 1, inf, "Any-Type", Type)
    return construct.variant(keys)


data_type(
    model.Variant,
    plain=model.Variant(),
    accepts=_variant_accepts,
    instance=_variant_instance,
    text=lambda f, type: bracket("Variant", map(f.text, type.types)),
    parameters=_variant_parameters,
    keys=_variant_keys,
    parts=(("types", "types"),),
)


def _optional_accepts(expected: model.Optional, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Undef) or expected.type is None or is_assignable(expected.type, actual, guard)


def _optional_instance(type: model.Optional, value: object, guard: Guarded) -> bool:
    return value is None or (type.type is not None and is_instance(type.type, value, guard))


def _optional_keys(left: object, keys: Keys) -> Type:
    if len(keys) == 1 and isinstance(keys[0], str):
        return model.Optional(model.String(keys[0]))
    return model.Optional(one_type("Optional", keys))


data_type(
    model.Optional,
    plain=model.Optional(),
    accepts=_optional_accepts,
    instance=_optional_instance,
    text=around_text("Optional"),
    parameters=around_parameters("Optional", model.Optional),
    keys=_optional_keys,
    parts=(("type", "type"),),
)


def _not_undef_accepts(expected: model.NotUndef, actual: Type, guard: Guard | None) -> bool:
    return not is_assignable(actual, UNDEF, guard) and (expected.type is None or is_assignable(expected.type, actual, guard))


def _not_undef_instance(type: model.NotUndef, value: object, guard: Guarded) -> bool:
    return value is not None and (type.type is None or is_instance(type.type, value, guard))


def _not_undef_keys(left: object, keys: Keys) -> Type:
    if not keys:
        return model.NotUndef()
    if len(keys) > 1:
        raise wrong_count("NotUndef-Type", 0, 1, len(keys))
    if isinstance(keys[0], str):
        return model.NotUndef(model.String(keys[0]))
    if not isinstance(keys[0], Type):
        raise Refusal(bad_not_undef(ruby_class(keys[0])), 0)
    return model.NotUndef(keys[0])


data_type(
    model.NotUndef,
    plain=model.NotUndef(),
    accepts=_not_undef_accepts,
    instance=_not_undef_instance,
    text=around_text("NotUndef"),
    parameters=around_parameters("NotUndef", model.NotUndef),
    keys=_not_undef_keys,
    parts=(("type", "type"),),
)
