"""Code actions: fixes of findings, suppression comments, creation of missing files, and refactorings."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Literal, NamedTuple

from puppet_check.features.edits import NewFile
from puppet_check.features.other import OtherView
from puppet_check.features.refactoring import refactorings, rewriting
from puppet_check.features.refactoring.extraction import extracted_class
from puppet_check.features.refactoring.missing_files import missing_class, missing_file
from puppet_check.features.refactoring.suppression_comments import Suppression, comment_in_code, comment_in_other
from puppet_check.features.refactoring.syntax_fixes import corrected
from puppet_check.features.refactoring.undef_guards import guarded
from puppet_check.features.view import View
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix
from puppet_typesys.edits import fix_all

ONCE = frozenset(("unknown-parameter", "hiera-unknown-parameter"))
"""The codes of findings about names of which each can be given once."""
NEAR = 2000
"""How many bytes around such a finding the name may not be in."""
Kind = Literal["quickfix", "refactor.rewrite", "refactor.extract", "refactor.inline", "source.fixAll"]


class Action(NamedTuple):
    """A code action."""

    title: str
    kind: Kind
    edits: tuple[Edit, ...] = ()
    resolves: Diagnostic | None = None
    """The finding that the action resolves."""
    file: NewFile | None = None
    """A file to create."""
    is_preferred: bool = False
    """Whether it is the one right answer to its finding."""
    is_checked: bool = False
    """Whether it is offered only if checking its result finds nothing new."""
    code: str | None = None
    """The code whose safe fixes it applies."""
    is_guess: bool = False
    """Whether it may show what was hidden before, as a corrected name does."""

    @property
    def changes_others(self) -> bool:
        """Whether it creates or changes other files."""
        return self.file is not None or any(each.path is not None for each in self.edits)


def actions(view: View, start: int, end: int, diagnostics: Iterable[Diagnostic], styles: frozenset[str] = frozenset()) -> Iterator[Action]:
    """The actions for a part of a text; `diagnostics` are those of the whole text, `styles` the codes of the style rules that apply."""
    everything = list(diagnostics)
    here = _between(start, end, everything)
    source = view.text.source
    yield from _fixes(here, source)
    for finding in here:
        if (correction := corrected(view, finding)) is not None:
            yield Action(correction[0], "quickfix", correction[1], finding, is_guess=True)
        for title, edits in guarded(view, finding):
            yield Action(title, "quickfix", edits, finding, is_checked=True)
    yield from _created((each, missing_file(view, each)) for each in here)
    yield from _suppressions(here, lambda each: comment_in_code(view, each, everything))
    yield from _fix_all_of_code(here, everything)
    for title, edits in rewriting.rewritten(view, start, end, styles):
        yield Action(title, "refactor.rewrite", edits)
    for kind, (title, edits) in refactorings.refactored(view, start, end):
        yield Action(title, kind, edits, is_checked=True)
    for title, edits in (*rewriting.extracted(view, start, end, styles), *extracted_class(view, start, end)):
        yield Action(title, "refactor.extract", edits)


def other_actions(view: OtherView, start: int, end: int, diagnostics: Iterable[Diagnostic]) -> Iterator[Action]:
    """The actions for a part of a file that is not Puppet code."""
    everything = list(diagnostics)
    here = _between(start, end, everything)
    yield from _fixes(here, view.text.source)
    yield from _created((each, missing_class(each, view.known)) for each in here)
    yield from _suppressions(here, partial(comment_in_other, view))
    yield from _fix_all_of_code(here, everything)


def _between(start: int, end: int, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [each for each in found if each.start <= end and start <= each.end]


def _fixes(here: Iterable[Diagnostic], source: bytes) -> Iterator[Action]:
    for each in here:
        preferred = _preferred(each, source)
        for fix in each.fixes:
            yield Action(fix.title, "quickfix", fix.edits, each, is_preferred=fix is preferred, is_guess=not fix.is_safe)


def _preferred(found: Diagnostic, source: bytes) -> Fix | None:
    """The one right fix of a finding: the only safe one, or the one to the name that was probably meant; None without one."""
    safe = [each for each in found.fixes if each.is_safe]
    meant = found.argument("meant")
    word = re.compile(rb"(?<!\w)" + re.escape(str(meant).encode()) + rb"(?!\w)")
    if found.code in ONCE and word.search(source, max(0, found.start - NEAR), found.end + NEAR):
        meant = None  # It may be given already.
    likely = safe or [each for each in found.fixes if meant is not None and {edit.replacement for edit in each.edits} == {meant}]
    return likely[0] if len(likely) == 1 else None


def _created(files: Iterable[tuple[Diagnostic, NewFile | None]]) -> Iterator[Action]:
    for each, new in files:
        if new is not None:
            yield Action(f"Create {os.path.basename(new.path)}", "quickfix", (), each, new)


def _suppressions(here: Iterable[Diagnostic], write: Callable[[Diagnostic], Suppression | None]) -> Iterator[Action]:
    for each in here:
        if (found := write(each)) is not None:
            yield Action(found.title, "quickfix", found.edits, each)


def _fix_all_of_code(here: Iterable[Diagnostic], everything: Iterable[Diagnostic]) -> Iterator[Action]:
    for code in dict.fromkeys(each.code for each in here):
        several = [each for each in everything if each.code == code]
        if len(several) > 1 and (edits := fix_all(several)):
            yield Action(f"Fix all {code}", "quickfix", edits, code=code)
