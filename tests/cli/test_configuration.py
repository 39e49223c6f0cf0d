"""Configuration: the nearest file applies, the command line takes precedence, and invalid settings are reported with their place."""

import json
from pathlib import Path

import pytest

from tests.cli.command import Answer, run, write

FAULTY = "$a = 1 / 0\n$b = $nope\n"


def codes(answer: Answer) -> list[str]:
    return [each["code"] for each in json.loads(answer.out)]


def found(folder: Path, *arguments: str) -> list[str]:
    return codes(run("puppet-check", "--format", "json", *arguments, cwd=folder))


def test_codes_are_ignored_by_a_file(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY, ".puppet-check.toml": 'ignore = ["div-by-zero"]\n'})
    assert found(tmp_path) == ["unknown-variable"]


def test_a_table_of_pyproject_counts_as_well(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY, "pyproject.toml": '[tool.puppet-check]\nselect = ["div-*"]\n'})
    assert found(tmp_path) == ["div-by-zero"]


def test_a_pyproject_of_other_tools_counts_for_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"sub/a.pp": FAULTY, ".puppet-check.toml": 'ignore = ["div-by-zero"]\n', "sub/pyproject.toml": "[tool.other]\n"})
    assert found(tmp_path / "sub") == ["unknown-variable"]


def test_the_nearest_file_counts_for_each_path(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "one/a.pp": FAULTY,
            "two/a.pp": FAULTY,
            "one/.puppet-check.toml": 'ignore = ["div-by-zero"]\n',
            ".puppet-check.toml": 'ignore = ["unknown-*"]\n',
        },
    )
    assert found(tmp_path) == ["unknown-variable", "div-by-zero"]


def test_nothing_above_a_repository_counts(tmp_path: Path) -> None:
    write(tmp_path, {"sub/a.pp": FAULTY, "sub/.git/HEAD": "", ".puppet-check.toml": 'ignore = ["div-by-zero"]\n'})
    assert found(tmp_path / "sub") == ["div-by-zero", "unknown-variable"]


def test_severities_change_the_exit_code(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$a = 1 / 0\n", ".puppet-check.toml": '[severity]\ndiv-by-zero = "warning"\n'})
    answer = run("puppet-check", "--format", "concise", cwd=tmp_path)
    assert (answer.code, "warning: " in answer.out) == (0, True)
    assert run("puppet-check", "--severity", "div-by-zero=error", cwd=tmp_path).code == 1


def test_overrides_hold_for_their_paths(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "spec/a.pp": FAULTY,
            "b.pp": FAULTY,
            ".puppet-check.toml": '[[overrides]]\npaths = ["spec/**"]\nignore = ["div-by-zero"]\nseverity.unknown-variable = "hint"\n',
        },
    )
    found = json.loads(run("puppet-check", "--format", "json", cwd=tmp_path).out)
    assert [(each["file"], each["code"], each["severity"]) for each in found] == [
        ("b.pp", "div-by-zero", "error"),
        ("b.pp", "unknown-variable", "error"),
        ("spec/a.pp", "unknown-variable", "hint"),
    ]


def test_excluded_files_are_only_checked_when_named(tmp_path: Path) -> None:
    write(tmp_path, {"old/a.pp": FAULTY, "b.pp": "", ".puppet-check.toml": 'exclude = ["old/"]\n'})
    assert found(tmp_path) == []
    assert found(tmp_path, "old/a.pp") == ["div-by-zero", "unknown-variable"]


def test_the_command_line_wins(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY, ".puppet-check.toml": 'ignore = ["div-by-zero"]\nformat = "concise"\n'})
    assert found(tmp_path, "--select", "div-by-zero") == ["div-by-zero"]
    assert found(tmp_path, "--no-config") == ["div-by-zero", "unknown-variable"]
    assert found(tmp_path, "--ignore", "unknown-variable,unknown-class", "--ignore", "unknown-type") == []


