"""How the cost of a cold check grows with the number of manifests.

    python -m bench.growth MODULES [--copies N ...] [--jobs N] [--limits N]

A control repository gets the modules, and then copies of them under other names, until there are N of each. For every number of copies
one command runs in new processes. The figures are CPU milliseconds of all processes for each manifest, and their ratio to those of the
first number; the time; and the largest memory of a process. `--limits` divides all limits of the caches in memory, which shows what
happens past them with ordinary repositories.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMAND = "from puppet_check.cli.check import main; raise SystemExit(main())"
SMALLER = "import puppet_check.workspace.disk as it; it.DIVISOR = {limits}; "
NAMES_FILES = re.compile(rb"\.(pp|epp|erb|rb|ya?ml|json|conf)$")


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="bench.growth", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--copies", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limits", type=int, default=1)
    options = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder) / "environment"
        (environment / "modules").mkdir(parents=True)
        (environment / "environment.conf").write_text("modulepath = modules\n")
        done, first = 0, 0.0
        for copies in options.copies:
            for number in range(done, copies):
                copy_under_other_names(options.modules.resolve(), environment / "modules", number)
            done = copies
            cpu = _measure(environment, options, first)
            first = first or cpu
    return 0


def copy_under_other_names(modules: Path, folder: Path, number: int) -> None:
    """Copy modules into a folder; every copy but the first has a number in its name, and in all names that begin with it."""
    names = sorted(each.name for each in modules.iterdir() if each.is_dir())
    suffix = f"_{number}" if number else ""
    word = re.compile(
        rb"(?<![\w/.-])((?:::)?)("
        + b"|".join(sorted(map(os.fsencode, names), key=len, reverse=True))
        + rb")(?=::|/|[\s{'\"]*$|['\"]?\s*[:,)\]{;(])"
    )
    capitalised = re.compile(rb"\b(" + b"|".join(name.capitalize().encode() for name in names) + rb")(?=::|\[)")
    for name in names:
        target = folder / f"{name}{suffix}"
        for directory, _, files in os.walk(modules / name):
            place = target / os.path.relpath(directory, modules / name)
            place.mkdir(parents=True, exist_ok=True)
            for file in files:
                source = Path(directory) / file
                if not source.is_file():
                    continue
                content = source.read_bytes()
                if number and NAMES_FILES.search(os.fsencode(file)):
                    content = word.sub(rb"\g<1>\g<2>" + suffix.encode(), content)
                    content = capitalised.sub(rb"\g<1>" + suffix.encode(), content)
                (place / file).write_bytes(content)


def _measure(environment: Path, options: argparse.Namespace, first: float) -> float:
    manifests = sum(1 for _ in environment.rglob("*.pp"))
    program = (SMALLER.format(limits=options.limits) if options.limits > 1 else "") + COMMAND
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = (sys.executable, "-c", program, "--no-cache", "--format", "json", "--jobs", str(options.jobs))
    done = subprocess.run(command, cwd=environment, capture_output=True, check=False)
    after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - began
    cpu = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000 / manifests
    ratio = cpu / first if first else 1.0
    print(
        f"{manifests:7} manifests {cpu:7.2f} ms {ratio:6.3f}  {seconds:7.1f} s  {after.ru_maxrss >> 10:6} MB  exit {done.returncode}",
        flush=True,
    )
    return cpu


if __name__ == "__main__":
    sys.exit(main())
