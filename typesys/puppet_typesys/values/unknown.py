"""Unknown: a value of which only the type is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from puppet_typesys.values.hash import Hash


class Unknown:
    """Stands for a fact or data that nobody gave; `type` is what can be said about it, by those who know types."""

    __slots__ = ("type",)

    def __init__(self, type: object) -> None:
        self.type = type

    def __repr__(self) -> str:
        return f"Unknown({self.type!r})"


class PossiblyUnset(Unknown):
    """The value of a variable that only some branches have set."""

    __slots__ = ()


class UnsetInOneBranch(PossiblyUnset):
    """The same where there is a branch for every case, and only one of them does not set the variable; `around` are the branches around."""

    __slots__ = ("around",)

    def __init__(self, type: object, around: tuple[int, ...]) -> None:
        super().__init__(type)
        self.around = around


class ImplicitParameter(PossiblyUnset):
    """The value of a variable that there is only when a caller gives it, such as a metaparameter in a define."""

    __slots__ = ()


class Several(Unknown):
    """What `*value` gives when the value is unknown: nobody knows how many values."""

    __slots__ = ()


class UnknownValue(Exception):  # noqa: N818 - it names what was met
    """An Unknown was met where its value is needed; whoever knows the type of the result makes that an Unknown."""


def contains_unknown(value: object) -> bool:
    """Whether a value is unknown, or something inside it."""
    if isinstance(value, tuple):
        return any(map(contains_unknown, value))
    if isinstance(value, Hash):
        return any(contains_unknown(key) or contains_unknown(each) for key, each in value.items())
    if isinstance(value, Unknown):
        return True
    inner = PARTS.get(value.__class__)
    return inner is not None and any(map(contains_unknown, inner(value)))


PARTS: dict[type, Callable[[Any], Iterable[object]]] = {}
"""What is inside of values of further classes, entered by those who define them."""
