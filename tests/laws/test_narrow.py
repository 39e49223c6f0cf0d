"""Laws of `intersection` and `difference`: both are upper bounds of the values that they stand for."""

from __future__ import annotations

from hypothesis import given

from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import difference, intersection
from puppet_typesys.types.relate import is_instance
from tests.laws.strategies import types, values


@given(types, types, values)
def test_a_value_of_both_types_is_a_value_of_their_intersection(one: Type, other: Type, value: object) -> None:
    if is_instance(one, value) and is_instance(other, value):
        assert is_instance(intersection(one, other), value)


@given(types, types, values)
def test_a_value_of_the_first_type_alone_is_a_value_of_their_difference(one: Type, other: Type, value: object) -> None:
    if is_instance(one, value) and not is_instance(other, value):
        assert is_instance(difference(one, other), value)
