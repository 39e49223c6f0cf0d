"""Semantic tokens: of a document, of a part of it, or as edits of those that the client has."""

from __future__ import annotations

from array import array

from lsprotocol import types

from puppet_check.features.code_answers import CodeAnswers
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.encoded_tokens import EncodedTokens, edits, encode, reencode
from puppet_check.lsp.protocol import Plain
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import path_of
from puppet_grammar.parse import SyntaxTree


def full(context: Context, params: types.SemanticTokensParams) -> Plain:
    """The tokens of a document."""
    now = _tokens(context, params.text_document)
    return Plain({"resultId": now.id, "data": now.numbers.tolist()})


def delta(context: Context, params: types.SemanticTokensDeltaParams) -> Plain:
    """The edits of the tokens that the client has; all tokens if those are not known."""
    before = context.sent_tokens.of(path_of(params.text_document.uri))
    now = _tokens(context, params.text_document)
    if before is None or before.id != params.previous_result_id:
        return Plain({"resultId": now.id, "data": now.numbers.tolist()})
    return Plain({"resultId": now.id, "edits": [] if now is before else edits(before.numbers, now.numbers)})


def in_range(context: Context, params: types.SemanticTokensRangeParams) -> Plain:
    """The tokens of a part of a document."""
    document = context.documents.answers(params.text_document)
    start = convert.to_offset(params.range.start, document.text, context.encoding)
    end = convert.to_offset(params.range.end, document.text, context.encoding)
    return Plain({"data": convert.from_tokens(document.tokens(start, end), document.text, context.encoding)})


def _tokens(context: Context, identifier: types.TextDocumentIdentifier) -> EncodedTokens:
    document = context.documents.opened(identifier)
    known = context.sent_tokens.of(document.path)
    if known is None or not document.is_code or known.tree is None or known.tree.text is not document.text:
        number = context.sent_tokens.number()
        if known is not None and known.scopes is not None and document.is_code:
            known = reencode(number, known, document.tree, context.encoding)
        else:
            known = _first(number, context, identifier, document.tree)
        context.sent_tokens.put(document.path, known)
    return known


def _first(number: int, context: Context, identifier: types.TextDocumentIdentifier, tree: SyntaxTree) -> EncodedTokens:
    """All tokens of a document. Those of files that are not code depend on other files, too; code that is too complex has none."""
    answers = context.documents.answers(identifier)
    if isinstance(answers, CodeAnswers):
        return encode(number, answers.tree, context.encoding)
    numbers = array("I", convert.from_tokens(answers.tokens(0, len(answers.text)), answers.text, context.encoding))
    return EncodedTokens(str(number), tree, numbers)


ROUTES = (
    Route(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, full, convert.LEGEND),
    Route(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, delta, convert.LEGEND),
    Route(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, in_range, convert.LEGEND),
)
