"""Deep, large or unusually encoded files give a problem at most, never an exception."""

from __future__ import annotations

import time

import pytest

from puppet_grammar.lower import lower, read
from puppet_grammar.parse import Change, Mode, edit, mode_of, parse
from puppet_grammar.pn import pn

DEEP = 4000
NESTED = {
    "arrays": ("$x = ", "[", "1", "]"),
    "hashes": ("$x = ", "{a => ", "1", "}"),
    "parentheses": ("$x = ", "(", "1", ")"),
    "calls": ("$x = ", "f(", "1", ")"),
    "accesses": ("$x = ", "$a[", "1", "]"),
    "negations": ("$x = ", "!", "$a", ""),
    "minus signs": ("$x = ", "- ", "$a", ""),
    "sums": ("$x = 1", " + 1", "", ""),
    "assignments": ("", "$a = ", "1", ""),
    "arrows": ("$a", " -> $a", "", ""),
    "named accesses": ("$x = $a", ".b", "", ""),
    "conditions": ("", "if $a { ", "1", " }"),
    "alternatives": ("if $a { 1 }", " elsif $b { 2 }", "", ""),
    "cases": ("", "case $a { 1: { ", "1", " } }"),
    "selectors": ("$x = ", "$a ? { 1 => ", "1", " }"),
    "lambdas": ("", "$a.each |$x| { ", "1", " }"),
    "classes": ("", "class a { ", "", " }"),
    "interpolations": ("$x = ", '"${', "1", '}"'),
    "unclosed brackets": ("", "[", "", ""),
    "unclosed braces": ("", "{", "", ""),
    "unclosed parentheses": ("", "f(", "", ""),
    "unclosed strings": ("", '"${', "", ""),
    "closing braces": ("", "", "", "}"),
}


@pytest.mark.parametrize("form", NESTED)
def test_deep_nesting_does_not_fail(form: str) -> None:
    before, opening, middle, closing = NESTED[form]
    program, problems = read(before + opening * DEEP + middle + closing * DEEP)
    if not problems:
        assert len(pn(program)) > DEEP


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (b"\xef\xbb\xbf$a = 1", "illegal-bom"),
        (b"\xff\xfe$\0a\0", "illegal-bom"),
        (b"$a = '\xff'", "invalid-utf8"),
        (b"$a = 1\0", "syntax-error"),
    ],
)
def test_odd_bytes_are_a_problem(source: bytes, code: str) -> None:
    _, problems = read(source)
    assert [problem.code for problem in problems] == [code]


def test_a_nul_in_a_string_is_a_character() -> None:
    program, problems = read(b"'a\0b'")
    assert (pn(program), problems) == ('"a\\o000b"', ())


@pytest.mark.parametrize("source", ["", "\n", "# only a comment", "$a = 1", "$a = 1\r\n\r\n$b = 2\r\n", "\r\n"])
def test_line_ends_do_not_matter(source: str) -> None:
    assert read(source)[1] == ()


def test_a_carriage_return_stays_in_a_string() -> None:
    assert pn(read("'a\r\nb'")[0]) == '"a\\r\\nb"'


def test_the_path_decides_the_mode() -> None:
    assert mode_of("a/plans/b.pp") == Mode(tasks=True)
    assert mode_of("a/templates/b.epp") == Mode(epp=True)
    assert mode_of("plans.pp") == Mode()


def test_a_large_file_is_read_in_time_that_grows_with_its_size() -> None:
    def seconds(count: int) -> float:
        source = b"file { '/tmp/a': ensure => present, mode => '0644' }\n" * count
        start = time.process_time()
        program, problems = lower(parse(source))
        assert not problems and len(program.definitions) == 0
        return time.process_time() - start

    seconds(100)
    assert seconds(40_000) < 40 * seconds(4_000)


BROKEN = {
    "attributes without commas": "file { '/a':" + " mode => '1'\n" * 20_000 + " }",
    "unclosed calls": "f(1\n" * 20_000,
    "unclosed comments": "/*\n" * 20_000,
    "unclosed interpolations": '"a\n${' * 20_000,
    "interpolations with unclosed comments": '"${a /* "\n' * 20_000,
    "brackets in comments": "[ /*\n" * 20_000,
}


@pytest.mark.parametrize("form", BROKEN)
def test_text_that_takes_the_parser_too_long_is_given_up(form: str) -> None:
    start = time.process_time()
    tree = parse(BROKEN[form])
    assert [each.code for each in lower(tree)[1]] == ["too-complex"]
    assert time.process_time() - start < 5  # Without a limit, minutes.


@pytest.mark.parametrize("form", BROKEN)
def test_text_that_was_given_up_is_read_again_when_it_gets_simpler(form: str) -> None:
    given_up = edit(parse("$x = 1\n"), Change(7, 7, BROKEN[form].encode()))
    assert [each.code for each in lower(given_up)[1]] == ["too-complex"]
    program, problems = lower(edit(given_up, Change(7, len(given_up.text), b"$y = 2\n")))
    assert (pn(program), problems) == (pn(read("$x = 1\n$y = 2\n")[0]), ())


@pytest.mark.parametrize("source", ["$x = 1 /* a\n b */", "$x = 1 # a", "$x = 1 /* a", "# a\n/* b\n*/", "/* a */ /* b\n */"])
def test_a_comment_at_the_end_is_not_a_text_that_was_given_up(source: str) -> None:
    assert not parse(source).is_given_up
