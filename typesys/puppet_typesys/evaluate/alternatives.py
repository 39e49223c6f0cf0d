"""`one_of`: the join of several possible values."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.types import model
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.join import join
from puppet_typesys.values.hash import identity
from puppet_typesys.values.unknown import Unknown


def one_of(values: Sequence[object]) -> object:
    """The value that all of several possible values are equal to, or else an Unknown of their joined types."""
    if not values:
        return Unknown(model.ANY)
    first = values[0]
    if not isinstance(first, Unknown) and all(identity(each) == identity(first) for each in values[1:]):
        return first
    return Unknown(join(*map(infer_set, values)))
