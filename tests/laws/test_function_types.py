"""The value of a call of a built-in function is an instance of the type that its rule gives for arguments known by their types.

`bench/function_types.py` asks the reference the same.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puppet_check.cli.snippet import evaluate_in
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.parse import parse
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show
from puppet_typesys.values.unknown import Unknown, contains_unknown
from tests.support.function_calls import RandomCall, Reporting, calls, compiler_with, value_of, wider

NESTED = (
    "downcase($v0)",
    "[$v0].downcase",
    "{ a => $v0 }.upcase",
    "flatten($v0, $v0)",
    "$v0.reduce([]) |$m, $x| { [$m, $x, $v0] }",
    "unique($v0)",
    "$v0.dig('a', 'b', 0, 'c', 'd')",
)


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_the_value_of_a_call_is_an_instance_of_the_type_that_is_inferred(random: Random) -> None:
    assert [each for call in islice(calls(random), 8) for each in unsound(call, random)] == []


def unsound(call: RandomCall, random: Random) -> list[str]:
    """What is wrong with the type that is inferred for a call, if anything."""
    exact = evaluate_in(compiler_with({f"v{index}": value_of(text) for index, text in enumerate(call.texts)}), call.code)
    if exact.error is not None or not is_instance(infer_set(exact.value), exact.value):
        return []
    given = {f"v{index}": value_of(text) for index, text in enumerate(call.texts)}
    types = {name: wider(value, random) for name, value in given.items() if random.random() < 0.8}
    known = {name: Unknown(type) for name, type in types.items() if type is not None}
    inferred = evaluate_in(compiler_with({**given, **known}, Reporting()), call.code)
    if inferred.error is not None or is_instance(infer_set(inferred.value), exact.value):
        return []
    shown = [f"${name} = {text}: {show(known[name].type) if name in known else ''}" for name, text in zip(given, call.texts, strict=True)]
    return [f"{call.code} with {shown} is {show(infer_set(exact.value))}, inferred {show(infer_set(inferred.value))}"]


@pytest.mark.parametrize("code", NESTED)
def test_a_call_for_types_that_contain_themselves_ends(code: str) -> None:
    data = parse("Data")
    outcome = evaluate_in(compiler_with({"v0": Unknown(data)}, Reporting()), code)
    assert outcome.error is None
    assert contains_unknown(outcome.value)


@pytest.mark.parametrize("depth", (2, 6))
def test_the_number_of_evaluations_of_nested_blocks_is_limited(depth: int) -> None:
    inner = "$m0 + $x0"
    for level in range(depth):
        inner = f"[[1, 'a', $v0, 2, 3, 4], $v0].reduce($v0) |$m{level}, $x{level}| {{ {inner} }}"
    outcome = evaluate_in(compiler_with({"v0": Unknown(parse("Array[Integer]"))}, Reporting()), inner)
    assert outcome.error is None
