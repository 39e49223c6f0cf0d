"""A request that is not in the protocol: the whole type of an expression."""

from __future__ import annotations

from lsprotocol import types

from puppet_check.features.catalog.data import Data
from puppet_check.features.inspection.whole_type import whole_type
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.protocol import Refused
from puppet_check.lsp.routes import Route


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


ROUTES = (Route("puppetCheck/type", type_at),)
