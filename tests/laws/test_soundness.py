"""Inference is sound: a program's value is an instance of the type inferred when only the types of some variables are known.

In these programs only the types of the variables `$u` are known. `bench/soundness.py` asks the same
of generated programs.
"""

from __future__ import annotations

from functools import partial

import pytest

from puppet_check.cli.batch import protocol_settings
from puppet_check.cli.snippet import compiler_for, evaluate_in
from puppet_grammar import ast
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.model import generalize
from puppet_typesys.types.relate import is_instance
from puppet_typesys.values.unknown import Unknown

PROGRAMS = {
    "what is common to types need not accept what is common to narrower ones": "$u = Sensitive(5) type([$u, Sensitive(User)], reduced)",
    "the text of a type that is not known": '$u = 5 $r = "<${type([$u])}>"',
    "the type that assert_type passes to its block": "$u = 1 assert_type(Array, { a => $u }) |$e, $a| { $a }",
    "attributes of an object with unknown parts": "$u = 'x' type Foo = Object[{attributes => {a => Hash}}] Foo({ 1 => $u }).a",
    "attributes of a Deferred": "$u = 'x' Deferred('join', [$u]).name",
    "parts of a URI": "$u = 'http://host/path' URI($u).host",
    "a String is assignable to an Enum of nothing and no instance of it": "$u = 'a' $u =~ Enum",
    "everything is assignable to an Optional of nothing": "$u = 'a' if $u =~ Optional { 1 }",
    "an Init of a hash": "$u = 'a/b' $r = { k => $u, Integer => /x/ } =~ Init[Timespan]",
    "a comparison with an Init is neither true nor false": "$u = 16 Float == Init[Integer, $u]",
    "a template that prints a secret": "$u = 1 inline_epp('<%- | $x | -%><%= $x %>', { x => Sensitive($u) })",
    "keys that are given as a list": "$u = 1 $v = [1, 2, 3] $v[*[$u, 2]]",
    "undef among the elements of an array": "$u = 0 $v = [undef, 1] $v[$u, 2]",
    "an index that may be a list": "$u = Iterable([0, 1]) $v = [1, 2] $v[$u]",
    "an option of a case with unknown elements": "$u = 1 case [1, 2] { [$u, 2]: { 'hit' } default: { 0 } }",
    "a selector without a default whose options are not known": "$u = 1 $r = [1, 2] ? { 3 => 'x', [$u, 2] => 'hit' }",
    "keys of an option that are not known": "$u = 'a' $r = { a => 1 } ? { { $u => 1 } => 'hit', default => 0 }",
    "secrets in a list": "$u = 1 Sensitive([$u]) in [Sensitive([$u])]",
    "the value inside of a secret": "$u = Sensitive('x') unwrap($u) |$x| { [$x] }",
    "a negative span of time": "$u = Timespan(5) $r = -($u)",
    "a number that is shifted by a Float": "$u = -1.5 $r = -1 >> $u",
    "a hash of which two keys may be the same": "$u = 'a' $r = { $u => 1, a => 2 }",
    "a hash without keys that are not known": "$u = 'a' $r = { a => 1, b => 2 } - $u",
    "an array without elements that are not known": "$u = 1 $r = [1, 2] - [$u]",
    "a hash with what may be pairs": "$u = ['a', 1] $r = {} + [$u]",
    "a hash with an unknown key that is dug into": "$u = 'x' $a = [{ $u => 1 }] getvar('a.0.x', 'nothing')",
    "elements grouped by what is not known": "$u = 1 group_by([$u, 1]) |$x| { [$x] }",
    "branches of which one has undef in a list": "$u = true if $u { ['a', undef] } else { 'b' }",
    "a variable that a branch sets to a list with undef": "$u = true if $u { $a = { 1 => [undef, 'x'] } } $a",
    "a walk backwards over what is not known": '$u = 3 $r = "${[$u, 2].reverse_each}"',
    "the elements of an iterator": "$u = 3 $r = [$u, 2].step(2) =~ Iterator[Integer[3, 3]]",
    "a walk that went nobody knows how far": "$u = 2 $i = 20.step(2) [$i.slice($u), $i.slice(2)]",
    "the elements of a tree of types": "$u = 5 Integer[1, $u].tree_each.map |$x| { $x }",
    "as many values as nobody knows": "$u = 2 $i = [1, 2, 3].step($u) $r = *$i",
    "what hiera_hash falls back on": "$u = 'key' hiera_hash($u, ['nothing'])",
    "a relationship of nothing": "$u = 'a' notify { $u: } ~> []",
    "a relationship with one resource": "$u = 'a' notify { ['a', 'b']: } Notify[$u] ~> Notify['b']",
    "a tag that is not known": "$u = 'x' tag($u) tagged('x')",
    "an element of a list with an Init that cannot be compared": '$u = 0 $a = [Init[Iterable], String[0, default]] "${a[$u]}"',
    "a variable that one branch sets, and its definition": "$u = false if $u { $x = 'q' } defined('$x') ? { true => 3, default => 'n' }",
    "a path of unknown length": "$u = ['a', 'b', 'c', 'd'] $h = {'a' => {'b' => {'c' => {'d' => 1}}}} $h.dig(*$u)",
    "an Init of what has no new, after a matching type": "$u = 'Foo' function f(Variant[String[2], Init[Undef]] $x) { $x } f($u)",
}


class Blurred(Evaluator):
    """An evaluator to which some variables are known only by their types."""

    def evaluate(self, node: ast.Expression | None, scope: Scope) -> object:
        value = super().evaluate(node, scope)
        is_blurred = isinstance(node, ast.VariableExpression) and node.name == "u"
        return Unknown(generalize(infer(value))) if is_blurred else value


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_a_value_is_an_instance_of_its_inferred_type(program: str) -> None:
    settings = protocol_settings()
    exact = evaluate_in(compiler_for(settings), program)
    assert exact.error is None
    compiler = compiler_for(settings)
    compiler.evaluator = partial(Blurred, compiler)  # type: ignore[method-assign]  # the test's own evaluator
    inferred = evaluate_in(compiler, program)
    assert inferred.error is None
    assert is_instance(infer_set(inferred.value), exact.value)
