"""The code actions of findings, and what is wrong with the texts that they make."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.analysis import Analysis, CheckedFile
from puppet_check.checked_actions import FIX_ALL, checked
from puppet_check.document import selected
from puppet_check.features.refactoring.actions import Action
from puppet_check.fixing import edited
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import fix_all

Kind = str
PREFERRED, FIX, SUPPRESS, SAME_CODE, ALL = "preferred fix", "other fix", "suppress", "fix all of a code", "fix all"
REFACTORING = "refactoring"
PLACE = re.compile(r"line: \d+|\(and \d+ more")


class Requested(NamedTuple):
    """An action of a finding in a text."""

    kind: Kind
    finding: Diagnostic
    action: Action


def requested(path: str, before: CheckedFile, analysis: Analysis) -> Iterator[Requested]:
    """The actions for all findings of a text that change nothing but it."""
    document = before.document
    found = selected(path, before.diagnostics, analysis.workspace.configuration)
    for finding in found if document is not None else ():
        assert document is not None
        for action in document.answers.actions(finding.start, finding.end, found):
            if action.changes_others or not action.edits:
                continue
            if action.resolves == finding and action.is_preferred:
                yield Requested(PREFERRED, finding, action)
            elif action.title.startswith("Suppress ") and action.resolves == finding:
                yield Requested(SUPPRESS, finding, action)
            elif action.resolves == finding:
                yield Requested(FIX, finding, action)
            elif action.title == f"Fix all {finding.code}":
                yield Requested(SAME_CODE, finding, action)
            elif action.kind.startswith("refactor"):
                yield Requested(REFACTORING, finding, action)
    if fix_all(found):
        yield Requested(ALL, found[0], FIX_ALL)


def outcome(path: str, before: CheckedFile, request: Requested, analysis: Analysis) -> str | None:
    """What is wrong with the text that an action makes; None if nothing is."""
    assert before.document is not None
    found = selected(path, before.diagnostics, analysis.workspace.configuration)
    edits, refused = checked(before.document, found, request.action, analysis)
    if refused:
        return f"refused because of {', '.join(refused)}"
    after = analysis.check_text(path, edited(before.text.source, edits))
    old, new = (
        Counter(_key(each) for each in selected(path, one.diagnostics, analysis.workspace.configuration)) for one in (before, after)
    )
    if _errors(after) > _errors(before):
        return "the text no longer parses"
    # A message may name what the action replaces.
    if new - old and Counter(code for code, _ in new.elements()) - Counter(code for code, _ in old.elements()):
        return f"new: {'; '.join(f'{code}: {message}' for code, message in new - old)}"
    if request.kind in (PREFERRED, FIX) and new[_key(request.finding)] >= old[_key(request.finding)]:
        return "the finding is still there"
    if request.kind == SUPPRESS:
        return _suppressed(before, old - new, request)
    return None


def _suppressed(before: CheckedFile, gone: Counter[tuple[str, str]], request: Requested) -> str | None:
    finding = request.finding
    line = before.text.line_of(finding.start)
    same = {_key(each) for each in before.diagnostics if each.code == finding.code and before.text.line_of(each.start) == line}
    if _key(finding) not in gone:
        return "the finding is still there"
    if request.action.title.endswith("in this file"):
        same |= {key for key in gone if key[0] == request.finding.code}
    others = [message for code, message in gone if (code, message) not in same]
    return f"also hidden: {'; '.join(others)}" if others else None


def _key(each: Diagnostic) -> tuple[str, str]:
    return each.code, PLACE.sub("line", each.message)


def _errors(one: CheckedFile) -> int:
    document = one.document
    problems = () if document is None or not document.is_code else document.lowered[1]
    return sum(each.severity == Severity.ERROR.text for each in problems)
