"""Call and type hierarchies, and the symbols of the workspace."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from lsprotocol import types

from puppet_check.features.navigation.hierarchy import Item, callables, incoming, outgoing, subtypes, supertypes, typed
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.structure.workspace_symbols import workspace_symbols
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_places import TextOf, Texts, location
from puppet_check.lsp.requests import Job, made_by, on_checking_thread, symbol
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import uri_of
from puppet_grammar.text import Encoding

T = TypeVar("T")


def prepare_call_hierarchy(context: Context, params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem]:
    """The callable at a position."""
    occurrences, _, view, project_files, texts = symbol(context, params.text_document, params.position)
    return [_call_item(each, texts, context.encoding) for each in callables(occurrences, view, project_files)]


async def incoming_calls(context: Context, params: types.CallHierarchyIncomingCallsParams) -> list[types.CallHierarchyIncomingCall]:
    """Its callers."""

    def made(job: Job) -> list[types.CallHierarchyIncomingCall]:
        item, project_files, texts = _item_of(job, params.item)
        return [
            types.CallHierarchyIncomingCall(
                _call_item(each.item, texts, job.encoding),
                [convert.from_span(*span, texts(each.item.path), job.encoding) for span in each.spans],
            )
            for each in incoming(item, project_files)
        ]

    return await on_checking_thread(context, made)


async def outgoing_calls(context: Context, params: types.CallHierarchyOutgoingCallsParams) -> list[types.CallHierarchyOutgoingCall]:
    """What it calls."""

    def made(job: Job) -> list[types.CallHierarchyOutgoingCall]:
        item, project_files, texts = _item_of(job, params.item)
        return [
            types.CallHierarchyOutgoingCall(
                _call_item(each.item, texts, job.encoding),
                [convert.from_span(*span, texts(item.path), job.encoding) for span in each.spans],
            )
            for each in outgoing(item, project_files)
        ]

    return await on_checking_thread(context, made)


def prepare_type_hierarchy(context: Context, params: types.TypeHierarchyPrepareParams) -> list[types.TypeHierarchyItem]:
    """The class or type at a position."""
    occurrences, _, view, project_files, texts = symbol(context, params.text_document, params.position)
    return [_type_item(each, texts, context.encoding) for each in typed(occurrences, view, project_files)]


async def type_supertypes(context: Context, params: types.TypeHierarchySupertypesParams) -> list[types.TypeHierarchyItem]:
    """Its supertypes."""
    return await on_checking_thread(context, partial(_relatives, params.item, supertypes))


async def type_subtypes(context: Context, params: types.TypeHierarchySubtypesParams) -> list[types.TypeHierarchyItem]:
    """Its subtypes."""
    return await on_checking_thread(context, partial(_relatives, params.item, subtypes))


def _relatives(
    item: types.TypeHierarchyItem, of: Callable[[Item, ProjectFiles], Iterable[Item]], job: Job
) -> list[types.TypeHierarchyItem]:
    found, project_files, texts = _item_of(job, item)
    return [_type_item(each, texts, job.encoding) for each in of(found, project_files)]


async def workspace_symbol(context: Context, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    """The symbols of all projects that match a query."""
    return await on_checking_thread(context, partial(_symbols, params.query, context.folders.paths))


def _symbols(query: str, folders: Sequence[str], job: Job) -> list[types.WorkspaceSymbol]:
    for folder in folders:
        job.analysis.workspace.known(os.path.join(folder, "_"))
    found = []
    for known in job.analysis.workspace.projects():
        texts = Texts(None, job.project_files(known))
        for each in workspace_symbols(query, known):
            where = location(*each.place, texts, job.encoding)
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


def _item_of(job: Job, item: types.CallHierarchyItem | types.TypeHierarchyItem) -> tuple[Item, ProjectFiles, Texts]:
    """An item that the client sends back."""
    found = made_by(Item, item.data, str, str, str, int, int, int, int)
    project_files = job.project_files(job.analysis.workspace.known(found.path))
    return found, project_files, Texts(None, project_files)


ROUTES = (
    Route(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, prepare_call_hierarchy),
    Route(types.CALL_HIERARCHY_INCOMING_CALLS, incoming_calls),
    Route(types.CALL_HIERARCHY_OUTGOING_CALLS, outgoing_calls),
    Route(types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY, prepare_type_hierarchy),
    Route(types.TYPE_HIERARCHY_SUPERTYPES, type_supertypes),
    Route(types.TYPE_HIERARCHY_SUBTYPES, type_subtypes),
    Route(types.WORKSPACE_SYMBOL, workspace_symbol),
)
