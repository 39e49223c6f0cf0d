"""Fixes of findings about catalogs, which the background check has found: they are checked by compiling before they are offered."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from lsprotocol import types

from puppet_check.analysis import Analysis
from puppet_check.document import Document
from puppet_check.features.refactoring.actions import Action
from puppet_check.fixing import edited
from puppet_check.lsp import convert
from puppet_check.lsp.background_check import FixRow, Row
from puppet_check.reading.folders import walk
from puppet_check.workspace.known import Known
from puppet_grammar.text import Encoding, Text
from puppet_typesys.diagnostics import SEVERITY, Diagnostic, Edit, Fix


class OfCatalog(Diagnostic):
    """A diagnostic about catalogs."""

    __slots__ = ()


def catalog_diagnostics(rows: Iterable[Row], text: Text, encoding: Encoding) -> Iterator[Diagnostic]:
    """The findings about catalogs in a text, with their fixes."""
    for each in rows:
        start, end = (_offset(*place, text, encoding) for place in ((each.line, each.column), (each.end_line, each.end_column)))
        fixes = tuple(_fix(one, text, encoding) for one in each.fixes)
        yield OfCatalog(start, end, SEVERITY[each.severity], each.code, each.message, tags=each.tags, fixes=fixes)


def is_of_catalog(action: Action) -> bool:
    """Whether an action applies a fix of a finding about catalogs."""
    found = action.resolves
    return isinstance(found, OfCatalog) and any(each.title == action.title and each.edits == action.edits for each in found.fixes)


def is_confirmed(document: Document, action: Action, edits: tuple[Edit, ...], analysis: Analysis) -> bool:
    """Whether the catalog of the finding is the same with the edits, but for what the fix is for."""
    from puppet_check.reports.catalogs.beginnings import whole_modules
    from puppet_check.reports.catalogs.checked_fixes import Checked, with_fix  # few fixes are of catalogs
    from puppet_check.reports.catalogs.extent import extent_of_check
    from puppet_check.reports.catalogs.subjects import subjects_of

    path, finding, workspace = document.path, action.resolves, analysis.workspace
    assert finding is not None
    known = workspace.known(path)
    paths = {*_manifests(known)}
    for subject in subjects_of(known, paths, workspace.configuration, extent_of_check(whole_modules(paths), 1)):
        checked = Checked(subject)
        for source, found in checked.found:
            one = found.diagnostic
            is_same = (one.start, one.code) == (finding.start, finding.code) and any(each.edits == action.edits for each in one.fixes)
            if is_same and os.path.abspath(source.path) == path:
                texts = {path: edited(document.text.source, edits)}
                return with_fix(texts, source, found, checked, ()) is not None
    return False


def _manifests(known: Known) -> Iterator[str]:
    """The files in which catalogs of a project may begin."""
    yield from map(os.path.abspath, known.project.sites)
    for module in known.project.own_modules:
        for folder in walk(os.path.join(module.folder, "manifests")):
            yield from (os.path.join(folder.folder, each) for each in folder.files if each.endswith(".pp"))


def _fix(row: FixRow, text: Text, encoding: Encoding) -> Fix:
    edits = (
        Edit(_offset(line, column, text, encoding), _offset(end_line, end_column, text, encoding), replacement)
        for line, column, end_line, end_column, replacement in row.replacements
    )
    return Fix(row.title, tuple(edits), row.safety)


def _offset(line: int, column: int, text: Text, encoding: Encoding) -> int:
    return convert.to_offset(types.Position(line, column), text, encoding)
