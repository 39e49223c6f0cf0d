"""Compiles catalogs of classes of working modules with the reference and with `puppet-eval --catalog`, and compares them.

    python -m bench.catalogs --seed N --count 300 --reference COMMAND MODULES

The entry points are classes that the reference compiles. COMMAND answers lines of JSON with whole catalogs.
`--answers FILE` keeps the reference's answers for further runs; `--list FILE` writes what differs.
"""

from __future__ import annotations

import argparse
import json
import shlex
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.reference_jobs import NODE, Data, ask, kept_answers, known_modules, parser

from puppet_typesys.loader import CLASS

SERVER = {"servername": "puppet.example.com", "serverip": "10.0.0.1"}
TRIED = 3
"""The number of classes that are tried for each one that is wanted."""


def main() -> None:
    """Choose the entry points, compile them twice, compare and count."""
    options = parser(__doc__, "reference catalog", count=300).parse_args()
    modules = options.modules.resolve()
    answers = kept_answers(options.answers, lambda: _of_reference(modules, options))
    facts = json.loads(options.facts.read_text(encoding="utf-8"))
    jobs = [{"id": each["id"], "code": each["id"], "node": NODE, "facts": facts, "settings": SERVER} for each in answers]
    command = ["puppet-eval", "--catalog", "--batch", "--modulepath", str(modules)]
    compared = [_compared(each, own) for each, own in zip(answers, ask(jobs, command), strict=True)]
    _print(compared)
    if options.list:
        options.list.write_text("".join(f"{each.code}: {line}\n" for each in compared for line in each.differences), encoding="utf-8")


def _of_reference(modules: Path, options: argparse.Namespace) -> Iterator[Data]:
    """The answers of the reference with a catalog, for as many classes as are wanted."""
    names = [each for each in known_modules(modules).loader.names(CLASS) if not each.startswith("::")]
    chosen = Random(options.seed).sample(names, min(options.count * TRIED, len(names)))
    jobs = ({"id": f"include {name}", "code": f"include {name}", "modulepath": [str(modules)], "node": NODE} for name in chosen)
    with_catalog = (answer for answer in ask(jobs, shlex.split(options.reference)) if answer.get("ok"))
    yield from islice(with_catalog, options.count)


class Compared(NamedTuple):
    """How a catalog differs from that of the reference."""

    code: str
    total: int
    """The resources of the reference."""
    same: int
    wrong: int
    """The differences that nothing marks."""
    marked: int
    failed: bool
    ratio: float
    """The time of ours in relation to that of the reference."""
    causes: Counter[str]
    differences: list[str]


def _compared(reference: Data, own: Data) -> Compared:
    catalog = reference["catalog"]
    assert isinstance(catalog, dict)
    wanted = {f"{each['type']}[{each['title']}]": each for each in catalog["resources"] if each["exported"] or not each["virtual"]}
    code, ratio = str(reference["id"]), float(str(own.get("seconds", 0))) / max(float(str(reference["secs"])), 0.001)
    causes = Counter({f"{each['kind']} {each['name']}: {each['reason']}": each["count"] for each in own.get("unknown", [])})
    if "error" in own:
        return Compared(code, len(wanted), 0, 0, 0, True, ratio, causes, [f"error: {own['error']}"])
    found = {f"{each['type']}[{each['title']}]": each for each in own["resources"]}
    same, wrong, marked = 0, [], []
    for name, each in wanted.items():
        if name not in found:
            (marked if own["partial"] else wrong).append(f"missing {name}")
            continue
        differing = list(_differing(each, found[name]))
        is_possible = found[name].get("possible", False)
        if not differing and not is_possible:
            same += 1
        elif not differing:
            marked.append(f"possible {name}")
        for text, is_marked in differing:
            (marked if is_marked or is_possible else wrong).append(f"{name} {text}")
    for name in found.keys() - wanted.keys():
        (marked if found[name].get("possible") else wrong).append(f"extra {name}")
    edges = {tuple(each) for each in catalog["edges"]}
    own_edges = {(each["source"], each["target"], each["type"]) for each in own["relationships"]}
    if not wrong and not marked and edges != own_edges:
        wrong += [f"edges missing {sorted(edges - own_edges)[:3]} extra {sorted(own_edges - edges)[:3]}"]
    if sorted(catalog["classes"]) != sorted(own["classes"]) and not own["partial"] and not marked:
        wrong.append(f"classes {set(catalog['classes']) ^ set(own['classes'])}")
    lines = [*(f"WRONG {each}" for each in wrong), *(f"marked {each}" for each in marked)]
    return Compared(code, len(wanted), same, len(wrong), len(marked), False, ratio, causes, lines)


def _differing(reference: Data, own: Data) -> Iterator[tuple[str, bool]]:
    """The parameters that differ, and whether that is marked."""
    wanted, given = reference["parameters"], own["parameters"]
    assert isinstance(wanted, dict) and isinstance(given, dict)
    for name in wanted.keys() | given.keys():
        expected, actual = _plain(wanted.get(name)), _plain(given.get(name))
        if _references(expected) != _references(actual) if name in RELATIONS else expected != actual:
            is_marked = _has_unknown(actual) or (bool(own.get("open")) and name not in given)
            yield f"{name}: {json.dumps(expected)[:300]} / {json.dumps(actual)[:300]}", is_marked


RELATIONS = frozenset(("before", "require", "notify", "subscribe"))


def _references(value: object) -> object:
    return sorted(map(str, value)) if isinstance(value, list) else [str(value)]


def _plain(value: object) -> object:
    match value:
        case {"__ref": reference}:
            return reference
        case {"__sensitive": inner}:
            return _plain(inner)
        case {"__value": text, **_other}:
            return str(text)
        case {"__ptype": "Sensitive", "__pvalue": inner}:
            return _plain(inner)
        case {"__ptype": kind, "__pvalue": inner} if kind != "Unknown":
            return str(inner)
        case dict():
            return {name: _plain(each) for name, each in value.items()}
        case list():
            return [_plain(each) for each in value]
    return value


def _has_unknown(value: object) -> bool:
    match value:
        case {"__ptype": "Unknown", **_other}:
            return True
        case dict():
            return any(map(_has_unknown, value.values()))
        case list():
            return any(map(_has_unknown, value))
    return False


def _print(compared: list[Compared]) -> None:
    count = len(compared)
    identical = sum(each.same == each.total and not each.wrong and not each.marked and not each.failed for each in compared)
    resources, same = sum(each.total for each in compared), sum(each.same for each in compared)
    wrong, failed = sum(each.wrong > 0 for each in compared), sum(each.failed for each in compared)
    print(f"catalogs identical: {identical} of {count} | {100 * identical / count:.1f} %")
    print(f"resources identical: {same} of {resources} | {100 * same / resources:.1f} %")
    print(f"catalogs with something wrong that is not marked: {wrong} | {100 * wrong / count:.1f} %")
    print(f"errors where the reference compiles: {failed} | {100 * failed / count:.1f} %")
    print(f"time in relation to the reference, median: {statistics.median(each.ratio for each in compared):.2f}")
    causes = Counter[str]()
    for each in compared:
        causes.update(each.causes.keys())
    print("catalogs by cause of unknown values:")
    for cause, number in causes.most_common(40):
        print(f"{number:6}  {cause}")


if __name__ == "__main__":
    sys.exit(main())
