"""TypedCall: a call whose arguments are known by their types alone, as the rules beside the functions see it.

```python
def _keys_type(call: TypedCall, hash: Type) -> Type: ...

@dispatch("keys", "Hash $hsh", types=_keys_type)
```

A rule gets the type of each argument, limited to what its parameter accepts, and returns a type of all values that the function may return.
A literal has a type of one value (`Integer[3, 3]`, a String with a value, a Tuple), so a rule can depend on values that are known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from puppet_typesys.loader import Definition
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER


class TypedCall(Protocol):
    """A call of a built-in function with arguments that are known by their types."""

    @property
    def name(self) -> str:
        """The name of the function."""

    @property
    def arity(self) -> int | None:
        """The number of arguments that the block takes, negative if that varies; None without a block."""

    @property
    def nesting(self) -> int:
        """The number of blocks around this call that are evaluated for their types: what costs several evaluations is done outside only."""

    @property
    def may_stop(self) -> bool:
        """Whether the block may have ended the iteration with `break`, or is not evaluated."""

    def block(self, *types: Type) -> Type:
        """The type of the block's value for arguments of these types: NEVER if it always fails or leaves, Any if that is not evaluated."""

    def forget_block(self) -> None:
        """Drop the findings of the last evaluation of the block, whose arguments did not have the types that they are found to have."""

    def block_if_true(self, *types: Type) -> tuple[Type, ...]:
        """The types that the block's arguments have where its value is true, of arguments of these types; NEVER where it never is."""

    def function(self, name: str, *types: Type) -> Type:
        """The type of the result of another function, called without a block."""

    def written(self, function: Definition, *types: Type) -> Type:
        """The type of the result of a function of another file that is written in Puppet, as its body says."""

    def type_of_name(self, text: str) -> Type | None:
        """The type that a text denotes, with the names that the program defines; None if it denotes none."""


TypeRule = Callable[..., Type]
"""Takes the TypedCall and the types of the arguments."""


def never(call: TypedCall, *types: Type) -> Type:
    """The rule of functions that do not return."""
    return NEVER


def argument(call: TypedCall, type: Type, *types: Type) -> Type:
    """The rule of functions that return their first argument and have no block."""
    return type
