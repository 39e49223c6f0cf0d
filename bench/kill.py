"""Kills `puppet-check --fix-only` at random moments, and looks for files that are neither as before nor as after.

    python -m bench.kill FOLDER [--count 100] [--seed 1] [--profile NAME]

Each run fixes a new copy of the folder and is killed (SIGKILL) at a random moment of the time that an undisturbed run takes, until `count`
runs have been killed before their end. Prints how many of them had changed some files and not others, the files that are damaged, and the
number of temporary files that are left.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from random import Random

from bench.fixes import PROGRAM

Texts = dict[str, bytes]


def main() -> None:
    """Fix once, then kill and compare."""
    parser = argparse.ArgumentParser(prog="bench.kill")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", default="puppet-lint")
    options = parser.parse_args()
    random = Random(options.seed)
    command = [PROGRAM, "--no-cache", "--no-config", "--no-gitignore", "--fix-only", "--profile", options.profile]
    with tempfile.TemporaryDirectory() as top:
        before, after, seconds = _undisturbed(options.folder, Path(top) / "whole", command)
        print(f"{sum(before[path] != after[path] for path in before)} of {len(before)} files are fixed in {seconds:.1f} s", flush=True)
        killed = partial = temporary = 0
        damaged: list[str] = []
        number = 0
        while killed < options.count:
            number += 1
            copy = Path(top) / str(number)
            shutil.copytree(options.folder, copy, symlinks=True)
            is_killed = _kill([*command, copy], random.uniform(0, seconds))
            left = _texts(copy)
            done = sum(left.get(path) == after[path] for path in before if before[path] != after[path])
            killed += is_killed
            partial += is_killed and 0 < done < sum(before[path] != after[path] for path in before)
            damaged += [f"{number} {path}" for path in before if left.get(path) not in (before[path], after[path])]
            temporary += sum(path not in before for path in left)
            shutil.rmtree(copy)
    print(f"killed {killed} of {number} runs, {partial} of them between two files")
    print(f"damaged files: {len(damaged)}; temporary files left: {temporary}")
    for each in damaged[:50]:
        print(each)


def _undisturbed(folder: Path, copy: Path, command: list[str | Path]) -> tuple[Texts, Texts, float]:
    """The texts before and after a run that is not killed, and its time in seconds."""
    shutil.copytree(folder, copy, symlinks=True)
    before, begun = _texts(copy), time.monotonic()
    subprocess.run([*command, copy], capture_output=True, check=False)
    return before, _texts(copy), time.monotonic() - begun


def _kill(command: list[str | Path], seconds: float) -> bool:
    """Run a command and kill it and its processes after a time; whether it was still running."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return True
    return False


def _texts(folder: Path) -> Texts:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


if __name__ == "__main__":
    main()
