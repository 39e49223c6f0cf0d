"""The checks of plugins for puppet-lint find what the plugins find, and their fixes leave the same text."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TypedDict

import pytest

from puppet_check.cli.check import main
from puppet_check.config.codes import pages
from puppet_check.config.profiles import OF_ONE_SITE, is_on, style_codes
from tests.cli.command import run, write
from tests.cli.in_process import findings, printed

DATA = Path(__file__).parents[1] / "data" / "style" / "plugins.jsonl"
CODES = sorted(code for code in style_codes() - OF_ONE_SITE if "plugins" in pages()[code])


class Recorded(TypedDict):
    """A file and what the plugins do with it; `fixed` is not there if ours fix more by design, or if nothing is fixed."""

    id: str
    path: str
    code: str
    lines: dict[str, list[int]]
    fixed: str | None


RECORDED: list[Recorded] = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
SETTINGS = {".puppet-check.toml": f"select = {json.dumps(CODES)}\n"}


def test_the_findings_are_those_of_the_plugins(tmp_path: Path) -> None:
    found: dict[str, dict[str, set[int]]] = {each["id"]: {} for each in RECORDED}
    for path, line, _, code, _ in findings(tmp_path, SETTINGS | {f"{each['id']}/{each['path']}": each["code"] for each in RECORDED}):
        if code in CODES:
            found[path.split("/")[0]].setdefault(code, set()).add(line)
    assert {file: {code: sorted(lines) for code, lines in each.items()} for file, each in found.items()} == {
        each["id"]: each["lines"] for each in RECORDED
    }


def test_the_fixed_texts_are_those_of_the_plugins(tmp_path: Path) -> None:
    fixed = [each for each in RECORDED if each.get("fixed") is not None]
    write(tmp_path, SETTINGS | {f"{each['id']}/{each['path']}": each["code"] for each in fixed})
    run("puppet-check", "--no-cache", "--fix-only", "--unsafe-fixes", ".", cwd=tmp_path)
    assert {each["id"]: (tmp_path / each["id"] / each["path"]).read_text() for each in fixed} == {
        each["id"]: each["fixed"] for each in fixed
    }


def test_the_profile_of_vox_pupuli_has_all_checks_of_its_bundle() -> None:
    assert {code for code in CODES if not is_on("voxpupuli", code, "warning")} == {"check_unsafe_interpolations"}


def test_no_profile_has_the_checks_of_one_site() -> None:
    assert not any(is_on(profile, code, "error") for profile in ("puppet-lint", "voxpupuli", "strict") for code in OF_ONE_SITE)


WORST = {
    "blank": "class a {" + "\n" * 30000 + "}\n",
    "braces": "{" * 30000,
    "brackets": "$a = " + "[" * 15000 + "]" * 15000,
    "classes": "class a {\n" * 4000 + "}\n" * 4000,
    "lambdas": "a.each |$x| {\n exec { 'a': command => '', require => " * 2000,
    "references": "file { 'a': require => " + "File[" * 5000 + "a" + "]" * 5000 + " }\n",
    "relations": "file { 'a': require => f() || { " * 600 + "} }" * 600,
}
"""Texts of 20 to 100 KB, each the worst for some check that takes quadratic time."""


@pytest.mark.parametrize("name", WORST)
def test_no_check_takes_time_that_is_quadratic_in_the_text(name: str, tmp_path: Path) -> None:
    write(tmp_path, SETTINGS | {"a.pp": WORST[name]})
    start = time.process_time()
    with printed():
        main(["--no-cache", str(tmp_path)])
    assert time.process_time() - start < 10  # Otherwise at least half a minute.