def test_the_format_may_come_from_the_file(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY, "more.toml": 'format = "json"\n'})
    assert codes(run("puppet-check", "--config", "more.toml", cwd=tmp_path)) == ["div-by-zero", "unknown-variable"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('selct = ["div-by-zero"]\n', ".puppet-check.toml:1:1: unknown key 'selct', did you mean 'select'?"),
        (
            'jobs = 1\n\nignore = [\n  "div-by-zero",\n  "div-by-zerro",\n]\n',
            ".puppet-check.toml:5:3: unknown code: div-by-zerro, did you mean 'div-by-zero'?",
        ),
        ('jobs = "two"\n', ".puppet-check.toml:1:8: `jobs` is 'two', expected a non-negative integer"),
        ('select = "div-by-zero"\n', ".puppet-check.toml:1:10: `select` is 'div-by-zero', expected a list of strings"),
        ("exclude = [1]\n", ".puppet-check.toml:1:12: an element of `exclude` is 1, expected a string"),
        (
            '[severity]\ndiv-by-zero = "eror"\n',
            ".puppet-check.toml:2:15: `severity.div-by-zero` is 'eror', expected one of error, warning, info, hint, did you mean 'error'?",
        ),
        (
            'target = "puppet6"\n',
            ".puppet-check.toml:1:10: `target` is 'puppet6', expected one of puppet7, puppet8, puppet9, openvox8, openvox9",
        ),
        ("[[overrides]]\nignore = []\n", ".puppet-check.toml:1:3: an override requires `paths`"),
        (
            '[[overrides]]\npaths = ["a"]\n\n[[overrides]]\npaths = ["b"]\nignores = []\n',
            ".puppet-check.toml:6:1: unknown key 'ignores', did you mean 'ignore'?",
        ),
        ("jobs = \n", ".puppet-check.toml:1:8: invalid TOML"),
        ('facts = "none.json"\n', "none.json: cannot read the file"),
    ],
)
def test_an_error_in_a_settings_file_is_reported_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, {"a.pp": FAULTY, ".puppet-check.toml": text})
    answer = run("puppet-check", cwd=tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_the_place_in_pyproject_is_that_of_the_key(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY, "pyproject.toml": '[project]\nname = "x"\n\n[tool.puppet-check]\njobs = 1\nselekt = []\n'})
    assert "pyproject.toml:6:1: unknown key 'selekt', did you mean 'select'?" in run("puppet-check", cwd=tmp_path).err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--select", "div-by-zerro"], "--select: unknown code: div-by-zerro, did you mean 'div-by-zero'?"),
        (["--ignore", "nothing-*"], "--ignore: unknown code: nothing-*"),
        (["--severity", "div-by-zero"], "expected CODE=LEVEL"),
        (["--severity", "div-by-zero=fatal"], "unknown severity: fatal"),
        (["--config", "none.toml"], "none.toml: cannot read the file"),
        (["--config", "a.toml", "--no-config"], "cannot be combined"),
    ],
)
def test_an_error_in_the_command_line_is_reported(tmp_path: Path, arguments: list[str], message: str) -> None:
    write(tmp_path, {"a.pp": FAULTY})
    answer = run("puppet-check", *arguments, cwd=tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_one_record_serves_all_selections(tmp_path: Path) -> None:
    write(tmp_path, {f"{number}.pp": FAULTY for number in range(12)})
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    for arguments, expected in (((), 24), (("--select", "div-by-zero"), 12), ((), 24)):
        answer = run("puppet-check", "--format", "json", *arguments, cwd=tmp_path, env=cache)
        assert len(codes(answer)) == expected


def test_the_facts_of_a_node_decide_what_is_found(tmp_path: Path) -> None:
    code = "if $facts['os']['family'] == 'RedHat' {\n  $a = 1 / 0\n}\n"
    write(tmp_path, {"a.pp": code, "red.json": '{"os": {"family": "RedHat"}}', "deb.yaml": "os:\n  family: Debian\n"})
    assert "div-by-zero" in found(tmp_path, "--facts", "red.json")
    assert "div-by-zero" not in found(tmp_path, "--facts", "deb.yaml")


def test_other_facts_make_another_record(tmp_path: Path) -> None:
    code = "if $facts['os']['family'] == 'RedHat' {\n  $a = 1 / 0\n}\n"
    write(tmp_path, {f"{number}.pp": code for number in range(12)})
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    for family, expected in (("RedHat", 12), ("Debian", 0), ("RedHat", 12)):
        write(tmp_path, {"facts.json": json.dumps({"os": {"family": family}})})
        answer = run("puppet-check", "--format", "json", "--facts", "facts.json", "--select", "div-by-zero", cwd=tmp_path, env=cache)
        assert len(codes(answer)) == expected


@pytest.mark.parametrize(
    ("code", "target", "expected"),
    [
        ("package { 'a': environment => {} }\n", "puppet8", ["unknown-parameter"]),
        ("package { 'a': environment => {} }\n", "openvox9", ["wrong-value"]),
        ("package { 'a': environment => ['A=b'] }\n", "openvox9", []),
        ("file { '/a': checksum => 'etag' }\n", "openvox9", []),
        ("$a = regsubst(Sensitive('a'), 'a', 'b')\n", "puppet8", ["wrong-argument"]),
        ("$a = regsubst(Sensitive('a'), 'a', 'b')\n", "openvox8.25", ["wrong-argument"]),
        ("$a = regsubst(Sensitive('a'), 'a', 'b')\n", "openvox8.26", []),
        ("$a = regsubst(Sensitive('a'), 'a', 'b')\n", "openvox8", []),
        ("notice($implementation, $serverimplementation)\n", "openvox8.18", ["unknown-variable", "unknown-variable"]),
        ("notice($implementation, $serverimplementation)\n", "openvox8.19", []),
        ("notice($pe_serverversion)\n", "openvox8", []),
        ("notice($pe_serverversion)\n", "openvox9", ["unknown-variable"]),
        ("node /(?:a)1/ {}\n", "puppet8", ["evaluation-error"]),
        ("node /(?:a)1/ {}\n", "openvox8.27", ["evaluation-error"]),
        ("node /(?:a)1/, /(?i)b/ {}\n", "openvox8", []),
        ("node /(?i)b/ {}\n", "puppet8", []),
        ("node /(?:a)1/ {}\n", "puppet7", []),
        ("$a = { Integer => 1, Integer => 2, -1 => 3, [-1] => 4, -1 => 5 }\n", "puppet8", ["duplicate-key", "duplicate-key"]),
        ("$a = { Integer => 1, Integer => 2, -1 => 3, [-1] => 4, -1 => 5 }\n", "puppet7", []),
        ("$a = { [1] => 1, [1] => 2 }\n", "puppet7", ["duplicate-key"]),
        ("$a = split(Sensitive('a,b'), ',')\n", "puppet7", ["wrong-argument"]),
        ("$a = split(Sensitive('a,b'), ',')\n", "puppet8", []),
        ("class a(Integer[1 + 2] $p) { }\n", "puppet7", []),
        ("class a(Integer[1 + 2] $p) { }\n", "puppet8", ["illegal-nonliteral-parameter-type"]),
        ("type A { }\n", "openvox9", ["unsupported-expression"]),
        ("$a = regsubst(Sensitive('a'), 'a', 'b')\n", "openvox9", []),
        ("$a = regsubst('a', 'a', 'b', 'G', 'U')\n", "openvox9", ["wrong-argument"]),
    ],
)
def test_targets_differ(tmp_path: Path, code: str, target: str, expected: list[str]) -> None:
    write(tmp_path, {"a.pp": code})
    assert found(tmp_path, "--target", target) == expected
