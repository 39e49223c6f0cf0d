"""`@record`: slim classes that are compared and hashed by their fields.

The standard dataclasses cost about a millisecond a class at import, which `puppet-eval` would pay forty times before it starts.
"""

from __future__ import annotations

from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform()
def record(cls: type[T]) -> type[T]:
    """Make a class of its annotations: slots, `__init__`, `__eq__`, `__hash__`.

    A method `settle` runs after `__init__` and may bring the fields into their normal form; nobody else changes them.
    """
    base: Any = cls.__mro__[1]
    own = tuple(name for name in cls.__dict__.get("__annotations__", {}))
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    defaults: dict[str, object] = dict(getattr(base, "_defaults", {}))
    for name in own:
        if name in body:
            defaults[name] = body.pop(name)
    fields: tuple[str, ...] = (*getattr(base, "_fields", ()), *own)
    parameters = ", ".join(f"{name}=_defaults[{name!r}]" if name in defaults else name for name in fields)
    lines = [f"self.{name} = {name}" for name in fields]
    if "settle" in body or hasattr(base, "settle"):
        lines.append("self.settle()")
    ours, theirs = (f"({''.join(f'{who}.{name}, ' for name in fields)})" for who in ("self", "other"))
    scope: dict[str, Any] = {"_defaults": defaults}
    source = (
        f"def __init__(self, {parameters}): {'; '.join(lines) or 'pass'}\n"
        f"def __eq__(self, other): return self is other or (self.__class__ is other.__class__ and {ours} == {theirs})\n"
        f"def __hash__(self): return hash((self.__class__.__name__, {ours}))\n"
    )
    exec(source, scope)
    body |= {"__slots__": own, "__match_args__": fields, "_fields": fields, "_defaults": defaults}
    for name in ("__init__", "__eq__", "__hash__"):
        if name not in body or body[name] is None:
            body[name] = scope[name]
    made: Any = type(cls.__name__, cls.__bases__, body)
    return made  # type: ignore[no-any-return]  # a class made like this has no better type
