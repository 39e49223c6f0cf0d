"""`@node`: lightweight classes for AST nodes.

A file has thousands of nodes, and every run of the command line creates their classes. A standard dataclass takes about a millisecond to
create; this decorator creates the same slots and positional `__init__` in a twentieth of that time.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar, dataclass_transform

from puppet_grammar.made_methods import method, parameters

T = TypeVar("T")

_PLAIN = frozenset({"str", "int", "bool", "float", "bytes", "Literal", "Span", "None", "Form"})
"""Prefixes of the annotations of fields that hold no nodes."""


class NodeBase:
    """The attributes that `@node` sets on every class."""

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]] = ()
    """All fields, in the order of `__init__`."""
    _child: ClassVar[tuple[str, ...]] = ()
    """The fields that hold a node or None, and those that hold a tuple of nodes, in order."""
    _many: ClassVar[frozenset[str]] = frozenset()
    """The fields in `_child` that hold a tuple of nodes."""

    def __eq__(self, other: object) -> bool:
        raise NotImplementedError

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({shown})"


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[T]) -> type[T]:
    """Make `cls` a node class: annotations define its slots, the parameters of `__init__`, and the list of children.

    Annotations must be strings (`from __future__ import annotations`); fields with a default must follow those without.
    """
    base: Any = cls.__mro__[1]
    own: dict[str, str] = {name: str(kind) for name, kind in cls.__dict__.get("__annotations__", {}).items() if "ClassVar" not in str(kind)}
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    defaults: dict[str, object] = dict(getattr(base, "_defaults", {}))
    for name in own:
        if name in body:
            defaults[name] = body.pop(name)
    fields = (*getattr(base, "_fields", ()), *own)
    children = [name for name, kind in own.items() if kind.removeprefix("tuple[").split("[")[0].split(" ")[0] not in _PLAIN]
    many = {name for name in children if own[name].startswith("tuple[")}
    body |= {
        "__slots__": tuple(own),
        "__match_args__": fields,
        "_fields": fields,
        "_defaults": defaults,
        "_child": (*getattr(base, "_child", ()), *children),
        "_many": frozenset(getattr(base, "_many", frozenset()) | many),
        "__eq__": object.__eq__,
        "__hash__": object.__hash__,
    }
    assignments = "; ".join(f"self._{place} = _{place}" for place in range(len(fields))) or "pass"
    given = {name: defaults[name] for name in fields if name in defaults}
    body["__init__"] = method(f"def __init__(self, {parameters(len(fields))}): {assignments}", fields, {}, given)
    made: Any = type(cls.__name__, cls.__bases__, body)
    return made  # type: ignore[no-any-return]  # a class made like this has no better type
