"""Compare our reading of real files with the reference's.

    python -m bench.modules [--reference COMMAND] [--list] FOLDER

Every `.pp` and `.epp` file below FOLDER: accepted or rejected as by the reference, and the same PN. The reference's answers are kept in
a cache file, so that only new contents cost a question.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from puppet_grammar.parse import mode_of
from tests.support.corpus import CACHE, Recorded, find_files, recorded_answers
from tests.support.reading import pn_sha1, read
from tests.support.reference import COMMAND


def main() -> int:
    """Run the comparison; the exit code tells whether everything agrees."""
    parser = argparse.ArgumentParser(prog="bench.modules", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--reference", default=COMMAND, metavar="COMMAND")
    parser.add_argument("--cache", type=Path, default=CACHE, metavar="FILE")
    parser.add_argument("--list", action="store_true", help="print every disagreement")
    options = parser.parse_args()
    asked: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    for path, source, expected in recorded_answers(find_files(options.folder), options.reference, options.cache):
        for question, difference in compare(path, source, expected).items():
            asked[question] += 1
            agreed[question] += difference is None
            if difference is not None and options.list:
                print(f"{path}: {difference}")
    for question, count in asked.items():
        print(f"{question:32} {agreed[question]:6} of {count:6}  {100 * agreed[question] / count:7.2f} %")
    return 0 if agreed == asked else 1


def compare(path: Path, source: bytes, expected: Recorded) -> dict[str, str | None]:
    """The differences in the answers about one file; None for an answer that agrees."""
    kind = path.suffix
    reading = read(source, mode_of(str(path)))
    if error := reading.error:
        line, column = reading.place(error.place)
        wrong = f"rejected, {line}:{column} {error.message}" if expected.accepted else None
        return {f"{kind}: accept or reject": wrong}
    if not expected.accepted:
        return {f"{kind}: accept or reject": f"accepted, the reference: {expected.why}"}
    same = pn_sha1(reading.program) == expected.pn_sha1
    return {f"{kind}: accept or reject": None, f"{kind}: PN identical": None if same else "PN differs"}


if __name__ == "__main__":
    sys.exit(main())
