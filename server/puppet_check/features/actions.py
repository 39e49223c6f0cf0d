"""What may be done to a text at a place: mend a finding, or write something in another way."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Literal, NamedTuple

from puppet_check.features import mending, rewriting
from puppet_check.features.edits import Mended, NewFile
from puppet_check.features.other import OtherView, mended
from puppet_check.features.view import View
from puppet_typesys.diagnostics import Diagnostic, Edit

Ways = Callable[[Diagnostic], Iterable[Mended]]
"""How a finding may be mended, each way with its name."""
REMOVING = frozenset(("unknown-parameter", "duplicate-attribute", "unused-variable", "unused-suppression"))
"""Codes that are mended by taking something away, which may have been meant in another way."""
Kind = Literal["quickfix", "refactor.rewrite", "refactor.extract", "source.fixAll"]


class Action(NamedTuple):
    """Something that may be done."""

    title: str
    kind: Kind
    edits: tuple[Edit, ...] = ()
    mends: Diagnostic | None = None
    """The finding that is gone afterwards."""
    file: NewFile | None = None
    """A file to make."""
    is_preferred: bool = False


def actions(view: View, start: int, end: int, diagnostics: Iterable[Diagnostic]) -> Iterator[Action]:
    """The actions for a part of a text; `diagnostics` are those of the whole text."""
    everything = list(diagnostics)
    here = _between(start, end, everything)
    ways = partial(mending.mended, view)
    yield from _mended(ways, here)
    yield from _created((each, mending.missing_file(view, each)) for each in here)
    yield from _hidden(partial(mending.suppressed, view), here)
    yield from _all_of(ways, here, everything)
    for title, edits in rewriting.rewritten(view, start, end):
        yield Action(title, "refactor.rewrite", edits)
    for title, edits in rewriting.extracted(view, start, end):
        yield Action(title, "refactor.extract", edits)


def other_actions(view: OtherView, start: int, end: int, diagnostics: Iterable[Diagnostic]) -> Iterator[Action]:
    """The same for a file that is no Puppet code."""
    everything = list(diagnostics)
    here = _between(start, end, everything)
    ways = partial(other_ways, view)
    yield from _mended(ways, here)
    yield from _created((each, mending.missing_class(each, view.known)) for each in here)
    yield from _hidden(partial(mending.hidden, view.path, view.text), here)
    yield from _all_of(ways, here, everything)


def other_ways(view: OtherView, found: Diagnostic) -> Iterator[Mended]:
    """The ways to mend a finding in a file that is no Puppet code."""
    yield from mending.respelt(view.text, found)
    yield from mended(view, found)


def fixes(ways: Ways, diagnostics: Iterable[Diagnostic]) -> tuple[Edit, ...]:
    """The edits that mend all findings that have one way to be mended; those that touch an earlier one are left."""
    found: list[Edit] = []
    for each in diagnostics:
        ways_ = list(ways(each))
        if len(ways_) == 1 and not any((new.start < old.end and old.start < new.end) or new == old for new in ways_[0][1] for old in found):
            found += ways_[0][1]
    return tuple(sorted(found))


def sure_fixes(ways: Ways, diagnostics: Iterable[Diagnostic]) -> tuple[Edit, ...]:
    """The same without guesses and removals: an editor may apply them whenever a file is saved."""
    return fixes(ways, (each for each in diagnostics if each.code not in REMOVING and not mending.is_guess(each)))


def _between(start: int, end: int, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [each for each in found if each.start <= end and start <= each.end]


def _mended(ways: Ways, here: Iterable[Diagnostic]) -> Iterator[Action]:
    for each in here:
        for number, (title, edits) in enumerate(ways(each)):
            yield Action(title, "quickfix", edits, each, is_preferred=number == 0)


def _created(files: Iterable[tuple[Diagnostic, NewFile | None]]) -> Iterator[Action]:
    for each, new in files:
        if new is not None:
            yield Action(f"Create {os.path.basename(new.path)}", "quickfix", (), each, new)


def _hidden(comment: Callable[[Diagnostic], tuple[Edit, ...]], here: Iterable[Diagnostic]) -> Iterator[Action]:
    for each in here:
        if edits := comment(each):
            yield Action(f"Ignore {each.code} here", "quickfix", edits, each)


def _all_of(ways: Ways, here: Iterable[Diagnostic], everything: Iterable[Diagnostic]) -> Iterator[Action]:
    for code in dict.fromkeys(each.code for each in here):
        several = [each for each in everything if each.code == code]
        if len(several) > 1 and (edits := fixes(ways, several)):
            yield Action(f"Fix all {code}", "quickfix", edits)
