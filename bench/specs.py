"""Compares the verdicts of `puppet-check test` with those that rspec-puppet gave.

    python -m bench.specs TRUTH FOLDER [MODULE]...

TRUTH has a line of JSON for each example (`module`, `systems`, `file`, `id`, `status`), FOLDER the modules by these names.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.garbage import collect_seldom
from puppet_check.specs.catalogs.compiling import Catalogs
from puppet_check.specs.machine import Options
from puppet_check.specs.outcomes import Result
from puppet_check.specs.running import run_file
from puppet_check.stack import run_deep

SHOWN = 12
"""The number of examples shown for each kind of wrong verdict, and of reasons."""


class Truth(NamedTuple):
    """What rspec-puppet said of an example."""

    module: str
    systems: int
    file: str
    id: str
    status: str
    line: int
    description: str
    error: str


def truths(path: str) -> Iterator[Truth]:
    """The recorded examples."""
    with gzip.open(path, "rt") if path.endswith(".gz") else open(path) as lines:
        for line in lines:
            row = json.loads(line)
            row["error"] = str(row["compile_error"])
            yield Truth(**{name: row[name] for name in Truth._fields})


def verdicts(folder: str, files: list[str], systems: int) -> dict[str, Result]:
    """The results of the examples of a module's spec files, by id."""
    catalogs = Catalogs(folder)
    found: dict[str, Result] = {}
    for each in files:
        path = os.path.join(folder, each.removeprefix("./"))
        found.update((result.id, result) for result in run_file(path, folder, catalogs, Options(systems=systems)))
    return found


def main() -> None:
    """Print the counts of pairs of verdicts, the wrong ones, and the reasons of those that are open."""
    collect_seldom()  # as the command does
    _, path, folder, *only = sys.argv
    modules: dict[str, list[Truth]] = defaultdict(list)
    for each in truths(path):
        if not only or each.module in only:
            modules[each.module].append(each)
    total: Counter[str] = Counter()
    reasons: Counter[tuple[str, str, str]] = Counter()
    for name, expected in modules.items():
        started = time.process_time()
        files = sorted({each.id.partition("[")[0] for each in expected if each.id.startswith("./")})
        found = verdicts(os.path.realpath(os.path.join(folder, name)), files, expected[0].systems)
        pairs: Counter[str] = Counter()
        shown: Counter[str] = Counter()
        for truth in expected:
            got = found.get(truth.id)
            status: str = "missing" if got is None else got.status
            pair = "right" if status == truth.status else f"{truth.status} as {status}"
            pairs[pair] += 1
            message = "" if got is None else got.message
            if status in ("unknown", "unsupported"):
                reasons[name, status, " ".join(message.split())[-150:] if message.startswith("internal") else message[:90]] += 1
            elif status != truth.status and shown[pair] < SHOWN:
                shown[pair] += 1
                print(f"  {pair}: {name} {truth.id} line {truth.line}: {truth.description[-90:]} | {message[:160]} | {truth.error[:160]}")
        total.update(pairs)
        right = pairs["right"] / len(expected)
        others = {pair: count for pair, count in sorted(pairs.items()) if pair != "right"}
        print(f"{name}: {len(expected)} examples, right {right:.1%}, {others}, {time.process_time() - started:.1f} s")
    for (name, status, message), count in reasons.most_common(50):
        print(f"{count:6} {name} {status}: {message}")
    count = sum(total.values())
    print(f"all: {count} examples, right {total['right'] / count:.2%}, {dict(total)}")


if __name__ == "__main__":
    run_deep(main)
