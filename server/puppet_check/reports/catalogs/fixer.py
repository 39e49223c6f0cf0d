"""Applies the fixes of findings about some catalogs one by one; each is checked by compiling."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from puppet_check.analysis import Analysis
from puppet_check.config.selection import level_of
from puppet_check.fixing import Fixing
from puppet_check.reports.catalogs.checked_fixes import Changed, Checked, changed_by, texts_with, with_fix
from puppet_check.reports.catalogs.subject import InText, Texts
from puppet_check.reports.findings import Finding, report
from puppet_check.rules.secret_flows import secret_on_command_line
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
    changed: Changed = field(default_factory=dict)
    """What the fixes have changed in catalogs."""


def fixed(checked: Iterable[Checked], shown: set[str], analysis: Analysis, fixing: Fixing) -> Outcome:
    """What applying the fixes of the findings in some files comes to."""
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
        self._applied: list[InText] = []

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
        return Outcome(self._texts, self._codes, left, changed_by(self._applied))

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
        self._applied.append(found)
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
