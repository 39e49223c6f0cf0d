"""What a check costs with results from elsewhere: cold, in a fresh clone, at another path, and with one manifest changed.

    python -m bench.clones MODULES [--control] [--jobs N] [--times N]

The modules are copied into a folder of modules, with `--control` into a control repository. All runs are those of one command in new
processes, in turns; the figures are CPU seconds of all processes, and ratios to the cold check of the same turn. Findings have to be the
same bytes as without a cache. Modules are compiled before, as they are where the program is installed.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

CASES = ("cold", "same path, fresh clone", "other path", "one manifest changed")
COMMAND = (sys.executable, "-c", "from puppet_check.cli.check import main; raise SystemExit(main())")


def main() -> int:
    """Print the figures; 1 if findings differ."""
    parser = argparse.ArgumentParser(prog="bench.clones", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--control", action="store_true", help="in a control repository")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    random.seed(options.seed)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    ratios: dict[str, list[float]] = {each: [] for each in CASES}
    for turn in range(options.times + 1):  # the first one only compiles modules and reads files from the disk
        with tempfile.TemporaryDirectory() as folder:
            seconds = _turn(Path(folder), options)
        for case in CASES if turn else ():
            ratios[case].append(seconds[case] / seconds["cold"])
            print(f"{case:24} {seconds[case]:7.2f} s {ratios[case][-1]:6.3f}", flush=True)
    for case in CASES:
        print(f"median {case:24} {median(ratios[case]):6.3f}")
    return 0


def _turn(folder: Path, options: argparse.Namespace) -> dict[str, float]:
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    first, other = folder / "first" / "repository", folder / "other" / "place" / "clone"
    seconds = {}
    _clone(options, first)
    seconds["cold"], expected = _check(first, options.jobs)
    _forget_runs(folder)
    shutil.rmtree(first)
    _clone(options, first)
    seconds["same path, fresh clone"], same = _check(first, options.jobs)
    _clone(options, other)
    seconds["other path"], moved = _check(other, options.jobs)
    changed = random.choice(sorted(other.glob("modules/*/manifests/**/*.pp")))
    changed.write_bytes(b"# Another line.\n" + changed.read_bytes())
    seconds["one manifest changed"], after = _check(other, options.jobs)
    if not (expected == same == moved and after == _check(other, options.jobs, "--no-cache")[1]):
        raise SystemExit("findings differ")
    return seconds


def _clone(options: argparse.Namespace, folder: Path) -> None:
    """A clone: the same files with new times."""
    for each in sorted(options.modules.resolve().iterdir()):
        shutil.copytree(each, folder / "modules" / each.name, copy_function=shutil.copyfile, ignore_dangling_symlinks=True)
    if options.control:
        (folder / ".git").mkdir()
        (folder / "environment.conf").write_text("modulepath = modules\n")


def _forget_runs(folder: Path) -> None:
    """Remove the results of whole runs, which hold on one machine only."""
    shutil.rmtree(folder / "cache" / "puppet-check" / "runs", ignore_errors=True)


def _check(folder: Path, jobs: int, *options: str) -> tuple[float, bytes]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*COMMAND, "--format", "json", "--jobs", str(jobs), *options], cwd=folder, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


if __name__ == "__main__":
    sys.exit(main())
