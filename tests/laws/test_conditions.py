"""Laws of what conditions say of types: a value for which a condition holds is a value of what remains of its type."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puppet_typesys.operators.comparison.compare import evaluate_comparison
from puppet_typesys.operators.comparison.matching import Matching, matches
from puppet_typesys.operators.refusal import Refusal
from puppet_typesys.types import conditions, model
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Integer, Type, generalize
from puppet_typesys.types.relate import is_instance
from puppet_typesys.values.errors import MessageError
from puppet_typesys.values.hash import Hash
from tests.laws.strategies import types, values

scalars = st.one_of(st.none(), st.booleans(), st.integers(-3, 5), st.floats(-2, 3).map(lambda n: round(n, 1)), st.text("aAbB-", max_size=2))
plain: st.SearchStrategy[object] = st.one_of(scalars, st.lists(scalars, max_size=2).map(tuple), st.just(Hash()))


@st.composite
def typed(draw: st.DrawFn) -> tuple[object, Type]:
    """A value and a type that it is a value of."""
    value = draw(plain)
    exact = infer_set(value)
    kind = draw(st.sampled_from((exact, generalize(exact), model.Optional(exact), model.ANY, model.Variant((exact, model.STRING)))))
    assume(is_instance(kind, value))
    return value, kind


@given(types, values)
def test_truth(kind: Type, value: object) -> None:
    if not is_instance(kind, value):
        return
    remaining = conditions.falsy(kind) if value is None or value is False else conditions.truthy(kind)
    assert is_instance(remaining, value)


@given(typed(), typed())
def test_equality(one: tuple[object, Type], other: tuple[object, Type]) -> None:
    holds = evaluate_comparison("==", one[0], other[0]) is True
    assert is_instance(conditions.equal(one[1], other[1], holds=holds), one[0])


@given(typed(), typed(), st.sampled_from(("<", "<=", ">", ">=")))
def test_order(one: tuple[object, Type], other: tuple[object, Type], operator: Literal["<", "<=", ">", ">="]) -> None:
    try:
        holds = evaluate_comparison(operator, one[0], other[0]) is True
    except Refusal:
        return
    assert is_instance(conditions.ordered(one[1], operator, other[1], holds=holds), one[0])


@given(typed(), st.one_of(plain, types))
def test_options(one: tuple[object, Type], option: object) -> None:
    try:
        holds = matches(one[0], option, Matching())
    except MessageError:
        return
    remaining = conditions.matched(one[1], model.TypeType(option) if isinstance(option, Type) else infer_set(option), holds=holds)
    assert is_instance(remaining, one[0])


@given(typed(), st.integers(0, 2), st.integers(0, 2) | st.none())
def test_sizes(one: tuple[object, Type], low: int, more: int | None) -> None:
    value = one[0]
    high = None if more is None else low + more
    if isinstance(value, str | tuple | Hash) and len(value) >= low and (high is None or len(value) <= high):
        assert is_instance(conditions.sized(one[1], Integer(low, high)), value)


@pytest.mark.parametrize(
    ("kind", "operator", "bound", "holds", "remaining"),
    [
        (Integer(1, 10), "<", Integer(5, 5), True, Integer(1, 4)),
        (Integer(1, 10), "<", Integer(5, 5), False, Integer(5, 10)),
        (model.INTEGER, ">=", model.Float(2.5, 2.5), True, Integer(3, None)),
        (model.INTEGER, ">", Integer(1, 3), True, Integer(2, None)),
    ],
)
def test_an_order_cuts_ranges(kind: Type, operator: str, bound: Type, holds: bool, remaining: Type) -> None:
    assert conditions.ordered(kind, operator, bound, holds=holds) == remaining
