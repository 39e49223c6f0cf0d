"""Records: the reports of earlier runs that are still valid, and those of this run for the next one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from puppet_check.analysis import Analysis, CheckedFile
from puppet_check.config.profiles import styles_of
from puppet_check.config.selection import reports_unknown_variables
from puppet_check.config.settings import Settings
from puppet_check.fingerprint import digest
from puppet_check.fixing import Fixing, fixed
from puppet_check.reading.files import read
from puppet_check.reading.places import read_own
from puppet_check.reports.findings import Changes, Finding, Fix, Related, Replacement, Report, broken, report, unwritable
from puppet_check.reports.states import ProjectNames, shown_by
from puppet_check.workspace import location
from puppet_check.workspace.database import damage
from puppet_check.workspace.known import Known
from puppet_check.workspace.path_states import MANIFEST
from puppet_check.workspace.portable import Places, is_bound
from puppet_check.workspace.store import Record, State, key_of_record
from puppet_check.workspace.trace import Trace
from puppet_check.workspace.workspace import Workspace
from puppet_check.writing import replace
from puppet_grammar.named import NamedTuple

TOGETHER = 400
"""How many records are read at once."""


class Outcome(NamedTuple):
    """The report of a file, and the record of it that may be stored."""

    report: Report
    record: tuple[str, Record] | None = None
    """The key and the record."""


def check_file(path: str, analysis: Analysis, *, notes_names: bool = False) -> Outcome:
    """Check one file; `notes_names` is whether its record says what other files may ask about names. Raises MemoryError."""
    return _checked(path, analysis, notes_names=notes_names)[0]


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


def _checked(path: str, analysis: Analysis, *, notes_names: bool = False) -> tuple[Outcome, CheckedFile | None]:
    try:
        checked = analysis.check(path)
        made = report(path, checked.text, checked.diagnostics)
        is_kept = analysis.workspace.store is not None
        return Outcome(made, _record(path, analysis.workspace, checked, made, notes_names) if is_kept else None), checked
    except MemoryError:
        raise
    except Exception as error:
        return Outcome(broken(path, _summary(error))), None


class Cached(NamedTuple):
    """The report of an earlier run that is still valid, with the key of its record."""

    report: Report
    key: str
    state: State
    """The state of the project in which it was known to hold."""


def cached_reports(paths: Sequence[str], names: ProjectNames, workspace: Workspace) -> Iterator[Cached]:
    """The reports of an earlier run that are still valid; what the manifests among them show is noted in `names`."""
    store = workspace.store
    if store is None:
        return
    found = list[tuple[str, str, Record]]()
    for start in range(0, len(paths), TOGETHER):
        keys = {path: key for path in paths[start : start + TOGETHER] if (key := _key_of_file(path, workspace)) is not None}
        records = store.records([*keys.values()])
        found += [(path, key, record) for path, key in keys.items() if (record := records.get(key)) is not None]
    for path, _, record in found:
        names.add(os.path.abspath(path), record)
    for path, key, record in found:
        made = _cached_report(path, record, workspace, names)
        if made is not None:
            yield Cached(made, key, record.state)


def by_project(keys: Iterable[tuple[str, str]], workspace: Workspace) -> dict[Known, list[str]]:
    """The keys of records, of which paths and keys are given, by the projects of their files."""
    result: dict[Known, list[str]] = {}
    for path, key in keys:
        result.setdefault(workspace.known(path), []).append(key)
    return result


def keep_states(keys: Mapping[Known, Sequence[str]], names: ProjectNames, workspace: Workspace) -> None:
    """Note for records that they hold in the states in which their projects are."""
    for known, several in keys.items():
        state = names.state(known)
        if state is not None and workspace.store is not None:
            workspace.store.keep_states((each, state) for each in several)


def cached_report(path: str, source: bytes, workspace: Workspace) -> Report | None:
    """The report that an earlier run has made of a file with some contents, if it is still valid."""
    record = _stored(path, source, workspace)
    return None if record is None else _cached_report(path, record, workspace, None)


def stored_trace(path: str, workspace: Workspace) -> Trace | None:
    """What the report of a file has depended on in an earlier run, whether or not that is still the same. Raises OSError."""
    record = _stored(path, read(path), workspace)
    try:
        return None if record is None else record.trace.resolved(workspace.known(path).places)
    except LookupError:
        return None


def _stored(path: str, source: bytes, workspace: Workspace) -> Record | None:
    if workspace.store is None:
        return None
    key = _key(path, digest(source), workspace)
    record = workspace.store.records([key]).get(key)
    return None if record is None or not _is_of_place(record, path, workspace) else record


def _key_of_file(path: str, workspace: Workspace) -> str | None:
    """The key of the record of a file with its present contents; None if it cannot be read."""
    try:
        return _key(path, digest(read_own(path)), workspace)
    except OSError:
        return None


def _cached_report(path: str, record: Record, workspace: Workspace, names: ProjectNames | None) -> Report | None:
    known = workspace.known(path)
    if not _is_of_place(record, path, workspace):
        return None
    try:
        if not still_holds(record, known, names):
            return None
        return Report(path, tuple(finding_of(path, each, known.places) for each in json.loads(record.findings)))
    except damage():
        return None  # It has a checksum, so another program has written it.


def still_holds(record: Record, known: Known, names: ProjectNames | None) -> bool:
    """Whether a record of a project holds. Raises one of `damage` or LookupError for one of another form."""
    answers, trace = known.answers, record.trace.resolved(known.places)
    if record.state.whole and record.state.whole == known.state:
        return answers.hold_in_same_state(trace)
    if names is not None and names.holds_in(record.state, known):
        return answers.hold_with_same_names(trace)
    return answers.hold(trace)


def _record(path: str, workspace: Workspace, checked: CheckedFile, made: Report, notes_names: bool) -> tuple[str, Record] | None:
    """The record of a report, with its key."""
    if checked.trace is None:
        return None
    places = workspace.known(path).places
    trace = checked.trace.portable(places)
    findings = json.dumps([plain(each, places) for each in made.findings])
    files = {each.file for finding in made.findings for each in _others(finding)} - {path}
    texts = [text for finding in made.findings for text in _texts(finding)]
    is_bound_here = trace.is_bound or any(is_bound(places.portable(os.path.abspath(each))) for each in files)
    if is_bound_here or any(map(places.is_shown, texts)):
        bound = _place(path, workspace)
    else:
        bound = _name(path) if any(path in each for each in texts) else ""
    known = workspace.known(path)
    shown = shown_by(os.path.abspath(path), known) if notes_names and path.endswith(MANIFEST) else ""
    record = Record(places.portable(os.path.abspath(path)), bound, trace, findings, shown)
    return _key(path, digest(checked.text.source), workspace), record


def is_bound_to_place(finding: Finding, places: Places) -> bool:
    """Whether a finding means the same only where the repository is now, since it names paths outside of it or in its texts."""
    files = {finding.file, *(each.file for each in _others(finding))}
    return any(is_bound(places.portable(os.path.abspath(each))) for each in files) or any(map(places.is_shown, _texts(finding)))


def _others(finding: Finding) -> Iterator[Related | Replacement]:
    yield from finding.related
    yield from (each for fix in finding.fixes for each in fix.replacements)


def _texts(finding: Finding) -> Iterator[str]:
    """All texts of a finding in which there may be a path."""
    yield finding.message
    yield from (each.message for each in finding.related)
    for fix in finding.fixes:
        yield fix.title
        yield from (each.text for each in fix.replacements)


def plain(finding: Finding, places: Places) -> list[object]:
    """A finding without the name of its file, which may be another one in the next run."""
    plain: list[object] = [*finding[1 : Finding._fields.index("related")]]
    plain.append([_elsewhere(each, finding.file, places) for each in finding.related])
    if finding.fixes:
        several = ((fix, [_elsewhere(each, finding.file, places) for each in fix.replacements]) for fix in finding.fixes)
        plain.append([(fix.title, fix.safety, replacements) for fix, replacements in several])
    return plain


def _elsewhere(place: Related | Replacement, file: str, places: Places) -> tuple[object, ...]:
    return ("" if place.file == file else places.portable(place.file), *place[1:])


def finding_of(path: str, record: list[Any], places: Places) -> Finding:
    """The finding in a file that a record has. Raises one of `damage` for one of another form."""
    count = Finding._fields.index("tags") - 1
    fields, (tags, others, *more) = record[:count], record[count:]
    related = tuple(Related(places.path(file) or path, *rest) for file, *rest in others)
    fixes = tuple(
        Fix(title, safety, tuple(Replacement(places.path(file) or path, *rest) for file, *rest in replacements))
        for title, safety, replacements in (more[0] if more else ())
    )
    return Finding._make((path, *fields, tuple(tags), related, fixes))


def _key(path: str, hash: str, workspace: Workspace) -> str:
    return key_of_record(workspace.known(path).places.portable(os.path.abspath(path)), hash, _context(path, workspace))


def _is_of_place(record: Record, path: str, workspace: Workspace) -> bool:
    return record.bound == "" or record.bound in (_name(path), _place(path, workspace))


def _name(path: str) -> str:
    """What a record depends on whose findings name the file as the user does."""
    return digest(path.encode(errors="surrogateescape"))


def _place(path: str, workspace: Workspace) -> str:
    """What a record depends on whose findings or trace name other paths: where the repository is as well."""
    parts = (workspace.known(path).places.top, path, os.getcwd())
    return digest(*(each.encode(errors="surrogateescape") for each in parts))


def _context(path: str, workspace: Workspace) -> str:
    """What the findings of a file depend on besides its contents and what its check asks for."""
    settings, known = workspace.configuration.of(path), workspace.known(path)
    place = location.place(workspace.disk, path)
    styles = _styles(settings, path)
    rules = (settings.rules, known.places.portable(os.path.abspath(settings.folder))) if settings.rules else ()
    is_alone = bool(styles) and known.project.module_of(path) is None  # Some style rules then look at the whole path.
    shown = (place and place._replace(file=""), known.is_peripheral(os.path.abspath(path)), os.path.abspath(path) if is_alone else "")
    return digest(styles.encode(), repr((rules, shown)).encode(errors="surrogateescape"), known.context.encode())


def _styles(settings: Settings, path: str) -> str:
    """The style rules that are run, and what else their findings depend on."""
    codes = sorted(styles_of(settings))
    return " ".join([*codes, f"{reports_unknown_variables(settings, path)}"] if codes else codes)


def _summary(error: Exception) -> str:
    """An error and where it was raised, in one line."""
    from traceback import extract_tb  # only a bug needs it

    *_, frame = extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error}, {os.path.basename(frame.filename)} line {frame.lineno}"
