"""Syntax problems name what was found and what is expected, once, at the place of the mistake."""

from __future__ import annotations

import pytest

from puppet_grammar.lower import read
from puppet_grammar.parse import Mode

# The mark » is before the place of the problem.
CASES = {
    "file { 'a':\n  ensure => present\n  »mode => '0644',\n}": "Syntax error at 'mode', expected ',' or ';' or '}'",
    "file { 'a'\n  »ensure => file }": "Syntax error at 'ensure', expected ':'",
    "if $a { 1 } else »if $b { 2 }": "Syntax error at 'if', expected '{'",
    "case 1 {\n  1 »{ notice(1) }\n}": "Syntax error at '{', expected ':' or ','",
    "notify { 'x': message => »}": "Syntax error at '}', expected an expression",
    "class »if { }": "Syntax error at 'if', expected a name",
    "$a.»Foo": "Syntax error at 'Foo', expected a name",
    "function f() >> »{ }": "Syntax error at '{', expected a type",
    "class a ($b, »c) { }": "Syntax error at 'c', expected a parameter",
    "$a = 1 +»\n": "the file ends too early, expected an expression",
    "if true »{\n  notice(1)\n": "'{' is never closed, expected '}'",
    "$a = »[1, 2\nnotice($a)\n": "'[' is never closed, expected ']'",
    "class a {\n  if $x »{\n    include b\n  include c\n}\n": "'{' is never closed, expected '}'",
    "$a = »'abc\nnotice($a)\n": "the string that starts with ' here is never closed",
    '$a = »"abc ${b}\nnotice($a)\n': 'the string that starts with " here is never closed',
    "$x = foo»:: bar": "Illegal fully qualified name, expected a name after ::",
    "'a'», 'b'": "illegal comma separated argument list",
    "»@notify": "Virtual (@) can only be applied to a Resource Expression",
    "$a = »/* b": "Unclosed multiline comment, expected */",
    "$a = »1x": "Illegal number '1x'",
    "»<% $a %>": "Syntax error at '<', a template belongs into a file that ends in .epp",
}


@pytest.mark.parametrize("marked", CASES)
def test_an_error_is_one_problem_at_its_place(marked: str) -> None:
    place = len(marked[: marked.index("»")].encode())
    _, problems = read(marked.replace("»", ""))
    assert [(problem.start, problem.message) for problem in problems] == [(place, CASES[marked])]


@pytest.mark.parametrize(("code", "keyword"), [("$x = plan", "plan"), ("$x = $y.apply", "apply"), ("node plan { }", "plan")])
def test_the_keywords_of_plans_are_names_elsewhere(code: str, keyword: str) -> None:
    assert read(code)[1] == ()
    _, problems = read(code, Mode(tasks=True))
    assert [problem.code for problem in problems] == ["syntax-error"]
    assert f"'{keyword}'" in problems[0].message


def test_two_distant_errors_are_two_problems() -> None:
    _, problems = read("class a {\n  $b = \n}\n\nclass c {\n  include d\n}\n\nclass e {\n  $f = ]\n}\n")
    assert [problem.start for problem in problems] == [18, 63]


def test_a_file_of_junk_gives_few_problems() -> None:
    _, problems = read("] ) } => ??\n" * 200)
    assert 1 <= len(problems) <= 8
