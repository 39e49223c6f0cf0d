"""Semantic tokens as the protocol encodes them, and the edits between those of two texts."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import NamedTuple

from puppet_check.features.structure.parameter_scopes import ParameterScopes, parameter_scopes
from puppet_check.features.structure.semantic_tokens import semantic_tokens
from puppet_check.lsp import convert
from puppet_grammar.parse import SyntaxTree, changed_spans
from puppet_grammar.text import Encoding, Span

FIELDS = 5
"""How many numbers make a token; the first is the distance from the line of the token before."""


class EncodedTokens(NamedTuple):
    """The tokens of a text, as the client has them."""

    id: str
    tree: SyntaxTree | None
    """Their text; None if it is not kept, and the tokens of the next text are all computed."""
    numbers: array[int]
    scopes: ParameterScopes | None = None
    """The scopes of the parameters, on which the tokens of code depend; None for other files."""


def encode(number: int, tree: SyntaxTree, encoding: Encoding) -> EncodedTokens:
    """The tokens of a text."""
    scopes = parameter_scopes(tree)
    return EncodedTokens(
        str(number), tree, array("I", convert.from_tokens(semantic_tokens(tree, scopes=scopes), tree.text, encoding)), scopes
    )


def reencode(number: int, known: EncodedTokens, tree: SyntaxTree, encoding: Encoding) -> EncodedTokens:
    """The tokens of a later text: only lines that differ are computed again, or all if the parameters differ."""
    if known.tree is None or known.scopes is None:
        return encode(number, tree, encoding)
    old, new = changed_spans(known.tree, tree)
    scopes = parameter_scopes(tree)
    if known.scopes.moved(old, new) != scopes:
        return encode(number, tree, encoding)
    old_last = known.tree.text.line_of(old.end)
    return EncodedTokens(str(number), tree, _reencoded(known.numbers, old_last, tree, scopes, new, encoding), scopes)


def _reencoded(numbers: array[int], old_last: int, tree: SyntaxTree, scopes: ParameterScopes, new: Span, encoding: Encoding) -> array[int]:
    """The tokens of a text of which a part is new, whose last line was the line `old_last` of the text before."""
    first, last = tree.text.line_of(new.start), tree.text.line_of(new.end)
    span = Span(tree.text.line_span(first).start, tree.text.line_span(last).end)
    inside = (each for each in semantic_tokens(tree, *span, scopes) if span.start <= each.start and each.end <= span.end)
    between = convert.from_tokens(inside, tree.text, encoding)
    # The line of each token that the client has.
    lines = list(accumulate(numbers[::FIELDS]))
    kept, left = bisect_left(lines, first), bisect_right(lines, old_last)
    line = lines[kept - 1] if kept else 0
    rest = numbers[left * FIELDS :]
    if rest:
        rest[0] = lines[left] + last - old_last - (sum(between[::FIELDS]) if between else line)
    if between:
        between[0] -= line
    return numbers[: kept * FIELDS] + array("I", between) + rest


def edits(before: array[int], now: array[int]) -> list[convert.Data]:
    """The edit that turns some numbers into others: what lies between a common beginning and a common end."""
    most = min(len(before), len(now))
    start = next((at for at in range(most) if before[at] != now[at]), most)
    same = next((at for at in range(most - start) if before[-1 - at] != now[-1 - at]), most - start)
    if start == len(before) == len(now):
        return []
    return [{"start": start, "deleteCount": len(before) - same - start, "data": now[start : len(now) - same].tolist()}]
