"""Narrowing is sound: where conditions decide what is evaluated, a value is an instance of the type that is inferred from types alone.

Each program is evaluated twice: with values of some variables, and with only their types.
"""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puppet_check.cli.batch import protocol_settings
from puppet_check.cli.snippet import compiler_for, evaluate_in
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type, generalize, variant_of
from puppet_typesys.types.parse import parse
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show_exact
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown, contains_unknown

SETTINGS = protocol_settings()
scalars: st.SearchStrategy[object] = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 3), st.sampled_from((0.5, 1.0, 2.5)), st.sampled_from(("", "a", "A", "b", "x1"))
)
arrays = st.lists(scalars, max_size=2).map(tuple)
hashes = st.dictionaries(st.sampled_from("abk"), scalars, max_size=3).map(lambda known: Hash(known.items()))
values: st.SearchStrategy[object] = st.one_of(scalars, arrays, hashes)
SUBJECTS = st.sampled_from(("$a", "$b", "$h['k']", "$h.dig('k')", "$h[$s]", "$a[0]", "$h['a']"))
TYPES = (
    "String",
    "String[1]",
    "Integer",
    "Integer[1]",
    "Undef",
    "NotUndef",
    "Boolean",
    "Enum['a', 'b']",
    "Array",
    "Array[String]",
    "Hash",
    "Numeric",
    "Optional[String]",
    "Variant[String, Array]",
    "Data",
    "Struct[{ 'k' => Any, Optional['a'] => Any }]",
    "Tuple[String]",
)
OPTIONS = st.sampled_from(
    ("'a'", "'A'", "1", "1.0", "undef", "true", "/^[ab]/", "String", "Integer[1, 2]", "Array", "''", "NotUndef", "[1]", "{}", "$b", "Undef")
)


EQUAL = st.sampled_from(("undef", "'a'", "''", "1", "true", "[]", "$b", "$s"))


