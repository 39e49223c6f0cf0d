"""The format `codeclimate`: issues as Code Climate and its successors read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from puppet_check.cli.json_rows import array
from puppet_check.cli.output.gitlab import fields_of
from puppet_check.cli.terminal import Colours
from puppet_check.config.profiles import is_style
from puppet_check.reports.findings import Finding, Report


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The issues as a JSON array, with one per line."""
    del colours  # JSON has none.
    seen: Counter[tuple[str, ...]] = Counter()
    yield from array(_issue(finding, seen) for report in reports for finding in report.findings)


def _issue(finding: Finding, seen: Counter[tuple[str, ...]]) -> dict[str, object]:
    return {"type": "issue", **fields_of(finding, seen), "categories": [_category(finding)]}


def _category(finding: Finding) -> str:
    if is_style(finding.code):
        return "Style"
    return "Compatibility" if "deprecated" in finding.tags else "Clarity" if "unnecessary" in finding.tags else "Bug Risk"
