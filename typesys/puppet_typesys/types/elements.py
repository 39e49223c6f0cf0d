"""The elements of Arrays and Tuples by index. The last type of a Tuple, or of parameters, is that of all elements after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from puppet_typesys.types import model
from puppet_typesys.types.model import Type

T = TypeVar("T")


def at_or_last(several: Sequence[T], index: int) -> T:
    """The member at an index, or the last one if there are fewer; there is at least one."""
    return several[min(index, len(several) - 1)]


def element_at(type: Type, index: int) -> Type:
    """The type of an element of an Array or Tuple, if there is one at that index; Any for other types."""
    match type:
        case model.Tuple(types=types) if types:
            return at_or_last(types, index)
        case model.Array(element=element) if not isinstance(element, model.Unit):
            return element
    return model.ANY  # Unit accepts everything.
