"""The output formats of `puppet-check`: text, concise and JSON."""

import json
import os
import pty
import sys
from pathlib import Path

from tests.cli.command import run, write

FAULTY = "class a (\n  $x,\n\t$x,\n) {\n}\n"


def test_text_shows_the_line_with_an_underlined_span(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY})
    assert run("puppet-check", "a.pp", cwd=tmp_path).out == (
        "a.pp:3:2: error: The parameter 'x' is declared more than once in the parameter list [duplicate-parameter]\n"
        "    \t$x,\n"
        "    \t^~\n"
        "  note: a.pp:2:3: first declared here\n"
        "Found 1 error in 1 file\n"
    )


def test_concise_gives_a_line_to_each_finding(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY})
    assert run("puppet-check", "--format", "concise", "a.pp", cwd=tmp_path).out == (
        "a.pp:3:2: error: The parameter 'x' is declared more than once in the parameter list [duplicate-parameter]\n"
        "Found 1 error in 1 file\n"
    )


def test_json_is_a_list_of_objects(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY})
    assert json.loads(run("puppet-check", "--format", "json", "a.pp", cwd=tmp_path).out) == [
        {
            "file": "a.pp",
            "line": 3,
            "column": 2,
            "end_line": 3,
            "end_column": 4,
            "severity": "error",
            "code": "duplicate-parameter",
            "message": "The parameter 'x' is declared more than once in the parameter list",
            "related": [{"file": "a.pp", "line": 2, "column": 3, "message": "first declared here"}],
        }
    ]


def test_json_of_clean_code_is_an_empty_list(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a { }\n"})
    assert json.loads(run("puppet-check", "--format", "json", cwd=tmp_path).out) == []


def test_columns_count_characters(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a ($x = 'é😀', $x = 1) { }\n"})
    (finding,) = json.loads(run("puppet-check", "--format", "json", "a.pp", cwd=tmp_path).out)
    assert (finding["column"], finding["end_column"]) == (21, 23)


def test_the_underline_is_aligned_below_wide_characters(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a ($x = '日本', $x = 1) { }\n"})
    _, line, mark, _, _ = run("puppet-check", "a.pp", cwd=tmp_path).out.splitlines()
    assert line == "    class a ($x = '日本', $x = 1) { }"
    assert mark == "    " + " " * len("class a ($x = '....', ") + "^~"


def test_a_long_line_is_cut_around_what_is_wrong(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": f"class a ($x = '{'-' * 5000}', $x = '{'-' * 5000}') {{ }}\n"})
    _, line, mark, _, _ = run("puppet-check", "a.pp", cwd=tmp_path).out.splitlines()
    assert len(line) < 200
    assert line[mark.index("^") :].startswith("$x = ")


def test_findings_are_sorted_by_file_and_place(tmp_path: Path) -> None:
    write(tmp_path, {"b.pp": FAULTY, "a.pp": "class a ($x, $x, $y, $y) { }\n"})
    found = json.loads(run("puppet-check", "--format", "json", "b.pp", "a.pp", cwd=tmp_path).out)
    assert [(each["file"], each["line"], each["column"]) for each in found] == [("a.pp", 1, 14), ("a.pp", 1, 22), ("b.pp", 3, 2)]


def test_many_files_are_checked_in_processes_with_the_same_answer(tmp_path: Path) -> None:
    write(tmp_path, {f"{number:03}.pp": FAULTY for number in range(100)})
    alone, many = (run("puppet-check", "--jobs", jobs, cwd=tmp_path).out for jobs in ("1", "2"))
    assert alone == many
    assert many.endswith("Found 100 errors in 100 files\n")


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a ($x, /* \x1b[2J */ $x) { }\n"})
    assert "\x1b" not in run("puppet-check", "a.pp", cwd=tmp_path).out


def test_output_that_cannot_be_encoded_is_escaped(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a ($x = 'é', $x = 1) { }\n"})
    answer = run("puppet-check", "a.pp", cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
    assert (answer.code, "\\xe9" in answer.out) == (1, True)


def test_a_pipe_has_no_colours(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY})
    assert "\x1b" not in run("puppet-check", "a.pp", cwd=tmp_path).out


def test_a_terminal_has_colours_unless_told_otherwise(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY})
    assert "\x1b[1;31merror:" in _on_terminal(tmp_path, {"TERM": "xterm"})
    assert "\x1b" not in _on_terminal(tmp_path, {"TERM": "xterm", "NO_COLOR": "1"})
    assert "\x1b" not in _on_terminal(tmp_path, {"TERM": "dumb"})


def _on_terminal(folder: Path, environment: dict[str, str]) -> str:
    """The output of `puppet-check a.pp` in a terminal."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        clean = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        command = str(Path(sys.executable).parent / "puppet-check")
        os.execve(command, [command, "a.pp"], {**clean, **environment})
    printed = b""
    while piece := _read(terminal):
        printed += piece
    os.close(terminal)
    os.waitpid(child, 0)
    return printed.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # How Linux tells that the other end is closed.
        return b""
