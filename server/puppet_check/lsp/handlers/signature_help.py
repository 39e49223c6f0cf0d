"""Signature help."""

from __future__ import annotations

from lsprotocol import types

from puppet_check.features.completion.signature_help import signature_help
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_help import from_help
from puppet_check.lsp.routes import Route

OPTIONS = types.SignatureHelpOptions(trigger_characters=["(", ",", "|", "{"], retrigger_characters=["=", ">", " "])


async def text_document_signature_help(context: Context, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    """The signatures of the call around a position."""
    document = await context.documents.checked_code(params.text_document)
    offset = convert.to_offset(params.position, document.text, context.encoding)
    found = signature_help(document.view, offset)
    asked = params.context is None or params.context.trigger_kind is types.SignatureHelpTriggerKind.Invoked
    # While the name of an attribute is typed, completion lists the attributes, and a second list would cover it.
    return from_help(found) if asked or found is None or found.argument is not None or not found.is_of_resource else None


ROUTES = (Route(types.TEXT_DOCUMENT_SIGNATURE_HELP, text_document_signature_help, OPTIONS),)
