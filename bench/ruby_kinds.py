"""Asks Ruby's runtime for the classes of the results of methods that state the kind of their result, and records them.

python -m bench.ruby_kinds --reference "reference ruby bench/ruby_core.rb" --record tests/data/ruby/result_kinds.jsonl
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from bench.ruby_core import answers

from tests.support.ruby_kinds import KINDS, calls, stated

PROGRAM = "begin; value = ({}); value.class.name; rescue StandardError; nil; end"


def main() -> None:
    """Ask and record."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--reference", required=True)
    made.add_argument("--record", type=Path, required=True)
    options = made.parse_args()
    methods = stated()
    made_calls = [[*calls(each.kind, each.method, each.has_block)] for each in methods]
    found = iter(answers(options.reference, [PROGRAM.format(call) for each in made_calls for call in each]))
    rows = []
    for method, listed in zip(methods, made_calls, strict=True):
        classes = {next(found) for _ in listed} - {None}
        rows.append((method.kind, method.method, method.has_block, sorted({KINDS.get(str(each), str(each)) for each in classes})))
    options.record.write_text("".join(f"{json.dumps(each)}\n" for each in rows), "utf-8")
    wrong = [(method, row[3]) for method, row in zip(methods, rows, strict=True) if row[3] != [method.result]]
    print(len(rows), "methods,", len(wrong), "with other results:")
    print(*wrong, sep="\n")


if __name__ == "__main__":
    main()
