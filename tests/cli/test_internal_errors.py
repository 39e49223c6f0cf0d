"""A file whose check raises, or kills its process, does not affect other files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

HARMLESS = "class a ($x, $x) { }\n"
SABOTAGE = """
import os, sys
from puppet_check import checker
from puppet_check.cli.check import main
import puppet_check.document as document

def check(program, *rest):
    if program.end == 0:
        {harm}
    return checker.check(program, *rest)

document.check = check
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("harm", ["raise ValueError('harm')", "os.kill(os.getpid(), 9)"])
def test_the_others_are_checked_all_the_same(tmp_path: Path, harm: str) -> None:
    write(tmp_path, {"sabotage.py": SABOTAGE.format(harm=harm), "code/050.pp": ""})
    write(tmp_path, {f"code/{number:03}.pp": HARMLESS for number in range(100) if number != 50})
    answer = run("python", "sabotage.py", "--jobs", "2", "--format", "json", "code", cwd=tmp_path)
    found = [(finding["file"], finding["code"]) for finding in json.loads(answer.out)]
    assert answer.code == 2
    assert found == [(f"code/{number:03}.pp", "internal-error" if number == 50 else "duplicate-parameter") for number in range(100)]
