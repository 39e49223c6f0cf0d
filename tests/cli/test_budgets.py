"""The budget of evaluation also limits the checker."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from tests.cli.in_process import metadata

MEMORY = 1 << 30
"""How many bytes of address space the checker may ask for; a value of 30 million elements takes more."""
LARGE = {
    "range.pp": "class range { $x = Array(Integer[1, 30000000]) }\n",
    "default.pp": "class default_ (Array $a = Array(Integer[1, 30000000])) { notice($a) }\n",
    "steps.pp": "$x = Array(Integer[1, 1000000000].step(3))\n",
    "doubling.pp": 'define doubling { $x = Integer[1, 60].reduce("ab") |$a, $b| { join([$a, $a]) } }\n',
}


def test_the_checker_creates_no_huge_values(tmp_path: Path) -> None:
    for name, text in LARGE.items():
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        [Path(sys.executable).with_name("puppet-check"), "--no-cache", "--jobs", "1", tmp_path],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "MemoryError" not in done.stderr
    assert "internal-error" not in done.stdout
    assert done.returncode in (0, 1), done.stderr


def test_thousands_of_tasks_of_a_module_take_no_quadratic_time(tmp_path: Path) -> None:
    (tmp_path / "tasks").mkdir()
    (tmp_path / "metadata.json").write_text(metadata())
    for number in range(3000):
        (tmp_path / "tasks" / f"task{number}.json").write_text("{}")
        (tmp_path / "tasks" / f"task{number}.sh").write_text("")
    before = _seconds_of_children()
    command = [Path(sys.executable).with_name("puppet-check"), "--no-cache", "--jobs", "1", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout
    assert _seconds_of_children() - before < 10  # If each lists the folder, more than 20.


def _seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
