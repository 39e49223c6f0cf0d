"""Result: what a function written in Puppet returns for arguments of some types, with what that depends on."""

from __future__ import annotations

from puppet_grammar.named import NamedTuple
from puppet_typesys.loader import TypedName
from puppet_typesys.types.model import Type


class Result(NamedTuple):
    """What a function returns for arguments of some types."""

    type: Type
    asked: frozenset[TypedName]
    """The names of other definitions that were looked up."""
    steps: int
    """The steps that the evaluation takes, with those of the functions that are called inside."""
    height: int = 1
    """The number of functions that are evaluated inside each other."""
    is_mutual: bool = False
    """Whether the function calls itself through other functions: inside of one of these it may have another result."""


Results = dict[tuple[str, tuple[Type, ...] | None], Result]
"""Results by the name of the function and the types of the arguments; None for any number of arguments of the declared types."""
MANY = 10_000
"""The number of results past which no more are kept."""