@st.composite
def conditions(draw: st.DrawFn, depth: int = 2) -> str:
    """A condition about the variables."""
    subject = draw(SUBJECTS)
    forms = [
        subject,
        f"{subject} =~ {draw(st.sampled_from(TYPES))}",
        f"{subject} !~ {draw(st.sampled_from(TYPES))}",
        f"{subject} {draw(st.sampled_from(('==', '!=')))} {draw(EQUAL)}",
        f"{subject} {draw(st.sampled_from(('<', '<=', '>', '>=')))} {draw(st.sampled_from(('1', '0.5', '$b')))}",
        f"1 < {subject}",
        f"{subject} in ['a', 1, undef, /^x/]",
        f"{subject} in $a",
        "'k' in $h",
        f"{subject} =~ /^[ab]/",
        f"{subject}.empty",
        f"{subject}.length > {draw(st.sampled_from('01'))}",
        f"size({subject}) == 1",
        "$h.get('k')",
    ]
    condition = draw(st.sampled_from(forms))
    if depth and draw(st.booleans()):
        other = draw(conditions(depth=depth - 1))
        condition = f"({condition}) {draw(st.sampled_from(('and', 'or')))} ({other})"
    return f"!({condition})" if draw(st.integers(0, 4)) == 0 else condition


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Statements that read variables where conditions about them hold, and whose value is what they have read."""
    condition, subject = draw(conditions()), draw(SUBJECTS)
    seen = "[$a, $b, $h, $h['k'], $h.dig('k'), $h[$s]]"
    one, other, third = draw(OPTIONS), draw(OPTIONS), draw(OPTIONS)
    forms = [
        f"if {condition} {{ $r = {seen} }} else {{ $r = [{seen}] }}\n$r",
        f"unless {condition} {{ $r = {seen} }}\n[$a, $b]",
        f"if {condition} {{ $r = 1 }} elsif {draw(conditions(depth=0))} {{ $r = {seen} }} else {{ $r = [$a, $b, $h['k']] }}\n$r",
        f"case {subject} {{ {one}: {{ $r = {seen} }} {other}, {third}: {{ $r = [1, {seen}] }} default: {{ $r = [2, {seen}] }} }}\n$r",
        f"{subject} ? {{ {one} => {seen}, {other} => [{seen}], default => [[{seen}]] }}",
        f"with(1) |$q| {{ if {condition} {{ return({seen}) }}\n{seen} }}",
        f"if {condition} {{ $r = 'set' }} else {{ $r = undef }}\nif {condition} {{ [$r] }} else {{ [[$r]] }}",
        f"if {condition} {{ $r = 1 }} else {{ $r = 'a' }}\nif {draw(conditions(depth=0))} {{ [$r] }} else {{ [[$r]] }}",
        f"if {condition} {{ if {draw(conditions(depth=0))} {{ $r = 1 }} else {{ $r = 'a' }} }} else {{ $r = [] }}\n"
        f"if {draw(conditions(depth=0))} {{ [$r] }} else {{ [[$r]] }}",
        f"case {subject} {{ {one}: {{ unless {condition} {{ $r = 1 }} else {{ $r = 2 }} }} {other}: {{ $r = 'a' }} "
        "default: { $r = [] } }\n"
        f"[$b].map |$a| {{ if {draw(conditions(depth=1))} {{ [$r] }} else {{ [[$r]] }} }}",
        f"[1].filter |$x| {{ {condition} }}.map |$x| {{ {seen} }}",
        f"$r = ({condition}) and $b\n[$r, $a]",
        f"if {subject} =~ /^(a)?(b?)$/ and $b =~ /^(.)$/ {{ [$0, $1, $2] }}",
        f"if {subject} =~ /^(a)(.*)$/ {{ [$0, $1, $2] }} else {{ 1 }}",
        f"case true {{ {condition}: {{ {seen} }} default: {{ [{seen}] }} }}",
        f"if $a =~ String {{ $r = [$b].map |$a| {{ if {condition} {{ {seen} }} else {{ $a }} }} }} else {{ $r = $a }}\n[$r, $a]",
        f"if {condition} {{ if {draw(conditions(depth=0))} {{ $r = {seen} }} }} elsif {draw(conditions(depth=0))} {{ $r = 1 }}\n[$a, $b]",
        f"{subject} ? {{ {one} => $b ? {{ {other} => {seen}, default => 0 }}, default => $b ? {{ {third} => 2, default => {seen} }} }}",
        "$p = [[$a, $b], [1, 'x']].filter |$x| { $x[0] =~ String }\n$p.map |$x| { [$q, $w] = $x\nif $w { [$q, $w] } else { [] } }",
        f"[1, 2].any |$x| {{ $a =~ String }} ? {{ true => {seen}, default => [{seen}] }}",
        f"unless {condition} {{ return([{seen}]) }}\nif {draw(conditions(depth=0))} {{ {seen} }} else {{ [[{seen}]] }}",
        f"if {condition} {{ [$a, *$h.values] }} else {{ [*[$a, $b], $h] }}",
        f"$r = [$a, $b].filter |$x| {{ $x {draw(st.sampled_from(('=~ String', '!= undef', '> 1', '=~ NotUndef')))} }}\n$r",
    ]
    return f"with(0) |$outer| {{\n{draw(st.sampled_from(forms))}\n}}"


OF_KEYS = parse("Struct[{ Optional['k'] => Any, Optional['a'] => Any, Optional['b'] => Any }]")


def wider(draw: st.DrawFn, value: object) -> Type:
    """A type of a value: its own, a wider one, or one with further alternatives."""
    exact = infer_set(value)
    forms: list[Type] = [exact, generalize(exact), model.Optional(generalize(exact)), variant_of([exact, model.STRING]), model.ANY]
    if isinstance(value, Hash):
        forms += [
            model.Hash(model.STRING, model.ANY),
            parse("Struct[{ Optional['k'] => Any, Optional['a'] => Any, Optional['b'] => Any }]"),
        ]
    forms = [each for each in forms if is_instance(each, value)]
    return draw(st.sampled_from(forms)) if forms else model.ANY


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, dict[str, object], dict[str, Type]]:
    """A program with the values of its variables, and their types."""
    exact = {"a": draw(values), "b": draw(scalars), "h": draw(hashes), "s": draw(st.sampled_from(("k", "a", "z")))}
    return draw(programs()), exact, {name: wider(draw, value) for name, value in exact.items()}


def evaluated(program: str, variables: dict[str, object]) -> tuple[object, object]:
    compiler = compiler_for(SETTINGS)
    top: Scope = compiler.top
    top.variables.update(variables)
    outcome = evaluate_in(compiler, program)
    return outcome.value, outcome.error


@given(cases())
def test_a_value_is_an_instance_of_its_type_under_conditions(case: tuple[str, dict[str, object], dict[str, Type]]) -> None:
    program, exact, types = case
    value, error = evaluated(program, exact)
    assume(error is None and not contains_unknown(value))
    inferred, error = evaluated(program, {name: Unknown(type) for name, type in types.items()})
    assert error is None, (program, error)
    assert is_instance(infer_set(inferred), value), (program, show_exact(infer_set(inferred)))


@pytest.mark.parametrize(
    ("program", "shown"),
    [
        ("if $o { $o } else { 'n' }", "String"),
        ("if $o == undef { 1 } else { $o }", "Variant[Integer[1, 1], String]"),
        ("unless $o { fail('none') }\n$o", "String"),
        ("assert_type(Integer, $any)\n$any", "Integer"),
        ("if $s['k'] { $s['k'] } else { '' }", "String"),
        ("if $s['k'] =~ String { $s.dig('k') }", "Optional[String]"),
        ("if $i < 5 { $i } else { 1 }", "Integer[1, 4]"),
        ("if $any =~ Integer and $any > 3 { $any } else { 4 }", "Integer[4]"),
        ("case $e { 'x': { 1 } 'y': { 2 } }", "Integer[1, 2]"),
        ("case $e { 'x': { 'z' } default: { $e } }", "Enum['y', 'z']"),
        ("$r = $e ? { 'x' => 'y', default => $e }\n$r", "Enum['y']"),
        ("if $e == 'x' { $v = 1 }\nif $e == 'x' { $v } else { 2 }", "Integer[1, 2]"),
        ("if $o { $v = $o }\nif $o and $any { $v } else { 'n' }", "String"),
        ("if $o { if $e == 'x' { $v = 1 } else { $v = 'n' } } else { $v = [] }\nif $e == 'x' and $o { $v } else { 2 }", "Integer[1, 2]"),
        (
            "if $o { if $e == 'x' { $v = 1 } else { $v = 'n' } } else { $v = true }\nif $e == 'x' { $v } else { 2 }",
            "Variant[Integer[1, 2], Boolean[true]]",
        ),
        ("if $o == 'a' { $v = 1 } else { $v = [] }\nif $o == 'A' { $v } else { 2 }", "Integer[1, 2]"),
        ("if $o != 'a' { $v = 1 } else { $v = [] }\nif $o != 'a' { $v } else { 2 }", "Integer[1, 2]"),
        ("if $any { $v = 1 } else { $v = [] }\nif $any { $v } else { 2 }", "Integer[1, 2]"),
        ("if $o =~ /a/ { $v = 1 } else { $v = [] }\nif $o =~ /a/ { $v } else { 2 }", "Integer[1, 2]"),
        ("if $o and $any == 'a' { $v = 1 } else { $v = [] }\nif $o and $any == 'a' { $v } else { 2 }", "Integer[1, 2]"),
        ("case $any { 'a', 'b': { $v = 1 } default: { $v = [] } }\nif $any in ['b', 'a'] { $v } else { 2 }", "Integer[1, 2]"),
        ("if $any in ['a', 'b'] { $v = 1 } else { $v = [] }\nif $any == 'a' { $v } else { 2 }", "Integer[1, 2]"),
        ("if $o == 'a' { $v = 1 } else { $v = true }\nif $o { $v } else { 2 }", "Variant[Integer[1, 2], Boolean[true]]"),
        ("$o =~ Undef or $o.length > 2", "Boolean"),
        ("case $i { $o.empty, default: { 'x' } }", "Enum['x']"),
        ("if $o.empty { 'n' } else { $o }", "String[1]"),
        ("if $any =~ /^(a)-(b)$/ { [$1, $2] }", "Optional[Tuple[String, String]]"),
        ("if $any =~ /^(a)(b)?$/ { [$1, $2] }", "Optional[Tuple[Optional[String], Optional[String]]]"),
        ("if $any =~ /^(a)(b)$/ and $o =~ /^(x)$/ { [$1, $2] }", "Optional[Tuple[String, Optional[String]]]"),
        ("if $s['ssl'] { $s['ssl'] } else { false }", "Boolean"),
    ],
)
def test_conditions_limit_types(program: str, shown: str) -> None:
    types = {
        "o": "Optional[String]",
        "any": "Any",
        "i": "Integer[1, 10]",
        "e": "Enum['x', 'y']",
        "s": "Struct[{ 'k' => Optional[String], Optional['ssl'] => Boolean }]",
    }
    value, error = evaluated(program, {name: Unknown(parse(text)) for name, text in types.items()})
    assert error is None
    assert show_exact(infer_set(value)) == shown
