"""The checks of puppet-lint find what it finds, and their fixes leave the text that its fixes leave."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from pathlib import Path
from typing import TypedDict

import pytest

from puppet_check.cli.check import main
from puppet_check.config.codes import pages
from puppet_check.config.profiles import CORE
from tests.cli.command import run, write
from tests.cli.in_process import printed

DATA = Path(__file__).parents[1] / "data" / "style" / "core.jsonl"
CODES = sorted(code for code, path in pages().items() if CORE in path)


class Recorded(TypedDict):
    """A file and what puppet-lint does with it; `fixed` is not there if its fixes are other ones by design, or if it has none."""

    id: str
    path: str
    code: str
    lines: dict[str, list[int]]
    fixed: str | None


RECORDED: list[Recorded] = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, list[int]]]:
    """The lines of the findings by recorded file and check."""
    folder = write(tmp_path_factory.mktemp("found"), {f"{each['id']}/{each['path']}": each["code"] for each in RECORDED})
    answer = run("puppet-check", "--no-cache", "--no-config", "--format", "json", "--select", ",".join(CODES), ".", cwd=folder)
    found: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for each in json.loads(answer.out):
        if each["code"] in CODES:
            found[each["file"].split("/")[0]][each["code"]].add(each["line"])
    return {file: {code: sorted(lines) for code, lines in by_code.items()} for file, by_code in found.items()}


@pytest.mark.parametrize("each", RECORDED, ids=[each["id"] for each in RECORDED])
def test_the_findings_are_those_of_puppet_lint(each: Recorded, reported: dict[str, dict[str, list[int]]]) -> None:
    assert reported.get(each["id"], {}) == each["lines"]


def test_the_fixed_texts_are_those_of_puppet_lint(tmp_path: Path) -> None:
    fixed = [each for each in RECORDED if each.get("fixed") is not None]
    write(tmp_path, {f"{each['id']}/{each['path']}": each["code"] for each in fixed})
    options = ("--no-cache", "--no-config", "--profile", "puppet-lint", "--fix-only", "--unsafe-fixes")
    run("puppet-check", *options, ".", cwd=tmp_path)
    for each in fixed:
        assert (tmp_path / each["id"] / each["path"]).read_text() == each.get("fixed"), each["id"]


def test_every_check_has_a_recorded_finding() -> None:
    assert {code for each in RECORDED for code in each["lines"]} == {*CODES}


WORST = {
    "arrows": "foo { 'x':\n" + "a => 1, " * 4000 + "\nb => 1 }",
    "cases": "case " * 15000,
    "classes": "class a " * 10000,
    "colons": "(a:) " * 6000,
    "keys": "$x[ " * 20000,
    "nodes": "node a " * 10000,
    "quotes": '"      x" ' * 8000,
    "titles": "[" * 20000 + "]:" * 20000,
}
"""Texts of 30 to 100 KB, each the worst for some check that takes quadratic time."""


@pytest.mark.parametrize("name", WORST)
def test_no_check_takes_time_that_is_quadratic_in_the_text(name: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": WORST[name]})
    start = time.process_time()
    with printed():
        main(["--no-cache", "--no-config", "--select", ",".join(CODES), str(tmp_path)])
    assert time.process_time() - start < 10  # Otherwise at least half a minute.
