"""Endless evaluations and huge values end quickly with an error."""

from __future__ import annotations

import pytest

from tests.support.answers import own_answer, with_stack

ENDLESS = {
    "a function that calls itself": "function f($n) { f($n + 1) } f(0)",
    "an enormous range": "Integer[0, 1152921504606846976].each |$x| { }",
    "an enormous array": "Array(Integer[1, 100000000])",
    "an enormous array of steps": "Array(Integer[1, 1000000000].step(3))",
    "an enormous width": 'sprintf("%1000000000d", 1)',
    "an enormous width in a format": 'String(1, "%999999999d")',
    "a string that doubles": 'function g($n) { if $n == 0 { "ab" } else { "${g($n - 1)}${g($n - 1)}" } } g(40)',
    "a string that doubles by joining": 'Integer[1, 60].reduce("ab") |$a, $x| { join([$a, $a]) }',
    "an array that doubles": "Integer[1, 60].reduce([1]) |$a, $x| { $a + $a }",
    "an array that holds itself twice": "Integer[1, 60].reduce([1]) |$a, $x| { [$a, $a] }",
    "a hash that holds itself twice": "Integer[1, 60].reduce({}) |$a, $x| { {a => $a, b => $a} }",
    "a type that holds itself twice": "Integer[1, 60].reduce(Integer) |$a, $x| { Tuple[$a, $a] }",
    "bytes that double": "Integer[1, 60].reduce(Binary('aaaa')) |$a, $x| { $a + $a }",
    "many large texts": 'Integer[1, 100000].map |$x| { sprintf("%100000d", 1) }',
    "a define that declares another": 'define d($n) { d { "a${n}": n => $n + 1 } } d { "a": n => 1 }',
    "brackets in brackets": "[" * 100_000 + "]" * 100_000,
    "a number with a million digits": f"Integer('{'9' * 1_000_000}')",
}


@pytest.mark.parametrize("code", ENDLESS.values(), ids=ENDLESS.keys())
def test_endless_evaluation_is_an_error(code: str) -> None:
    answer = with_stack(lambda: own_answer({"code": code}))
    assert "failure" not in answer
    assert isinstance(answer["error"], dict)
