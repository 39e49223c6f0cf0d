"""Colours: of a whole document, of a part of it, or what has changed in them."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from puppet_check.features.semantic_tokens import semantic_tokens
from puppet_check.lsp import convert
from puppet_check.lsp.project import answer
from puppet_check.lsp.protocol import Plain
from puppet_grammar.text import Text

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server


class Coloured(NamedTuple):
    """The colours of a text, as the client has them."""

    id: str
    text: Text
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
    document = server.document(params.text_document)
    start = convert.to_offset(params.range.start, document.text, server.encoding)
    end = convert.to_offset(params.range.end, document.text, server.encoding)
    return Plain({"data": convert.from_tokens(semantic_tokens(document.tree, start, end), document.text, server.encoding)})


def _coloured(server: Server, identifier: types.TextDocumentIdentifier) -> Coloured:
    document = server.document(identifier)
    known = server.coloured.get(document.path)
    if known is None or known.text is not document.text:
        numbers = array("I", convert.from_tokens(semantic_tokens(document.tree), document.text, server.encoding))
        number = 1 if known is None else int(known.id) + 1
        known = server.coloured[document.path] = Coloured(str(number), document.text, numbers)
    return known


def _edits(before: array[int], now: array[int]) -> list[convert.Data]:
    """The numbers between those that are the same at the beginning and at the end."""
    most = min(len(before), len(now))
    start = next((at for at in range(most) if before[at] != now[at]), most)
    same = next((at for at in range(most - start) if before[-1 - at] != now[-1 - at]), most - start)
    if start == len(before) == len(now):
        return []
    return [{"start": start, "deleteCount": len(before) - same - start, "data": now[start : len(now) - same].tolist()}]
