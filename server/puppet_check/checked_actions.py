"""Checks what code actions do: the text that one makes may have no new findings."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.analysis import Analysis
from puppet_check.document import Document
from puppet_check.features.refactoring.actions import Action
from puppet_check.fixing import completed, of_code, safe_edits
from puppet_typesys.diagnostics import Diagnostic, Edit

FIX_ALL = Action("Apply all safe fixes", "source.fixAll")
"""The action with the edits of all safe fixes, which are made when it is checked."""


class Checked(NamedTuple):
    """What checking an action came to."""

    edits: tuple[Edit, ...]
    """The edits of the action, with those that they make necessary."""
    codes: tuple[str, ...] = ()
    """The codes of the findings that they cause, for which the action is refused."""


def checked(document: Document, diagnostics: tuple[Diagnostic, ...], action: Action, analysis: Analysis) -> Checked:
    """The edits of an action that changes a single file. `diagnostics` are the selected ones of the document."""
    path, source = document.path, document.text.source
    if action is FIX_ALL:
        return Checked(safe_edits(path, source, diagnostics, analysis))
    edits, codes = completed(path, source, action.edits, diagnostics, analysis)
    if codes and action.code is not None and document.is_code:
        return Checked(of_code(path, action.code, source, analysis))
    # A guess may show what was hidden; then no more is changed than what is offered.
    return Checked(action.edits) if codes and action.is_guess else Checked(edits, codes)
