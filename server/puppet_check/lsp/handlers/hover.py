"""Hover, and the whole type at a place."""

from __future__ import annotations

import os

from lsprotocol import types

from puppet_check.features.answers import Answers
from puppet_check.features.catalog.data import Data
from puppet_check.features.catalog.order_hover import order_hover, resource_at
from puppet_check.features.catalog.template_text import template_call, template_text
from puppet_check.features.describe.markdown import paragraphs
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.inspection.whole_type import whole_type
from puppet_check.features.navigation.targets import known_place
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_help import from_hover
from puppet_check.lsp.protocol import Refused
from puppet_check.lsp.requests import Job, on_checking_thread, project_files
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import uri_of


async def hover(context: Context, params: types.HoverParams) -> types.Hover | None:
    """The description of the symbol at a position."""
    found = await context.documents.checked_answers(params.text_document)
    offset = convert.to_offset(params.position, found.text, context.encoding)
    shown = found.hover(offset)
    order = await _order(context, params, found, offset)
    if shown is not None:
        text = await _text(context, params, found, offset)
        shown = shown._replace(text=paragraphs(shown.text, text, order and order.text, _link(context, found, offset)))
    else:
        shown = order
    return from_hover(shown, found.text, context.encoding)


async def _text(context: Context, params: types.HoverParams, document: Answers, offset: int) -> str | None:
    """The text that the call of a template at an offset gives for the node that the code is checked for, if there is one."""
    if document.here is None or document.known.settings.facts is None or template_call(document.here, offset) is None:
        return None

    def make(job: Job) -> str | None:
        view, at, files, _ = job.place(params.text_document, params.position)
        facts = view.known.facts
        return None if facts is None else template_text(view, at, facts, files)

    return await on_checking_thread(context, make)


async def _order(context: Context, params: types.HoverParams, document: Answers, offset: int) -> Hover | None:
    """What the resource at an offset is applied after and before, if that is known."""
    if document.here is None or resource_at(document.here, offset) is None:
        return None

    def make(job: Job) -> Hover | None:
        view, at, files, _ = job.place(params.text_document, params.position)
        return order_hover(view, at, files)

    return await on_checking_thread(context, make)


def _link(context: Context, document: Answers, offset: int) -> str | None:
    """The link to the definition of the symbol at an offset, if that is elsewhere."""
    for each in document.occurrences_at(offset):
        place = None if each.role == "define" else known_place(each.symbol, document.known)
        if place is not None:
            line = project_files(context, document.known, document.here).text(place.path).line_of(place.start) + 1
            module = document.known.project.module_of(place.path)
            shown = os.path.basename(place.path) if module is None else os.path.relpath(place.path, os.path.dirname(module.folder))
            return f"[{shown.replace(os.sep, '/')}:{line}]({uri_of(place.path)}#L{line})"
    return None


async def type_at(context: Context, params: object) -> Data | None:
    """The type of the expression at a position, which hovers shorten; null without one."""
    uri, line, character = (getattr(params, name, None) for name in ("uri", "line", "character"))
    if not isinstance(uri, str) or not isinstance(line, int) or not isinstance(character, int):
        raise Refused("`uri`, `line` and `character` are expected")
    found = await context.documents.checked_answers(types.TextDocumentIdentifier(uri))
    if found.here is None:
        return None
    offset = convert.to_offset(types.Position(line, character), found.text, context.encoding)
    shown = whole_type(found.here, offset)
    if shown is None:
        return None
    return {"type": shown}


ROUTES = (
    Route(types.TEXT_DOCUMENT_HOVER, hover),
    Route("puppetCheck/type", type_at),
)
