"""`@record`: immutable classes with slots, compared and hashed by their fields.

The standard dataclasses cost about a millisecond a class at import, which `puppet-eval` would pay forty times before it starts. Frozen
ones also store each field through `object.__setattr__`; here `__init__` calls the descriptors of the slots, which takes half as long.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NoReturn, TypeVar, dataclass_transform

from puppet_grammar.made_methods import method, parameters

T = TypeVar("T")


class Immutable:
    """A base class whose attributes cannot be assigned or deleted."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot assign to field {name!r} of {self.__class__.__name__}, which is immutable")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete field {name!r} of {self.__class__.__name__}, which is immutable")


set_field = object.__setattr__
"""Assign a field of an Immutable. Only for `__init__`, and for types that can mention themselves and are therefore completed after they
are made: aliases (`aliases.resolve_alias`), Object types and TypeSets (`objects.complete`).
"""


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Make an immutable class from annotations: with slots, `__init__`, `__eq__` and `__hash__`.

    A static method `normalize` takes the fields and returns them normalized, before they are stored.
    """
    base: Any = cls.__mro__[1]
    own = tuple(name for name in cls.__dict__.get("__annotations__", {}))
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    defaults: dict[str, object] = dict(getattr(base, "_defaults", {}))
    for name in own:
        if name in body:
            defaults[name] = body.pop(name)
    fields: tuple[str, ...] = (*getattr(base, "_fields", ()), *own)
    scope: dict[str, Any] = {}
    given = {name: defaults[name] for name in fields if name in defaults}
    init, equality, hashed = _methods(len(fields), normalizes="normalize" in body)
    made_methods = {
        "__init__": method(init, fields, scope, given),
        "__eq__": method(equality, fields, scope),
        "__hash__": method(hashed, fields, scope),
    }
    body |= {"__slots__": own, "__match_args__": fields, "_fields": fields, "_defaults": defaults}
    body |= {name: Immutable.__dict__[name] for name in ("__setattr__", "__delattr__")}
    for name, made_method in made_methods.items():
        if name not in body or body[name] is None:
            body[name] = made_method
    made: Any = type(cls.__name__, cls.__bases__, body)
    scope |= {f"_set_{place}": getattr(made, name).__set__ for place, name in enumerate(fields)}
    if "normalize" in body:
        scope["_normalize"] = made.normalize
    return made  # type: ignore[no-any-return]  # a class made like this has no better type


@cache
def _methods(count: int, *, normalizes: bool) -> tuple[str, str, str]:
    """The source of `__init__`, `__eq__` and `__hash__` of classes with so many fields."""
    given = parameters(count)
    lines = [f"{given} = _normalize({given})"] if normalizes else []
    lines += [f"_set_{place}(self, _{place})" for place in range(count)]
    ours, theirs = (f"({''.join(f'{who}._{place}, ' for place in range(count))})" for who in ("self", "other"))
    return (
        f"def __init__(self, {given}): {'; '.join(lines) or 'pass'}",
        f"def __eq__(self, other): return self is other or (self.__class__ is other.__class__ and {ours} == {theirs})",
        f"def __hash__(self): return hash((self.__class__.__name__, {ours}))",
    )
