"""What pipelines ask of the command: reports in files, exit codes, and the list of rules."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from puppet_check.config.codes import pages
from puppet_check.config.fixable import fix_of
from tests.cases.pages import WITHOUT_EXAMPLES, examples
from tests.cli.command import run, write

LEVELS = {"error": "$a = 1 / 0\n", "warning": "$a = '\\\\q'\n$b = \"\\q\"\n", "info": "function a($b) { 1 }\n"}


def test_a_report_is_written_to_a_file_instead(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": LEVELS["error"]})
    shown = run("puppet-check", "--format", "concise", cwd=tmp_path)
    answer = run("puppet-check", "--format", "concise", "--output-file", "report.txt", cwd=tmp_path)
    assert (answer.code, answer.out, answer.err) == (1, "", "")
    assert (tmp_path / "report.txt").read_text() == shown.out


def test_several_reports_are_written_in_one_run(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": LEVELS["error"], "out/old.xml": "old"})
    answer = run("puppet-check", "--output-file", "sarif:out/a.sarif", "--output-file", "junit:out/old.xml", cwd=tmp_path)
    assert answer.out == run("puppet-check", cwd=tmp_path).out
    assert json.loads((tmp_path / "out/a.sarif").read_text())["runs"][0]["results"][0]["ruleId"] == "div-by-zero"
    assert ElementTree.parse(tmp_path / "out/old.xml").getroot().get("failures") == "1"
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == ["a.sarif", "old.xml"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["missing/a.txt"], "not a file in an existing folder"),
        (["."], "not a file in an existing folder"),
        (["sarif:missing/a"], "not a file in an existing folder"),
        (["a.txt", "b.txt"], "only one file can have the report instead"),
        (["sarif:a", "junit:./a"], "two reports cannot have the same file"),
        (["sarif:"], "--output-file: expected the path of a file after `sarif:`"),
        ([""], "--output-file: expected the path of a file"),
        (["sarf:a.sarif"], "'sarf' is not a format; expected one of checkstyle, "),
    ],
)
def test_files_that_cannot_be_written_are_errors(tmp_path: Path, given: list[str], said: str) -> None:
    write(tmp_path, {"a.pp": LEVELS["error"]})
    answer = run("puppet-check", *(part for each in given for part in ("--output-file", each)), cwd=tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


@pytest.mark.parametrize(
    "name", ["manifests/init.pp", "json:metadata.json", "sarif:data/new.json", "json:link", "junit:lib/a.rb", "json:../other/b.pp"]
)
def test_reports_replace_no_code(tmp_path: Path, name: str) -> None:
    files = {"manifests/init.pp": LEVELS["error"], "metadata.json": "{}", "data/common.json": "{}", "lib/a.rb": "1\n"}
    here = write(tmp_path / "m", files)
    write(tmp_path / "other", {"b.pp": "# code\n"})
    (here / "link").symlink_to("manifests/init.pp")
    answer = run("puppet-check", "--output-file", name, cwd=here)
    assert (answer.code, answer.out) == (2, "")
    assert "a report cannot replace a file of the kind '" in answer.err
    assert {each: (here / each).read_text() for each in files} == files
    assert (tmp_path / "other/b.pp").read_text() == "# code\n" and not (here / "data/new.json").exists()


def test_reports_go_to_folders_of_any_name_elsewhere(tmp_path: Path) -> None:
    write(tmp_path, {"m/a.pp": LEVELS["error"], "data/old": ""})
    assert run("puppet-check", "--output-file", f"json:{tmp_path / 'data/report.json'}", cwd=tmp_path / "m").code == 1
    assert json.loads((tmp_path / "data/report.json").read_text())[0]["code"] == "div-by-zero"


def test_names_of_files_after_two_dashes_are_no_options(tmp_path: Path) -> None:
    names = ["-x.pp", "--config=x.pp", "--only-checks=a.pp", "--output-file=a.pp"]
    write(tmp_path, dict.fromkeys(names, LEVELS["error"]) | {"a.pp": "# code\n"})
    answer = run("puppet-check", "--format", "jsonl", "--", *names, cwd=tmp_path)
    assert (answer.code, answer.err) == (1, "")
    assert [json.loads(each)["file"] for each in answer.out.splitlines()] == sorted(names)
    assert (tmp_path / "a.pp").read_text() == "# code\n"


@pytest.mark.parametrize("others", [["--diff"], ["--fix-only"], ["--fix", "-"]])
def test_files_for_reports_that_there_are_not_are_errors(tmp_path: Path, others: list[str]) -> None:
    write(tmp_path, {"a.pp": LEVELS["error"]})
    answer = run("puppet-check", *others, "--output-file", "json:a.json", cwd=tmp_path, stdin=b"")
    assert (answer.code, answer.out) == (2, "")
    assert "--output-file needs a report" in answer.err


@pytest.mark.parametrize("others", [["--statistics"], ["--log-format", "%{line} %{check}"]])
def test_a_file_gets_what_would_be_printed(tmp_path: Path, others: list[str]) -> None:
    write(tmp_path, {"a.pp": LEVELS["error"]})
    shown = run("puppet-check", *others, cwd=tmp_path)
    assert run("puppet-check", *others, "--output-file", "./a:b.txt", cwd=tmp_path).out == ""
    assert (tmp_path / "a:b.txt").read_text() == shown.out


def test_no_file_is_put_in_place_of_a_link_or_a_pipe(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": LEVELS["error"], "there/report.json": "old"})
    (tmp_path / "link.json").symlink_to("there/report.json")
    run("puppet-check", "--output-file", "json:link.json", cwd=tmp_path)
    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "there/report.json").read_text())[0]["code"] == "div-by-zero"
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        run("puppet-check", "--output-file", "json:pipe", cwd=tmp_path)
        assert (tmp_path / "pipe").is_fifo()
        assert json.loads(os.read(reader, 10_000))[0]["code"] == "div-by-zero"
    finally:
        os.close(reader)
    both = run("puppet-check", "--format", "jsonl", "--output-file", "jsonl:/dev/stdout", cwd=tmp_path)
    first, second = both.out.splitlines()
    assert first == second


@pytest.mark.parametrize("level", LEVELS)
def test_the_least_severity_that_fails_is_an_option(tmp_path: Path, level: str) -> None:
    write(tmp_path, {"a/manifests/init.pp": LEVELS[level]})
    codes = {least: run("puppet-check", "--fail-on", least, cwd=tmp_path).code for least in LEVELS}
    names = [*LEVELS]
    assert codes == {least: int(names.index(level) <= names.index(least)) for least in LEVELS}
    write(tmp_path, {".puppet-check.toml": f'fail-on = "{level}"\n'})
    assert run("puppet-check", cwd=tmp_path).code == 1
    assert run("puppet-check", "--exit-zero", cwd=tmp_path).code == 0


def test_exit_zero_hides_no_failure(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": LEVELS["error"]})
    first = run("puppet-check", "--exit-zero", cwd=tmp_path)
    assert first.code == 0 and "div-by-zero" in first.out
    assert run("puppet-check", "--exit-zero", cwd=tmp_path) == first
    assert run("puppet-check", "--exit-zero", "missing.pp", cwd=tmp_path).code == 2


def test_rules_are_listed(tmp_path: Path) -> None:
    text = run("puppet-check", "rules", cwd=tmp_path)
    assert text.code == 0
    heading, *lines = text.out.splitlines()
    assert heading.split() == ["code", "severity", "fix", "default", "since", "summary"]
    assert [each.split()[0] for each in lines] == sorted(pages())
    rows = {each["code"]: each for each in json.loads(run("puppet-check", "rules", "--format", "json", cwd=tmp_path).out)}
    assert rows["trailing_whitespace"] == {
        "code": "trailing_whitespace",
        "severity": "error",
        "fix": "safe",
        "default": False,
        "since": "0.1.0",
        "summary": rows["trailing_whitespace"]["summary"],
    }
    assert rows["unknown-class"]["default"] and rows["unknown-class"]["fix"] == "unsafe"


def test_rules_name_the_fixes_that_the_examples_have(tmp_path: Path) -> None:
    for code in sorted(pages().keys() - WITHOUT_EXAMPLES):
        for number, example in enumerate(examples(code)):
            write(tmp_path / code / str(number), example.files)
    found = json.loads(run("puppet-check", "--no-cache", "--no-gitignore", "--format", "json", cwd=tmp_path).out)
    missing = {
        (each["code"], fix["safety"])
        for each in found
        for fix in each.get("fixes", ())
        if fix_of(each["code"]) not in ("safe", fix["safety"])
    }
    assert not missing  # `python -m bench.fixable` finds out which codes have fixes.
