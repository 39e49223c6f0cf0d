"""Init: the values of which another type makes its own."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.types import model
from puppet_typesys.types.data import RICH_DATA
from puppet_typesys.types.init import accepted_arguments
from puppet_typesys.types.keys import Keys, not_a_type
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Reader
from puppet_typesys.types.relate import Guard, Guarded, is_assignable, is_instance
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.show import Formatter, bracket
from puppet_typesys.values.unknown import Unknown


def _init_accepts(expected: model.Init, actual: Type, guard: Guard | None) -> bool:
    """Whether every value of a type is accepted by the constructor."""
    if isinstance(actual, model.Init):
        if expected.type is None:
            return True
        accepted_arguments(expected)
        return actual.type is not None and is_assignable(expected.type, actual.type, guard)
    if expected.type is None:
        return is_assignable(RICH_DATA(), actual, guard)
    accepted = accepted_arguments(expected)
    if any(is_assignable(each, actual, guard) for each in accepted.single):
        return True
    if any(is_assignable(each, actual, guard) for each in accepted.lists):
        return True
    return accepted.short and any(is_assignable(each, model.Tuple((actual,)), guard) for each in accepted.lists)


def _init_instance(type: model.Init, value: object, guard: Guarded) -> bool:
    """Whether a value is accepted by the constructor."""
    if isinstance(value, Unknown):
        return False
    if type.type is None:
        return is_instance(RICH_DATA(), value)
    accepted = accepted_arguments(type)
    if any(is_instance(each, value) for each in accepted.single):
        return True
    if isinstance(value, tuple) and any(is_instance(each, value) for each in accepted.lists):
        return True
    return accepted.short and any(is_instance(each, (value,)) for each in accepted.lists)


def _init_text(f: Formatter, type: model.Init) -> str:
    return "Init" if type.type is None else bracket("Init", [f.text(type.type), *map(f.text, type.arguments)])


def _init_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    (inner,) = r.types(node, given[:1])
    return model.Init(inner, given[1:])


def _init_keys(left: object, keys: Keys) -> Type:
    if not keys or not isinstance(keys[0], Type):
        raise not_a_type("Init", keys[0] if keys else None, 0)
    return model.Init(keys[0], keys[1:])


data_type(
    model.Init,
    plain=model.Init(),
    kinds="every",
    accepts=_init_accepts,
    instance=_init_instance,
    text=_init_text,
    parameters=_init_parameters,
    keys=_init_keys,
)
