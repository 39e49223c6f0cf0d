"""Generated questions to the reference and to this project: how often the answers agree.

    python -m bench.differential.run --reference 'COMMAND eval' [--seed 1] [--count 20000] [--group ops] [--mismatches FILE]

The command speaks the batch protocol. Every seed makes the same questions. The exit code tells whether enough agree.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import sys
import zlib
from pathlib import Path
from random import Random

from bench.differential import algebra, calls, conversions, operators, programs, texts
from bench.differential.groups import GROUPS, Question, question

from tests.support.answers import Asked, timed_answer, with_stack
from tests.support.comparison import Answer, difference

MAKERS = (operators, algebra, conversions, calls, programs, texts)
"""The modules of groups, which are registered by being imported."""


def main() -> int:
    """Ask both, compare the answers, and print the result."""
    parser = argparse.ArgumentParser(
        prog="bench.differential.run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--reference", default=os.environ.get("PUPPET_REFERENCE_EVAL", "reference eval"), metavar="COMMAND")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--group", action="append", default=[], metavar="PREFIX", help="only groups that begin so")
    parser.add_argument("--mismatches", type=Path, default=None, metavar="FILE")
    parser.add_argument(
        "--record", type=Path, default=None, metavar="FILE", help="write the reference's answers in the form of the conformance set"
    )
    parser.add_argument("--fail-under", type=float, default=99.5, metavar="PERCENT")
    options = parser.parse_args()
    names, questions = generate(options.seed, options.count, options.group)
    asked = Asked(options.reference, questions)
    mine = with_stack(lambda: [timed_answer(each) for each in questions])
    answers = asked.answers()
    if options.record is not None:
        record(options.record, names, questions, answers)
    share = report(names, questions, answers, mine, options.mismatches)
    return 0 if share >= options.fail_under else 1


def generate(seed: int, count: int, prefixes: list[str]) -> tuple[list[str], list[Question]]:
    """Questions of all groups in turn, without duplicates; each group has its own random source, so that others do not affect it."""
    names = [name for name in GROUPS if not prefixes or any(name.startswith(prefix) for prefix in prefixes)]
    sources = {name: Random(seed * 1_000_003 + zlib.crc32(name.encode())) for name in names}
    made: list[tuple[str, Question]] = []
    seen: set[str] = set()
    turn = 0
    while len(made) < count and turn < count * 4:
        name = names[turn % len(names)]
        turn += 1
        asked = question(name, sources[name])
        key = json.dumps(asked)
        if key not in seen:
            seen.add(key)
            made.append((name, asked))
    return [name for name, _ in made], [asked for _, asked in made]


def report(names: list[str], questions: list[Question], answers: list[Answer | None], mine: list[Answer], mismatches: Path | None) -> float:
    """Print a line for each group and the share of equal answers; write the others to the file."""
    agreed: collections.Counter[str] = collections.Counter()
    total: collections.Counter[str] = collections.Counter()
    kinds: collections.Counter[str] = collections.Counter()
    lines = []
    for name, asked, expected, actual in zip(names, questions, answers, mine, strict=True):
        if expected is None:
            kinds["no answer of the reference"] += 1
            continue
        total[name] += 1
        found = difference(expected, actual)
        if found is None:
            agreed[name] += 1
            continue
        kinds[found] += 1
        lines.append(f"## {name}: {found}\n{asked.get('code') or json.dumps(asked)}\n   ref  {brief(expected)}\n   ours {brief(actual)}\n")
    for name in sorted(total):
        print(f"{name:24} {agreed[name]:5} of {total[name]:5}  {100 * agreed[name] / total[name]:6.2f} %")
    share = 100 * agreed.total() / max(1, total.total())
    print(f"{'all':24} {agreed.total():5} of {total.total():5}  {share:6.2f} %")
    print(", ".join(f"{kind}: {count}" for kind, count in kinds.most_common()))
    if mismatches is not None:
        mismatches.write_text("\n".join(lines), encoding="utf-8")
    return share


def brief(answer: Answer) -> str:
    """An answer on one line."""
    error = answer.get("error")
    if "failure" in answer:
        return f"FAILURE {answer['failure']}"
    if isinstance(error, dict):
        shown = f"{error['issue_code']} {error['line']}:{error['pos']} {error['message']}"
    else:
        shown = repr(answer["result"]) if "result" in answer else f"{answer.get('value')}   {answer.get('type')}   {answer.get('generic')}"
    return f"{shown} {answer['output']}" if answer.get("output") else shown


def record(file: Path, names: list[str], questions: list[Question], answers: list[Answer | None]) -> None:
    """Write recorded answers, one a line."""
    with file.open("w", encoding="utf-8") as target:
        for number, (name, asked, expected) in enumerate(zip(names, questions, answers, strict=True)):
            if expected is not None:
                kept = {key: value for key, value in expected.items() if key != "id"}
                target.write(json.dumps({"id": f"g-{number:05}", "group": name, **asked, "expected": kept}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())
