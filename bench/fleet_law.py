"""Compares `puppet-eval diff` with `--full` byte for byte for seeded changes of a small control repository.

python -m bench.fleet_law --changes 200
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.control_repository import compared

NODES = 14


def main() -> None:
    """Compare, and print the changes whose reports differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first change")
    options = parser.parse_args()
    wrong = differing = 0
    started = time.monotonic()
    for seed in range(options.first, options.first + options.changes):
        with tempfile.TemporaryDirectory() as temporary:
            said, reduced, full = compared(Path(temporary), seed, NODES, _diff)
        differing += full.partition("\n")[0] != "0"
        if reduced != full:
            wrong += 1
            print(f"seed {seed}: {said}\n--- reduced\n{reduced}\n--- full\n{full}\n", flush=True)
    print(f"{options.changes} changes, {differing} with another catalog: {wrong} reports differ; {time.monotonic() - started:.0f} s")


def _diff(folder: Path, options: Sequence[str]) -> tuple[int, str]:
    command = ["puppet-eval", "diff", "../old", "../new", "--facts-dir", "../facts", "--format", "json", *options]
    done = subprocess.run(command, cwd=folder / "old", capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


if __name__ == "__main__":
    main()
