"""Methods of classes that are made from annotations, such as an `__init__` with a parameter for each field.

Their source is compiled once for each number and form of fields, with numbers for names, and copied with other names for each class: to
compile it for each of 300 classes took a tenth of the start of a short run.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import CodeType, FunctionType, MappingProxyType
from typing import Any


def method(
    source: str, fields: tuple[str, ...], scope: dict[str, Any], defaults: Mapping[str, object] = MappingProxyType({})
) -> FunctionType:
    """The function that some source defines, in which `_0`, `_1`, ... stand for the names of the fields as parameters and attributes.

    `scope` has the values of all other names, `defaults` those of the last fields: the source has none.
    """
    if tuple(defaults) != fields[len(fields) - len(defaults) :]:
        raise TypeError(f"a field without a default follows one with a default: {', '.join(fields)}")
    code = _compiled(source)
    names = {f"_{place}": name for place, name in enumerate(fields)}
    renamed = code.replace(co_varnames=_with(names, code.co_varnames), co_names=_with(names, code.co_names))
    return FunctionType(renamed, scope, code.co_name, tuple(defaults.values()))


def parameters(count: int) -> str:
    """The names of some fields in such source, each with a comma."""
    return "".join(f"_{place}, " for place in range(count))


@cache
def _compiled(source: str) -> CodeType:
    (code,) = (each for each in compile(source, "<made>", "exec").co_consts if isinstance(each, CodeType))
    return code


def _with(names: Mapping[str, str], given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(names.get(each, each) for each in given)
