"""Checks folders for another process: `python -m puppet_check.reports.service`, a request and its reports as lines of JSON.

The process lowers its priority as soon as there is something to check, and ends with its standard input.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from puppet_check.config import Configuration
from puppet_check.config.read import editor_settings
from puppet_check.config.selection import is_excluded, is_plain, level_of
from puppet_check.fingerprint import digest
from puppet_check.free_memory import keep_little
from puppet_check.garbage import collect_seldom
from puppet_check.installed import cache_folder, version
from puppet_check.reading.dependencies import RECORDER
from puppet_check.reading.files import read
from puppet_check.reading.places import forget
from puppet_check.reports.catalogs.of_code import catalog_findings
from puppet_check.reports.ending import end_all, lead_group
from puppet_check.reports.findings import Finding, Fix, Report
from puppet_check.reports.kept import ODD, keep, kept
from puppet_check.reports.parallel import check_files
from puppet_check.reports.worker import Found, Options
from puppet_check.stack import RECURSION, run_deep
from puppet_check.workspace.files import find
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.text import Encoding, Position, Text

LOW = 10
"""The nice value of this process."""
MANY = 400
"""How many files may have to be checked for the results to be kept: in a first check, noting what they depend on would take 70 MB more."""
Rows = list[list[object]]
"""Findings as JSON."""
Errors = dict[str, set[tuple[object, object]]]
"""The lines and columns where errors begin, by path."""
Result = tuple[str, bool, Rows]
"""A path, whether the check of the file failed, and its findings."""
CHECKS, CATALOGS = "checks", "catalogs"
"""The folders of the cache for results of whole checks, and for findings about catalogs."""


class Request(NamedTuple):
    """The folders to check, and how."""

    folders: list[str]
    encoding: Encoding
    """The unit of columns."""
    store: str | None = None
    jobs: int = 0
    editor: Sequence[tuple[str, object]] = ()
    """The settings of the editor, by folder, all of them valid."""


def main() -> None:
    """Read one request and write its reports."""
    sys.setrecursionlimit(RECURSION)
    collect_seldom()
    keep_little()
    lead_group()
    request = Request(**json.loads(sys.stdin.readline()))
    threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        for line in answers(request):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    except BrokenPipeError:
        end_all()


def answers(request: Request) -> Iterator[str]:
    """First the number of files, then for each of them its path, whether its check failed, and its findings, which count from 0.

    At the end, an object with the findings about catalogs, by path, and whether the results need no confirmation: they were taken from
    an earlier check, or what they depended on has been noted.
    """
    kept = _kept_results(request)
    paths, results = kept or _results(request)
    errors: Errors = {}
    yield json.dumps(len(paths))
    for path, failed, rows in results:
        errors[path] = {(row[0], row[1]) for row in rows if row[4] == "error"}
        yield json.dumps([path, failed, rows])
    is_certain = kept is not None or RECORDER.all_of_them() is not None
    yield json.dumps({"catalogs": dict(_of_catalogs(errors, request)), "is_certain": is_certain})


def _kept_results(request: Request) -> tuple[list[str], Iterable[Result]] | None:
    """The files and the results of an earlier check, if nothing that they depended on has changed: most sessions begin so."""
    with suppress(*ODD):
        found = [(str(path), bool(failed), [*map(list, rows)]) for path, failed, rows in kept(_place(CHECKS, request))[0]]
        return [path for path, _, _ in found], found
    return None


def _results(request: Request) -> tuple[list[str], Iterable[Result]]:
    """The files of the folders, and the results of their checks."""
    forget()
    RECORDER.start()
    configuration = editor_configuration(request.editor)
    paths = sorted({path for folder in request.folders for path in _files(folder, configuration)})
    return [*map(os.path.abspath, paths)], _checked(paths, configuration, request)


def _checked(paths: Sequence[str], configuration: Configuration, request: Request) -> Iterator[Result]:
    """The results of some files. They are kept for the next session if most of them are known, and all could be checked."""
    results: list[Result] = []
    is_whole = request.store is not None
    options = Options(configuration, request.store, yields=LOW, is_recorded=is_whole, most_recorded=MANY)
    for report in check_files(paths, request.jobs, options):
        is_whole = is_whole and RECORDER.is_on and not report.failed and report.refusal is None
        result = os.path.abspath(report.file), report.failed, _rows(report, configuration, request.encoding)
        if is_whole:
            results.append(result)
        yield result
    if is_whole:
        keep(_place(CHECKS, request), results)


def _place(folder: str, request: Request, paths: Iterable[str] = ()) -> str:
    """Where the results of a request are kept."""
    asked = json.dumps((request.folders, request.editor, request.encoding, os.environ.get("HOME")))
    return os.path.join(cache_folder(), folder, f"{digest(version().encode(), asked.encode(), *map(os.fsencode, paths))}.json")


def _of_catalogs(errors: Errors, request: Request) -> Iterator[tuple[str, Rows]]:
    """The paths of files, and the findings about catalogs where their checks report no error."""
    for path, rows in _kept_catalogs([*errors], request).items():
        more = [row for row in rows if (row[0], row[1]) not in errors[path]]
        if more:
            yield path, more


def _kept_catalogs(paths: list[str], request: Request) -> dict[str, Rows]:
    """The findings about catalogs by path: those of an earlier check, if nothing that they depended on has changed."""
    place = _place(CATALOGS, request, paths)
    with suppress(*ODD):
        (found,) = kept(place)
        return {str(file): [*map(list, rows)] for file, rows in found.items() if file in paths}
    forget()
    RECORDER.start()
    configuration = editor_configuration(request.editor)
    compute = catalog_findings(paths, has_facts=any(configuration.of(os.path.dirname(each)).facts for each in paths))
    found = Found({}) if compute is None else run_deep(lambda: compute(Workspace(configuration)))
    made = {file: _with_fixes(Report(file, tuple(findings)), configuration, request.encoding) for file, findings in found.findings.items()}
    if request.store is not None and found.is_complete:
        keep(place, made)
    return made


def _rows(report: Report, configuration: Configuration, encoding: Encoding) -> Rows:
    return [_plain(each) for each in _converted(_shown(report, configuration), encoding)]


def _with_fixes(report: Report, configuration: Configuration, encoding: Encoding) -> Rows:
    """The same rows, each with the fixes that change no other file: nothing else computes those of catalogs for an editor."""
    found = _converted(_shown(report, configuration), encoding)
    return [[*_plain(each), [_plain_fix(fix) for fix in each.fixes if _is_own(fix, each)]] for each in found]


def _is_own(fix: Fix, finding: Finding) -> bool:
    return all(os.path.abspath(each.file) == os.path.abspath(finding.file) for each in fix.replacements)


def _plain_fix(fix: Fix) -> list[object]:
    places = [(each.line - 1, each.column - 1, each.end_line - 1, each.end_column - 1, each.text) for each in fix.replacements]
    return [fix.title, fix.safety, places]


def editor_configuration(settings: Iterable[tuple[str, object]]) -> Configuration:
    """The configuration for an editor with these settings, by folder."""
    return Configuration(is_patient=True, editor=tuple((folder, editor_settings(each, folder)) for folder, each in settings))


def _files(folder: str, configuration: Configuration) -> Iterable[str]:
    def is_left_out(path: str) -> bool:
        return is_excluded(configuration.of(os.path.dirname(path.rstrip("/")) or "."), path)

    return find(folder, is_excluded=is_left_out)


def _shown(report: Report, configuration: Configuration) -> list[Finding]:
    settings = configuration.of(report.file)
    if is_plain(settings):
        return [*report.findings]
    levels = [(each, level_of(settings, report.file, each.code, each.severity)) for each in report.findings]
    return [each._replace(severity=level) for each, level in levels if level is not None]


def _converted(findings: list[Finding], encoding: Encoding) -> list[Finding]:
    """The findings of a file with columns in the requested unit."""
    if not findings or encoding == "utf-32":
        return findings
    try:
        text = Text(read(findings[0].file))
    except OSError:
        return findings
    if text.source.isascii():
        return findings

    def column(line: int, column: int) -> int:
        return text.position(text.offset(Position(line - 1, column - 1)), encoding).column + 1

    def converted(fix: Fix) -> Fix:
        places = (
            each._replace(column=column(each.line, each.column), end_column=column(each.end_line, each.end_column))
            for each in fix.replacements
        )
        return fix._replace(replacements=tuple(places))

    return [
        each._replace(
            column=column(each.line, each.column),
            end_column=column(each.end_line, each.end_column),
            fixes=tuple(converted(fix) if _is_own(fix, each) else fix for fix in each.fixes),
        )
        for each in findings
    ]


def _plain(each: Finding) -> list[object]:
    related = [(os.path.abspath(one.file), one.line - 1, one.column - 1, one.message) for one in each.related]
    place = (each.line - 1, each.column - 1, each.end_line - 1, each.end_column - 1)
    return [*place, each.severity, each.code, each.message, each.tags, related]


def _end_with_input() -> None:
    # The descriptor itself: a thread that waits for `sys.stdin` would hold its lock when Python ends.
    while os.read(0, 1024):
        pass
    end_all()


if __name__ == "__main__":
    main()
