"""Laws of `intersection` and `difference`: both are upper bounds of the values that they stand for."""

from __future__ import annotations

import pytest
from hypothesis import given

from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import difference, intersection
from puppet_typesys.types.parse import parse
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show_exact
from tests.laws.strategies import types, values


@given(types, types, values)
def test_a_value_of_both_types_is_a_value_of_their_intersection(one: Type, other: Type, value: object) -> None:
    if is_instance(one, value) and is_instance(other, value):
        assert is_instance(intersection(one, other), value)


@given(types, types, values)
def test_a_value_of_the_first_type_alone_is_a_value_of_their_difference(one: Type, other: Type, value: object) -> None:
    if is_instance(one, value) and not is_instance(other, value):
        assert is_instance(difference(one, other), value)


@pytest.mark.parametrize(
    ("text", "removed", "remaining"),
    [
        ("String", "String[0, 0]", "String[1]"),
        ("String[0, 0]", "String[0, 0]", "Variant"),
        ("Integer[1, 10]", "Integer[1, 5]", "Integer[6, 10]"),
        ("Integer[1, 10]", "Integer[3, 5]", "Integer[1, 10]"),
        ("Enum['a', 'b']", "Enum['a']", "Enum['b']"),
        ("Boolean", "Boolean[true]", "Boolean[false]"),
        ("Optional[String]", "Undef", "String"),
        ("Any", "Undef", "NotUndef"),
        ("Array[String]", "Array[0, 0]", "Array[String, 1]"),
    ],
)
def test_what_is_removed_is_gone(text: str, removed: str, remaining: str) -> None:
    assert show_exact(difference(parse(text), parse(removed))) == remaining
