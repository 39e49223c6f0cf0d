"""`puppet-format` on code with comments, heredocs and directives in unusual places."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.cli.test_format import formatted

HEREDOC = "  text\n  | X\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What follows a comment at the end of a line begins the next one without a space.
        ("class a($x) # c\ninherits b # d\n{ }\n", "class a ($x) # c\ninherits b # d\n{}\n"),
        ("if $x {\n} # c\nelse { # d\n  $y = 1\n}\n", "if $x {\n} # c\nelse { # d\n  $y = 1\n}\n"),
        ("$x = foo(1) # c\n.bar # d\n|$y| { $y }\n", "$x = foo(1) # c\n  .bar # d\n  |$y| { $y }\n"),
        ("type A = # c\nString\n", "type A = # c\n  String\n"),
        # Comments in bodies without attributes.
        ("file { '/x':\n# c\n}\n", "file { '/x':\n  # c\n}\n"),
        # All branches are over several lines if one is.
        ("if $x {\n  $y = 1 } else { $y = 2 }\n", "if $x {\n  $y = 1\n} else {\n  $y = 2\n}\n"),
        ('foo { "a" /* c */: x => 1 }\n', "foo { 'a' /* c */ :\n  x => 1,\n}\n"),
        ("$h = {\n  a # c\n  => 1,\n  bbb => 2, /* d */ \n}\n", "$h = {\n  a # c\n  => 1,\n  bbb => 2, /* d */\n}\n"),
        ("Foo['a'] -> # c\n# d\nFoo['b']\n", "Foo['a']\n# c\n# d\n-> Foo['b']\n"),
        ("assert_private /* c */ ()\n",) * 2,
        # A parenthesis on the next line is not that of the call.
        ("notice\n(1)\n",) * 2,
        # What stays as it is may end without a line break, before a bracket, or with heredocs.
        ("# fmt: off\n$a=1", "# fmt: off\n$a=1\n"),
        ("# fmt: off\n$a=1  \n\n\n# fmt: on\n$b=1\n", "# fmt: off\n$a=1  \n\n# fmt: on\n$b = 1\n"),
        ("$h = {\n  a=>1,\n  # fmt: off\n  b=>2, c=>3 }\n", "$h = {\n  a => 1,\n  # fmt: off\n  b=>2, c=>3\n}\n"),
        (f"$a=@(X) # fmt: skip\n{HEREDOC}$b=@(X)\n{HEREDOC}", f"$a=@(X) # fmt: skip\n{HEREDOC}$b = @(X)\n{HEREDOC}"),
        (f"$h = {{\n  # fmt: off\n  a=>@(X), b=>2 }}\n{HEREDOC}$c=1\n", f"$h = {{\n  # fmt: off\n  a=>@(X), b=>2\n{HEREDOC}}}\n$c = 1\n"),
        # Comments that end what stays may be before the element that they precede, or in the one that was begun.
        ("# fmt: off\n#  c\n# fmt: on\n$a=1\n", "# fmt: off\n#  c\n# fmt: on\n$a = 1\n"),
        (
            "$a=1\n\n# fmt: off\nb{c:\n  d=>1,\n# fmt: on\n  e=>2 }\n$f=1\n",
            "$a = 1\n\n# fmt: off\nb{c:\n  d=>1,\n# fmt: on\n  e=>2 }\n$f = 1\n",
        ),
        ("$a = {\n  /* c */ # fmt: off\n  b=>1 }\n", "$a = {\n  /* c */\n  # fmt: off\n  b => 1,\n}\n"),
        # White space before a bracket makes a list of it.
        ("$a = String/* c */[1]\n",) * 2,
        ("foo(String/* c */[1],[/* c */1])\n", "foo(String/* c */[1], [\n  /* c */ 1,\n])\n"),
        # Heredocs move in trees that have no PN, such as those with `apply`.
        (f"apply($t) {{ $x = [@(X), [1,\n{HEREDOC}2]] }}\n", f"apply($t) {{\n  $x = [@(X), [1, 2]]\n{HEREDOC}}}\n"),
        # Columns on both sides of a comment are not those of each other.
        ("$a   = 1\n$bb  = 2\n# c\n$c      = 3\n$dd     = 4\n",) * 2,
        ("class a (\n  $a   = 1,\n  $bb  = 2,\n  # c\n  $c      = 3,\n  $dd     = 4,\n) {}\n",) * 2,
    ],
)
def test_layout(tmp_path: Path, text: str, expected: str) -> None:
    assert formatted(tmp_path, text) == expected
    assert formatted(tmp_path, expected) == expected


@pytest.mark.parametrize(
    "text",
    [
        "class a {\n}\n",
        "class a {}\n",
        "foo { 'a':\n}\n",
        "foo { 'a':\n  x => 1;\n}\n",
        "foo { 'a':\n  x => 1,\n} -> bar { 'b': }\n",
        "Foo { x => 1, y => 2 }\nFoo <| |> { x => 1, y => 2 }\n",
        "if ! $x or !$y {\n  $z = { 'a' => 1, }\n}\n",
        "$x = foo('a',\n  {\n    b => 1,\n  }\n)\n",
        "$x = foo('a', {\n    b => 1,\n  }\n)\n",
        "$x = foo('a', {\n  b => 1,\n})\n",
        "type A = Variant[\n  B,\n  C\n]\n",
        # Commas without spaces, if a type or lambda has no others; a space before the parameters of functions.
        "type A = Variant[Integer[0,23],Enum[a, b]]\n",
        "function a::b (A[1,2] $a) {\n  $a.each |$b,$c| { notice($b) }\n}\nfunction a::c() {}\n",
        # An index is next to its value, and a title without attributes on its line, however long they are.
        f"$a = $bb['{'c' * 80}']['{'d' * 80}']\n",
        f"$a = '{'x' * 140}'[0, 1]['a']\n",
        f"file {{ '{'c' * 140}': }}\n",
        # A hash stays on the line of the argument before it.
        "$x = epp(\n  'x.epp', {\n    'a' => 1,\n  }\n)\n",
        "run_task('x', $t,\n  a   => 1,\n  bbb => 2,\n)\n",
        "run_task(\n  'x',\n  a   => 1,\n  bbb => 2\n)\n",
        # Control comments at the margin.
        "class a {\n# lint:ignore:140chars\n  $x = 1\n# lint:endignore\n}\n",
        # Columns: of names over several lines, of comparisons, of operators at the ends of lines, and of options.
        "$x = $y ? {\n  'aaa'   => 1,\n  Pattern[\n    /a/,\n    /b/,\n  ]       => 2,\n  default => 3,\n}\n",
        "if $a   == 'b'\nand $cc == 'd' {\n  notice(1)\n}\n",
        "if (\n  $a == 'b'   and\n  $ccc        and\n  !$d\n) {\n  notice(1)\n}\n",
        "case $x {\n  'a':     { $b = 1 }\n  default: { $b = 2 }\n}\n",
        "case $x {\n  'a':     { $b = 1 }\n  default: {\n    $b = 2\n  }\n}\n",
        # Columns: of arrows outside of resources, after a type over several lines, and with something that sticks out of one.
        "$h = {\n  'a'    => 1,\n  'bb'   => 2,\n}\n",
        "class a (\n  Array[\n    Any\n  ]      $a = 1,\n  String $b = 2,\n) {}\n",
        "class a (\n  $a    = 1,\n  $aa   = 1,\n  $bbbbbbbb = 2,\n  $ccc  = 3,\n) {}\n",
        "$a   = 1\n$bb  = 2\n$c = 3\n$dd   = 4\n$eee  = 5\n",
    ],
)
def test_what_its_author_decides_stays(tmp_path: Path, text: str) -> None:
    assert formatted(tmp_path, text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A list that was filled in a call is joined if it fits, otherwise its bracket gets a line of its own.
        ("$x = foo('a',\n  'b')\n", "$x = foo('a', 'b')\n"),
        ("$x = foo([\n  1], 2,\n  3)\n", "$x = foo([\n    1,\n  ], 2,\n  3\n)\n"),
        (
            "a { 'b':\n  h => {\n    a    => 1,\n    bb   => 2,\n  },\n}\n",
            "a { 'b':\n  h => {\n    a  => 1,\n    bb => 2,\n  },\n}\n",
        ),
        # Arrows of named arguments, and options of which only one is away from its colon.
        ("f(\n  a => 1,\n  bbb => 2,\n)\n", "f(\n  a   => 1,\n  bbb => 2,\n)\n"),
        ("case $x {\n  'a':   { f() }\n  default: { g() }\n}\n", "case $x {\n  'a': { f() }\n  default: { g() }\n}\n"),
        ("if $a   == 'b'\nand $c == 'd'\nand $eeee == 'f' {}\n", "if $a == 'b'\nand $c == 'd'\nand $eeee == 'f' {}\n"),
        # The conditions of a query are indented as those of `if`.
        ("A <|\n  x == 'a'\n    or y == 'b'\n|> { c => 1 }\n", "A <| x == 'a'\nor y == 'b' |> {\n  c => 1,\n}\n"),
        # A type that grows moves its column, and what was moved beyond a column stays out of it.
        (
            "class a (\n  A[1,2, 3] $a  = 1,\n  B         $bb = 2,\n) {}\n",
            "class a (\n  A[1, 2, 3] $a  = 1,\n  B          $bb = 2,\n) {}\n",
        ),
        ("$a    = 1\n$bb   = 2\n$cccccccc  = 3\n$d    = 4\n", "$a    = 1\n$bb   = 2\n$cccccccc = 3\n$d    = 4\n"),
        ("$a    = 1\n$bb   = 2\n$c      = 3\n", "$a    = 1\n$bb   = 2\n$c    = 3\n"),
    ],
)
def test_what_authors_leave_uneven(tmp_path: Path, text: str, expected: str) -> None:
    assert formatted(tmp_path, text) == expected
    assert formatted(tmp_path, expected) == expected


def test_a_body_of_a_resource_may_be_too_long_for_a_line(tmp_path: Path) -> None:
    text = "a {\n  'a long title of a resource': ensure => absent\n}\n"
    expected = "a {\n  'a long title of a resource':\n    ensure => absent,\n}\n"
    assert formatted(tmp_path, text, "--line-length", "40") == expected


RANGES = """\
class a {
$x=1
  $t=@(X)
    text
    | X
  $w=1 ; $v=2
  # fmt: off
  $y=1
  $z=1
}
"""


@pytest.mark.parametrize(
    ("lines", "before", "after"),
    [
        # A statement is indented as those next to it.
        ("2", "$x=1", "  $x = 1"),
        # The text of a heredoc is part of its statement, and semicolons are part of those around them.
        ("4", "$t=@", "$t = @"),
        ("6", "  $w=1 ; $v=2", "  $w = 1;\n  $v = 2"),
        # A comment before the lines may keep them.
        ("9", "", ""),
    ],
)
def test_ranges(tmp_path: Path, lines: str, before: str, after: str) -> None:
    assert formatted(tmp_path, RANGES, "--range", lines) == RANGES.replace(before, after)


@pytest.mark.parametrize("lines", ["1", "2", "1-2", "3"])
def test_a_range_stays_in_the_columns_of_its_neighbours(tmp_path: Path, lines: str) -> None:
    text = "$a   = 1    # a\n$bb  = 22   # b\n$ccc = 333  # c\n"
    assert formatted(tmp_path, text, "--range", lines) == text


def test_tabs_count_as_steps(tmp_path: Path) -> None:
    assert formatted(tmp_path, "class a {\n\tif $x {\n\t\t$y=1\n\t}\n}\n", "--range", "3") == "class a {\n\tif $x {\n    $y = 1\n\t}\n}\n"


BROKEN = ("$a =", "@(X", "$a=@(X)\ntext\n", "$a=[@(X), @(Y)]\ntext\n| X\n", "a { 'b':\n  c=>d(", "$a\n  .\n\n", "class {", "(")


@pytest.mark.parametrize("options", [(), ("--range", "1-9")])
@pytest.mark.parametrize("text", BROKEN)
def test_a_text_that_is_broken_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, options: tuple[str, ...]) -> None:
    assert formatted(tmp_path, text, *options) == text
    assert re.search("left as it is: (it|the statements) ha", capsys.readouterr().err)


def test_thousands_of_switches_take_time_that_grows_with_their_number(tmp_path: Path) -> None:
    text = "$x = 1\n" + "# fmt: off\n# fmt: on\n" * 6_000
    started = os.times().children_user
    assert formatted(tmp_path, text) == text
    assert os.times().children_user - started < 6  # 20 when each looked at all others.
