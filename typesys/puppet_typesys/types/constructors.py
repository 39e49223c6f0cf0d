"""The constructors behind `new`: for each type the signatures that it accepts, with the names that error messages use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from puppet_grammar.table import Table
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Names, builtin_name, parse
from puppet_typesys.types.show import show
from puppet_typesys.types.signature import Signature, signature
from puppet_typesys.values.errors import ArgumentError, InternalError


class Constructor:
    """The constructor of a type: its function name in error messages, its signatures, and signatures whose calls it rejects itself."""

    def __init__(
        self, name: str, texts: tuple[str, ...], mismatches: tuple[str, ...] = (), aliases: Mapping[str, str | Type] | None = None
    ) -> None:
        self.name = name
        self._texts = texts
        self._mismatches = mismatches
        self._aliases = aliases or {}

    @cached_property
    def signatures(self) -> tuple[Signature, ...]:
        """The signatures that it accepts, in the order in which they are tried."""
        return tuple(signature(text, None, self._names) for text in self._texts)

    @cached_property
    def mismatches(self) -> tuple[Signature, ...]:
        """The signatures of calls that it rejects with messages of its own."""
        return tuple(signature(text, None, self._names) for text in self._mismatches)

    @cached_property
    def _names(self) -> Names:
        # The same function object each time, so that `signature` caches the result.
        found: dict[str, Type] = {}

        def named(name: str) -> Type | None:
            return found.get(name) or builtin_name(name)

        for name, text in self._aliases.items():
            found[name.lower()] = model.TypeAlias(name, parse(text, named) if isinstance(text, str) else text)
        return named

    def alias(self, name: str) -> Type:
        """A type alias that exists only in these signatures."""
        known = self._names(name.lower())
        assert known is not None, name
        return known


CONSTRUCTORS: Table[type[Type], Constructor] = Table("the constructors of types")
"""The constructors by class of the type, which the `rows` enter; see `made_like` for types that use the constructor of another type."""


def made_like(type: Type) -> type[Type]:
    """The class of the type whose constructor makes the values of a type; raises ArgumentError if there is none."""
    match type:
        case model.TypeAlias():
            return made_like(type.target)
        case model.Optional():
            if type.type is None:
                raise InternalError("undefined method `new_function' for nil")
            return made_like(type.type)
        case model.NotUndef():
            return model.Unit if type.type is None else made_like(type.type)
        case model.Tuple():
            return model.Array
        case model.Struct():
            return model.Hash
        case model.Init() if type.type is not None:
            return model.Init
    if type.__class__ not in CONSTRUCTORS:
        raise ArgumentError(f"Creation of new instance of type '{show(type)}' is not supported")
    return type.__class__


def init_of(type: Type) -> model.Init:
    """The Init type inside an alias, Optional or NotUndef."""
    while not isinstance(type, model.Init):
        assert isinstance(type, model.TypeAlias | model.Optional | model.NotUndef)
        inner = type.target if isinstance(type, model.TypeAlias) else type.type
        assert inner is not None
        type = inner
    return type
