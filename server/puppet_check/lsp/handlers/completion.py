"""Completion with the descriptions of its items, and signature help."""

from __future__ import annotations

import re

from lsprotocol import types

from puppet_check.features.completion import resolved
from puppet_check.features.completion.signature_help import signature_help
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_help import described_item, from_completion, from_help, item_source
from puppet_check.lsp.protocol import Outdated
from puppet_check.lsp.routes import Route
from puppet_grammar.patterns import lazy_pattern

BEGINS = {
    "{": lazy_pattern(rb"[$%]\{\Z"),
    "[": lazy_pattern(rb"[\w\])]\[\Z"),
    ":": lazy_pattern(rb"(?:::|^[ \t]+:|,[ \t]*:)\Z", re.MULTILINE),
}
"""What ends with a trigger character if a name begins after it. Elsewhere, the line break that is typed next would accept an item."""
OPTIONS = types.CompletionOptions(trigger_characters=["$", ":", "'", '"', "[", "{", ".", "/", "@"], resolve_provider=True)


async def text_document_completion(context: Context, params: types.CompletionParams) -> types.CompletionList:
    """The completion at a position."""
    try:
        document = await context.documents.checked_answers(params.text_document)
    except Outdated:
        # As an error, an editor takes this for no items, and asks again only for the next word.
        return types.CompletionList(is_incomplete=True, items=[])
    offset = convert.to_offset(params.position, document.text, context.encoding)
    begins = BEGINS.get((params.context and params.context.trigger_character) or "")
    if begins is not None and begins.search(document.text.source, max(0, offset - 80), offset) is None:
        return types.CompletionList(is_incomplete=False, items=[])
    found = document.complete(offset)
    return from_completion(
        found,
        document.path,
        document.text,
        context.encoding,
        snippets=context.client.takes_snippets,
        labels=context.client.shows_label_details,
    )


def completion_item_resolve(context: Context, params: types.CompletionItem) -> types.CompletionItem:
    """The description of an item."""
    path, about = item_source(params)
    text = None if about is None else resolved(about, context.session.analysis.workspace.known(path))
    return described_item(params, text)


SIGNATURE_OPTIONS = types.SignatureHelpOptions(trigger_characters=["(", ",", "|", "{"], retrigger_characters=["=", ">", " "])


async def text_document_signature_help(context: Context, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    """The signatures of the call around a position."""
    document = await context.documents.checked_code(params.text_document)
    offset = convert.to_offset(params.position, document.text, context.encoding)
    found = signature_help(document.view, offset)
    asked = params.context is None or params.context.trigger_kind is types.SignatureHelpTriggerKind.Invoked
    # While the name of an attribute is typed, completion lists the attributes, and a second list would cover it.
    return from_help(found) if asked or found is None or found.argument is not None or not found.is_of_resource else None


ROUTES = (
    Route(types.TEXT_DOCUMENT_COMPLETION, text_document_completion, OPTIONS),
    Route(types.COMPLETION_ITEM_RESOLVE, completion_item_resolve),
    Route(types.TEXT_DOCUMENT_SIGNATURE_HELP, text_document_signature_help, SIGNATURE_OPTIONS),
)
