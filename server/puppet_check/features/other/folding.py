"""Folding ranges of files that are not Puppet code: document symbols, multi-line entries, comments and regions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.features.other.kinds import symbols
from puppet_check.features.other.spots import nested
from puppet_check.features.other.view import OtherView
from puppet_check.features.structure.folding import Fold, marked_folds, symbol_folds
from puppet_grammar.patterns import lazy_pattern

COMMENT = lazy_pattern(rb"^[ \t]*(#)", re.MULTILINE)
COMMENTS = lazy_pattern(rb"(?:^[ \t]*#[^\n]*\n){2,}", re.MULTILINE)


def folds(view: OtherView) -> list[Fold]:
    """The folding ranges of a file in order; of those that begin on the same line, the longest."""
    entries = [] if view.root is None else nested(view, view.root)
    found: dict[int, Fold] = {}
    for fold in (*symbol_folds(symbols(view), view.text), *symbol_folds(entries, view.text), *_comments(view)):
        if fold.first not in found or found[fold.first].last < fold.last:
            found[fold.first] = fold
    return sorted(found.values())


def _comments(view: OtherView) -> Iterator[Fold]:
    if view.is_json or view.path.endswith(".erb"):
        return
    for match in COMMENTS.finditer(view.text.source):
        yield Fold(view.text.line_of(match.start()), view.text.line_of(match.end() - 1), "comment")
    yield from marked_folds(view.text, (each.start(1) for each in COMMENT.finditer(view.text.source)))
