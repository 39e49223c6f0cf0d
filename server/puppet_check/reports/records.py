"""Records: the reports of earlier runs that are still valid, and those of this run for the next one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from puppet_check.analysis import Analysis, CheckedFile
from puppet_check.config.profiles import styles_of
from puppet_check.config.selection import reports_unknown_variables
from puppet_check.config.settings import Settings
from puppet_check.fingerprint import digest
from puppet_check.fixing import Fixing, fixed
from puppet_check.reading.files import read
from puppet_check.reports.findings import Changes, Finding, Fix, Related, Replacement, Report, broken, report, unwritable
from puppet_check.workspace import location
from puppet_check.workspace.store import Record
from puppet_check.workspace.trace import Trace
from puppet_check.workspace.workspace import Workspace
from puppet_check.writing import replace

TOGETHER = 400
"""How many records are read at once."""


class Outcome(NamedTuple):
    """The report of a file, and the record of it that may be stored."""

    report: Report
    record: Record | None = None


def check_file(path: str, analysis: Analysis) -> Outcome:
    """Check one file. Raises MemoryError."""
    return _checked(path, analysis)[0]


def check_with_trace(path: str, analysis: Analysis) -> tuple[Report, Trace | None]:
    """Check one file; also returns what the report depends on besides the file."""
    outcome, checked = _checked(path, analysis)
    return outcome.report, None if checked is None else checked.trace


def fix_file(path: str, analysis: Analysis, fixing: Fixing) -> Outcome:
    """Check one file and fix it. Raises MemoryError."""
    try:
        done = fixed(path, analysis, analysis.check(path), fixing)
        before, after = done.before.text.source, done.after.text.source
        if fixing.writes and before != after:
            replace(path, before, after, fixing.allowed)
        made = report(path, done.after.text, done.after.diagnostics)
        return Outcome(made._replace(changes=Changes(done.applied, before, after)) if before != after else made)
    except MemoryError:
        raise
    except OSError as error:
        return Outcome(unwritable(path, error.strerror or str(error)))
    except Exception as error:
        return Outcome(broken(path, _summary(error)))
    finally:
        analysis.close(path)


def _checked(path: str, analysis: Analysis) -> tuple[Outcome, CheckedFile | None]:
    try:
        checked = analysis.check(path)
        made = report(path, checked.text, checked.diagnostics)
        return Outcome(made, None if analysis.workspace.store is None else _record(path, analysis.workspace, checked, made)), checked
    except MemoryError:
        raise
    except Exception as error:
        return Outcome(broken(path, _summary(error))), None


def cached_reports(paths: Sequence[str], workspace: Workspace) -> Iterator[Report]:
    """The reports of an earlier run that are still valid."""
    if workspace.store is None:
        return
    for start in range(0, len(paths), TOGETHER):
        part = paths[start : start + TOGETHER]
        records = workspace.store.records([*map(os.path.abspath, part)])
        for path in part:
            record = records.get(os.path.abspath(path))
            found = None if record is None else _cached_report(path, record, workspace)
            if found is not None:
                yield found


def _cached_report(path: str, record: Record, workspace: Workspace) -> Report | None:
    try:
        source = read(path)
    except OSError:
        return None
    if record.hash != digest(source) or record.context != _context(path, workspace) or not workspace.known(path).holds(record.trace):
        return None
    return Report(path, tuple(_finding(path, each) for each in json.loads(record.findings)))


def _record(path: str, workspace: Workspace, checked: CheckedFile, made: Report) -> Record | None:
    if checked.trace is None:
        return None
    findings = json.dumps([_plain(each) for each in made.findings])
    return Record(digest(checked.text.source), _context(path, workspace), checked.trace, findings)


def _plain(finding: Finding) -> list[object]:
    """A finding without the name of its file, which may be another one in the next run."""
    plain: list[object] = [*finding[1 : Finding._fields.index("related")]]
    plain.append([_elsewhere(each, finding.file) for each in finding.related])
    if finding.fixes:
        plain.append([(fix.title, fix.safety, [_elsewhere(each, finding.file) for each in fix.replacements]) for fix in finding.fixes])
    return plain


def _elsewhere(place: Related | Replacement, file: str) -> tuple[object, ...]:
    return ("" if place.file == file else place.file, *place[1:])


def _finding(path: str, record: list[Any]) -> Finding:
    count = Finding._fields.index("tags") - 1
    fields, (tags, others, *more) = record[:count], record[count:]
    related = tuple(Related(file or path, *rest) for file, *rest in others)
    fixes = tuple(
        Fix(title, safety, tuple(Replacement(file or path, *rest) for file, *rest in replacements))
        for title, safety, replacements in (more[0] if more else ())
    )
    return Finding._make((path, *fields, tuple(tags), related, fixes))


def _context(path: str, workspace: Workspace) -> str:
    settings = workspace.configuration.of(path)
    return digest(
        _styles(settings, path).encode(),
        repr((settings.rules, settings.folder)).encode(errors="surrogateescape") if settings.rules else b"",
        workspace.known(path).context.encode(),
        repr(location.place(workspace.disk, path)).encode(errors="surrogateescape"),
    )


def _styles(settings: Settings, path: str) -> str:
    """The style rules that are run, and what else their findings depend on."""
    codes = sorted(styles_of(settings))
    return " ".join([*codes, f"{reports_unknown_variables(settings, path)}"] if codes else codes)


def _summary(error: Exception) -> str:
    """An error and where it was raised, in one line."""
    from traceback import extract_tb  # only a bug needs it

    *_, frame = extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error}, {os.path.basename(frame.filename)} line {frame.lineno}"
