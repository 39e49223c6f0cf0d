"""What may be done to a text at a place: mend a finding, or write something in another way."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from puppet_check.features import mending, rewriting
from puppet_check.features.edits import NewFile
from puppet_check.features.view import View
from puppet_typesys.diagnostics import Diagnostic, Edit

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
    here = [each for each in everything if each.start <= end and start <= each.end]
    for each in here:
        for number, (title, edits) in enumerate(mending.mended(view, each)):
            yield Action(title, "quickfix", edits, each, is_preferred=number == 0)
        new = mending.missing_file(view, each)
        if new is not None:
            yield Action(f"Create {os.path.basename(new.path)}", "quickfix", (), each, new)
    for each in here:
        yield Action(f"Ignore {each.code} here", "quickfix", mending.suppressed(view, each), each)
    for code in dict.fromkeys(each.code for each in here):
        edits = fixes(view, [each for each in everything if each.code == code])
        if edits and sum(each.code == code for each in everything) > 1:
            yield Action(f"Fix all {code}", "quickfix", edits)
    for title, edits in rewriting.rewritten(view, start, end):
        yield Action(title, "refactor.rewrite", edits)
    for title, edits in rewriting.extracted(view, start, end):
        yield Action(title, "refactor.extract", edits)


def fixes(view: View, diagnostics: Iterable[Diagnostic]) -> tuple[Edit, ...]:
    """The edits that mend all findings that have one way to be mended; those that touch an earlier one are left."""
    found: list[Edit] = []
    for each in diagnostics:
        ways = list(mending.mended(view, each))
        if len(ways) == 1 and not any((new.start < old.end and old.start < new.end) or new == old for new in ways[0][1] for old in found):
            found += ways[0][1]
    return tuple(sorted(found))
