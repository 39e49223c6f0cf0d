"""Hints, hierarchies and code actions, over the protocol."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.editor import SERVER, Editor, capabilities, span


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(capabilities())
    yield
    await lsp_client.shutdown_session()


def whole(editor: Editor) -> types.Range:
    return types.Range(types.Position(0, 0), types.Position(99, 0))


async def test_a_finding_has_a_quick_fix(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("class m::a {\n  notice($osfamily)\n}\n")
    at = types.Range(types.Position(1, 10), types.Position(1, 10))
    found = await client.text_document_code_action_async(types.CodeActionParams(editor.identifier, at, types.CodeActionContext([]))) or ()
    first = next(iter(found))
    assert isinstance(first, types.CodeAction) and first.edit is not None and first.edit.changes is not None
    (edit,) = first.edit.changes[editor.uri]
    assert (first.title, edit.new_text, span(edit.range)) == ("Use $facts['os']['family']", "$facts['os']['family']", (1, 9, 1, 18))
    only = types.CodeActionContext([], only=[types.CodeActionKind.SourceFixAll])
    (all_,) = await client.text_document_code_action_async(types.CodeActionParams(editor.identifier, whole(editor), only)) or ()
    assert isinstance(all_, types.CodeAction) and all_.kind == types.CodeActionKind.SourceFixAll


async def test_types_are_shown_after_variables(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("$a = 1 + 2\n")
    found = await client.text_document_inlay_hint_async(types.InlayHintParams(editor.identifier, whole(editor)))
    assert [(each.label, each.position) for each in found or ()] == [(": Integer", types.Position(0, 2))]


async def test_calls_have_a_hierarchy_and_definitions_are_counted(client: LanguageClient, tmp_path: Path) -> None:
    manifests = tmp_path / "modules" / "m" / "manifests"
    manifests.mkdir(parents=True)
    (manifests / "init.pp").write_text("class m { include m::a }\n")
    editor = Editor(client, (manifests / "a.pp").as_uri())
    await editor.open("class m::a { }\n")
    at = types.CallHierarchyPrepareParams(editor.identifier, types.Position(0, 8))
    (item,) = await client.text_document_prepare_call_hierarchy_async(at) or ()
    (call,) = await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item)) or ()
    assert (item.name, call.from_.name, [span(each) for each in call.from_ranges]) == ("m::a", "m", [(0, 18, 0, 22)])
    (lens,) = await client.text_document_code_lens_async(types.CodeLensParams(editor.identifier)) or ()
    resolved = await client.code_lens_resolve_async(lens)
    assert resolved.command is not None and resolved.command.title == "1 reference"
    symbols = await client.workspace_symbol_async(types.WorkspaceSymbolParams("m")) or ()
    assert [each.name for each in symbols] == ["m"]


async def test_arrows_are_aligned_while_typing(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("file { '/x':\n  mode => '1',\n  recurse =>\n}\n")
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    params = types.DocumentOnTypeFormattingParams(editor.identifier, types.Position(2, 12), ">", options)
    found = await client.text_document_on_type_formatting_async(params)
    assert [(span(each.range), each.new_text) for each in found or ()] == [((1, 6, 1, 7), "    ")]


async def test_fix_all_does_not_depend_on_the_cursor(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("class m::a {\n  notice($osfamily)\n  notice($hostname)\n}\n")
    context = types.CodeActionContext([], [types.CodeActionKind.SourceFixAll])
    top = types.Range(types.Position(0, 0), types.Position(0, 0))
    (action,) = await client.text_document_code_action_async(types.CodeActionParams(editor.identifier, top, context)) or ()
    assert isinstance(action, types.CodeAction) and action.edit is not None and action.edit.changes is not None
    edits = action.edit.changes[editor.identifier.uri]
    assert [(each.new_text, span(each.range)) for each in edits] == [
        ("$facts['os']['family']", (1, 9, 1, 18)),
        ("$facts['networking']['hostname']", (2, 9, 2, 18)),
    ]
