"""The format `sarif`: SARIF 2.1.0, for code hosts and editors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from puppet_check import __version__
from puppet_check.cli.codes import all_issues
from puppet_check.cli.json_rows import rows
from puppet_check.cli.manual import page
from puppet_check.cli.paths import relative
from puppet_check.cli.terminal import Colours
from puppet_check.config.codes import address_of
from puppet_check.reports.findings import Finding, Fix, Replacement, Report

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVEL = {"error": "error", "warning": "warning"}


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The log in pieces, with one result per line. It lists all rules, whether or not they have findings."""
    del colours  # JSON has none.
    rules = all_issues()
    numbers = {code: number for number, code in enumerate(rules)}
    described = [
        {
            "id": code,
            "shortDescription": {"text": issue.summary},
            "help": _help(code),
            **_address_of_help(code),
            "defaultConfiguration": {"level": LEVEL.get(issue.severity.text, "note")},
        }
        for code, issue in rules.items()
    ]
    driver = {"name": "puppet-check", "semanticVersion": __version__, "rules": described}
    yield f'{{"$schema": {json.dumps(SCHEMA)}, "version": "2.1.0", "runs": [{{"tool": {json.dumps({"driver": driver})},\n'
    yield '"columnKind": "unicodeCodePoints", "results": ['
    yield from rows(_result(finding, numbers) for report in reports for finding in report.findings)
    yield "]}]}\n"


def _help(code: str) -> dict[str, str]:
    """The manual page of a code; its text is the part before the examples."""
    text = page(code) or ""
    return {"text": text.partition("\n## ")[0].strip(), "markdown": text}


def _address_of_help(code: str) -> dict[str, str]:
    address = address_of(code)
    return {} if address is None else {"helpUri": address}


def _result(finding: Finding, numbers: dict[str, int]) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.code,
        "level": LEVEL.get(finding.severity, "note"),
        "message": {"text": finding.message},
        "locations": [
            _location(finding.file, finding.line, finding.column, {"endLine": finding.end_line, "endColumn": finding.end_column})
        ],
    }
    if finding.related:
        result["relatedLocations"] = [
            {**_location(each.file, each.line, each.column, {}), "message": {"text": each.message}} for each in finding.related
        ]
    if finding.fixes:
        result["fixes"] = [{"description": {"text": each.title}, "artifactChanges": _changes(each)} for each in finding.fixes]
    if finding.code in numbers:
        result["ruleIndex"] = numbers[finding.code]
    return result


def _changes(fix: Fix) -> list[dict[str, object]]:
    files = dict.fromkeys(each.file for each in fix.replacements)
    return [
        {
            "artifactLocation": {"uri": _address(file)},
            "replacements": [_replacement(each) for each in fix.replacements if each.file == file],
        }
        for file in files
    ]


def _replacement(each: Replacement) -> dict[str, object]:
    region = {"startLine": each.line, "startColumn": each.column, "endLine": each.end_line, "endColumn": each.end_column}
    return {"deletedRegion": region, "insertedContent": {"text": each.text}}


def _location(file: str, line: int, column: int, end: dict[str, int]) -> dict[str, object]:
    region = {"startLine": line, "startColumn": column, **end}
    return {"physicalLocation": {"artifactLocation": {"uri": _address(file)}, "region": region}}


def _address(file: str) -> str:
    return quote(relative(file).encode(errors="surrogateescape"))
