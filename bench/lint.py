"""Compares the findings of style rules with those of puppet-lint.

    python -m bench.lint RECORDED.jsonl...            recorded examples: one JSON object a line, with `path`, `code` and `expect`
    python -m bench.lint --truth TRUTH.json FOLDER    files of a folder; TRUTH.json has the findings of puppet-lint by path, each
                                                      as [line, column, kind, check, message]

Prints precision and recall of (line, check) by check, and with `--list CHECK` each difference. For recorded examples also how many fixed
texts are those of puppet-lint: with the fixes of the check that the example is about (`focus`), and with those of all that are on by
default; `--list fixes` prints each difference.
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

PROGRAM = (str(Path(sys.executable).with_name("puppet-check")), "--no-cache")
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
    if not options.truth:
        for safety in ([], ["--unsafe-fixes"]):
            _compare_fixes(_examples(options.paths), safety, is_listed="fixes" in options.list.split(","))


def _examples(paths: Iterable[str]) -> list[dict[str, str]]:
    return [json.loads(line) for path in paths for line in Path(path).read_text(encoding="utf-8").splitlines()]


def _compare_fixes(examples: list[dict[str, str]], safety: list[str], *, is_listed: bool) -> None:
    by_check: dict[str, list[dict[str, str]]] = {}
    for each in examples:
        if "fixed_focus" in each:
            by_check.setdefault(each["focus"], []).append(each)
    focus = [_is_same(several, "fixed_focus", ["--select", check, *safety], is_listed) for check, several in by_check.items()]
    whole = _is_same([each for each in examples if "fixed_all" in each], "fixed_all", ["--profile", "puppet-lint", *safety], is_listed)
    of_focus = [each for several in focus for each in several]
    kind = " ".join(["fixed texts", *safety])
    print(f"{kind}: focus {sum(of_focus)} of {len(of_focus)}, all {sum(whole)} of {len(whole)} identical")


def _is_same(examples: list[dict[str, str]], expected: str, options: list[str], is_listed: bool) -> list[bool]:
    """Whether each example is as expected after fixing."""
    with tempfile.TemporaryDirectory() as top:
        files = [_write(each, Path(top)) for each in examples]
        subprocess.run([*PROGRAM, "--fix-only", "--no-config", *options, top], capture_output=True, check=False)
        made = [file.read_text(encoding="utf-8") for file in files]
    for each, text in zip(examples, made, strict=True):
        if is_listed and text != each[expected]:
            print(f"{each['id']} {expected}:\n{each[expected]}found:\n{text}")
    return [text == each[expected] for each, text in zip(examples, made, strict=True)]


def _write(example: dict[str, str], folder: Path) -> Path:
    file = folder / example["id"] / example["path"]
    file.parent.mkdir(parents=True)
    file.write_text(example["code"], encoding="utf-8")
    return file


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
    command = [*PROGRAM, "--format", "json", "--no-gitignore", "--no-config", "--select", ",".join(checks()), *paths]
    answer = subprocess.run(command, capture_output=True, check=False, cwd=cwd)
    return {(os.path.realpath(os.path.join(cwd or "", each["file"])), each["line"], each["code"]) for each in json.loads(answer.stdout)}


def _recorded(paths: Iterable[str]) -> tuple[set[Found], set[Found]]:
    expected: set[Found] = set()
    with tempfile.TemporaryDirectory() as top:
        folder = Path(os.path.realpath(top))
        for line in (line for path in paths for line in Path(path).read_text(encoding="utf-8").splitlines()):
            each = json.loads(line)
            file = _write(each, folder)
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
