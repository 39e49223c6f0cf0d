"""Applies the fixes of findings about catalogs, after those of the findings in each file; each is checked by compiling."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration
from puppet_check.config.selection import level_of
from puppet_check.deadline import Deadline
from puppet_check.fixing import Fixing
from puppet_check.reports.catalogs.analyses import InText, Texts, together
from puppet_check.reports.catalogs.beginnings import whole_modules
from puppet_check.reports.catalogs.checked_fixes import Checked, texts_with, with_fix
from puppet_check.reports.catalogs.compilation import NotMade, in_time
from puppet_check.reports.catalogs.extent import extent_of_check
from puppet_check.reports.catalogs.subjects import by_project, not_made, subjects_of
from puppet_check.reports.findings import Changes, Finding, Report, report, unwritable
from puppet_check.rules.secret_flows import secret_on_command_line
from puppet_check.workspace.workspace import Workspace
from puppet_check.writing import replace
from puppet_typesys.diagnostics import Fix
from puppet_typesys.node_catalogs.library import Source

MOST = 60
"""How many fixes of a project are tried at most."""


@dataclass(frozen=True)
class Outcome:
    """What fixing the catalogs of a project came to."""

    texts: Texts
    """The texts that fixes have changed, by absolute path."""
    codes: dict[str, tuple[str, ...]]
    """The codes of the findings that were fixed, by the path of the first file that was changed for each."""
    left: list[Finding]
    """The findings that are left."""


def with_catalogs_fixed(reports: Sequence[Report], configuration: Configuration, fixing: Fixing) -> list[Report]:
    """The reports of files that were fixed, with the findings about catalogs of them, as far as those are not fixed as well."""
    paths = {os.path.abspath(each.file): each for each in reports}
    changed = {path: each.changes.after for path, each in paths.items() if each.changes is not None}
    workspace = Workspace(configuration)
    analysis = Analysis(workspace)
    deadline = Deadline()
    found: dict[str, Report] = {}
    left: list[Finding] = []
    projects = by_project([*paths], workspace)
    extent = extent_of_check(whole_modules(paths), len(projects))
    for known, own in projects:
        shown = {each for each in own if not known.is_peripheral(each)}
        subjects = subjects_of(known, shown, configuration, extent) if shown else iter(())
        checked = (Checked(each.with_texts(changed), changed) for each in subjects if each.with_texts is not None)
        outcome = in_time(partial(_fixed, checked, shown, analysis, fixing), deadline)
        if isinstance(outcome, NotMade):
            left += not_made(outcome, shown)
            continue
        left += outcome.left
        for path, text in outcome.texts.items():
            found[path] = _report(paths[path], path, text, outcome.codes.get(path, ()), analysis, fixing)
    about = together(left)
    return [
        each._replace(findings=(*each.findings, *about.get(path, ())))
        for path, before in paths.items()
        for each in (found.get(path, before),)
    ]


def _report(before: Report, path: str, text: bytes, codes: Sequence[str], analysis: Analysis, fixing: Fixing) -> Report:
    """The report of a file with another text, which is written if files are."""
    given = before.changes
    old = analysis.workspace.known(path).contents(path) if given is None else given.after
    first = old if given is None else given.before
    if fixing.writes:
        try:
            replace(path, old, text, fixing.allowed)
        except OSError as error:
            return unwritable(before.file, error.strerror or str(error))
    after = analysis.check_text(path, text)
    applied = (*(() if given is None else given.codes), *codes)
    return report(before.file, after.text, after.diagnostics)._replace(changes=Changes(applied, first, text))


def _fixed(checked: Iterable[Checked], shown: set[str], analysis: Analysis, fixing: Fixing) -> Outcome:
    return _Fixer(checked, shown, analysis, fixing).run()


class _Fixer:
    """Applies the fixes of the findings in some files of a project one by one. Used by one thread."""

    def __init__(self, checked: Iterable[Checked], shown: set[str], analysis: Analysis, fixing: Fixing) -> None:
        self._checked = [*checked]
        self._shown = shown
        self._analysis = analysis
        self._fixing = fixing
        self._texts: dict[str, bytes] = {}
        self._codes: dict[str, tuple[str, ...]] = {}
        self._tried: set[object] = set()

    def run(self) -> Outcome:
        """Apply what can be applied."""
        while self._has_applied_one():
            pass
        left = [
            each
            for checked in self._checked
            for source, found in checked.found
            if os.path.abspath(source.path) in self._shown
            for each in report(source.path, source.text, (found.diagnostic,)).findings
        ]
        return Outcome(self._texts, self._codes, left)

    def _has_applied_one(self) -> bool:
        """Apply the first fix that can be; a command without the secret comes before one that is Sensitive."""
        for checked in self._checked:
            for source, found in sorted(checked.found, key=lambda each: each[1].diagnostic.code != secret_on_command_line.issue.code):
                for fix in self._candidates(source, found):
                    key = source.path, found.diagnostic.code, found.diagnostic.data, fix.title
                    if key not in self._tried and len(self._tried) < MOST:
                        self._tried.add(key)
                        if self._has_applied(fix, source, found, checked):
                            return True
        return False

    def _has_applied(self, fix: Fix, source: Source, found: InText, checked: Checked) -> bool:
        others = [each for each in self._checked if each is not checked]
        texts = texts_with(fix, source, found, checked, self._analysis)
        made = None if texts is None else with_fix(texts, source, found, checked, others)
        if texts is None or made is None:
            return False
        index = self._checked.index(checked)
        self._checked = [*made[1 : index + 1], made[0], *made[index + 1 :]]
        self._texts |= texts
        first = min(texts)
        self._codes[first] = (*self._codes.get(first, ()), found.diagnostic.code)
        return True

    def _candidates(self, source: Source, found: InText) -> Iterator[Fix]:
        path, diagnostic, codes = os.path.abspath(source.path), found.diagnostic, self._fixing.codes
        settings = self._analysis.workspace.configuration.of(path)
        is_wanted = level_of(settings, path, diagnostic.code, diagnostic.severity.text) is not None
        if path in self._shown and is_wanted and (codes is None or diagnostic.code in codes):
            for each in diagnostic.fixes:
                if (each.is_safe or self._fixing.is_unsafe) and all(edit.path is None or edit.path in self._shown for edit in each.edits):
                    yield each
