"""Fuzzes the parser with broken inputs, which may have problems but must never raise.

    python -m bench.fuzz [--count 50000] [--seed 1] FOLDER...

Inputs are files from the folders that are cut, spliced into each other, damaged in several places, or changed in random bytes, and
plain random bytes. Each is parsed, lowered, validated and, when it has no error, written as PN.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from pathlib import Path
from random import Random

from puppet_grammar.parse import Mode
from tests.support.cases import RECORDED, read_cases
from tests.support.corpus import find_files
from tests.support.damage import damage
from tests.support.reading import issues_of, pn_sha1, read

LONGEST = 3000
BYTES = b" \n\r\t'\"`$@#%^&*()-_=+[]{}|\\/<>,.?!:;~019aAeExX\0\xff\xc3\xa9\xed\xa0"


def main() -> int:
    """Run the inputs; the exit code is 1 if one raised an exception."""
    parser = argparse.ArgumentParser(prog="bench.fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = Random(options.seed)
    corpus = [path.read_bytes() for folder in options.folders for path in find_files(folder)]
    corpus += [case.source for case in read_cases([RECORDED]) if len(case.source) < LONGEST]
    raised = 0
    for _ in range(options.count):
        source = broken(corpus, random)
        mode = Mode(epp=random.random() < 0.25, tasks=random.random() < 0.25)
        try:
            survive(source, mode)
        except Exception:
            raised += 1
            print(f"{mode} {source!r}\n{traceback.format_exc()}")
    print(f"{options.count} inputs, {raised} exceptions")
    return 1 if raised else 0


def survive(source: bytes, mode: Mode) -> None:
    """Parse, lower, validate and print one input, as far as possible."""
    reading = read(source, mode)
    issues_of(reading)
    if reading.error is None:
        pn_sha1(reading.program)


def broken(corpus: list[bytes], random: Random) -> bytes:
    """A damaged input."""
    source = _excerpt(random.choice(corpus), random)
    match random.randrange(6):
        case 0:
            return source
        case 1:
            return source + _excerpt(random.choice(corpus), random)
        case 2:
            at = random.randint(0, len(source))
            return source[:at] + _excerpt(random.choice(corpus), random)[:200] + source[at:]
        case 3:
            for _ in range(random.randint(1, 8)):
                if done := damage(source, random):
                    source = done.source
            return source
        case 4:
            changed = bytearray(source)
            for _ in range(random.randint(1, 20)):
                if changed:
                    changed[random.randrange(len(changed))] = random.choice(BYTES)
            return bytes(changed)
        case _:
            return bytes(random.choice(BYTES) for _ in range(random.randint(0, 80)))


def _excerpt(source: bytes, random: Random) -> bytes:
    start = random.choice((0, random.randint(0, len(source))))
    return source[start : start + random.randint(0, LONGEST)]


if __name__ == "__main__":
    sys.exit(main())
