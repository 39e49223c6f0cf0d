"""The format `jsonl`: a JSON object per line for each finding, as soon as it is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.cli.json_rows import row
from puppet_check.cli.output.json import fields_of
from puppet_check.cli.terminal import Colours
from puppet_check.reports.findings import Report


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The lines, with the fields of the format `json`."""
    del colours  # JSON has none.
    for report in reports:
        for finding in report.findings:
            yield f"{row(fields_of(finding))}\n"
