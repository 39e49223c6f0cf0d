"""Colours: of a whole document, of a part of it, or what has changed in them."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from puppet_check.features.semantic_tokens import semantic_tokens
from puppet_check.lsp import convert
from puppet_check.lsp.project import answer, answers
from puppet_check.lsp.protocol import Plain
from puppet_grammar.parse import SyntaxTree, differing
from puppet_grammar.text import Encoding, Span

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server


FIELDS = 5
"""How many numbers make a token; the first is the distance from the line of the token before."""


class Coloured(NamedTuple):
    """The colours of a text, as the client has them."""

    id: str
    tree: SyntaxTree
    numbers: array[int]


def register(server: Server) -> None:
    """Answer these requests."""
    answer(
        server,
        {
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: semantic_tokens_full,
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA: semantic_tokens_delta,
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: semantic_tokens_range,
        },
        convert.LEGEND,
    )


def semantic_tokens_full(server: Server, params: types.SemanticTokensParams) -> Plain:
    """The colours of a document."""
    now = _coloured(server, params.text_document)
    return Plain({"resultId": now.id, "data": now.numbers.tolist()})


def semantic_tokens_delta(server: Server, params: types.SemanticTokensDeltaParams) -> Plain:
    """What has to be replaced in the colours that the client has; all of them if those are not known."""
    before = server.coloured.get(convert.path_of(params.text_document.uri))
    now = _coloured(server, params.text_document)
    if before is None or before.id != params.previous_result_id:
        return Plain({"resultId": now.id, "data": now.numbers.tolist()})
    return Plain({"resultId": now.id, "edits": [] if now is before else _edits(before.numbers, now.numbers)})


def semantic_tokens_range(server: Server, params: types.SemanticTokensRangeParams) -> Plain:
    """The colours of a part of a document."""
    document = answers(server, params.text_document)
    start = convert.to_offset(params.range.start, document.text, server.encoding)
    end = convert.to_offset(params.range.end, document.text, server.encoding)
    return Plain({"data": convert.from_tokens(document.tokens(start, end), document.text, server.encoding)})


def _coloured(server: Server, identifier: types.TextDocumentIdentifier) -> Coloured:
    document = server.opened(identifier)
    known = server.coloured.get(document.path)
    if known is None or known.tree is not document.tree:
        # What words in other files than code are depends on what they name elsewhere.
        numbers = again(known, document.tree, server.encoding) if known and document.is_code else _all(server, identifier)
        number = 1 if known is None else int(known.id) + 1
        known = server.coloured[document.path] = Coloured(str(number), document.tree, numbers)
    return known


def _all(server: Server, identifier: types.TextDocumentIdentifier) -> array[int]:
    document = answers(server, identifier)
    return array("I", convert.from_tokens(document.tokens(0, len(document.text)), document.text, server.encoding))


def coloured(tree: SyntaxTree, encoding: Encoding) -> array[int]:
    """The colours of a text."""
    return array("I", convert.from_tokens(semantic_tokens(tree), tree.text, encoding))


def again(known: Coloured, tree: SyntaxTree, encoding: Encoding) -> array[int]:
    """The colours of a later text: only lines that differ are coloured again."""
    old, new = differing(known.tree, tree)
    first = tree.text.line_of(new.start)
    last, old_last = tree.text.line_of(new.end), known.tree.text.line_of(old.end)
    span = Span(tree.text.line_span(first).start, tree.text.line_span(last).end)
    inside = (each for each in semantic_tokens(tree, *span) if span.start <= each.start and each.end <= span.end)
    between = convert.from_tokens(inside, tree.text, encoding)
    # The line of each token that the client has.
    lines = list(accumulate(known.numbers[::FIELDS]))
    kept, left = bisect_left(lines, first), bisect_right(lines, old_last)
    line = lines[kept - 1] if kept else 0
    rest = known.numbers[left * FIELDS :]
    if rest:
        rest[0] = lines[left] + last - old_last - (sum(between[::FIELDS]) if between else line)
    if between:
        between[0] -= line
    return known.numbers[: kept * FIELDS] + array("I", between) + rest


def _edits(before: array[int], now: array[int]) -> list[convert.Data]:
    """The numbers between those that are the same at the beginning and at the end."""
    most = min(len(before), len(now))
    start = next((at for at in range(most) if before[at] != now[at]), most)
    same = next((at for at in range(most - start) if before[-1 - at] != now[-1 - at]), most - start)
    if start == len(before) == len(now):
        return []
    return [{"start": start, "deleteCount": len(before) - same - start, "data": now[start : len(now) - same].tolist()}]
