"""Which functions accept the value before a dot as their first argument."""

from __future__ import annotations

from puppet_typesys.functions.registry import builtin_function
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import is_assignable

FITTING = 1
"""The score of a function that is made for values of the type, and not for any value."""


def fit(name: str, receiver: Type | None) -> int | None:
    """A score of a function for a receiver of a type; None if it accepts none of its values. Only functions of the language are known."""
    function = None if receiver is None or "::" in name else builtin_function(name)
    if receiver is None or function is None:
        return 0
    expected = [_first(each.signature.type) for each in function.dispatches if not each.mismatch]
    accepted = [each for each in expected if each is not None and not disjoint(each, receiver)]
    if not accepted:
        return None
    return FITTING if any(not isinstance(each, model.Any) and is_assignable(each, receiver) for each in accepted) else 0


def _first(callable: model.Callable) -> Type | None:
    """The type of the first parameter; None without parameters."""
    if callable.parameters is None:
        return model.ANY
    return callable.parameters.types[0] if callable.parameters.types else None
