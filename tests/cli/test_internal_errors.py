"""A file whose check raises, never ends, takes all memory, or kills its process, does not affect other files."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.command import run, write

HARMLESS = "class a ($x, $x) { }\n"
SABOTAGE = """
import os, sys
from puppet_check import checker, deadline
from puppet_check.cli.check import main
import puppet_check.document as document

deadline.HANGING = 2

def check(program, *rest):
    if program.end == 0:
        {harm}
    return checker.check(program, *rest)

document.check = check
sys.exit(main(sys.argv[1:]))
"""
HARMS = {
    "raise ValueError('harm')": "internal-error",
    "os.kill(os.getpid(), 9)": "internal-error",
    "exec('while True: pass')": "check-given-up",
}
ON_LINUX = {
    "bytearray(1 << 34)": "check-given-up",
    # The interpreter cannot interrupt this, so the system ends the process.
    "sum(range(10 ** 13))": "check-given-up",
}


@pytest.mark.parametrize("count", [3, 100], ids=["few", "many"])
@pytest.mark.parametrize(("harm", "code"), [*HARMS.items(), *(ON_LINUX.items() if sys.platform == "linux" else ())])
def test_the_others_are_checked_all_the_same(tmp_path: Path, harm: str, code: str, count: int) -> None:
    middle = count // 2
    write(tmp_path, {"sabotage.py": SABOTAGE.format(harm=harm), f"code/{middle:03}.pp": ""})
    write(tmp_path, {f"code/{number:03}.pp": HARMLESS for number in range(count) if number != middle})
    answer = run("python", "sabotage.py", "--jobs", "2", "--format", "json", "code", cwd=tmp_path)
    found = [(finding["file"], finding["code"]) for finding in json.loads(answer.out)]
    assert answer.code == (2 if code == "internal-error" else 1)
    assert found == [(f"code/{number:03}.pp", code if number == middle else "duplicate-parameter") for number in range(count)]


def test_text_from_standard_input_is_limited_as_well(tmp_path: Path) -> None:
    write(tmp_path, {"sabotage.py": SABOTAGE.format(harm="exec('while True: pass')")})
    answer = run("python", "sabotage.py", "--format", "json", "-", cwd=tmp_path)
    assert [finding["code"] for finding in json.loads(answer.out)] == ["check-given-up"]
