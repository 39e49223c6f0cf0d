"""Unknown: a value of which only the type is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from puppet_grammar.table import Table
from puppet_typesys.values.hash import Hash


class Unknown:
    """A value, such as a fact or a result of a lookup, of which only the type is known.

    `type` is a Type, which this package does not interpret.
    """

    __slots__ = ("type",)

    def __init__(self, type: object) -> None:
        self.type = type

    def __repr__(self) -> str:
        return f"Unknown({self.type!r})"


class UnknownLater(Unknown):
    """A value whose type takes long to make, and few programs ask for it."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[], object]) -> None:
        self._make = make

    @property
    def type(self) -> object:  # type: ignore[override]  # it is not assigned
        """The type."""
        return self._make()


class PossiblyUnset(Unknown):
    """The value of a variable that is assigned in some branches only."""

    __slots__ = ()


class UnsetInOneBranch(PossiblyUnset):
    """The value of a variable that all branches but one assign, of branches that cover every case; `around` are the enclosing branches."""

    __slots__ = ("around",)

    def __init__(self, type: object, around: tuple[int, ...]) -> None:
        super().__init__(type)
        self.around = around


class UnsetWithoutElse(PossiblyUnset):
    """The value of a variable that a single branch assigns, of a conditional without others; `around` are the enclosing branches."""

    __slots__ = ("around",)

    def __init__(self, type: object, around: tuple[int, ...]) -> None:
        super().__init__(type)
        self.around = around


class ForgottenInClass(UnsetInOneBranch):
    """The value of a variable of another class that all branches of its body but one assign."""

    __slots__ = ()

    def __init__(self, type: object) -> None:
        super().__init__(type, ())


class PossiblyOuter(Unknown):
    """The value of a variable that is assigned in some branches only, where a variable of an outer scope is visible in the others."""

    __slots__ = ()


class ImplicitParameter(PossiblyUnset):
    """The value of a parameter that exists without being declared, such as a metaparameter in a define, and is set only if passed."""

    __slots__ = ()


class Selected(Unknown):
    """The tested value of a `case` or selector where an option is taken; `rest` is its type where neither that option nor one before is."""

    __slots__ = ("rest",)

    def __init__(self, type: object, rest: object) -> None:
        super().__init__(type)
        self.rest = rest


class Alternatives(Unknown):
    """A text that one of several branches prints: the parts that each of them prints are known, as far as they are."""

    __slots__ = ("outputs",)

    def __init__(self, type: object, outputs: tuple[tuple[object, ...], ...]) -> None:
        super().__init__(type)
        self.outputs = outputs


class UnknownUnfold(Unknown):
    """The value of `*value` for an unknown value: an unknown number of values."""

    __slots__ = ()


class UnknownValue(Exception):  # noqa: N818 - it names what was met
    """Raised where a value is needed that is unknown; the caller that knows the type of the result returns an Unknown."""


def contains_unknown(value: object) -> bool:
    """Whether a value is unknown or contains an unknown value."""
    if isinstance(value, tuple):
        return any(map(contains_unknown, value))
    if isinstance(value, Hash):
        return any(contains_unknown(key) or contains_unknown(each) for key, each in value.items())
    if isinstance(value, Unknown):
        return True
    inner = _PARTS.get(value.__class__)
    return inner is not None and any(map(contains_unknown, inner(value)))


PARTS: Table[type, Callable[[Any], Iterable[object]]] = Table("the parts of values")
"""Functions that return the values inside a value, by class; modules that define further classes register them here."""
_PARTS = PARTS.entries
