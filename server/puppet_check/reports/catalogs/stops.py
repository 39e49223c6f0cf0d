"""What stops the compilation of catalogs, as findings at its place among those of the files that are checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from puppet_check.config.kinds import LEVELS
from puppet_check.reports.findings import Finding, Report, report
from puppet_check.rules.catalog_error import catalog_error
from puppet_check.suppressions import suppress
from puppet_typesys.diagnostics import Related
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.issues.evaluation.resources import declared_in_file, duplicate_declaration
from puppet_typesys.node_catalogs.inclusions import Place, Step, innermost, path_to
from puppet_typesys.node_catalogs.node import NodeCompiler

OF_STOP = " cannot be compiled: "
"""What precedes the reason in the message of a finding about catalogs."""


class Stop(NamedTuple):
    """What stops the compilation of a catalog."""

    finding: Finding
    reason: str
    subject: str
    """What it is the catalog of, in words."""


def stop_of(error: EvaluationError, compiler: NodeCompiler, subject: str) -> Stop | None:
    """The finding about an error at its place; None if it has none, or a comment suppresses it."""
    return _stop(error, compiler, subject, path_to(error, compiler.catalog, compiler.inclusions))


def stop_elsewhere(
    error: EvaluationError, compiler: NodeCompiler, subject: str, is_shown: Callable[[str], bool], *, of_templates: bool = False
) -> Stop | None:
    """The same for an error to which inclusions or declarations lead, at the first of all these places that is in a file that is shown.

    Errors in templates, which their own check reports, only count with `of_templates`.
    """
    path = path_to(error, compiler.catalog, compiler.inclusions)
    return _stop(error, compiler, subject, path, is_shown, of_templates=of_templates) if path else None


def _stop(
    error: EvaluationError,
    compiler: NodeCompiler,
    subject: str,
    path: list[Step],
    is_shown: Callable[[str], bool] = lambda path: True,
    *,
    of_templates: bool = False,
) -> Stop | None:
    inner = innermost(error)
    if inner.text is None or inner.offset is None:
        return None
    sources = {id(each.text): each for each in compiler.sources.values()}
    start, end = inner.span or (inner.offset, inner.offset)
    steps = [Step(Place(inner.text, start), "this fails"), *path]
    shown = next((each for each in steps if id(each.place.text) in sources and is_shown(sources[id(each.place.text)].path)), None)
    if shown is None or (shown is not steps[0] and id(inner.text) not in sources and not of_templates):
        return None
    others = steps[1:] if shown is steps[0] else [each for each in steps if each is not shown]
    related = tuple(
        Related(each.place.offset, each.place.offset, each.what, sources[id(each.place.text)].path)
        for each in others
        if id(each.place.text) in sources
    )
    source, reason = sources[id(shown.place.text)], _reason(inner, compiler)
    begin = shown.place.offset
    diagnostic = catalog_error(reason, (subject,)).at(begin, end if shown is steps[0] else begin, related=related)
    if diagnostic not in suppress((diagnostic,), source.program.comments, source.text):
        return None
    (finding,) = report(source.path, source.text, (diagnostic,)).findings
    return Stop(finding, reason, subject)


def _reason(error: EvaluationError, compiler: NodeCompiler) -> str:
    """The text of an error, with the file of the first of two declarations if the second is in another."""
    given = error.message.arguments
    if error.message.wording is not duplicate_declaration:
        return error.message.text
    existing = compiler.catalog.find(str(given["type"]), str(given["title"]))
    place = None if existing is None else existing.place
    source = None if place is None or place.text is error.text else compiler.source_of(place.text)
    if place is None or source is None:
        return error.message.text
    return declared_in_file(str(given["type"]), str(given["title"]), os.path.relpath(source.path), place.line).text


def by_file(stops: Iterable[Stop]) -> dict[str, list[Finding]]:
    """The findings with the subjects of all catalogs that each of them is about, by file."""
    together: dict[tuple[str, int, int, str], list[Stop]] = {}
    for each in stops:
        place = (each.finding.file, each.finding.line, each.finding.column, each.reason)
        together.setdefault(place, []).append(each)
    found: dict[str, list[Finding]] = {}
    for (file, _, _, reason), same in together.items():
        message = catalog_error(reason, [each.subject for each in same]).text
        found.setdefault(file, []).append(same[0].finding._replace(message=message))
    return found


def with_findings(reports: Iterable[Report], found: dict[str, list[Finding]]) -> Iterator[Report]:
    """Reports with these findings, and those of further files; an error that the check of a file reports is not repeated."""
    left = dict(found)
    for of_file in reports:
        more = _not_reported(left.pop(os.path.abspath(of_file.file), ()), of_file)
        each = of_file._replace(findings=tuple(of for of in of_file.findings if not any(_is_worse(one, of) for one in more)))
        yield each._replace(findings=tuple(sorted((*each.findings, *more), key=lambda of: of[1:5]))) if more else each
    for path, findings in left.items():
        file = os.path.relpath(path)
        yield Report(file, tuple(of._replace(file=file) for of in sorted(findings, key=lambda of: of[1:5])))


def _not_reported(found: Iterable[Finding], of_file: Report) -> list[Finding]:
    """Those findings about a file where its check reports no error, nor the same one inside of the statement."""
    errors = [each for each in of_file.findings if each.severity == "error"]
    places = {(each.line, each.column) for each in errors}
    left = [each for each in found if (each.line, each.column) not in places and not any(_is_same(each, error) for error in errors)]
    return [each._replace(file=of_file.file) for each in left if not any(_has_been_said(each, of) for of in of_file.findings)]


def _is_inside(inner: Finding, outer: Finding) -> bool:
    """Whether a finding of the same code is inside of another one."""
    begins = (outer.line, outer.column) <= (inner.line, inner.column)
    return inner.code == outer.code and begins and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)


def _has_been_said(found: Finding, before: Finding) -> bool:
    """Whether the check of a file says the same of a part of the place, and not less severely."""
    return _is_inside(before, found) and LEVELS.index(before.severity) <= LEVELS.index(found.severity)


def _is_worse(found: Finding, before: Finding) -> bool:
    """Whether what a catalog shows is worse than what the check of a file says of a part of the place."""
    return _is_inside(before, found) and LEVELS.index(before.severity) > LEVELS.index(found.severity)


def _is_same(stop: Finding, error: Finding) -> bool:
    """Whether what stops a catalog is an error that a check of its file places more exactly."""
    reason = stop.message.partition(OF_STOP)[2]
    return bool(reason) and error.line >= stop.line and error.message.startswith(reason.removesuffix("."))
