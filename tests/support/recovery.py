"""How much of a file is still understood after one wrong token, and how well the place of the fault is named.

    python -m bench.recovery [--files 200] [--damages 3] [--seed 1] [--list] FOLDER

Files are drawn from FOLDER; in each, a token is deleted, doubled, or a quote or bracket is inserted. Only damages that make the file
wrong count. Kept: the share of the sound file's definitions and statements, without the damaged one, that are found again by kind
and name.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, median

from puppet_grammar.parse import mode_of
from tests.support.corpus import find_files
from tests.support.damage import KINDS, Damage, damage
from tests.support.reading import Reading, read
from tests.support.symbols import Symbol, symbols


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one damaged file."""

    path: Path
    damage: Damage
    place: tuple[int, int]
    expected: Counter[tuple[bool, str, str]]
    lost: Counter[tuple[bool, str, str]]
    error_lines: list[int]

    def kept(self, *, definitions: bool) -> tuple[int, int]:
        """The number of definitions, or of statements, that were found again, and the number before."""
        expected = sum(count for key, count in self.expected.items() if key[0] == definitions)
        return expected - sum(count for key, count in self.lost.items() if key[0] == definitions), expected


def main() -> None:
    """Damage the files and print the results."""
    parser = argparse.ArgumentParser(prog="bench.recovery", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--damages", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print every damage that costs a symbol or gives many errors")
    options = parser.parse_args()
    outcomes = list(damaged_files(options.folder, options.files, options.damages, Random(options.seed)))
    if options.list:
        for outcome in outcomes:
            if outcome.lost or len(outcome.error_lines) > 3 or outcome.error_lines[0] != outcome.place[0]:
                print(described(outcome))
    print(f"{len(outcomes)} damaged files that are wrong")
    for title, chosen in (("all", outcomes), *((kind, [one for one in outcomes if one.damage.kind == kind]) for kind in KINDS)):
        print(f"{title:8} {figures(chosen)}")


def damaged_files(folder: Path, files: int, damages: int, random: Random) -> Iterator[Outcome]:
    """The results of several damages to each of some files."""
    sound: list[Path] = []
    candidates = find_files(folder)
    random.shuffle(candidates)
    for path in candidates:
        if len(sound) == files:
            return
        source = path.read_bytes()
        mode = mode_of(str(path))
        before = read(source, mode)
        found = list(symbols(before.program, before.tree.text))
        if before.error or not found:
            continue
        sound.append(path)
        for _ in range(damages):
            if done := damage(source, random):
                after = read(done.source, mode)
                if after.error:
                    yield outcome_of(path, done, before, found, after)


def outcome_of(path: Path, done: Damage, before: Reading, found: list[Symbol], after: Reading) -> Outcome:
    """The result of one damage."""
    touched = [symbol for symbol in found if symbol.start <= done.start and done.end <= symbol.end and done.start < symbol.end]
    innermost = min(touched, key=lambda symbol: symbol.end - symbol.start, default=None)
    expected = Counter(_key(symbol) for symbol in found if symbol is not innermost)
    still = Counter(_key(symbol) for symbol in symbols(after.program, after.tree.text))
    lines = [after.place(problem.start)[0] for problem in after.problems if problem.severity == "error"]
    return Outcome(path, done, before.place(done.start), expected, expected - still, lines)


def figures(outcomes: list[Outcome]) -> str:
    """The results on one line."""
    if not outcomes:
        return "none"
    counts = [len(outcome.error_lines) for outcome in outcomes]
    on_line = mean(outcome.error_lines[0] == outcome.place[0] for outcome in outcomes)
    return (
        f"kept: definitions {_share(outcomes, definitions=True):6.2f} %, statements {_share(outcomes, definitions=False):6.2f} %; "
        f"first error on the damaged line {100 * on_line:5.1f} %; "
        f"errors a file: mean {mean(counts):.2f}, median {median(counts):g}, max {max(counts)}"
    )


def described(outcome: Outcome) -> str:
    """One result in words."""
    done = outcome.damage
    what = f"{done.kind} at {outcome.place[0]}:{outcome.place[1]}, {done.replacement!r}"
    lost = ", ".join(f"{kind} {name}" for _, kind, name in outcome.lost.elements())
    return f"{outcome.path}: {what}: errors on lines {outcome.error_lines[:12]}; lost {outcome.lost.total()}: {lost[:200]}"


def _key(symbol: Symbol) -> tuple[bool, str, str]:
    return symbol.is_definition, symbol.kind, symbol.name


def _share(outcomes: list[Outcome], *, definitions: bool) -> float:
    kept, expected = map(sum, zip(*(outcome.kept(definitions=definitions) for outcome in outcomes), strict=True))
    return 100 * kept / expected if expected else 100.0
