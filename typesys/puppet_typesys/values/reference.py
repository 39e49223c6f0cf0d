"""Reference: a reference to a resource or class, as functions in Ruby receive it."""

from __future__ import annotations

from typing import ClassVar

from puppet_grammar.dataclass import dataclass


@dataclass(frozen=True)
class Reference:
    """A reference to a resource or class, as a legacy function receives it."""

    type: str
    title: str
    RUBY_NAME: ClassVar[str] = "Puppet::Resource"

    def __str__(self) -> str:
        return f"{self.type}[{self.title}]"
