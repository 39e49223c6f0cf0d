"""Laws of the algebra of types, for types and values of every kind.

Where the reference itself violates a law, a predicate excludes the violation, and `EXCEPTIONS` has the reference's own answers.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from puppet_typesys.types import model
from puppet_typesys.types.callables import is_kind_of_callable
from puppet_typesys.types.common_type import common_type
from puppet_typesys.types.infer import infer, infer_generic, infer_set
from puppet_typesys.types.join import MAX_MEMBERS, join
from puppet_typesys.types.model import ANY, UNDEF, UNIT, Type, generalize, variant_of
from puppet_typesys.types.parse import parse
from puppet_typesys.types.relate import is_assignable, is_instance
from puppet_typesys.types.show import show_plain as show
from puppet_typesys.types.simplify import normalize
from puppet_typesys.types.union import union
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive
from tests.laws.strategies import NAMES, parts, types, values

settings.register_profile(
    "types",
    max_examples=100,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
SOME = settings.get_profile("types")

# The reference's answers: (expected, actual, whether it is assignable).
EXCEPTIONS = {
    "NotUndef of what accepts undef does not accept itself": [
        ("NotUndef[Optional[Integer]]", "NotUndef[Optional[Integer]]", False),
        ("NotUndef[Data]", "NotUndef[Data]", False),
        ("NotUndef[Init]", "NotUndef[Init]", False),
        ("Optional[Integer]", "NotUndef[Optional[Integer]]", False),
    ],
    "a Variant of nothing is accepted by itself and Any only, so the bottom is Unit": [
        ("Variant", "Variant", True),
        ("Any", "Variant", True),
        ("Integer", "Variant", False),
        ("Optional", "Variant", False),
        ("Variant", "Integer", False),
    ],
    "a Pattern accepts itself and what it matches, no narrower Pattern": [
        ("Pattern[/a/]", "Pattern[/a/]", True),
        ("Pattern[/a/, /b/]", "Pattern[/a/]", False),
    ],
    "what a Callable is called with goes against what it is generalized to": [
        ("Callable[String]", "Callable[String[1]]", False),
        ("Callable[String[1]]", "Callable[String]", True),
    ],
    "Optional of nothing, which Optional[NotUndef] is when normalized, accepts every type and has the value undef only": [
        ("Optional", "Integer", True),
        ("Hash[Optional, Integer]", "Struct[{'a' => Integer}]", False),
    ],
    "a Struct does not look at the keys of a Hash that it requires none of": [
        ("Struct[{Optional['a'] => Integer}]", "Hash[Integer, String, 0, 1]", True),
    ],
    "Hash, as Iterable, gives pairs of what everything accepts": [
        ("Iterable[Array[Integer]]", "Hash", True),
        ("Hash", "Hash[String, String]", True),
        ("Iterable[Array[Integer]]", "Hash[String, String]", False),
    ],
}


@pytest.mark.parametrize("rows", EXCEPTIONS.values(), ids=EXCEPTIONS)
def test_an_exception_is_the_reference_s_own(rows: list[tuple[str, str, bool]]) -> None:
    assert [(*row[:2], is_assignable(parse(row[0]), parse(row[1]))) for row in rows] == rows


# ---- exceptions from the laws


def is_regular(type: Type) -> bool:
    """Whether a type is assignable to itself and can be normalized."""
    inner = [each.type for each in parts(type) if isinstance(each, model.NotUndef)]
    if None in inner and has(type, model.Undef, model.Optional):
        return False
    return not any(each is not None and is_assignable(each, UNDEF) for each in inner)


def has(type: Type, *kinds: type[Type]) -> bool:
    """Whether a type contains a type of some classes."""
    return any(isinstance(each, kinds) for each in parts(type))


def has_parameters(type: Type) -> bool:
    """Whether a type contains a Callable with parameters."""
    return any(isinstance(each, model.Callable) and each.parameters is not None for each in parts(type))


def ends_like_a_block(type: Type) -> bool:
    """Whether a type contains a Callable whose last parameter is a Callable."""
    callables = [each.parameters for each in parts(type) if isinstance(each, model.Callable) and each.block is None]
    return any(each is not None and bool(each.types) and is_kind_of_callable(each.types[-1]) for each in callables)


def has_undef(value: object) -> bool:
    """Whether a value has undef in a collection, which the reference ignores when it combines types, or an irregular type."""
    match value:
        case tuple():
            return any(each is None or has_undef(each) for each in value)
        case Hash():
            return any(each is None or has_undef(each) for each in (*value.keys(), *value.values()))
        case Sensitive():
            return has_undef(value.value)
        case Type():
            return not is_regular(value) or has_parameters(value)
    return False


regular = types.filter(is_regular)
known = values.filter(lambda value: not has_undef(value))


@st.composite
def widened(draw: st.DrawFn, type: Type) -> Type:
    """A type that should accept another, made from it and a third."""
    other = draw(regular)
    ways = [
        model.Optional(type),
        variant_of([type, other]),
        union(type, other),
        join(type, other),
        common_type(type, other),
        generalize(type),
        normalize(type),
        ANY,
        type,
        other,
    ]
    return draw(st.sampled_from(ways).filter(is_regular))


# ---- order


@given(regular)
@SOME
def test_every_type_accepts_itself_and_unit_and_is_accepted_by_any(type: Type) -> None:
    assert is_assignable(type, type)
    assert is_assignable(type, UNIT)
    assert is_assignable(ANY, type)


@given(st.data(), regular)
@SOME
def test_assignability_is_transitive(data: st.DataObject, narrow: Type) -> None:
    middle = data.draw(widened(narrow))
    wide = data.draw(widened(middle))
    assume(is_assignable(middle, narrow) and is_assignable(wide, middle))
    assume(not (has(wide, model.Iterable) and has(middle, model.Hash)))
    assert is_assignable(wide, narrow)


@given(regular, regular, values)
@SOME
def test_types_that_accept_each_other_have_the_same_values(one: Type, third: Type, value: object) -> None:
    others = [normalize(one), join(one), union(one, third), variant_of([one, third]), model.Optional(one), model.NotUndef(one), third]
    for other in filter(is_regular, others):
        if is_assignable(one, other) and is_assignable(other, one):
            assert is_instance(one, value) == is_instance(other, value)


@given(types, types)
@SOME
def test_equal_types_have_one_hash_and_accept_the_same(one: Type, other: Type) -> None:
    # The element type of an empty array cannot be written, and a Callable as the last parameter is parsed as a block.
    assume("Unit" not in show(one) and not ends_like_a_block(one))
    again = parse(show(one), NAMES)
    assert again == one
    assert hash(again) == hash(one)
    assert is_assignable(again, other) == is_assignable(one, other)
    assert (one == other) == (show(one) == show(other)) or has(one, model.Variant)


# ---- bounds


@given(regular, regular)
@SOME
def test_union_accepts_both_and_their_order_does_not_matter(one: Type, other: Type) -> None:
    assume(not has(one, model.Pattern) or not has(other, model.Pattern))
    both = union(one, other)
    assert is_assignable(both, one)
    assert is_assignable(both, other)
    assert union(other, one) == both


@given(types)
@SOME
def test_the_union_of_a_type_with_itself_is_the_type(type: Type) -> None:
    assert union(type, type) == type


@given(st.lists(regular, min_size=1, max_size=12))
@SOME
def test_join_accepts_all_and_has_few_members(several: list[Type]) -> None:
    assume(sum(has(each, model.Pattern) for each in several) < 2)
    joined = join(*several)
    assert all(is_assignable(joined, each) for each in several)
    inner = joined.type if isinstance(joined, model.Optional) else joined
    assert not isinstance(inner, model.Variant) or len(inner.types) <= MAX_MEMBERS


@given(regular, regular)
@SOME
def test_the_common_type_of_two_types_accepts_both(one: Type, other: Type) -> None:
    assume(not any(has(each, model.Pattern, model.Undef) for each in (one, other)))
    both = common_type(one, other)
    assert is_assignable(both, one)
    assert is_assignable(both, other)


@given(regular)
@SOME
def test_a_generalized_type_accepts_the_type(type: Type) -> None:
    assume(not has_parameters(type))
    assert is_assignable(generalize(type), type)


@given(regular, values)
@SOME
def test_a_normalized_type_accepts_the_type_and_is_normal(type: Type, value: object) -> None:
    normal = normalize(type)
    assume(not has_parameters(type))
    assert is_assignable(normal, type)
    assert normalize(normal) == normal
    assert is_instance(normal, value) or not is_instance(type, value)


# ---- values


@given(known)
@SOME
def test_a_value_is_of_its_own_types(value: object) -> None:
    exact, reduced, generic = infer_set(value), infer(value), infer_generic(value)
    assert is_instance(exact, value)
    assert is_instance(reduced, value)
    assert is_instance(generic, value)
    assert is_assignable(reduced, exact)
    assert is_assignable(generic, reduced)


@given(st.data(), known)
@SOME
def test_a_value_is_of_every_type_that_accepts_its_type(data: st.DataObject, value: object) -> None:
    exact = infer_set(value)
    type = data.draw(widened(exact))
    assume(is_assignable(type, exact) and not has(type, model.Struct, model.Iterable))
    assert is_instance(type, value)
