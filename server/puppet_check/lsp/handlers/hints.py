"""Inlay hints, document links and code lenses."""

from __future__ import annotations

from copy import copy
from functools import partial
from zlib import crc32

from lsprotocol import types

from puppet_check.features.inspection.inlay_hints import inlay_hints
from puppet_check.features.symbols import Symbol
from puppet_check.features.usages.code_lens import counted, lenses
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_help import markdown
from puppet_check.lsp.convert_places import locations
from puppet_check.lsp.protocol import Outdated
from puppet_check.lsp.requests import Job, checked_place, made_by, on_checking_thread, place, project_files
from puppet_check.lsp.routes import Route
from puppet_check.lsp.spec_lenses import spec_lenses
from puppet_check.lsp.specs import is_spec
from puppet_check.lsp.uris import uri_of

HINT_KIND = {"argument": types.InlayHintKind.Parameter}


async def inlay_hint(context: Context, params: types.InlayHintParams) -> list[types.InlayHint]:
    """The inferred types and the names of arguments in a part of a document."""
    view, start, _, _ = await checked_place(context, params.text_document, params.range.start)
    end = convert.to_offset(params.range.end, view.text, context.encoding)
    digest = crc32(view.text.source)
    return [
        types.InlayHint(
            convert.from_offset(each.offset, view.text, context.encoding),
            each.text,
            HINT_KIND.get(each.kind, types.InlayHintKind.Type),
            padding_right=each.kind == "argument",
            data=[params.text_document.uri, each.about, digest],
        )
        for each in inlay_hints(view, start, end, context.settings.hints)
    ]


async def inlay_hint_resolve(context: Context, params: types.InlayHint) -> types.InlayHint:
    """The description of a hint: that of the variable or function that it is about. Raises Outdated if the text is another one."""
    uri, offset, digest = made_by(_about, params.data, str, int, int)
    document = await context.documents.checked_answers(types.TextDocumentIdentifier(uri))
    if crc32(document.text.source) != digest:
        raise Outdated
    found = document.hover(offset) if 0 <= offset < len(document.text) else None
    resolved = copy(params)
    resolved.tooltip = None if found is None else markdown(found.text)
    return resolved


def _about(uri: str, offset: int, digest: int) -> tuple[str, int, int]:
    return uri, offset, digest


def document_link(context: Context, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """The files that a document names."""
    document = context.documents.answers(params.text_document)
    text, made_from = document.text, (document.text, context.session.state)
    found = context.kept.links.get(
        document.path, made_from, None, lambda: tuple(document.links(project_files(context, document.known, document.here)))
    )
    return [types.DocumentLink(convert.from_span(each.start, each.end, text, context.encoding), uri_of(each.path)) for each in found]


async def code_lens(context: Context, params: types.CodeLensParams) -> list[types.CodeLens]:
    """The definitions of a document, each with a lens; the groups and examples of a spec file."""
    path = context.documents.opened(params.text_document).path
    if is_spec(path):
        return await spec_lenses(context, path)
    view, _, _, _ = place(context, params.text_document)
    return [
        types.CodeLens(
            convert.from_span(*each.span, view.text, context.encoding),
            data={"uri": params.text_document.uri, "symbol": list(each.symbol)},
        )
        for each in lenses(view.program)
    ]


async def code_lens_resolve(context: Context, params: types.CodeLens) -> types.CodeLens:
    """The number of references to a definition. Lenses of specs have their commands already."""
    if params.command is not None:
        return params
    return await on_checking_thread(context, partial(_resolved, params))


def _resolved(params: types.CodeLens, job: Job) -> types.CodeLens:
    data = params.data if isinstance(params.data, dict) else {}
    uri, symbol = made_by(str, [data.get("uri")], str), made_by(Symbol, data.get("symbol"), str, str, str)
    view, _, project_files, texts = job.place(types.TextDocumentIdentifier(uri))
    found = counted(symbol, view, project_files)
    title = "1 reference" if len(found) == 1 else f"{len(found)} references"
    arguments = [uri, params.range.start, locations(found, texts, job.encoding)]
    resolved = copy(params)
    resolved.command = types.Command(title, "editor.action.showReferences", arguments=arguments)
    return resolved


ROUTES = (
    Route(types.TEXT_DOCUMENT_INLAY_HINT, inlay_hint, types.InlayHintOptions(resolve_provider=True)),
    Route(types.INLAY_HINT_RESOLVE, inlay_hint_resolve),
    Route(types.TEXT_DOCUMENT_DOCUMENT_LINK, document_link),
    Route(types.TEXT_DOCUMENT_CODE_LENS, code_lens, types.CodeLensOptions(resolve_provider=True)),
    Route(types.CODE_LENS_RESOLVE, code_lens_resolve),
)
