"""How long `puppet-check test --watch` takes from a change of a manifest to the verdicts of what it touches.

    python -m bench.specs_watch MODULE MANIFEST [ROUNDS] [-- OPTION...]

A comment is appended to a manifest in a copy of the module. Prints the seconds of each round with the numbers of spec files that were run
and kept, those of the first run of all, and the ratio of the median to them. Links of the module have to be absolute.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import IO

SETTLED = 2.0
"""Seconds between a run and the next change, in which the command looks at what the specs may read."""


def main() -> None:
    """Print the seconds of the runs."""
    own, _, options = " ".join(sys.argv[1:]).partition(" -- ")
    module, manifest, *rounds = own.split()
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, os.path.basename(os.path.normpath(module)))
        shutil.copytree(module, copy, symlinks=True)
        command = ["puppet-check", "test", "--watch", *options.split()]
        surroundings = {**os.environ, "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(command, cwd=copy, stdout=subprocess.PIPE, text=True, env=surroundings) as watch:
            assert watch.stdout is not None
            try:
                _measure(watch.stdout, os.path.join(copy, manifest), int(rounds[0]) if rounds else 5)
            finally:
                watch.terminate()


def _measure(out: IO[str], path: str, rounds: int) -> None:
    started = time.perf_counter()
    next(_runs(out))
    first = time.perf_counter() - started
    print(f"all: {first:.2f} s")
    taken: list[float] = []
    for _ in range(rounds):
        time.sleep(SETTLED)
        started = time.perf_counter()
        with open(path, "a") as file:
            file.write("# changed\n")
        said = next(_runs(out))
        taken.append(time.perf_counter() - started)
        print(f"{said or 'all again'}: {taken[-1]:.2f} s")
    median = statistics.median(taken)
    print(f"median {median:.2f} s, {median / first:.1%} of all")


def _runs(out: IO[str]) -> Iterator[str]:
    """What each run says that it runs, when its counts are there."""
    said = ""
    for line in out:
        if line.startswith("Running"):
            said = line.strip()
        if " passed, " in line:
            yield said
            said = ""


if __name__ == "__main__":
    main()
