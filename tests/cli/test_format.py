"""`puppet-format`: what it writes, says and leaves alone."""

from __future__ import annotations

import os
import re
import stat
import subprocess
from pathlib import Path

import pytest

from puppet_check.cli.format import main
from tests.cli.command import CHECKOUT

UGLY = """\
class a($x,
  String   $y = "b") {

  file { '/x': ensure=>file, mode    => "0644" } # why
  # last

}
"""
PRETTY = """\
class a (
  $x,
  String $y = 'b',
) {
  file { '/x':
    ensure => file,
    mode   => '0644',
  } # why
  # last
}
"""


def formatted(tmp_path: Path, text: str, *options: str) -> str:
    """The text of a file after a run."""
    file = tmp_path / "a.pp"
    file.write_bytes(text.encode())
    main([*options, str(file)])
    return file.read_bytes().decode()


def test_it_writes_files_and_then_has_nothing_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.pp"
    file.write_text(UGLY)
    assert main([str(tmp_path)]) == 0
    assert file.read_text() == PRETTY
    assert main(["--check", str(tmp_path)]) == 0
    assert "1 file left unchanged" in capsys.readouterr().err


def test_check_names_files_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.pp"
    file.write_text(UGLY)
    assert main(["--check", str(file)]) == 1
    assert file.read_text() == UGLY
    assert capsys.readouterr().out.startswith("would format ")
    assert main(["--diff", str(file)]) == 1


def test_a_file_with_syntax_errors_is_left_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "class a {\n$x=1\n $y =]\n}\n"
    assert formatted(tmp_path, text) == text
    assert "left as it is: it has syntax errors" in capsys.readouterr().err
    assert formatted(tmp_path, text, "--range", "2-2") == text.replace("$x=1", " $x = 1")


def test_mode_line_ends_and_byte_order_mark_stay(tmp_path: Path) -> None:
    file = tmp_path / "a.pp"
    file.write_bytes(b"\xef\xbb\xbf$a=1\r\n$b='\r\n'\r\n$c=@(E)\r\n  x\r\n  | E\r\n")
    os.chmod(file, 0o640)
    assert main([str(file)]) == 0
    assert file.read_bytes() == b"\xef\xbb\xbf$a = 1\r\n$b = '\r\n'\r\n$c = @(E)\r\n  x\r\n  | E\r\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# fmt: off\n$a=1\n# fmt: on\n$b=1\n", "# fmt: off\n$a=1\n# fmt: on\n$b = 1\n"),
        ("$a=1 # fmt: skip\n$b=1\n", "$a=1 # fmt: skip\n$b = 1\n"),
        ("$h = {\n  # lint:ignore:arrow_alignment\n  a => 1,\n  bb => 2,\n  # lint:endignore\n}\n",) * 2,
        ("$x = @(END)\n    a\n  | END\n$y=1\n", "$x = @(END)\n    a\n  | END\n$y = 1\n"),
        ("if $a {}\nelse {\n  # nothing\n}\n", "if $a {} else {\n  # nothing\n}\n"),
        ("Class['a'] ->\nClass['b']\n", "Class['a']\n-> Class['b']\n"),
        # Lists that their authors wrote over several lines stay so.
        ("$a = ['and',\n  ['=', 1], 2,\n]\n", "$a = [\n  'and',\n  ['=', 1],\n  2,\n]\n"),
        ("run_task('x', $t,\n  a => 1,\n  b => 2,\n)\n",) * 2,
        ("class a (\n  Optional[Variant[Integer,\n    String\n  ]] $x = 1,\n) {}\n",) * 2,
        ("$h = { 'a' => 1\n}\n$i = f(1, 2\n)\n", "$h = { 'a' => 1 }\n$i = f(1, 2)\n"),
        # Parentheses are next to the brackets of a value if they were.
        ("$s = ($x ? {\n  1       => 2,\n  default => 3,\n}) + 1\n",) * 2,
        ("$s = (\n  $x ? {\n    1       => 2,\n    default => 3,\n  }\n) + 1\n",) * 2,
        ("file { '/a':\n  ensure => file, # why\n}\n",) * 2,
        ("file { '/a':\n  ensure => file; # why\n}\n",) * 2,
        ("file {\n  '/a':;\n  '/b' : ;\n}\n", "file {\n  '/a': ;\n  '/b': ;\n}\n"),
        ('$a = "it\'s"\n$b = "\\n"\n$c = "$a"\n$d = "d"\n', '$a = "it\'s"\n$b = "\\n"\n$c = "$a"\n$d = \'d\'\n'),
    ],
)
def test_layout(tmp_path: Path, text: str, expected: str) -> None:
    assert formatted(tmp_path, text) == expected
    assert formatted(tmp_path, expected) == expected


def test_only_the_code_in_the_tags_of_a_template_is_formatted(tmp_path: Path) -> None:
    file = tmp_path / "a.epp"
    file.write_text('<%-|$x,  $y|-%>\n  a   <%=$x["a"]%>  b\n<%if $y{-%>\n c\n<%-   }else { -%><%# as  is %>\n<%}%>\n')
    assert main([str(file)]) == 0
    assert file.read_text() == "<%- | $x, $y | -%>\n  a   <%= $x['a'] %>  b\n<% if $y { -%>\n c\n<%-   } else { -%><%# as  is %>\n<% } %>\n"
    assert main(["--check", str(file)]) == 0


STYLE = (CHECKOUT / "docs" / "style.md").read_text()


@pytest.mark.parametrize("example", re.findall(r"```puppet\n# before.*\n([^`]*)```", STYLE))
def test_examples_of_the_style(tmp_path: Path, example: str) -> None:
    lines = example.splitlines()
    before, after = ("".join(f"{each.rstrip()}\n" for each in side) for side in ([x[:40] for x in lines], [x[40:] for x in lines]))
    assert formatted(tmp_path, f"{before.rstrip()}\n") == f"{after.rstrip()}\n"


def test_settings_of_the_table_format(tmp_path: Path) -> None:
    (tmp_path / ".puppet-check.toml").write_text(
        '[format]\nquotes = "keep"\nalign-arrows = "none"\ntrailing-comma = false\nline-length = 60\n'
    )
    text = '$a = {\n  aaa => "x",\n  b => 1\n}\n'
    assert formatted(tmp_path, text) == text


@pytest.mark.skipif(os.name != "posix", reason="processes cannot be looked up there without harm")
def test_what_killed_runs_left_is_removed(tmp_path: Path) -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    left, others = tmp_path / f".puppet-check-{process.pid}-1.part", tmp_path / f".puppet-check-{os.getpid()}-1.part"
    for each in (left, others):
        each.write_text("")
    assert formatted(tmp_path, "$a=1\n") == "$a = 1\n"
    assert {each.name for each in tmp_path.iterdir()} == {"a.pp", others.name}


def test_a_named_file_of_another_kind_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "common.yaml"
    path.write_text("a:   1\n")
    assert main([str(path)]) == 0
    assert path.read_text() == "a:   1\n"
    assert capsys.readouterr().err.splitlines()[0] == f"puppet-format: {path}: left as it is: it is not Puppet code"
