"""Types of types, and of values that are hidden."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.constructors import Constructor
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import Guard, Guarded, is_assignable, is_instance
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import around_keys, around_parameters, with_type
from puppet_typesys.types.show import Formatter
from puppet_typesys.values.sensitive import Sensitive


def _type_accepts(expected: model.TypeType, actual: Type, guard: Guard | None) -> bool:
    if not isinstance(actual, model.TypeType):
        return False
    return expected.type is None or (actual.type is not None and is_assignable(expected.type, actual.type, guard))


def _type_instance(type: model.TypeType, value: object, guard: Guarded) -> bool:
    return isinstance(value, Type) and (type.type is None or is_assignable(type.type, value))


data_type(
    model.TypeType,
    plain=model.TypeType(),
    kinds="type",
    accepts=_type_accepts,
    instance=_type_instance,
    text=with_type("Type"),
    parameters=around_parameters("Type", model.TypeType),
    keys=around_keys("Type", model.TypeType),
    constructor=Constructor("new_type", ("String[1] $type_string",)),
    parts=(("type", "type"),),
)


def _sensitive_accepts(expected: model.Sensitive, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Sensitive) and is_assignable(expected.type, actual.type, guard)


def _sensitive_instance(type: model.Sensitive, value: object, guard: Guarded) -> bool:
    return isinstance(value, Sensitive) and is_instance(type.type, value.value, guard)


def _sensitive_text(f: Formatter, type: model.Sensitive) -> str:
    return "Sensitive" if type.type == model.ANY else f"Sensitive[{f.text(type.type)}]"


data_type(
    model.Sensitive,
    plain=model.Sensitive(),
    kinds="sensitive",
    accepts=_sensitive_accepts,
    instance=_sensitive_instance,
    text=_sensitive_text,
    parameters=around_parameters("Sensitive", model.Sensitive),
    keys=around_keys("Sensitive", model.Sensitive),
    constructor=Constructor("new_Sensitive", ("Sensitive $value", "Any $value")),
)
