"""Sensitive: a value that is not shown in text."""

from __future__ import annotations

from puppet_typesys.values.hash import identity
from puppet_typesys.values.unknown import PARTS


class Sensitive:
    """A wrapper around a value; equal to another wrapper of an equal value."""

    __slots__ = ("value",)
    RUBY_NAME = "Puppet::Pops::Types::PSensitiveType::Sensitive"

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sensitive) and identity(self.value) == identity(other.value)

    def __hash__(self) -> int:
        return hash(("Sensitive", identity(self.value)))

    def __str__(self) -> str:
        return "Sensitive [value redacted]"

    def __repr__(self) -> str:
        return "#<Sensitive [value redacted]>"


PARTS[Sensitive] = lambda sensitive: (sensitive.value,)
