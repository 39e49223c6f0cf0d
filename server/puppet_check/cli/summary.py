"""The summary: the number of findings and files, and how many findings have fixes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from puppet_check.reports.findings import Report, fixable

ORDER = ("error", "warning", "info", "hint")


@dataclass(slots=True)
class Summary:
    """Counts of the findings and files reported so far."""

    files: int = 0
    files_with_findings: int = 0
    severities: Counter[str] = field(default_factory=Counter)
    fixable: Counter[str | None] = field(default_factory=Counter)
    """The findings with a fix, by its safety."""

    def count(self, report: Report) -> None:
        """Add the report of a file."""
        self.files += 1
        self.files_with_findings += bool(report.findings)
        self.severities.update(finding.severity for finding in report.findings)
        self.fixable.update(fixable(finding, report) for finding in report.findings if finding.fixes)

    def sentence(self) -> str:
        """The summary as a sentence."""
        files = _number(self.files, "file")
        if not self.files:
            return "No Puppet files found"
        if not self.severities:
            return f"No problems in {files}"
        found = [_number(self.severities[severity], severity) for severity in ORDER if self.severities[severity]]
        where = files if self.files_with_findings == self.files else f"{self.files_with_findings} of {files}"
        return f"Found {_list(found)} in {where}"

    def sentence_with_fixes(self) -> str:
        """The same, with the number of findings that `--fix` fixes, and that only unsafe fixes do."""
        safe, unsafe = self.fixable["safe"], self.fixable["unsafe"]
        if not safe and not unsafe:
            return self.sentence()
        more = f"{unsafe} more with --unsafe-fixes" if safe else f"{unsafe} fixable with --fix --unsafe-fixes"
        return "; ".join((self.sentence(), ", ".join(filter(None, (f"{safe} fixable with --fix" if safe else "", more if unsafe else "")))))


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 or noun == "info" else f"{count} {noun}s"


def _list(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
