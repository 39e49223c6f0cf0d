"""Counts the findings of puppet-lint that fixes remove from copies of modules: ours, ours with unsafe ones, and its own.

    python -m bench.removed FOLDER --puppet-lint 'COMMAND' [--list CHECK,CHECK]

COMMAND is the real puppet-lint with `--json`, `--fix` and paths as usual. All counts are its own, with the checks that are on by default,
before and after. Prints them by check, the number of files that cannot be parsed after a fix but could be before, and with `--list` each
finding of a check that our safe fixes leave.
"""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.fixes import PROGRAM

from puppet_grammar.lower import read

TOGETHER = 100
"""The number of files for each run of puppet-lint."""
Finding = tuple[str, str, int, str]
"""A file, a check, a line and a message."""


def main() -> None:
    """Copy, fix in three ways, count."""
    parser = argparse.ArgumentParser(prog="bench.removed")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--puppet-lint", required=True)
    parser.add_argument("--list", default="")
    options = parser.parse_args()
    lint = shlex.split(options.puppet_lint)
    ours = [str(PROGRAM), "--no-cache", "--no-config", "--no-gitignore", "--fix-only", "--profile", "puppet-lint"]
    ways = {
        "before": lambda folder: None,
        "safe": lambda folder: _run([*ours, str(folder)]),
        "all": lambda folder: _run([*ours, "--unsafe-fixes", str(folder)]),
        "its own": lambda folder: [_run([*lint, "--fix", *several]) for several in _manifests(folder)],
    }
    counts: dict[str, Counter[str]] = {}
    whole: set[Path] = set()
    for name, fix in ways.items():
        with tempfile.TemporaryDirectory() as top:
            copy = Path(top) / "modules"
            for module in sorted(options.folder.iterdir()):
                shutil.copytree(module.resolve(), copy / module.name, symlinks=False, ignore_dangling_symlinks=True)
            fix(copy)
            found = [*_findings(copy, lint)]
            counts[name] = Counter(check for _, check, _, _ in found)
            parsed = {path.relative_to(copy) for path in copy.rglob("*.pp") if _is_valid(path)}
            whole = whole or parsed
            print(f"{name}: {len(found)} findings, {len(whole - parsed)} files broken", flush=True)
            if name == "safe":
                for path, check, line, message in found:
                    if check in options.list.split(","):
                        print(f"  {Path(path).relative_to(copy)}:{line} {check}: {message}")
    for check in sorted(set().union(*counts.values())):
        print(f"{check:40}", *(f"{name} {count[check]:5}" for name, count in counts.items()))


def _manifests(folder: Path) -> Iterator[list[str]]:
    paths = sorted(map(str, folder.rglob("*.pp")))
    yield from (paths[at : at + TOGETHER] for at in range(0, len(paths), TOGETHER))


def _findings(folder: Path, lint: Sequence[str]) -> Iterator[Finding]:
    for several in _manifests(folder):
        answer = _run([*lint, "--json", *several])
        for each in (one for file in json.loads(answer) for one in file):
            if each["kind"] != "ignored":
                yield each["path"], each["check"], each["line"], each["message"]


def _is_valid(path: Path) -> bool:
    return all(each.severity != "error" for each in read(path.read_bytes())[1])


def _run(command: Sequence[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False).stdout


if __name__ == "__main__":
    main()
