"""Signature help."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.features.signature_help import signature_help
from puppet_check.lsp import convert
from puppet_check.lsp.convert_help import from_help

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

OPTIONS = types.SignatureHelpOptions(trigger_characters=["(", ",", "|", "{"], retrigger_characters=["=", ">", " "])


def register(server: Server) -> None:
    """Answer these requests."""
    server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, OPTIONS)(partial(text_document_signature_help, server))


async def text_document_signature_help(server: Server, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    """How to call what stands around the cursor."""
    document = await server.examined(params.text_document)
    offset = convert.to_offset(params.position, document.text, server.encoding)
    return from_help(signature_help(document.view, offset))
