"""One finding about all modules that the files of a project use and nothing declares: at the first use, in place of one in each file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from puppet_check.reports.findings import Report
from puppet_check.rules.missing_modules import undeclared_uses
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.roots import find_root


def joined(reports: Iterable[Report]) -> Iterator[Report]:
    """The reports with one such finding for each project. Those from the first one on come when all files are checked."""
    waiting: list[Report] = []
    for each in reports:
        if waiting or _is_about_them(each):
            waiting.append(each)
        else:
            yield each
    if waiting:
        yield from _joined(waiting)


def _is_about_them(report: Report) -> bool:
    return any(found.unchecked for found in report.findings)


def _joined(reports: list[Report]) -> Iterator[Report]:
    disk = Disk()
    roots = {each.file: find_root(disk, os.path.dirname(os.path.abspath(each.file))).folder for each in reports if _is_about_them(each)}
    names: dict[str, dict[str, None]] = {}
    for each in reports:
        for found in each.findings:
            if found.unchecked:
                names.setdefault(roots[each.file], {}).update(dict.fromkeys(found.unchecked.split()))
    for each in reports:
        left = []
        for found in each.findings:
            if not found.unchecked:
                left.append(found)
            elif roots[each.file] in names:
                left.append(found._replace(message=undeclared_uses(" ".join(names.pop(roots[each.file]))).text))
        yield each._replace(findings=tuple(left))
