"""The value of a call of a function written in Puppet is an instance of the type that its body gives for arguments known by their types."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puppet_check.cli.batch import protocol_settings
from puppet_check.cli.snippet import compiler_for, evaluate_in
from puppet_typesys.infer.compiler import CheckCompiler
from puppet_typesys.loader import Definition, TypedName
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show
from puppet_typesys.values.unknown import Unknown, contains_unknown
from tests.support.function_calls import compiler_with, values, wider

FUNCTIONS = (
    "function f($x) { $x =~ Numeric ? { true => $x + 1, default => [$x] } }",
    "function f($x, $y = [$x]) { if $x == $y { return($x) } { 'x' => $x, 'y' => $y } }",
    "function f($x, *$rest) { $rest.map |$each| { [$each, $x] } }",
    "function f($x, *$rest) { if $rest.empty { $x } else { f(*$rest) } }",
    "function f(*$all) { g(*$all) } function g(*$all) { if $all.length > 1 { 'many' } else { $all } }",
    "function f($x) { g(*$x) } function g(*$all) { if $all.length > 2 { $all[2] } else { $all.length } }",
    "function f($x, Any *$rest) >> Array { [$x] + $rest }",
    'function f($x) { if $x =~ Array { $x.map |$each| { f($each) } } else { "<${x}>" } }',
    "function f($x) { if $x =~ Hash { $x.map |$key, $value| { [f($key), f($value)] } } else { $x } }",
    "function f($x, $n = 3) { if $n <= 0 { [$x] } else { f($x, $n - 1) + $n } }",
    "function f($x) { g($x, 0) } "
    "function g($x, $n) { if $n > 2 { $n } elsif $n == 1 { [f2($x)] } else { g($x, $n + 1) } } function f2($x) { $x }",
    "function f($x) { unless $x { return('none') } case $x { Integer: { $x } /a/, 'b': { 'text' } default: { next($x) } } }",
    "function f($x) { $a = if $x =~ String { $x } elsif $x { 5 } $b = [$a, $a].filter |$each| { $each =~ NotUndef } $b }",
    "function f($x) { [$x].each |$each| { if $each =~ String { return($each.length) } } undef }",
    "function f(Variant[String, Integer, Undef] $x = 'd') { [$x].flatten.then |$y| { $y[0] } }",
)


class NoLoader:
    """A loader without definitions."""

    def load(self, name: TypedName) -> Definition | None:
        return None

    def load_all(self, name: TypedName) -> Sequence[Definition]:
        return ()

    def likely_names(self, kind: str) -> frozenset[str]:
        return frozenset()

    def undeclared_names(self, kind: str) -> frozenset[str]:
        return frozenset()

    def is_complete(self, name: TypedName) -> bool:
        return True


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(FUNCTIONS))
def test_the_value_of_a_call_is_an_instance_of_the_type_that_is_inferred(random: Random, source: str) -> None:
    assert [wrong for _ in range(6) for wrong in unsound(source, random)] == []


def unsound(source: str, random: Random) -> list[str]:
    """What is wrong with the type that is inferred for a call with random arguments, if anything."""
    texts = [random.choice([*values()]) for _ in range(random.randint(0, 3))]
    given = {f"v{index}": values()[text] for index, text in enumerate(texts)}
    code = f"{source} $r = f({', '.join(f'${name}' for name in given)}) $r"
    exact = evaluate_in(compiler_with(given), code)
    if exact.error is not None or contains_unknown(exact.value) or not is_instance(infer_set(exact.value), exact.value):
        return []
    types = {name: wider(value, random) for name, value in given.items()}
    compiler = CheckCompiler(compiler_for(protocol_settings()).world, NoLoader())
    compiler.top.variables.update({name: given[name] if type is None else Unknown(type) for name, type in types.items()})
    inferred = evaluate_in(compiler, code)
    if inferred.error is None and is_instance(infer_set(inferred.value), exact.value):
        return []
    shown = [f"{text}: {'' if type is None else show(type)}" for text, type in zip(texts, types.values(), strict=True)]
    return [f"{code} with {shown} is {show(infer_set(exact.value))}, inferred {inferred.error or show(infer_set(inferred.value))}"]


@pytest.mark.parametrize("depth", (5, 30))
def test_a_chain_of_functions_ends(depth: int) -> None:
    chain = " ".join(f"function f{number}($x) {{ f{number + 1}($x) }}" for number in range(depth))
    compiler = CheckCompiler(compiler_for(protocol_settings()).world, NoLoader())
    compiler.top.variables["v"] = Unknown(infer_set(1))
    outcome = evaluate_in(compiler, f"{chain} function f{depth}($x) {{ $x + 1 }} $r = f0($v) $r")
    assert outcome.error is None
    assert is_instance(infer_set(outcome.value), 2)
