"""A baseline has the findings that a project begins with; only new ones are reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

FILES = {
    "environment.conf": "",
    "modules/a/manifests/init.pp": "class a {\n  notice(1 / 0)\n}\n",
    "modules/a/manifests/b.pp": "class a::b {\n",
}


def check(folder: Path, *options: str) -> tuple[int, list[tuple[str, int, str]], str]:
    answer = run("puppet-check", "--format", "json", *options, str(folder))
    found = json.loads(answer.out) if answer.out else []
    return answer.code, [(Path(each["file"]).name, each["line"], each["code"]) for each in found], answer.err


@pytest.fixture
def baseline(tmp_path: Path) -> str:
    write(tmp_path, FILES)
    file = str(tmp_path / "baseline.json")
    code, found, err = check(tmp_path, "--baseline", file, "--update-baseline")
    assert (code, found) == (0, [])
    assert err == f"puppet-check: {file} has 2 findings\n"
    return file


def test_cached_findings_are_not_reported(tmp_path: Path, baseline: str) -> None:
    assert check(tmp_path, "--baseline", baseline) == (0, [], "")
    assert check(tmp_path)[0] == 1


def test_a_finding_stays_known_when_its_line_moves(tmp_path: Path, baseline: str) -> None:
    write(tmp_path, {"modules/a/manifests/init.pp": "# The class.\n\nclass a {\n    notice(1 / 0)\n}\n"})
    assert check(tmp_path, "--baseline", baseline)[1] == []


def test_a_second_finding_of_an_equal_line_is_new(tmp_path: Path, baseline: str) -> None:
    write(tmp_path, {"modules/a/manifests/init.pp": "class a {\n  notice(1 / 0)\n  notice(1 / 0)\n}\n"})
    assert check(tmp_path, "--baseline", baseline)[:2] == (1, [("init.pp", 3, "div-by-zero")])


def test_an_update_keeps_the_findings_of_files_that_were_not_checked(tmp_path: Path, baseline: str) -> None:
    write(tmp_path, {"modules/a/manifests/init.pp": "class a { }\n"})
    answer = run("puppet-check", "--baseline", baseline, "--update-baseline", str(tmp_path / "modules/a/manifests/init.pp"))
    assert answer.err == f"puppet-check: {baseline} has 1 finding\n"
    (tmp_path / "modules/a/manifests/b.pp").unlink()
    assert check(tmp_path, "--baseline", baseline, "--update-baseline")[2] == f"puppet-check: {baseline} has 0 findings\n"


def test_the_settings_can_name_it(tmp_path: Path, baseline: str) -> None:
    write(tmp_path, {".puppet-check.toml": 'baseline = "baseline.json"\n'})
    assert check(tmp_path)[:2] == (0, [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, "no such baseline; `--update-baseline` writes it"),
        ("{", "the baseline is not valid JSON: "),
        ("[]", "not a baseline of version 1; `--update-baseline` writes one"),
        ('{"version": 1, "findings": [{"path": 1}]}', "finding 1 needs `path`, `code`, `line` and `count`"),
    ],
)
def test_an_invalid_one_is_an_error(text: str | None, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    if text is not None:
        file.write_text(text)
    code, _, err = check(tmp_path, "--baseline", str(file))
    assert code == 2
    assert err.startswith(f"puppet-check: {file}: {expected}")


def test_an_update_needs_a_file(tmp_path: Path) -> None:
    assert check(tmp_path, "--update-baseline")[2] == "puppet-check: --update-baseline needs `--baseline FILE`, or the setting `baseline`\n"
