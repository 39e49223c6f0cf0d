"""Random calls of built-in functions, with arguments that fit a signature, and types that these arguments may be known by."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from puppet_check.cli.batch import protocol_settings
from puppet_check.cli.snippet import compiler_for, evaluate_in
from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate import families
from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.observer import Observation, Observer
from puppet_typesys.functions.registry import REGISTRY, Dispatch, function_names
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.join import join
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.sizes import tuple_size
from puppet_typesys.types.walk import inner_types
from puppet_typesys.values.unknown import Unknown

TEXTS = r"""
undef | true | false | default | 0 | 1 | 2 | 3 | -7 | 12 | 0.5 | -2.5 | 3.0 | 1e3 | '' | 'a' | 'b' | 'ab' | 'Abc' | ' x ' | "line\n"
'a_b' | 'a.b' | '0' | '1' | '-4.5' | 'G' | 'E' | 'name' | 'ß' | '%s' | '%d' | 'type' | 'detailed' | 'a,b,,c' | '1.10.0' | '1.9'
'unique' | 'first' | 'Integer' | 'size' | [] | [1] | ['a'] | ['b', 'a', 'b'] | [3, 1, 2] | [1, 'a'] | [undef] | ['a', undef]
[['a', 1], ['b', 2]] | [[1, [2, []]], 3] | [true, false] | [1.5, 2] | [['a'], []] | [{ 'a' => 1 }, { 'a' => 2, 'b' => 3 }]
[0, 1, 2, 3, 4, 5, 6, 7, 8, 9] | ['1', '10', '9'] | ['a', 0] | {} | { 'a' => 1 } | { 'a' => 'x', 'b' => 2 } | { 1 => 'a' }
{ 'a' => undef } | { 'a' => { 'b' => 1 } } | { 'a' => [1, 2], 'b' => [] } | { 'a' => 1, 'b' => 1 } | { 'order' => 'breadth_first' }
{ 'include_root' => false } | { ['a'] => 1 } | { 'name' => 'k', 'default_value' => 3 }
{ 'default_value' => 'x', 'value_type' => String } | /a/ | /(b)|(a)/ | /,/ | /\s+/ | Integer | String | Integer[1, 3] | Enum['b', 'a']
Regexp[/b/] | Array[Integer] | Numeric | Optional[String] | Any | Boolean | Pattern[/a/] | Variant[Integer, String] | Float | Hash
Sensitive | SemVer | Sensitive('x') | Sensitive([1, 'a']) | Sensitive(5) | SemVer('1.2.3') | SemVer('2.0.0') | Timespan(5)
Timespan(3600) | Timestamp('2020-01-01T00:00:00Z') | Binary('YWJj') | URI('http://a/b') | [1, 2, 3].reverse_each | 'abc'.reverse_each
7.step(2) | { 'a' => 1 }.step(1) | [1, 2, 3].step(2) | [1, 'x'].reverse_each | Notify['a'] | Class['a']
"""
"""The texts of values of many kinds."""

BLOCKS = {
    0: ("|| { 'n' }", "|| { undef }", "|| { 1 }"),
    1: (
        "|$x| { $x }",
        "|$x| { [$x] }",
        "|$x| { $x =~ Integer }",
        "|$x| { $x ? { String => 'text', Undef => undef, default => 5 } }",
        '|$x| { "<${x}>" }',
        "|$x| { undef }",
        "|$x| { true }",
        "|$x| { if $x == 1 { next('one') } $x }",
        "|$x| { if $x == 2 { break() } $x }",
        "|$x| { $x.with |$y| { [$y, $x] } }",
        "|$x| { $x != 'a' }",
        "|*$x| { $x }",
    ),
    2: (
        "|$a, $b| { $a }",
        "|$a, $b| { $b }",
        "|$a, $b| { [$a, $b] }",
        "|$a, $b| { $b =~ String }",
        "|$a, $b| { compare($a, $b) }",
        "|$a, $b| { if $b == 1 { break() } $b }",
        "|$a, $b| { if $a == 1 { next(0) } $a }",
        "|$m, $x| { [$m, $x].flatten }",
        '|$m, $x| { "${m}${x}" }',
        "|$m, $x| { $m + $x }",
        "|$m, $x| { { 'm' => $m, 'x' => $x } }",
        "|$m, $x| { $m + { $x => 1 } }",
        "|$a, $b| { 1 }",
        "|$a, $b = 5| { $b }",
    ),
}
"""Blocks by the number of arguments that they are called with."""
EXCLUDED = frozenset(
    """include contain require tag tagged realize create_resources hiera hiera_array hiera_hash hiera_include lookup yaml_data json_data
    hocon_data eyaml_lookup_key fail break next return import file binary_file template epp generate annotate type""".split()
)
"""Functions whose results depend on the catalog, data or files, and those that do not return."""


class RandomCall(NamedTuple):
    """A call of a function with the variables `$v0`, `$v1`, ..., which have the values of some texts."""

    code: str
    texts: tuple[str, ...]


class Reporting(Observation):
    """An observation with which evaluation behaves as in checks: it continues after errors, and evaluates blocks by types."""

    def observer_of(self, text: Text) -> Observer:
        return _Continuing()


class _Continuing(Observer):
    evaluates_blocks = True

    def failed(self, error: EvaluationError, node: ast.Node) -> object:
        return Unknown(model.ANY)


@cache
def values() -> dict[str, object]:
    """The values of the texts."""
    return {text: value_of(text) for text in (each.strip() for line in TEXTS.strip().splitlines() for each in line.split(" | "))}


def value_of(text: str) -> object:
    """The value of a text, made anew: some iterators can be used once."""
    outcome = evaluate_in(compiler_for(protocol_settings()), f"$r = {text} $r")
    assert outcome.error is None, (text, outcome.error)
    return outcome.value


def calls(random: Random) -> Iterator[RandomCall]:
    """Calls of functions that have types of results, without end."""
    families.load()
    known = [
        (name, each) for name in sorted(function_names()) if name not in EXCLUDED for each in REGISTRY[name].dispatches if not each.mismatch
    ]
    while True:
        name, dispatch = random.choice(known)
        texts = _arguments(dispatch, random)
        if texts is not None:
            given = ", ".join(f"$v{index}" for index in range(len(texts)))
            yield RandomCall(f"{name}({given}) {_block(dispatch, random)}", texts)


def _arguments(dispatch: Dispatch, random: Random) -> tuple[str, ...] | None:
    parameters = dispatch.signature.type.parameters
    if parameters is None:
        return None
    size = tuple_size(parameters)
    low = size.low or 0
    count = random.randint(low, low + 3 if size.high is None else size.high)
    pools = [_pool(parameters.types[min(index, len(parameters.types) - 1)]) for index in range(count)]
    return tuple(map(random.choice, pools)) if all(pools) else None


@cache
def _pool(type: Type) -> list[str]:
    return [text for text, value in values().items() if is_instance(type, value)]


def _block(dispatch: Dispatch, random: Random) -> str:
    block = dispatch.signature.block
    if block is None or (isinstance(block, model.Optional) and random.random() < 0.5):
        return ""
    inner = block.type if isinstance(block, model.Optional) else block
    parameters = inner.parameters if isinstance(inner, model.Callable) else None
    count = random.choice((1, 2)) if parameters is None or not parameters.types else len(parameters.types)
    if parameters is not None and parameters.size is not None and parameters.size.low != 0:
        count = parameters.size.low or count
    return random.choice(BLOCKS[0 if parameters is not None and parameters.size == model.Integer(0, 0) else count])


def wider(value: object, random: Random) -> Type | None:
    """A type that a value is an instance of; None for a value that is not an instance of its own type, such as some in the reference."""
    exact = infer_set(value)
    other = random.choice([*values().values()])
    found = random.choice(
        (
            exact,
            generalize(exact),
            infer(value),
            generalize(infer(value)),
            model.Optional(exact),
            model.Optional(generalize(exact)),
            join(exact, infer_set(other)),
            join(generalize(exact), generalize(infer_set(other))),
            model.Iterable(),
            model.Collection(),
            model.Scalar(),
            model.NotUndef(),
            model.ANY,
        )
    )
    if is_instance(found, value) and not any(isinstance(each, model.Unit) for each in inner_types(found)):
        return found
    return exact if is_instance(exact, value) else None


def compiler_with(variables: dict[str, object], observation: Observation | None = None) -> Compiler:
    """A compiler in which some variables of the top scope have values."""
    compiler = compiler_for(protocol_settings())
    if observation is not None:
        compiler.observation = observation
    compiler.top.variables.update(variables)
    return compiler
