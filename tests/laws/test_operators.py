"""Laws of operators over types: what comes out for values is an instance of what comes out for their types, or for wider types."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puppet_typesys.convert.new.make import new, new_type
from puppet_typesys.convert.text import interpolated, text, text_type
from puppet_typesys.operators.access.elements import element_type
from puppet_typesys.operators.access.values import access
from puppet_typesys.operators.arithmetic.calculate import calculate, result_type
from puppet_typesys.operators.arithmetic.numbers import minus_type
from puppet_typesys.operators.comparison.compare import evaluate_comparison
from puppet_typesys.operators.comparison.equality import equal_by_types, equals
from puppet_typesys.operators.comparison.inclusion import included_by_types, includes
from puppet_typesys.operators.comparison.matching import Matching, match_by_types
from puppet_typesys.operators.comparison.order import order_by_types
from puppet_typesys.operators.refusal import Refusal
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.model import Integer, Type, generalize
from puppet_typesys.types.narrow import joined
from puppet_typesys.types.relate import is_instance
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp

Failures = (Refusal, ArgumentError, InternalError, OverflowError)
"""What a value may be refused with, which a type says nothing of."""
numbers = st.one_of(st.integers(-12, 12), st.sampled_from([2**63 - 1, -(2**63), 2**40]), st.sampled_from([0.0, -1.5, 2.0, 1e308]))
words = st.sampled_from(["", "a", "A", "b", "ab", "12", "1.5", "0"])
scalars: st.SearchStrategy[object] = st.one_of(
    numbers,
    words,
    st.booleans(),
    st.none(),
    st.integers(-2, 3).map(lambda seconds: Timespan(seconds * 10**9)),
    st.integers(-2, 3).map(lambda seconds: Timestamp(seconds * 10**9)),
    st.just(SemVer.parse("1.2.3")),
)


def _around(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    keys = st.one_of(st.sampled_from(["a", "b", "A"]), st.integers(0, 1))
    return st.one_of(st.lists(inner, max_size=4).map(tuple), st.lists(st.tuples(keys, inner), max_size=3).map(Hash))


operands: st.SearchStrategy[object] = st.recursive(scalars, _around, max_leaves=5)


@st.composite
def wider(draw: st.DrawFn, value: object) -> Type:
    """A type of a value: the exact one, or a wider one."""
    exact = infer_set(value)
    match draw(st.integers(0, 6)):
        case 0 if is_instance(infer(value), value):  # What the reference infers for elements does not always accept undef among them.
            return infer(value)
        case 1:
            return generalize(exact)
        case 2:
            return joined((exact, infer_set(draw(operands))))
        case 3:
            return joined((exact, model.UNDEF))
        case 4 if isinstance(value, int) and not isinstance(value, bool):
            return Integer(value - draw(st.integers(0, 5)), draw(st.none() | st.integers(0, 5).map(lambda more: value + more)))
        case 4 if isinstance(value, tuple) and value:
            return model.Array(joined(map(infer_set, value)), Integer(draw(st.integers(0, len(value))), None))
        case 4 if isinstance(value, str):
            return model.String(None, Integer(draw(st.integers(0, len(value))), None))
        case 5:
            return model.ANY
    return exact


known = operands.flatmap(lambda value: st.tuples(st.just(value), wider(value)))
"""A value with one of its types."""


@given(st.sampled_from(["+", "-", "*", "/", "%", "<<", ">>"]), known, known)
def test_the_result_of_arithmetic_is_an_instance_of_its_type(operator: str, left: tuple[object, Type], right: tuple[object, Type]) -> None:
    try:
        value = calculate(operator, left[0], right[0])
    except Failures:
        return
    assert is_instance(result_type(operator, left[1], right[1]), value)


@given(known)
def test_the_negative_of_a_number_is_an_instance_of_its_type(operand: tuple[object, Type]) -> None:
    value, type = operand
    if isinstance(value, int | float) and not isinstance(value, bool) and value != -(2**63):
        assert is_instance(minus_type(type), -value)


@given(st.sampled_from(["<", "<=", ">", ">="]), known, known)
def test_an_order_that_types_decide_is_that_of_their_values(operator: str, left: tuple[object, Type], right: tuple[object, Type]) -> None:
    try:
        value = evaluate_comparison(operator, left[0], right[0])
    except Failures:
        return
    assert order_by_types(operator, left[1], right[1]) in (None, value)


@given(known, known)
def test_an_equality_that_types_decide_is_that_of_their_values(left: tuple[object, Type], right: tuple[object, Type]) -> None:
    assert equal_by_types(left[1], right[1]) in (None, equals(left[0], right[0]))


@given(known, known)
def test_an_inclusion_that_types_decide_is_that_of_their_values(container: tuple[object, Type], wanted: tuple[object, Type]) -> None:
    assert included_by_types(container[1], wanted[1]) in (None, includes(container[0], wanted[0], Matching()))


@given(known, st.sampled_from(["a", "^[ab]$", r"\d", "^$"]))
def test_a_match_that_a_type_decides_is_that_of_its_values(operand: tuple[object, Type], pattern: str) -> None:
    value, type = operand
    if isinstance(value, str):
        regexp = Regexp(pattern)
        assert match_by_types(type, regexp) in (None, regexp.match(value) is not None)


keys = st.one_of(st.integers(-4, 4), words, st.lists(st.integers(-2, 3), max_size=2).map(tuple)).flatmap(
    lambda value: st.tuples(st.just(value), wider(value))
)


@given(known, st.lists(keys, min_size=1, max_size=3))
def test_an_element_is_an_instance_of_the_type_of_elements(left: tuple[object, Type], given_keys: list[tuple[object, Type]]) -> None:
    if isinstance(left[0], Type):
        return
    try:
        value = access(left[0], tuple(key for key, _ in given_keys))
    except Failures:
        return
    assert is_instance(element_type(left[1], [type for _, type in given_keys]), value)


@given(st.lists(known, max_size=3))
def test_an_interpolated_string_is_an_instance_of_its_type(parts: list[tuple[object, Type]]) -> None:
    assert is_instance(interpolated([text_type(type) for _, type in parts]), "".join(text(value) for value, _ in parts))


CONVERTED = (
    model.INTEGER,
    model.Integer(0, 5),
    model.Float(),
    model.Numeric(),
    model.Boolean(),
    model.STRING,
    model.String(None, Integer(1, 2)),
    model.ARRAY,
    model.Array(model.STRING),
    model.HASH,
    model.Hash(model.STRING, model.INTEGER),
    model.Timespan(),
    model.Optional(model.INTEGER),
    model.Tuple((model.INTEGER,)),
    model.Sensitive(model.ANY),
)


MANY = 1000


class Nowhere:
    """A caller of `new` without a clock or names of its own."""

    class World:
        def now(self) -> int | None:
            return None

    world = World()

    def type_named(self, text: str) -> object:
        raise ArgumentError(text)


@given(st.sampled_from(CONVERTED), st.lists(known, min_size=1, max_size=2))
def test_a_converted_value_is_an_instance_of_the_type_of_conversions(type: Type, arguments: list[tuple[object, Type]]) -> None:
    if any(isinstance(value, int) and value > MANY for value, _ in arguments):
        return  # The budget of an evaluation ends an Array of so many integers.
    try:
        value = new(Nowhere(), type, tuple(value for value, _ in arguments))
    except Failures:
        return
    assert is_instance(new_type(type, tuple(each for _, each in arguments)), value)
