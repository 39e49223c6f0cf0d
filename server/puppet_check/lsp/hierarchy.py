"""Call and type hierarchies, and the symbols of the workspace."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from lsprotocol import types

from puppet_check.features.hierarchy import Item, callables, incoming, outgoing, subtypes, supertypes, typed
from puppet_check.features.others import Others
from puppet_check.features.workspace_symbols import workspace_symbols
from puppet_check.lsp import convert
from puppet_check.lsp.convert_places import TextOf, Texts, location, uri_of
from puppet_check.lsp.project import Apart, answer, apart, named
from puppet_grammar.text import Encoding

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

T = TypeVar("T")


def register(server: Server) -> None:
    """Answer these requests."""
    answer(
        server,
        {
            types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: prepare_call_hierarchy,
            types.CALL_HIERARCHY_INCOMING_CALLS: incoming_calls,
            types.CALL_HIERARCHY_OUTGOING_CALLS: outgoing_calls,
            types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY: prepare_type_hierarchy,
            types.TYPE_HIERARCHY_SUPERTYPES: type_supertypes,
            types.TYPE_HIERARCHY_SUBTYPES: type_subtypes,
            types.WORKSPACE_SYMBOL: workspace_symbol,
        },
    )


def prepare_call_hierarchy(server: Server, params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem]:
    """What is called at a place."""
    uses, _, view, others, texts = named(server, params.text_document, params.position)
    return [_call_item(each, texts, server.encoding) for each in callables(uses, view, others)]


async def incoming_calls(server: Server, params: types.CallHierarchyIncomingCallsParams) -> list[types.CallHierarchyIncomingCall]:
    """Who calls it."""

    def made(here: Apart) -> list[types.CallHierarchyIncomingCall]:
        item, others, texts = _again(here, params.item)
        return [
            types.CallHierarchyIncomingCall(
                _call_item(each.item, texts, here.encoding),
                [convert.from_span(*span, texts(each.item.path), here.encoding) for span in each.spans],
            )
            for each in incoming(item, others)
        ]

    return await apart(server, made)


async def outgoing_calls(server: Server, params: types.CallHierarchyOutgoingCallsParams) -> list[types.CallHierarchyOutgoingCall]:
    """What it calls."""

    def made(here: Apart) -> list[types.CallHierarchyOutgoingCall]:
        item, others, texts = _again(here, params.item)
        return [
            types.CallHierarchyOutgoingCall(
                _call_item(each.item, texts, here.encoding),
                [convert.from_span(*span, texts(item.path), here.encoding) for span in each.spans],
            )
            for each in outgoing(item, others)
        ]

    return await apart(server, made)


def prepare_type_hierarchy(server: Server, params: types.TypeHierarchyPrepareParams) -> list[types.TypeHierarchyItem]:
    """The class or type at a place."""
    uses, _, view, others, texts = named(server, params.text_document, params.position)
    return [_type_item(each, texts, server.encoding) for each in typed(uses, view, others)]


async def type_supertypes(server: Server, params: types.TypeHierarchySupertypesParams) -> list[types.TypeHierarchyItem]:
    """What it is made from."""
    return await apart(server, partial(_relatives, params.item, supertypes))


async def type_subtypes(server: Server, params: types.TypeHierarchySubtypesParams) -> list[types.TypeHierarchyItem]:
    """What is made from it."""
    return await apart(server, partial(_relatives, params.item, subtypes))


def _relatives(item: types.TypeHierarchyItem, of: Callable[[Item, Others], Iterable[Item]], here: Apart) -> list[types.TypeHierarchyItem]:
    found, others, texts = _again(here, item)
    return [_type_item(each, texts, here.encoding) for each in of(found, others)]


async def workspace_symbol(server: Server, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    """The names of all projects that fit a query."""
    return await apart(server, partial(_symbols, params.query, [*server.folders]))


def _symbols(query: str, folders: Sequence[str], here: Apart) -> list[types.WorkspaceSymbol]:
    for folder in folders:
        here.analysis.workspace.known(os.path.join(folder, "_"))
    found = []
    for known in here.analysis.workspace.projects():
        texts = Texts(None, here.others(known))
        for each in workspace_symbols(query, known):
            where = location(*each.place, texts, here.encoding)
            found.append(types.WorkspaceSymbol(where, each.name, convert.SYMBOL_KIND.get(each.kind, types.SymbolKind.Object)))
    return found


def _item(make: Callable[..., T], item: Item, text_of: TextOf, encoding: Encoding) -> T:
    """An item of either hierarchy: they have the same fields."""
    text = text_of(item.path)
    return make(
        name=item.name,
        kind=convert.SYMBOL_KIND.get(item.kind, types.SymbolKind.File),
        uri=uri_of(item.path),
        range=convert.from_span(item.start, item.end, text, encoding),
        selection_range=convert.from_span(item.name_start, item.name_end, text, encoding),
        data=list(item),
    )


_call_item = partial(_item, types.CallHierarchyItem)
_type_item = partial(_item, types.TypeHierarchyItem)


def _again(here: Apart, item: types.CallHierarchyItem | types.TypeHierarchyItem) -> tuple[Item, Others, Texts]:
    """What the client was told of before."""
    assert isinstance(item.data, list | tuple)
    kind, name, path, start, end, name_start, name_end = item.data
    others = here.others(here.analysis.workspace.known(path))
    return Item(kind, name, path, start, end, name_start, name_end), others, Texts(None, others)
