"""Places that change together while one of them is edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.features.linked import linked
from puppet_check.lsp import convert
from puppet_check.lsp.project import answer, asked

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

WORD = r"[a-z_]\w*"
"""What may be written in such a place."""


def register(server: Server) -> None:
    """Answer this request."""
    answer(server, {types.TEXT_DOCUMENT_LINKED_EDITING_RANGE: linked_editing_range})


def linked_editing_range(server: Server, params: types.LinkedEditingRangeParams) -> types.LinkedEditingRanges | None:
    """The places that name the variable under the cursor, when no other file can."""
    view, offset, _, _ = asked(server, params.text_document, params.position)
    found = [convert.from_span(*each, view.text, server.encoding) for each in linked(view, offset)]
    return types.LinkedEditingRanges(found, WORD) if len(found) > 1 else None
