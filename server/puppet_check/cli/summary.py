"""The summary: the number of findings and files, and how many findings have fixes; by code, if there are more than a screen holds."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

from puppet_check.cli.closing import Closing, Passing
from puppet_check.cli.progress import duration
from puppet_check.cli.terminal import Colours
from puppet_check.reports.findings import Report, fixable
from puppet_grammar.dataclass import dataclass, field

ORDER = ("error", "warning", "info", "hint")
SCREEN = 30
"""The number of findings past which they are counted by code as well."""
MOST_CODES = 10
"""How many codes are listed then."""
LONG = 1.0
"""Seconds from which on a run says how long it took."""


@dataclass(slots=True)
class Summary:
    """Counts of the findings and files reported so far."""

    files: int = 0
    files_with_findings: int = 0
    fixable: Counter[str | None] = field(default_factory=Counter)
    """The findings with a fix, by its safety."""
    codes: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The findings by severity and code."""
    fixable_codes: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Those of them that a fix removes."""
    started: float = field(default_factory=time.monotonic)

    def count(self, report: Report) -> None:
        """Add the report of a file."""
        self.files += 1
        self.files_with_findings += bool(report.findings)
        self.codes.update((finding.severity, finding.code) for finding in report.findings)
        for finding in report.findings:
            if finding.fixes and (safety := fixable(finding, report)) is not None:
                self.fixable[safety] += 1
                self.fixable_codes[finding.severity, finding.code] += 1

    def closing(self, colours: Colours) -> Iterator[Closing]:
        """What follows the findings: if they are many, the most frequent codes, errors first; a sentence, on a terminal with the time."""
        if self.codes.total() > SCREEN:
            yield from map(Closing, self._table(colours))
        yield Closing(self.sentence())
        seconds = time.monotonic() - self.started
        if seconds >= LONG and colours.is_shown:
            yield Passing(f" ({duration(seconds)})")
        yield Closing(f"{self._fixes()}\n")

    def _table(self, colours: Colours) -> Iterator[str]:
        rows = sorted(self.codes.items(), key=lambda each: (ORDER.index(each[0][0]), -each[1], each[0][1]))
        width = len(str(max(self.codes.values())))
        yield "\n"
        for (severity, code), count in rows[:MOST_CODES]:
            fixes = self.fixable_codes[severity, code]
            marked = f" [{fixes} fixable]" if fixes else ""
            yield f"{count:{width + 4}}  {colours.severity(severity, f'{severity:7}')}  {code}{colours.faint(marked)}\n"
        if len(rows) > MOST_CODES:
            yield f"{'':{width + 4}}  and {_number(len(rows) - MOST_CODES, 'other code')}; --statistics lists all\n"
        yield "\n"

    def sentence(self) -> str:
        """The summary as a sentence."""
        files = _number(self.files, "file")
        if not self.files:
            return "No Puppet files found"
        if not self.codes:
            return f"No problems in {files}"
        counts = Counter[str]()
        for (severity, _), count in self.codes.items():
            counts[severity] += count
        found = [_number(counts[severity], severity) for severity in ORDER if counts[severity]]
        where = files if self.files_with_findings == self.files else f"{self.files_with_findings} of {files}"
        return f"Found {_list(found)} in {where}"

    def _fixes(self) -> str:
        """The number of findings that `--fix` fixes, and that only unsafe fixes do."""
        safe, unsafe = self.fixable["safe"], self.fixable["unsafe"]
        more = f"{unsafe} more with --unsafe-fixes" if safe else f"{unsafe} fixable with --fix --unsafe-fixes"
        found = [*([f"{safe} fixable with --fix"] if safe else []), *([more] if unsafe else [])]
        return f"; {', '.join(found)}" if found else ""


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 or noun == "info" else f"{count} {noun}s"


def _list(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
