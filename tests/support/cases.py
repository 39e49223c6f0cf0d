"""Recorded snippets with the reference's results. The fields are described in `tests/data/syntax/README.md`."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from puppet_grammar.parse import Mode

RECORDED = Path(__file__).parent.parent / "data" / "syntax"

REFUSED = "Invalid produced text"
"""The prefix of the validator's messages about the text of a heredoc; its other failures are internal errors."""


class Issue(NamedTuple):
    """A finding of the reference's validator."""

    code: str
    severity: str
    line: int | None


@dataclass(frozen=True, slots=True)
class Refusal:
    """The error for which the reference rejects a source; `line` and `column` count from 1."""

    message: str
    line: int | None
    column: int | None
    issue: str | None
    crash: bool


@dataclass(frozen=True, slots=True)
class Case:
    """A source and the reference's answer."""

    id: str
    source: bytes
    mode: Mode
    error: Refusal | None
    pn_sha1: str | None
    issues: tuple[Issue, ...]
    heredoc_refused: bool
    validator_crashed: bool
    spans: tuple[tuple[str, int, int], ...]

    def shown(self, limit: int = 120) -> str:
        """The source on one line, truncated."""
        text = repr(self.source.decode("utf-8", "backslashreplace"))
        return text if len(text) <= limit else f"{text[:limit]}... ({len(self.source)} bytes)"


def read_cases(paths: Iterable[Path]) -> Iterator[Case]:
    """All cases of the given files, and of all `*.jsonl` files of the given folders."""
    for path in paths:
        for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
            with file.open(encoding="utf-8") as lines:
                for line in lines:
                    yield case_of(json.loads(line))


def case_of(fields: dict[str, object]) -> Case:
    """The case that a line of a file describes."""
    error = fields.get("error")
    failure = str(fields.get("validation_error", ""))
    issues = fields.get("issues", [])
    spans = fields.get("spans", [])
    assert isinstance(issues, list) and isinstance(spans, list)
    return Case(
        str(fields["id"]),
        source_of(fields),
        Mode(bool(fields.get("epp")), bool(fields.get("tasks"))),
        _refusal(error) if isinstance(error, dict) else None,
        str(fields["pn_sha1"]) if "pn_sha1" in fields else None,
        tuple(Issue(each["issue"], each["severity"], each["line"]) for each in issues),
        failure.startswith(REFUSED),
        bool(failure) and not failure.startswith(REFUSED),
        tuple((name, offset, length) for name, offset, length in spans),
    )


def source_of(fields: dict[str, object]) -> bytes:
    """The source of a case, which is given as text, in Base64, or as texts to repeat."""
    match fields:
        case {"code": str(code)}:
            return code.encode()
        case {"b64": str(coded)}:
            return base64.b64decode(coded)
        case {"repeat": list(parts)}:
            return "".join(text * count for text, count in parts).encode()
    raise ValueError(f"{fields.get('id')}: no source")


def _refusal(error: dict[str, object]) -> Refusal:
    line, column, issue = error.get("line"), error.get("pos"), error.get("issue")
    return Refusal(
        str(error.get("message")),
        line if isinstance(line, int) else None,
        column if isinstance(column, int) else None,
        issue if isinstance(issue, str) else None,
        bool(error.get("crash")),
    )
