"""What is said of catalogs beyond what stops them: analyses look at catalogs; their findings are shown in the files that are checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib import import_module

from puppet_check.reports.catalogs.analysis_table import ANALYSES
from puppet_check.reports.catalogs.subject import InText, Subject
from puppet_check.reports.findings import Finding, report
from puppet_check.suppressions import suppress
from puppet_typesys.node_catalogs.library import Source


def findings_about(subject: Subject, is_shown: Callable[[str], bool]) -> list[Finding]:
    """What the analyses find in a catalog, in files that are shown and where no comment suppresses it."""
    return [
        finding
        for source, found in shown_about(subject, is_shown)
        for finding in report(source.path, source.text, (found.diagnostic,)).findings
    ]


def shown_about(subject: Subject, is_shown: Callable[[str], bool]) -> Iterator[tuple[Source, InText]]:
    """The same diagnostics, with the files that they are in."""
    for name, may_find in ANALYSES.items():
        if not may_find(subject):
            continue
        module = import_module(f"{__package__}.{name}")  # few runs compile catalogs
        if not any(subject.wants(code, level) for code, level in module.CODES.items()):
            continue
        for found in module.analysed(subject):
            source = (found.compiler or subject.compiled.compiler).source_of(found.text)
            if source is None or not is_shown(os.path.abspath(source.path)):
                continue
            if any(each is found.diagnostic for each in suppress((found.diagnostic,), source.program.comments, source.text)):
                yield source, found
