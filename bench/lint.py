"""Compares the findings of style rules with those of puppet-lint.

    python -m bench.lint RECORDED.jsonl...            recorded examples: one JSON object a line, with `path`, `code` and `expect`
    python -m bench.lint --truth TRUTH.json FOLDER    files of a folder; TRUTH.json has the findings of puppet-lint by path, each
                                                      as [line, column, kind, check, message]

Prints precision and recall of (line, check) by check, and with `--list CHECK` each difference.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from puppet_check.config.codes import pages
from puppet_check.config.profiles import CORE

Found = tuple[str, int, str]
"""A path, a line and a check."""


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(prog="bench.lint")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--truth")
    parser.add_argument("--list", default="", help="the checks, separated by commas, of which each difference is printed")
    options = parser.parse_args()
    if options.truth:
        expected = _truth(options.truth)
        found = _found(options.paths)
    else:
        expected, found = _recorded(options.paths)
    _print(expected, found, options.list.split(","))


def checks() -> list[str]:
    """The codes of the checks of puppet-lint."""
    return sorted(code for code, path in pages().items() if CORE in path)


def _truth(path: str) -> set[Found]:
    recorded = json.loads(Path(path).read_text(encoding="utf-8"))
    return {
        (os.path.realpath(file), line, check)
        for file, several in recorded.items()
        for line, _, kind, check, _ in several
        if kind != "ignored"
    }


def _found(paths: Iterable[str], cwd: str | None = None) -> set[Found]:
    command = [Path(sys.executable).with_name("puppet-check"), "--no-cache", "--format", "json", "--no-gitignore", "--no-config"]
    answer = subprocess.run([*map(str, command), "--select", ",".join(checks()), *paths], capture_output=True, check=False, cwd=cwd)
    return {(os.path.realpath(os.path.join(cwd or "", each["file"])), each["line"], each["code"]) for each in json.loads(answer.stdout)}


def _recorded(paths: Iterable[str]) -> tuple[set[Found], set[Found]]:
    expected: set[Found] = set()
    with tempfile.TemporaryDirectory() as top:
        folder = Path(os.path.realpath(top))
        for path in paths:
            for line in Path(path).read_text(encoding="utf-8").splitlines():
                each = json.loads(line)
                file = folder / each["id"] / each["path"]
                file.parent.mkdir(parents=True)
                file.write_text(each["code"], encoding="utf-8")
                expected |= {(str(file), one["line"], one["check"]) for one in each["expect"] if one["kind"] != "ignored"}
        found = _found(["."], cwd=str(folder))
    return expected, found


def _print(expected: set[Found], found: set[Found], listed: list[str]) -> None:
    right = Counter(check for _, _, check in expected & found)
    missed = Counter(check for _, _, check in expected - found)
    wrong = Counter(check for _, _, check in found - expected)
    for check in sorted({*right, *missed, *wrong}):
        print(f"{check:40} {right[check]:6} right {missed[check]:6} missed {wrong[check]:6} wrong")
    total = right.total()
    print(f"precision {total / max(1, len(found)):.4f} recall {total / max(1, len(expected)):.4f}")
    for mark, several in (("missed", expected - found), ("wrong", found - expected)):
        for path, line, check in sorted(several):
            if check in listed:
                print(f"{mark} {path}:{line} {check}")


if __name__ == "__main__":
    main()
