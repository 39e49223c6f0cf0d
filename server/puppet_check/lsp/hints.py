"""Hints between the words, links, and what stands above definitions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.config.schema import Schema
from puppet_check.features.code_lens import counted, lenses
from puppet_check.features.inlay_hints import KINDS, inlay_hints
from puppet_check.features.others import Others
from puppet_check.features.subjects import Subject
from puppet_check.lsp import convert
from puppet_check.lsp.convert_places import locations, uri_of
from puppet_check.lsp.project import Apart, answer, answers, apart, asked, examined, opened_in
from puppet_typesys.spelling import hint

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

SETTING = "inlayHints"
"""The setting of an editor that switches kinds of hints off."""
HINT_KIND = {"argument": types.InlayHintKind.Parameter}


def register(server: Server) -> None:
    """Answer these requests."""
    answer(server, {types.TEXT_DOCUMENT_INLAY_HINT: inlay_hint, types.TEXT_DOCUMENT_DOCUMENT_LINK: document_link})
    answer(server, {types.TEXT_DOCUMENT_CODE_LENS: code_lens}, types.CodeLensOptions(resolve_provider=True))
    answer(server, {types.CODE_LENS_RESOLVE: code_lens_resolve})


def remember(server: Server, params: types.InitializeParams) -> None:
    """Keep what the client has switched off."""
    server.hints = wanted(params.initialization_options)


async def inlay_hint(server: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    """Types and names of arguments in a part of a document."""
    view, start, _, _ = await examined(server, params.text_document, params.range.start)
    end = convert.to_offset(params.range.end, view.text, server.encoding)
    return [
        types.InlayHint(
            convert.from_offset(each.offset, view.text, server.encoding),
            each.text,
            HINT_KIND.get(each.kind, types.InlayHintKind.Type),
            padding_right=each.kind == "argument",
        )
        for each in inlay_hints(view, start, end, server.hints)
    ]


def wanted(options: object) -> frozenset[str]:
    """The kinds of hints that the options of a client do not switch off."""
    switched = options.get(SETTING) if isinstance(options, dict) else None
    return frozenset(each for each in KINDS if not isinstance(switched, dict) or switched.get(each) is not False)


def follow(server: Server, said: object) -> None:
    """Show the kinds of hints that the settings of a client do not switch off."""
    kinds = wanted(said)
    if kinds == server.hints:
        return
    server.hints = kinds
    client = server.client_capabilities.workspace
    if client is not None and client.inlay_hint is not None and client.inlay_hint.refresh_support:
        server.protocol.send_request(types.WORKSPACE_INLAY_HINT_REFRESH)


def mistakes(switched: object) -> Iterator[str]:
    """What cannot be followed in the value of the setting; null says nothing."""
    if switched is None:
        return
    if not isinstance(switched, dict):
        yield f"`{SETTING}` must be a table of {_listed()}, each true or false"
        return
    for key, value in switched.items():
        if key not in KINDS:
            yield f"unknown key '{key}' in `{SETTING}`{hint(str(key), KINDS) or f', expected one of {_listed()}'}"
        elif not isinstance(value, bool):
            yield f"`{SETTING}.{key}` must be true or false"


def schema() -> Schema:
    """The setting with its meaning, its values and its default."""
    kinds = {name: {"type": "boolean", "default": True, "description": meaning} for name, meaning in KINDS.items()}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": kinds,
        "default": {},
        "description": "The kinds of inlay hints to show (default: all).",
    }


def _listed() -> str:
    return ", ".join(KINDS)


def document_link(server: Server, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """The files that a document names."""
    document = answers(server, params.text_document)
    text, found = document.text, document.links(Others(document.known, document.here, opened_in(server)))
    return [types.DocumentLink(convert.from_span(each.start, each.end, text, server.encoding), uri_of(each.path)) for each in found]


def code_lens(server: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    """The definitions of a document."""
    view, _, _, _ = asked(server, params.text_document)
    return [
        types.CodeLens(
            convert.from_span(*each.span, view.text, server.encoding),
            data={"uri": params.text_document.uri, "subject": list(each.subject)},
        )
        for each in lenses(view.program)
    ]


async def code_lens_resolve(server: Server, params: types.CodeLens) -> types.CodeLens:
    """How often a definition is used."""
    return await apart(server, partial(_resolved, params))


def _resolved(params: types.CodeLens, here: Apart) -> types.CodeLens:
    data = params.data
    assert isinstance(data, dict)
    view, _, others, texts = here.asked(types.TextDocumentIdentifier(data["uri"]))
    found = counted(Subject(*data["subject"]), view, others)
    title = "1 reference" if len(found) == 1 else f"{len(found)} references"
    arguments = [data["uri"], params.range.start, locations(found, texts, here.encoding)]
    params.command = types.Command(title, "editor.action.showReferences", arguments=arguments)
    return params
