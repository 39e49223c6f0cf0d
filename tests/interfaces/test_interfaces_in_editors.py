"""Hover, completion, signature help and definitions of modules that are not installed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pytest_lsp import LanguageClient

from tests.lsp.editor import SERVER, Editor, capabilities

TEXT = "class own {\n  file_line { 'a': path => '/a' }\n  $a = stdlib::ensure(true)\n  $b = stdlib::ens\n}\n"


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(capabilities())
    yield
    await lsp_client.shutdown_session()


async def opened(client: LanguageClient, folder: Path) -> Editor:
    dependency = {"name": "puppetlabs/stdlib", "version_requirement": ">= 8.0.0 < 10.0.0"}
    (folder / "manifests").mkdir()
    (folder / "metadata.json").write_text(json.dumps({"name": "me-own", "version": "1.0.0", "dependencies": [dependency]}))
    editor = Editor(client, (folder / "manifests" / "init.pp").as_uri())
    await editor.open(TEXT)
    return editor


async def test_hover_says_that_a_name_is_from_an_interface(client: LanguageClient, tmp_path: Path) -> None:
    editor = await opened(client, tmp_path)
    for line, column in ((1, 4), (2, 12)):
        found = await client.text_document_hover_async(types.HoverParams(editor.identifier, types.Position(line, column)))
        assert found is not None and isinstance(found.contents, types.MarkupContent)
        assert "From the bundled interface of puppetlabs/stdlib" in found.contents.value


async def test_names_are_completed(client: LanguageClient, tmp_path: Path) -> None:
    editor = await opened(client, tmp_path)
    found = await client.text_document_completion_async(types.CompletionParams(editor.identifier, types.Position(3, 18)))
    items = found.items if isinstance(found, types.CompletionList) else found or []
    assert "stdlib::ensure" in [each.label for each in items]


async def test_a_call_has_signatures(client: LanguageClient, tmp_path: Path) -> None:
    editor = await opened(client, tmp_path)
    found = await client.text_document_signature_help_async(types.SignatureHelpParams(editor.identifier, types.Position(2, 22)))
    assert found is not None and "stdlib::ensure" in found.signatures[0].label


async def test_no_file_is_opened_for_a_definition(client: LanguageClient, tmp_path: Path) -> None:
    editor = await opened(client, tmp_path)
    place = types.Position(2, 12)
    assert not await client.text_document_definition_async(types.DefinitionParams(editor.identifier, place))
    assert not await client.text_document_implementation_async(types.ImplementationParams(editor.identifier, place))
    with pytest.raises(JsonRpcInvalidParams, match="nothing in the project defines 'stdlib::ensure'"):
        await client.text_document_prepare_rename_async(types.PrepareRenameParams(editor.identifier, place))
