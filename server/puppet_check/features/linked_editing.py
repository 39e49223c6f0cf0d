"""Linked editing ranges: the occurrences of a local variable."""

from __future__ import annotations

from puppet_check.features.occurrences import occurrences_at, occurrences_of
from puppet_check.features.symbols import LOCAL
from puppet_check.features.view import View
from puppet_grammar.text import Span


def linked(view: View, offset: int) -> list[Span]:
    """The occurrences of the local variable at an offset, without `$`; none for symbols that other files may name."""
    found = [each for each in occurrences_at(view, offset) if each.symbol.kind == LOCAL]
    if not found:
        return []
    return sorted(Span(each.start, each.end) for each in occurrences_of(found[0].symbol, view))
