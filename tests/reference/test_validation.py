"""The validator's findings equal the reference's: code, severity, line and message."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from puppet_check.checker import first_error
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, mode_of, parse
from puppet_typesys.validate import module_place, validate

DATA = Path(__file__).parent.parent / "data"
SEVERITY = {"deprecation": "warning"}

BEYOND = {"ILLEGAL_NAME", "ILLEGAL_RESERVED_ASSIGNMENT", "REQUIRED_PARAMETER_AFTER_OPTIONAL"}
"""Issues that the reference reports only when it runs the code."""
UNUSED = {"RESERVED_TYPE_NAME"}
"""The reference accepts an alias with the name of a built-in type, but never uses it."""
IN_HEREDOCS = {"ILLEGAL_JSON", "ILLEGAL_BASE64", "ILLEGAL_PP", "ILLEGAL_EPP"}
"""The reference stops at the first of these and reports it inside the heredoc; here it is reported at the tag."""


class Found(NamedTuple):
    """A finding; the message is empty if the record has none."""

    line: int
    severity: str
    issue: str
    message: str | None


class Case(NamedTuple):
    """A source that the reference accepts, and the findings of its validator; `fails` if these cannot be compared by line."""

    id: str
    source: bytes
    mode: Mode
    issues: frozenset[Found]
    complete: bool
    fails: bool


def cases(path: Path) -> Iterator[Case]:
    """The cases of a file."""
    for line in filter(None, path.read_text(encoding="utf-8").split("\n")):
        record = json.loads(line)
        if "error" in record:
            continue
        issues = [
            Found(issue["line"], SEVERITY.get(issue["severity"], issue["severity"]), issue["issue"], issue.get("message"))
            for issue in record.get("issues", ())
        ]
        refused = "validation_error" in record or any(issue.issue in IN_HEREDOCS for issue in issues)
        mode = Mode(epp=record.get("epp", False), tasks=record.get("tasks", False))
        yield Case(record["id"], source_of(record), mode, frozenset(issues), len(issues) < 10, refused)


def source_of(record: dict[str, str]) -> bytes:
    """The bytes of a recorded source."""
    if "b64" in record:
        return base64.b64decode(record["b64"])
    if "repeat" in record:
        return b"".join(text.encode() * int(count) for text, count in record["repeat"])
    return record["code"].encode("utf-8", "surrogatepass")


FILES = sorted(path for path in [*DATA.glob("*.jsonl"), *DATA.glob("syntax/*.jsonl"), *DATA.glob("more/*.jsonl")])


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
def test_the_findings_are_those_of_the_reference(path: Path) -> None:
    different = {case.id: difference for case in cases(path) if (difference := compare(case))}
    assert not different


def compare(case: Case) -> str:
    """The difference of the findings; empty if there is none, or if the source is parsed differently."""
    tree = parse(case.source, case.mode)
    program, problems = lower(tree)
    if any(problem.severity == "error" for problem in problems):
        return ""
    found = {
        Found(tree.text.position(finding.start).line + 1, finding.severity.text, finding.code.upper().replace("-", "_"), finding.message)
        for finding in validate(program, tasks=case.mode.tasks, read=first_error)
    }
    if case.fails:
        return "" if found else "nothing found"
    silent = case.issues and not next(iter(case.issues)).message
    if silent or not case.issues:
        found = {finding._replace(message=None) for finding in found} if silent else found
    extra = {finding for finding in found - case.issues if finding.issue not in BEYOND | UNUSED}
    missing = case.issues - found
    return f"extra {extra}, missing {missing}" if missing or (extra and case.complete) else ""


def faults() -> Iterator[tuple[str, str, str, set[tuple[int, str]]]]:
    """The cases of `faults/validation.jsonl` with a single file: name, path, text, and the lines with their severities."""
    for line in (DATA / "faults" / "validation.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        for path, text in record["files"].items():
            yield record["id"], path, text, {(due["line"], due["severity"]) for due in record["expect"] if due["file"] == path}


@pytest.mark.parametrize(("name", "path", "text", "due"), list(faults()), ids=[f"{name}:{path}" for name, path, *_ in faults()])
def test_every_fault_is_found_on_its_line(name: str, path: str, text: str, due: set[tuple[int, str]]) -> None:
    tree = parse(text, mode_of(path))
    program, problems = lower(tree)
    inside = path.removeprefix("modules/")
    place = module_place(inside, path) if inside != path else None
    whole = all(problem.severity != "error" for problem in problems)
    findings = validate(program, tasks=tree.mode.tasks, whole=whole, place=place, read=first_error)
    line = tree.text.position
    found = {(line(finding.start).line + 1, finding.severity.text) for finding in findings}
    found |= {(line(problem.start).line + 1, problem.severity) for problem in problems}
    assert found == due
