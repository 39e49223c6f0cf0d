"""How many snippets a second `puppet-eval --batch` answers, against the reference over the same snippets in one run.

    python -m bench.throughput --reference 'COMMAND eval' [--count 5000] [--seed 1]

Both read all requests from a file and write to one; starting is not counted: each is first asked for nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

from bench.differential.groups import Question
from bench.differential.run import generate


def main() -> int:
    """Print both figures and their ratio; the exit code is 0 if the ratio is at least 2."""
    parser = argparse.ArgumentParser(prog="bench.throughput", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", default=os.environ.get("PUPPET_REFERENCE_EVAL", "reference eval"), metavar="COMMAND")
    parser.add_argument("--own", default="puppet-eval --batch", metavar="COMMAND")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    questions = generate(options.seed, options.count, [])[1]
    speeds = []
    for name, command in (("puppet-eval", options.own), ("reference", options.reference)):
        seconds = _seconds(command, questions) - _seconds(command, questions[:1])
        speeds.append(len(questions) / seconds)
        print(f"{name:12} {speeds[-1]:8.0f} snippets/s")
    ratio = speeds[0] / speeds[1]
    print(f"{'ratio':12} {ratio:8.1f}")
    return 0 if ratio >= 2 else 1


def _seconds(command: str, questions: list[Question]) -> float:
    with tempfile.TemporaryFile("w+", encoding="utf-8") as asked, tempfile.TemporaryFile() as answers:
        asked.writelines(json.dumps({"id": number, **question}) + "\n" for number, question in enumerate(questions))
        asked.seek(0)
        started = time.perf_counter()
        subprocess.run(shlex.split(command), stdin=asked, stdout=answers, stderr=subprocess.DEVNULL, check=True)
        return time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
