"""The format `gitlab`: a code quality report, which GitLab shows in merge requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b

from puppet_check.cli.json_rows import array
from puppet_check.cli.output.concise import on_one_line
from puppet_check.cli.paths import relative
from puppet_check.cli.terminal import Colours
from puppet_check.reports.findings import Finding, Report

SEVERITY = {"error": "major", "warning": "minor"}


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The report as a JSON array, with one finding per line."""
    del colours  # JSON has none.
    seen: Counter[tuple[str, ...]] = Counter()
    yield from array(fields_of(finding, seen) for report in reports for finding in report.findings)


def fields_of(finding: Finding, seen: Counter[tuple[str, ...]]) -> dict[str, object]:
    """A finding as a JSON object; `seen` counts the findings that are the same but for their lines."""
    path = relative(finding.file)
    # Line numbers change with edits, so the fingerprint contains the text of the line instead.
    same = (path, finding.code, finding.message, finding.source.strip())
    seen[same] += 1
    identity = "\0".join((*same, str(seen[same]))).encode(errors="surrogateescape")
    return {
        "description": on_one_line(finding.message),  # Code Climate allows no others.
        "check_name": finding.code,
        "fingerprint": blake2b(identity, digest_size=16).hexdigest(),
        "severity": SEVERITY.get(finding.severity, "info"),
        "location": {"path": path, "lines": {"begin": finding.line, "end": finding.last_line}},
    }
