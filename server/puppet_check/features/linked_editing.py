"""Places that change together while one of them is edited: a variable that only one body knows."""

from __future__ import annotations

from puppet_check.features.occurrences import occurrences_at, occurrences_of
from puppet_check.features.symbols import LOCAL
from puppet_check.features.view import View
from puppet_grammar.text import Span


def linked(view: View, offset: int) -> list[Span]:
    """The names of the local variable at an offset, without `$`; nothing elsewhere, where other files may name the same."""
    found = [each for each in occurrences_at(view, offset) if each.symbol.kind == LOCAL]
    if not found:
        return []
    return sorted(Span(each.start, each.end) for each in occurrences_of(found[0].symbol, view))
