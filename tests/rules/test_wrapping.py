"""The fix of a long line breaks it where the syntax tree stays the same, or leaves it as it is."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.cli.command import run, write

LONG, WORDS = "x" * 60, " ".join(["some", "words"] * 6)


def filled(text: str, mark: str) -> str:
    """Lines of comments with as many words as fit."""
    return textwrap.fill(text, 140, initial_indent=mark, subsequent_indent=mark)


CASES = {
    "a condition": (
        f"  if ($a == '{LONG}' and $b) or $c == '{LONG}' {{\n    notice(1)\n  }}",
        f"  if ($a == '{LONG}' and $b)\n  or $c == '{LONG}' {{\n    notice(1)\n  }}",
    ),
    "arguments": (
        f"  notice('{LONG}', '{LONG}', ['a'], '{LONG}')",
        f"  notice(\n    '{LONG}', '{LONG}', ['a'],\n    '{LONG}'\n  )",
    ),
    "an assignment": (f"  $aaaaaaaaaa = '{LONG}{LONG}xxxxxxx'", f"  $aaaaaaaaaa =\n    '{LONG}{LONG}xxxxxxx'"),
    "a value in brackets": (
        f"  $a = {{ 'b' => ['{LONG}', '{LONG}', '{LONG}'] }}",
        f"  $a = {{ 'b' => [\n    '{LONG}', '{LONG}',\n    '{LONG}',\n  ] }}",
    ),
    "a comment": (
        f"  # {WORDS} {WORDS} {WORDS}",
        f"  # {WORDS} {WORDS} some\n  # words some words some words some words some words some words",
    ),
    "a tag": (f"# @param a {WORDS} {WORDS} {WORDS}", f"# @param a {WORDS} {WORDS[:-6]}\n#   words {WORDS}"),
    "a long string": (f"  notice('{LONG}{LONG}{LONG}')", None),
    "an interpolation": (f'  notice("${{[{LONG}, {LONG}, {LONG}]}}")', None),
    "code in a comment": (f"#      $x = {WORDS} {WORDS} {WORDS}", None),
    "the title of an example": (f"# @example {WORDS} {WORDS} {WORDS}", None),
    "the code of an example": (f"# @example A\n#   b\n#\n#   {WORDS} {WORDS} {WORDS}", None),
    "prose below an example": (
        f"# @example A\n#   b\n# {WORDS} {WORDS} {WORDS}",
        f"# @example A\n#   b\n# {WORDS} {WORDS} some\n# words {WORDS[11:]}",
    ),
    "a fenced block": (f"# ```\n# {WORDS} {WORDS} {WORDS}\n# ```", None),
    "a paragraph": (
        f"# {WORDS} some\n# and {WORDS} {WORDS} {WORDS}\n# and the end.\n# Some more.",
        filled(f"{WORDS} some and {WORDS} {WORDS} {WORDS} and the end.", "# ") + "\n# Some more.",
    ),
    "the text of a tag": (
        f"# @param a\n#   The {WORDS} {WORDS} {WORDS}\n#   and so on\n# @param b",
        f"# @param a\n{filled(f'The {WORDS} {WORDS} {WORDS} and so on', '#   ')}\n# @param b",
    ),
    "an item": (f"# - {WORDS} {WORDS} {WORDS}\n#   words\n# - b", f"# - {WORDS} {WORDS} some\n#   words {WORDS[11:]} words\n# - b"),
    "lines that may be a list": (f"# Title of it\n# Some {WORDS} {WORDS} {WORDS}", None),
    "a call in a comment": (f"# fail('{WORDS} {WORDS} {WORDS}')", None),
    "an attribute in a comment": (f'#   message => "{WORDS} {WORDS} {WORDS}",', None),
    "a string in a comment": (f"# '{WORDS} {WORDS} {WORDS}',", None),
    "a line of a string in a comment": (f"# notify {{ 'a\n# {WORDS} {WORDS} {WORDS}\n# ': }}", None),
    "a command in a comment": (f"# puppet apply --noop {WORDS} {WORDS} {WORDS}", None),
    "tags in columns": (f"# @param a   {WORDS} {WORDS} {WORDS}\n# @param bbb b", None),
    "text in columns": (f"# {WORDS} {WORDS}    {WORDS}\n#     text", None),
    "an item whose text may go on": (f"# - {WORDS} {WORDS} {WORDS}\n# words", None),
    "an index": (f"  $a = $facts['{LONG}']['{LONG}']['{LONG}']['b']", None),
    "references with an index": (f"  $a = File['{LONG}', '{LONG}', '{LONG}']['mode']", None),
    "a title without attributes": (f"  file {{ '{LONG}{LONG}{LONG}': }}", None),
    "the last argument": (
        f"  $a = epp('{LONG}', {{ 'a' => '{LONG}', 'bbb' => '{LONG}' }})",
        f"  $a = epp('{LONG}', {{\n    'a'   => '{LONG}',\n    'bbb' => '{LONG}',\n  }})",
    ),
    "a reference": (f'  $a = File["${{{"b" * 60}}}{LONG}{LONG}"]', None),
    "a relationship": (f"  File['{LONG}'] -> File['{LONG}'] ~> File['c']", f"  File['{LONG}']\n  -> File['{LONG}']\n  ~> File['c']"),
    "attributes": (
        f"  file {{ '{LONG}': ensure => '{LONG}', mode => '{LONG}' }}",
        f"  file {{ '{LONG}':\n    ensure => '{LONG}',\n    mode   => '{LONG}',\n  }}",
    ),
    "a label of RDoc": (f"# $four:: {WORDS} {WORDS} {WORDS}", None),
    "prose above a label of RDoc": (
        f"# {WORDS} {WORDS} {WORDS}\n# four:: b",
        f"{filled(f'{WORDS} {WORDS} {WORDS}', '# ')}\n# four:: b",
    ),
    "a heredoc": (f"  notice(@(END), '{LONG}', '{LONG}', '{LONG}')\n    text\n    | END", None),
    "a control comment": (f"  # lint:ignore:x {WORDS} {WORDS} {WORDS}", None),
}


def fixed(folder: Path, text: str, code: str = "140chars") -> str:
    """A text after the safe fixes of a code."""
    write(folder, {"a.pp": text})
    run("puppet-check", "--no-config", "--select", code, "--fix-only", cwd=folder)
    return (folder / "a.pp").read_text()


@pytest.mark.parametrize("name", CASES)
def test_a_long_line_is_broken(name: str, tmp_path: Path) -> None:
    text, expected = CASES[name]
    assert fixed(tmp_path, text + "\n") == (expected or text) + "\n"


COLLECTORS = {
    "a query": (f"A <| x == '{LONG}' or y == '{LONG}' or z == 'a' |>", f"A <| x == '{LONG}'\n  or y == '{LONG}' or z == 'a' |>"),
    "attributes": (
        f"A <| x == '{LONG}' |> {{ b => '{LONG}', cc +> '{LONG}' }}",
        f"A <| x == '{LONG}' |> {{\n    b  => '{LONG}',\n    cc +> '{LONG}',\n  }}",
    ),
    "a query and attributes": (
        f"A <<| x == '{LONG}' and y == '{LONG}' and z == 'a' |>> {{ b => 'c' }}",
        f"A <<| x == '{LONG}'\n  and y == '{LONG}' and z == 'a' |>> {{\n    b => 'c',\n  }}",
    ),
}


@pytest.mark.parametrize("name", COLLECTORS)
def test_a_long_collector_is_broken_as_it_is_formatted_and_indented(name: str, tmp_path: Path) -> None:
    text, expected = (f"class a {{\n  {each}\n}}\n" for each in COLLECTORS[name])
    assert fixed(tmp_path, text) == expected
    assert run("puppet-format", "--check", "a.pp", cwd=tmp_path).code == 0
    assert run("puppet-check", "--no-config", "--select", "strict_indent", cwd=tmp_path).code == 0


def test_a_long_line_of_a_plan_that_applies_code_is_broken(tmp_path: Path) -> None:
    line = f"  $x = ['{LONG}', '{LONG}', '{LONG}']"
    write(tmp_path, {"plans/init.pp": f"plan m($t) {{\n{line}\n  apply($t) {{ notify {{ 'a': }} }}\n}}\n"})
    answer = run("puppet-check", "--no-config", "--select", "140chars", "--fix-only", cwd=tmp_path)
    assert answer.code == 0 and max(map(len, (tmp_path / "plans/init.pp").read_text().splitlines())) <= 140


def test_odd_indentation_follows_the_lines_around_it(tmp_path: Path) -> None:
    text = "class a {\n   $x = 1\n  if $x {\n    $y = 1\n     $z = 2\n  }\n}\n"
    assert fixed(tmp_path, text, "2sp_soft_tabs") == "class a {\n  $x = 1\n  if $x {\n    $y = 1\n    $z = 2\n  }\n}\n"
