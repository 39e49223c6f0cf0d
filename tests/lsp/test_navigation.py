"""Going to definitions and references, over the protocol."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.editor import SERVER, Editor, capabilities, span


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(capabilities())
    yield
    await lsp_client.shutdown_session()


async def test_a_parameter_of_another_file_is_found(client: LanguageClient, tmp_path: Path) -> None:
    manifests = tmp_path / "modules" / "m" / "manifests"
    manifests.mkdir(parents=True)
    (manifests / "init.pp").write_text("class m ($port) { }\n")
    other = manifests / "a.pp"
    editor = Editor(client, other.as_uri())
    await editor.open("class m::a {\n  class { 'm': port => 1 }\n  notice($m::port)\n}\n")
    at = types.DefinitionParams(editor.identifier, types.Position(1, 17))
    (found,) = await client.text_document_definition_async(at) or ()
    assert isinstance(found, types.Location)
    assert (found.uri, span(found.range)) == ((manifests / "init.pp").as_uri(), (0, 10, 0, 14))
    asked = types.ReferenceParams(types.ReferenceContext(True), editor.identifier, types.Position(2, 15))
    references = await client.text_document_references_async(asked) or ()
    assert sorted((each.uri[-7:], span(each.range)[0]) for each in references) == [("init.pp", 0), ("ts/a.pp", 1), ("ts/a.pp", 2)]


async def test_places_in_one_file_are_highlighted(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open('$a = 1\nnotice($a, "${a}")\n')
    found = await client.text_document_document_highlight_async(types.DocumentHighlightParams(editor.identifier, types.Position(0, 1)))
    assert [(span(each.range), each.kind) for each in found or ()] == [
        ((0, 1, 0, 2), types.DocumentHighlightKind.Write),
        ((1, 8, 1, 9), types.DocumentHighlightKind.Read),
        ((1, 14, 1, 15), types.DocumentHighlightKind.Read),
    ]


async def test_a_variable_is_renamed_and_what_cannot_be_is_refused(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("function m::a() { $a = 1\n  notice($a) }\n")
    found = await client.text_document_rename_async(types.RenameParams(editor.identifier, types.Position(1, 10), "b"))
    assert found is not None and found.changes is not None
    assert [(span(each.range), each.new_text) for each in found.changes[editor.uri]] == [((0, 19, 0, 20), "b"), ((1, 10, 1, 11), "b")]
    with pytest.raises(Exception, match="nothing in the project defines"):
        await client.text_document_prepare_rename_async(types.PrepareRenameParams(editor.identifier, types.Position(1, 4)))


async def test_a_parameter_is_renamed_in_its_documentation(client: LanguageClient) -> None:
    editor = Editor(client)
    comment = "# A class.\n# @param [String] old\n#   The old name.\n# @param older Another one.\n"
    await editor.open(comment + "class m (String $old, $older) { notice($old) }\n")
    found = await client.text_document_rename_async(types.RenameParams(editor.identifier, types.Position(4, 18), "new"))
    assert found is not None and found.changes is not None
    assert sorted((span(each.range), each.new_text) for each in found.changes[editor.uri]) == [
        ((1, 18, 1, 21), "new"),
        ((4, 17, 4, 20), "new"),
        ((4, 40, 4, 43), "new"),
    ]
