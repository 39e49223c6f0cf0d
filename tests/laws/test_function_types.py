"""The value of a call of a built-in function is an instance of the type that its rule gives for arguments known by their types.

`bench/function_types.py` asks the reference the same.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from puppet_check.cli.snippet import evaluate_in
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show
from puppet_typesys.values.unknown import Unknown
from tests.support.function_calls import RandomCall, Reporting, calls, compiler_with, value_of, wider


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
    shown = ", ".join(f"${name} = {text}: {show(known[name].type) if name in known else ''}" for name, text in zip(given, call.texts, strict=True))
    return [f"{call.code} with {shown} is {show(infer_set(exact.value))}, inferred {show(infer_set(inferred.value))}"]
