"""`@record`: immutable classes with slots, compared and hashed by their fields.

The standard dataclasses cost about a millisecond a class at import, which `puppet-eval` would pay forty times before it starts. Frozen
ones also store each field through `object.__setattr__`; here `__init__` calls the descriptors of the slots, which takes half as long.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar, dataclass_transform

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
    scope: dict[str, Any] = {"_defaults": defaults}
    exec(_methods(fields, defaults, "normalize" in body), scope)
    body |= {"__slots__": own, "__match_args__": fields, "_fields": fields, "_defaults": defaults}
    body |= {name: Immutable.__dict__[name] for name in ("__setattr__", "__delattr__")}
    for name in ("__init__", "__eq__", "__hash__"):
        if name not in body or body[name] is None:
            body[name] = scope[name]
    made: Any = type(cls.__name__, cls.__bases__, body)
    scope |= {f"_set_{name}": getattr(made, name).__set__ for name in fields}
    if "normalize" in body:
        scope["_normalize"] = made.normalize
    return made  # type: ignore[no-any-return]  # a class made like this has no better type


def _methods(fields: tuple[str, ...], defaults: dict[str, object], normalizes: bool) -> str:
    """The source code of the methods of a class with these fields."""
    parameters = ", ".join(f"{name}=_defaults[{name!r}]" if name in defaults else name for name in fields)
    normalization = [f"{''.join(f'{name}, ' for name in fields)} = _normalize({', '.join(fields)})"] if normalizes else []
    lines = normalization + [f"_set_{name}(self, {name})" for name in fields]
    ours, theirs = (f"({''.join(f'{who}.{name}, ' for name in fields)})" for who in ("self", "other"))
    return (
        f"def __init__(self, {parameters}): {'; '.join(lines) or 'pass'}\n"
        f"def __eq__(self, other): return self is other or (self.__class__ is other.__class__ and {ours} == {theirs})\n"
        f"def __hash__(self): return hash((self.__class__.__name__, {ours}))\n"
    )
