"""Fixes everything in copies of modules, and verifies what must not happen.

    python -m bench.fixes FOLDER [--profile NAME] [--unsafe] [--every N]

Prints the number of findings before and after, and of files whose fixes changed the syntax tree (by code), made a syntax error, made a
finding of some code more (in any file of the modules), or were changed again by a second run.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path

from puppet_grammar.lower import read
from puppet_grammar.parse import mode_of
from puppet_grammar.pn import NoPN, pn

PROGRAM = Path(sys.executable).with_name("puppet-check")


def main() -> None:
    """Copy, fix, compare."""
    parser = argparse.ArgumentParser(prog="bench.fixes")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--profile", default="strict")
    parser.add_argument("--unsafe", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="take every Nth module")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as top:
        copy = Path(top) / "modules"
        for module in sorted(options.folder.iterdir())[:: options.every]:
            shutil.copytree(module.resolve(), copy / module.name, symlinks=False, ignore_dangling_symlinks=True)
        _compare(copy, ["--profile", options.profile], ["--unsafe-fixes"] if options.unsafe else [])


def _compare(folder: Path, settings: list[str], unsafe: list[str]) -> None:
    before, findings = _texts(folder), _findings(folder, settings)
    print(_run(folder, [*settings, "--fix-only", *unsafe]))
    after, left = _texts(folder), _findings(folder, settings)
    print("second run:", _run(folder, [*settings, "--fix-only", *unsafe]))
    changed = [path for path in before if before[path] != after[path]]
    trees, broken = [], []
    for path in changed:
        if path.suffix not in (".pp", ".epp"):
            continue
        (old, problems), (new, more) = (read(text, mode_of(str(path))) for text in (before[path], after[path]))
        if sum(each.severity == "error" for each in more) > sum(each.severity == "error" for each in problems):
            broken.append(path)
        elif not problems:
            with suppress(NoPN):  # for `apply` in plans
                trees += [path] if pn(old) != pn(new) else []
    print(
        f"findings {findings.total()} -> {left.total()}; files changed {len(changed)}, with another tree {len(trees)}, broken {len(broken)}"
    )
    worse = left - findings
    print(f"new findings: {worse.total()}")
    for (path, code), count in worse.most_common(50):
        print(f"  {count} {code} {path}")
    by_code = Counter[str]()
    for (_, code), count in (findings - left).items():
        by_code[code] += count
    print("removed:", ", ".join(f"{code} {count}" for code, count in by_code.most_common()))
    for path in broken:
        print(f"broken: {path}")


def _texts(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def _run(folder: Path, arguments: list[str]) -> str:
    done = subprocess.run([PROGRAM, "--no-cache", "--no-config", *arguments, "."], cwd=folder, capture_output=True, text=True, check=False)
    return done.stderr.strip().splitlines()[-1] + (f" {done.stdout}" if done.returncode == 2 else "")


def _findings(folder: Path, settings: list[str]) -> Counter[tuple[str, str]]:
    command = [PROGRAM, "--no-cache", "--no-config", "--format", "json", *settings, "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return Counter((each["file"], each["code"]) for each in json.loads(done.stdout))


if __name__ == "__main__":
    main()
