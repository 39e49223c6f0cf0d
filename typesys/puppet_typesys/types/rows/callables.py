"""What can be called, and values of the runtime."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.types import construct, model
from puppet_typesys.types.keys import Keys, check_keys, wrong_count
from puppet_typesys.types.model import UNDEF, Type
from puppet_typesys.types.parse import Reader, check_count
from puppet_typesys.types.relate import Guard, is_assignable
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import by_inference
from puppet_typesys.types.show import Formatter, bracket, range_parts


def _callable_parts(f: Formatter, type: model.Callable) -> list[str]:
    assert type.parameters is not None
    parts = [f.text(each) for each in type.parameters.types if not isinstance(each, model.Unit)]
    parts += range_parts(type.parameters.size) if type.parameters.types else ["0", "0"]
    return parts if type.block is None else [*parts, f.text(type.block)]


def _callable_accepts(expected: model.Callable, actual: Type, guard: Guard | None) -> bool:
    if not isinstance(actual, model.Callable):
        return False
    if expected.returns is not None and not is_assignable(expected.returns, actual.returns or model.ANY, guard):
        return False
    if expected.parameters is None:
        return True
    if actual.parameters is None or not is_assignable(actual.parameters, expected.parameters, guard):
        return False
    return is_assignable(actual.block or UNDEF, expected.block or UNDEF, guard)


def _callable_text(f: Formatter, type: model.Callable) -> str:
    if type.returns is None:
        return "Callable" if type.parameters is None else bracket("Callable", _callable_parts(f, type))
    if type.parameters is None:
        return f"Callable[[], {f.text(type.returns)}]"
    return f"Callable[[{', '.join(_callable_parts(f, type))}], {f.text(type.returns)}]"


def _callable_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    if len(given) > 1 and isinstance(given[0], tuple):
        check_count("callable", given, 2, 2, "2 when first parameter is an array")
    return construct.callable_type(given)


def _callable_keys(left: Type, keys: Keys) -> Type:
    if keys and isinstance(keys[0], tuple) and len(keys) != 2:
        raise wrong_count(left, 2, 2, len(keys))
    return construct.callable_type(keys)


data_type(
    model.Callable,
    plain=model.Callable(),
    kinds="callable object runtime",
    accepts=_callable_accepts,
    instance=by_inference,
    text=_callable_text,
    parameters=_callable_parameters,
    keys=_callable_keys,
)


def _runtime_accepts(expected: model.Runtime, actual: Type, guard: Guard | None) -> bool:
    if not isinstance(actual, model.Runtime) or expected.runtime not in (None, actual.runtime):
        return False
    return expected.name_or_pattern is None or expected.name_or_pattern == actual.name_or_pattern


def _runtime_text(f: Formatter, type: model.Runtime) -> str:
    if type.runtime is None and type.name_or_pattern is None:
        return "Runtime"
    return bracket("Runtime", ["undef" if type.runtime is None else type.runtime, f.text(type.name_or_pattern)])


def _runtime_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Runtime", given, 2, 2, "2")
    return model.Runtime(str(given[0]), given[1])


def _runtime_keys(left: Type, keys: Keys) -> Type:
    if len(keys) != 2:
        raise wrong_count(left, 1, 2, len(keys))
    check_keys(left, keys, 2, 2, "String or String", str)
    return model.Runtime(str(keys[0]), keys[1])


data_type(
    model.Runtime,
    plain=model.Runtime(),
    kinds="runtime object",
    accepts=_runtime_accepts,
    instance=by_inference,
    text=_runtime_text,
    parameters=_runtime_parameters,
    keys=_runtime_keys,
)
