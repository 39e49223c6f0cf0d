"""`puppet-eval --ast pn` prints syntax trees."""

import json
import subprocess
import sys
from pathlib import Path

from tests.cli.command import run, write


def test_each_file_gives_a_line(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$a = 1\n", "b.epp": "x<%= $a %>"})
    answer = run("puppet-eval", "--ast", "pn", "a.pp", "b.epp", cwd=tmp_path)
    assert (answer.code, answer.out.splitlines()) == (0, ['(= (var "a") 1)', '(lambda {:body [(epp (render-s "x") (render (var "a")))]})'])


def test_the_standard_input_is_read(tmp_path: Path) -> None:
    assert run("puppet-eval", "--ast", "pn", "-", stdin="1 + 2").out == "(+ 1 2)\n"


def test_a_broken_file_is_reported_and_the_others_are_printed(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$a = = 1\n", "b.pp": "2\n"})
    answer = run("puppet-eval", "--ast", "pn", "a.pp", "b.pp", cwd=tmp_path)
    assert (answer.code, answer.out) == (1, "2\n")
    assert answer.err.startswith("a.pp:1:6: error: Syntax error")


def test_a_batch_answers_a_line_of_json_for_each_path(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "1\n", "b.pp": "é = = 1\n", "plans/p.pp": "plan m::p() { }\n"})
    answer = run("puppet-eval", "--ast", "pn", "--batch", cwd=tmp_path, stdin="a.pp\nb.pp\nmissing.pp\nplans/p.pp\n")
    whole, broken, missing, plan = map(json.loads, answer.out.splitlines())
    assert whole == {"path": "a.pp", "pn": "1"}
    assert (broken["path"], broken["error"]["line"], set(broken["error"])) == ("b.pp", 1, {"message", "line", "pos", "issue"})
    assert missing["error"] == {"message": "cannot read the file: No such file or directory", "line": None, "pos": None, "issue": None}
    assert plan["pn"].startswith("(plan ")
    assert answer.code == 0


def test_a_batch_does_not_validate(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a ($x, $x) { }\n"})
    assert "pn" in json.loads(run("puppet-eval", "--ast", "pn", "--batch", cwd=tmp_path, stdin="a.pp\n").out)


def test_a_batch_answers_before_the_next_question(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "1\n"})
    command = [Path(sys.executable).parent / "puppet-eval", "--ast", "pn", "--batch"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write("a.pp\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"path": "a.pp", "pn": "1"}
        process.stdin.close()


def test_an_error_of_usage_names_the_expectation() -> None:
    for arguments, message in {
        (): "expected a file, - for standard input, or -e CODE",
        ("-e", "1", "a.pp"): "files, -e and --batch cannot be combined",
        ("--ast", "pn"): "--ast requires a file",
        ("--ast", "pn", "--batch", "a.pp"): "files, -e and --batch cannot be combined",
        ("--ast", "pn", "--type", "a.pp"): "--ast does not evaluate code",
        ("--batch", "--type"): "--batch cannot be combined with --type",
        ("--node", "a", "-e", "1"): "--node requires --catalog",
        ("missing.pp",): "missing.pp: cannot read the file: No such file",
        ("--ast", "json", "a.pp"): "'json' is not valid; expected pn",
    }.items():
        answer = run("puppet-eval", *arguments)
        assert (answer.code, message in answer.err) == (2, True)
