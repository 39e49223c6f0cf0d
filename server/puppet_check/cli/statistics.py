"""`--statistics`: the number of findings by code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from puppet_check.cli.manual import summary
from puppet_check.cli.summary import Summary
from puppet_check.cli.terminal import Colours
from puppet_check.reports.findings import Report


def as_text(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """One line per code, the most frequent first."""
    total = Summary()
    for report in reports:
        total.count(report)
    width = len(str(max(total.codes.values(), default=0)))
    longest = max((len(code) for _, code in total.codes), default=0)
    for (severity, code), count in sorted(total.codes.items(), key=lambda each: (-each[1], each[0][::-1])):
        shown = colours.severity(severity, f"{severity:7}")
        yield f"{count:{width}}  {shown}  {code:{longest}}  {colours.faint(summary(code))}".rstrip() + "\n"
    yield f"{total.sentence()}\n"


def as_json(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """A JSON object from code to count, the most frequent first."""
    import json  # texts do not need it

    del colours  # JSON has none.
    counted = Counter(each.code for report in reports for each in report.findings)
    yield json.dumps(dict(sorted(counted.items(), key=lambda each: (-each[1], each[0]))), indent=2) + "\n"
