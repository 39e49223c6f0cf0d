"""Renames symbols of real modules and compares what is found before and after, up to the names.

    python -m bench.renames MODULES [--seed S] [--count N] [--confirm] [--reference COMMAND] [--list]

The modules are copied into an environment. Every new name is the old one with a mark, so that without the marks all findings, syntax trees
and catalogs have to be as before. Prints the renames and refusals of each kind, new findings, and files that no longer parse; with
`--reference` also the classes whose catalog differs. `--confirm` applies the uncertain edits as well, which a client asks about.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from bench.copies import copied

from tests.support.renames import Environment, Kind, plain, symbols

PROGRAM = Path(sys.executable).with_name("puppet-check")
BATCH = 50
"""The number of renames between two checks."""
CLASSES = 200
"""The number of classes whose catalogs are compared."""
FAILED = " internal-error "


class Tally(NamedTuple):
    """What the renames came to."""

    renamed: Counter[Kind]
    refused: dict[Kind, Counter[str]]
    worse: list[str]


def main() -> int:
    """Copy, rename, compare."""
    parser = argparse.ArgumentParser(prog="bench.renames", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--confirm", action="store_true")
    parser.add_argument("--reference", metavar="COMMAND", help="compare catalogs, for example with `reference catalog`")
    parser.add_argument("--list", action="store_true", help="print every refusal")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top) / "env"
        copied(options.modules, folder)
        tally = run(folder, options.seed, options.count, is_confirmed=options.confirm, is_listed=options.list)
        catalogs = differing(options.modules.resolve(), folder / "modules", options.reference) if options.reference else []
    for kind, count in sorted(tally.renamed.items()):
        reasons = ", ".join(f"{reason} {times}" for reason, times in tally.refused[kind].most_common(4))
        print(f"{kind}: {count} renamed, {tally.refused[kind].total()} refused{f': {reasons}' if reasons else ''}")
    for each in (*tally.worse, *catalogs):
        print(each)
    print(f"{tally.renamed.total()} renames, {len(tally.worse)} new findings or broken files, {len(catalogs)} catalogs differ")
    return 1 if tally.worse or catalogs else 0


def run(folder: Path, seed: int, count: int, *, is_confirmed: bool, is_listed: bool) -> Tally:
    """Rename symbols that a seed chooses, the same number of each kind as far as there are any."""
    choose = random.Random(seed)
    tally = Tally(Counter(), defaultdict(Counter), [])
    environment = Environment(folder, is_confirmed=is_confirmed)
    before = findings(folder)
    waiting = symbols(folder, choose)
    batch: list[str] = []
    for kind, path, name in waiting:
        if tally.renamed.total() >= count:
            break
        result = environment.rename(path, name, kind)
        if result.refusal is not None:
            tally.refused[kind][result.refusal if is_listed else plain_reason(result.refusal)] += 1
            if is_listed:
                print(f"refused: {kind} {name} in {path}: {result.refusal}")
            continue
        tally.renamed[kind] += 1
        batch.append(f"{kind} {name} in {path} ({', '.join(result.files)})")
        if len(batch) == BATCH:
            before = _compare(folder, before, batch, tally)
            batch = []
    _compare(folder, before, batch, tally)
    return tally


def plain_reason(reason: str) -> str:
    """A reason without the names in it."""
    return " ".join("…" if "'" in each or "::" in each or "." in each else each for each in reason.split())


def _compare(folder: Path, before: Counter[str], batch: list[str], tally: Tally) -> Counter[str]:
    after = findings(folder)
    # A file that could not be checked says nothing.
    failed = {each.partition(":")[0] for each in (*before, *after) if FAILED in each}
    worse = Counter({each: count for each, count in (after - before).items() if each.partition(":")[0] not in failed})
    if worse:
        tally.worse.extend(f"new: {each}" for each in worse)
        words = {each for finding in worse for each in finding.replace("'", " ").split()}
        related = [each for each in batch if any(part in words for part in each.split())]
        print("\n".join([*(f"new: {each}" for each in worse), *(f"  after: {each[:300]}" for each in related)]), flush=True)
    return after


def findings(folder: Path) -> Counter[str]:
    """The findings as text without marks, and with their lines."""
    command = [PROGRAM, "--jobs", "1", "--format", "json", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    found = json.loads(done.stdout)
    return Counter(plain(f"{each['file']}:{each['line']} {each['code']} {each['message']}") for each in found)


def differing(original: Path, renamed: Path, command: str) -> list[str]:
    """Those of some classes whose catalogs differ by more than names."""
    before, after = (catalogs(folder, command) for folder in (original, renamed))
    both = [each for each in before if each in after]
    return [f"catalog of {name}: {_difference(before[name], after[name])}" for name in both if before[name] != after[name]]


def _difference(before: str, after: str) -> str:
    at = next((at for at, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), 0)
    return f"{before[max(0, at - 60) : at + 80]!r} became {after[max(0, at - 60) : at + 80]!r}"


def catalogs(modules: Path, command: str) -> dict[str, str]:
    """The catalogs of some classes, or the errors that they end with, as text without marks and places."""
    names = sorted(_classes(modules))
    every = max(1, len(names) // CLASSES)
    names = [each for each in names if crc32(plain(each).encode()) % every == 0]
    lines = [json.dumps({"id": name, "modulepath": [str(modules)], "code": f"include {name}"}) for name in names]
    done = subprocess.run(shlex.split(command), input="\n".join(lines), capture_output=True, text=True, check=True)
    return {plain(str(each["id"])): _catalog(each, modules) for each in map(json.loads, done.stdout.splitlines())}


def _classes(modules: Path) -> Iterator[str]:
    for path in modules.glob("*/manifests/**/*.pp"):
        inner = path.relative_to(modules).with_suffix("").parts
        name = "::".join(each for each in (inner[0], *inner[2:]) if each != "init")
        if f"class {name}" in path.read_text(errors="replace"):
            yield name


def _catalog(answer: dict[str, object], modules: Path) -> str:
    catalog = answer.get("catalog")
    if not isinstance(catalog, dict):
        return plain(str(answer.get("error", "")).replace(str(modules), "")).partition(" (file:")[0]
    for each in catalog["resources"]:
        each.pop("line", None)
        each.pop("file", None)
        each["tags"] = sorted(set(map(plain, each.get("tags", ()))))
    # Keys are sorted without their marks.
    return json.dumps(json.loads(plain(json.dumps(catalog).replace(str(modules), ""))), sort_keys=True)


if __name__ == "__main__":
    sys.exit(main())
