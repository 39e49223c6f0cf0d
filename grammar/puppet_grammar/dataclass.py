"""`@dataclass`: what is used here of the standard one, for classes that every run of the command line needs.

A standard dataclass takes 0.7 milliseconds of processor time to create and needs the module `inspect`; one of these takes a seventh.
Classes that few runs need are standard ones. `replace` is for both.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, NoReturn, Protocol, TypeVar, dataclass_transform

from puppet_grammar.made_methods import method, parameters
from puppet_grammar.named import NamedTuple

T = TypeVar("T")
_ABSENT: Any = object()


class _Made(Protocol):
    _shown: tuple[str, ...]
    """All fields."""


class Field(NamedTuple):
    """How a field is made; see `field`."""

    factory: Callable[[], object] | None = None
    init: bool = True
    compare: bool = True


def field(*, default_factory: Callable[[], T] | None = None, init: bool = True, compare: bool = True) -> T:
    """A field whose default is made for each object, that is not a parameter, or that is not compared and hashed."""
    return Field(default_factory, init, compare)  # type: ignore[return-value]  # in place of the value of the field


def replace(item: T, **changes: object) -> T:
    """A copy of an object with other values of some fields."""
    kind: Any = item.__class__
    return kind(**{name: getattr(item, name) for name in kind.__match_args__ if name not in changes}, **changes)  # type: ignore[no-any-return]  # it makes its own objects


@dataclass_transform(field_specifiers=(field,))
def dataclass(*, frozen: bool = False, slots: bool = False, eq: bool = True) -> Callable[[type[T]], type[T]]:
    """Make a class from annotations, which must be strings: with `__init__`, `__eq__` and `__repr__`, and `__hash__` if it is frozen."""
    return lambda cls: _made(cls, frozen=frozen, slots=slots, eq=eq)


def _made(cls: type[T], *, frozen: bool, slots: bool, eq: bool) -> type[T]:
    own = [name for name, kind in cls.__dict__.get("__annotations__", {}).items() if "ClassVar" not in kind]
    given = {name: cls.__dict__.get(name, _ABSENT) for name in own}
    body: dict[str, Any] = dict(cls.__dict__)
    for name, default in given.items():
        if isinstance(default, Field) or (slots and default is not _ABSENT):
            del body[name]
    known: dict[str, Any] = getattr(cls, "_defaults", {}) | given
    names = tuple(name for name, default in known.items() if not isinstance(default, Field) or default.init)
    compared = tuple(name for name, default in known.items() if not isinstance(default, Field) or default.compare)
    body |= {"_defaults": known, "_shown": tuple(known), "__match_args__": names}
    body.setdefault("__repr__", _repr)
    if eq:
        values = attrgetter(*compared)
        has_hash = body.get("__hash__") is not None
        body.setdefault("__eq__", _equality(values))
        body["__hash__"] = body["__hash__"] if has_hash else _hash(values) if frozen else None
    if frozen:
        body |= {"__setattr__": _refuse, "__delattr__": _refuse}
        if slots:
            body |= {"__getstate__": _state, "__setstate__": _restore}
    for name in ("__dict__", "__weakref__"):
        body.pop(name, None)
    if slots:
        body["__slots__"] = tuple(own)
    made: Any = type(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    made.__init__ = _init(made, names, known, frozen=frozen, slots=slots)
    return made  # type: ignore[no-any-return]  # a class made like this has no better type


def _init(made: type[object], names: tuple[str, ...], known: dict[str, Any], *, frozen: bool, slots: bool) -> Callable[..., None]:
    """The initializer of a class."""
    scope: dict[str, Any] = {"_absent": _ABSENT}
    defaults: dict[str, object] = {}
    lines = []
    for place, name in enumerate(names):
        default, value = known[name], f"_{place}"
        if isinstance(default, Field):
            scope[f"_make_{place}"] = default.factory
            defaults[name] = _ABSENT
            value = f"_make_{place}() if {value} is _absent else {value}"
        elif default is not _ABSENT:
            defaults[name] = default
        if frozen and slots:
            scope[f"_set_{place}"] = getattr(made, name).__set__
            lines.append(f"_set_{place}(self, {value})")
        elif frozen:
            scope[f"_name_{place}"] = name
            lines.append(f"self.__dict__[_name_{place}] = {value}")
        else:
            lines.append(f"self._{place} = {value}")
    if hasattr(made, "__post_init__"):
        lines.append("self.__post_init__()")
    source = f"def __init__(self, {parameters(len(names))}): {'; '.join(lines) or 'pass'}"
    return method(source, names, scope, defaults)


def _equality(values: Callable[[object], object]) -> Callable[[object, object], bool]:
    def is_equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return is_equal


def _hash(values: Callable[[object], object]) -> Callable[[object], int]:
    return lambda self: hash(values(self))


def _repr(self: _Made) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._shown)
    return f"{self.__class__.__qualname__}({shown})"


def _refuse(self: object, name: str, *value: object) -> NoReturn:
    raise AttributeError(f"cannot change field {name!r} of {self.__class__.__name__}, which is frozen")


def _state(self: _Made) -> list[object]:
    return [getattr(self, name) for name in self._shown]


def _restore(self: _Made, state: list[object]) -> None:
    for name, value in zip(self._shown, state, strict=True):
        object.__setattr__(self, name, value)
