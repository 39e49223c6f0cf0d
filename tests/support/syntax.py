"""Compare our reading of recorded snippets with the reference's.

    python -m bench.syntax [--list] [FILE_OR_FOLDER...]

Prints how many snippets are accepted or rejected alike, have the same PN, the same error line and column, and the same findings
of the validator. Snippets on which the reference itself fails with an internal error only have to be survived.
"""

from __future__ import annotations

import argparse
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.cases import RECORDED, Case, Refusal, read_cases
from tests.support.reading import Reading, issues_of, pn_sha1, read


@dataclass(slots=True)
class Tally:
    """Agreements and disagreements, by question."""

    agreed: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    disagreements: list[tuple[str, Case, str]] = field(default_factory=list)

    def answer(self, question: str, case: Case, difference: str | None) -> None:
        """Record an answer; `difference` describes a disagreement, None is agreement."""
        self.asked[question] += 1
        if difference is None:
            self.agreed[question] += 1
        else:
            self.disagreements.append((question, case, difference))

    def lines(self) -> Iterator[str]:
        """The results, one line for each question."""
        for question, asked in self.asked.items():
            yield f"{question:32} {self.agreed[question]:6} of {asked:6}  {100 * self.agreed[question] / asked:7.2f} %"


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison; the exit code is 0 if everything agrees."""
    parser = argparse.ArgumentParser(prog="bench.syntax", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, default=[RECORDED], metavar="FILE_OR_FOLDER")
    parser.add_argument("--list", action="store_true", help="print every disagreement")
    parser.add_argument("--no-validation", action="store_true", help="do not run the validator")
    options = parser.parse_args(arguments)
    tally = Tally()
    for case in read_cases(options.paths):
        try:
            compare(case, tally, validation=not options.no_validation)
        except Exception as error:
            tally.answer("no exception", case, f"{''.join(traceback.format_exception(error)[-2:])}")
    if options.list:
        for question, case, difference in tally.disagreements:
            print(f"{question}: {case.id}: {difference}\n    {case.shown()}")
    for line in tally.lines():
        print(line)
    return 1 if tally.disagreements else 0


def compare(case: Case, tally: Tally, *, validation: bool = True) -> None:
    """Compare all answers for one case."""
    reading = read(case.source, case.mode)
    error = reading.error
    if case.error is not None and case.error.crash:
        tally.answer("survived", case, None)
    elif case.error is not None:
        tally.answer("accept or reject", case, None if error else f"accepted, the reference: {_shown(case.error)}")
        if error:
            _compare_places(case, case.error, reading, tally)
    elif error:
        tally.answer("accept or reject", case, f"rejected: {error.message} at {reading.place(error.place)}")
    else:
        tally.answer("accept or reject", case, None)
        _compare_trees(case, reading, tally)
        if validation:
            _compare_issues(case, reading, tally)


def _compare_places(case: Case, expected: Refusal, reading: Reading, tally: Tally) -> None:
    error = reading.error
    if error is None or expected.line is None:
        return
    line, column = reading.place(error.place)
    shown = f"{line}:{column} {error.message}, the reference: {_shown(expected)}"
    tally.answer("error on the same line", case, None if line == expected.line else shown)
    if expected.column is not None:
        same = (line, column) == (expected.line, expected.column)
        tally.answer("error in the same column", case, None if same else shown)


def _compare_trees(case: Case, reading: Reading, tally: Tally) -> None:
    ours = pn_sha1(reading.program)
    same = ours == case.pn_sha1
    tally.answer("PN identical", case, None if same else f"{ours}, the reference: {case.pn_sha1}")


def _compare_issues(case: Case, reading: Reading, tally: Tally) -> None:
    ours = issues_of(reading)
    if case.validator_crashed:
        tally.answer("survived", case, None)
        return
    if case.heredoc_refused:
        tally.answer("refused text of a heredoc", case, None if ours else "nothing found")
        return
    missing = list((Counter(case.issues) - Counter(ours)).elements())
    # At most ten issues are recorded.
    extra = list((Counter(ours) - Counter(case.issues)).elements()) if len(case.issues) < 10 else []
    if case.issues or ours:
        tally.answer("same issues and lines", case, f"missing {missing}, too much {extra}" if missing or extra else None)


def _shown(refusal: Refusal) -> str:
    return f"{refusal.line}:{refusal.column} {refusal.message}"
