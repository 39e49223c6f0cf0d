"""Recorded faults: small projects with the findings that each must give.

    python -m bench.faults [--list] [FILE...]

Each case is staged in a folder of its own and checked. Found: each expected line has a finding of at least the
expected severity (in the groups lexing and syntax: some line from the one before it to the end of the file). Clean: no error is on
another line, and where nothing is expected no warning either.
Cases that need a module of others are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from puppet_check.analysis import Analysis
from puppet_check.reports.findings import report
from puppet_check.workspace.files import find
from puppet_check.workspace.workspace import Workspace

FAULTS = Path(__file__).parent.parent / "data" / "faults"
RECOVERED = ("lexing", "syntax")
RANK = {"error": 3, "warning": 2, "info": 1, "hint": 0}


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding, actual or expected; lines count from 1."""

    file: str
    line: int
    severity: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A recorded project."""

    name: str
    group: str
    files: dict[str, str]
    expected: list[Finding]

    def is_met(self, expected: Finding, found: Finding) -> bool:
        """Whether a finding matches an expected one."""
        near = found.line >= expected.line - 1 if self.group in RECOVERED else found.line == expected.line
        return found.file == expected.file and near and RANK[found.severity] >= RANK[expected.severity]

    def missing(self, found: list[Finding]) -> list[Finding]:
        """The expected findings that were not reported."""
        return [each for each in self.expected if not any(self.is_met(each, finding) for finding in found)]

    def surplus(self, found: list[Finding]) -> list[Finding]:
        """The findings that were not expected."""
        least = RANK["error" if self.expected else "warning"]
        loud = [finding for finding in found if RANK[finding.severity] >= least]
        return [finding for finding in loud if not any(self.is_met(each, finding) for each in self.expected)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.faults", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE")
    parser.add_argument("--list", action="store_true", help="print every case that is missed or gives a false alarm")
    options = parser.parse_args()
    cases, found, clean = Counter[str](), Counter[str](), Counter[str]()
    for fault in faults(options.files or sorted(FAULTS.glob("*.jsonl"))):
        findings = checked(fault)
        missing, surplus = fault.missing(findings), fault.surplus(findings)
        cases[fault.group] += 1
        found[fault.group] += not missing
        clean[fault.group] += not surplus
        if options.list and (missing or surplus):
            print(f"{fault.name}: missing {missing}, surplus {surplus}")
    for group, count in cases.items():
        print(f"{group:28} cases {count:4}  found {found[group]:4}  without false alarm {clean[group]:4}")


def faults(files: list[Path]) -> Iterator[Fault]:
    """The recorded cases."""
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            fields = json.loads(line)
            if fields.get("needs_stdlib"):
                continue
            expected = [Finding(each["file"], each["line"], each["severity"]) for each in fields["expect"]]
            yield Fault(fields["id"], fields["group"], fields["files"], expected)


def checked(fault: Fault) -> list[Finding]:
    """The findings of a check of the project."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in fault.files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")

        analysis = Analysis(Workspace())
        found = []
        for name in sorted(find(folder)):
            answer = analysis.check(name)
            shown = os.path.relpath(name, folder)
            found += [Finding(shown, each.line, each.severity) for each in report(shown, answer.text, answer.diagnostics).findings]
        return found
