"""Ranges that are edited together."""

from __future__ import annotations

from lsprotocol import types

from puppet_check.features.linked_editing import linked
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.requests import place
from puppet_check.lsp.routes import Route

WORD = r"[a-z_]\w*"
"""What may be written in such a range."""


def linked_editing_range(context: Context, params: types.LinkedEditingRangeParams) -> types.LinkedEditingRanges | None:
    """The places that name the variable at a position, if no other file can name it."""
    view, offset, _, _ = place(context, params.text_document, params.position)
    found = [convert.from_span(*each, view.text, context.encoding) for each in linked(view, offset)]
    return types.LinkedEditingRanges(found, WORD) if len(found) > 1 else None


ROUTES = (Route(types.TEXT_DOCUMENT_LINKED_EDITING_RANGE, linked_editing_range),)
