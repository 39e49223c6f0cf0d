"""Scores the evaluator on recorded answers, group by group.

    python -m bench.conformance [FOLDER]

Prints a table in Markdown of how many answers are identical; what does not apply to a group is left out. An error counts as such when
both err, its words and place when the reference's own rules made it and not its runtime.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from tests.support.answers import timed_answer, with_stack
from tests.support.comparison import Answer, is_internal

DATA = Path(__file__).parents[1] / "tests" / "data" / "conformance"
COLUMNS = ("value", "type", "generic", "output", "error", "no error", "message", "line", "column", "result")
Score = dict[str, list[int]]


def main() -> None:
    """Read the recorded answers, evaluate the questions, and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=DATA)
    with_stack(lambda: _print(parser.parse_args().folder))


def _print(folder: Path) -> None:
    groups: dict[str, Score] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    started, count = time.process_time(), 0
    for case in _cases(folder):
        answer = timed_answer({key: str(case[key]) for key in ("code", "op", "left", "right") if case.get(key) is not None})
        count += 1
        for what, is_right in _judged(cast(Answer, case["expected"]), answer):
            for group in (str(case["group"]), "all"):
                score = groups[group][what]
                score[0] += is_right
                score[1] += 1
    print(f"| group | {' | '.join(COLUMNS)} |\n|---{'|---' * len(COLUMNS)}|")
    for group in sorted(groups, key=lambda each: (each == "all", each)):
        cells = (groups[group].get(each) for each in COLUMNS)
        print(f"| {group} | {' | '.join('' if each is None else f'{each[0]}/{each[1]}' for each in cells)} |")
    print(f"\n{count} answers, {count / (time.process_time() - started):.0f} a second of processor time")


def _cases(folder: Path) -> Iterator[dict[str, object]]:
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line:
                yield json.loads(line)


def _judged(expected: Answer, answer: Answer) -> Iterator[tuple[str, bool]]:
    failed = "failure" in answer
    wanted, given = cast("Answer | None", expected.get("error")), cast("Answer | None", answer.get("error"))
    if "result" in expected and wanted is None:
        yield "result", not failed and answer.get("result") == expected["result"]
        return
    if wanted is None:
        yield "no error", not failed and given is None
        for each in ("value", "type", "generic"):
            yield each, not failed and answer.get(each) == expected[each]
    else:
        yield "error", given is not None
        if not is_internal(wanted):
            given = given or {}
            yield "message", given.get("message") == wanted["message"]
            if wanted.get("line") is not None:
                yield "line", given.get("line") == wanted["line"]
            if wanted.get("pos") is not None:
                yield "column", given.get("pos") == wanted["pos"]
    if "output" in expected:
        yield "output", not failed and answer.get("output") == expected["output"]


if __name__ == "__main__":
    main()
