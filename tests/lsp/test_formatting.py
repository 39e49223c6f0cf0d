"""Formatting requests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.editor import SERVER, Editor, capabilities

OPTIONS = types.FormattingOptions(tab_size=2, insert_spaces=True)
TEXT = "class m::a {\n$x   =1\n  file { '/ä':\n  ensure=>file }\n  $y  = 2\n}\n"


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(capabilities())
    yield
    await lsp_client.shutdown_session()


def after(text: str, edits: object) -> str:
    """A text after edits of whole lines."""
    lines = text.splitlines(keepends=True)
    for each in sorted(edits or (), key=lambda each: -each.range.start.line):  # type: ignore[call-overload, attr-defined]
        assert each.range.start.character == each.range.end.character == 0
        lines[each.range.start.line : each.range.end.line] = each.new_text.splitlines(keepends=True)
    return "".join(lines)


async def test_a_document_is_formatted(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open(TEXT)
    found = await client.text_document_formatting_async(types.DocumentFormattingParams(editor.identifier, OPTIONS))
    assert after(TEXT, found) == "class m::a {\n  $x = 1\n  file { '/ä':\n    ensure => file,\n  }\n  $y = 2\n}\n"


async def test_ranges_are_whole_statements_even_beside_errors(client: LanguageClient) -> None:
    editor = Editor(client)
    text = TEXT.replace("$y  = 2", "$y  = ]")
    await editor.open(text)
    assert not await client.text_document_formatting_async(types.DocumentFormattingParams(editor.identifier, OPTIONS))
    part = types.Range(types.Position(1, 0), types.Position(2, 0))
    found = await client.text_document_range_formatting_async(types.DocumentRangeFormattingParams(editor.identifier, part, OPTIONS))
    assert after(text, found) == text.replace("$x   =1", "  $x = 1")
    several = types.DocumentRangesFormattingParams(editor.identifier, [part], OPTIONS)
    assert after(text, await client.text_document_ranges_formatting_async(several)) == text.replace("$x   =1", "  $x = 1")


async def test_data_is_left_alone(client: LanguageClient) -> None:
    editor = Editor(client, "file:///m/data/common.yaml")
    await editor.open("a:   1\n")
    assert not await client.text_document_formatting_async(types.DocumentFormattingParams(editor.identifier, OPTIONS))


async def test_unsaved_text_is_formatted_with_the_settings_and_its_line_ends(client: LanguageClient, tmp_path: Path) -> None:
    (tmp_path / ".puppet-check.toml").write_text('[format]\nquotes = "keep"\n')
    (tmp_path / "a.pp").write_text("$saved = 1\n")
    editor = Editor(client, (tmp_path / "a.pp").as_uri())
    text = '\ufeff$a="é"\r\nif $a {\r\n$b=2\r\n}\r\n'
    await editor.open("")
    editor.change(types.TextDocumentContentChangeWholeDocument(text))
    found = await client.text_document_formatting_async(types.DocumentFormattingParams(editor.identifier, OPTIONS))
    assert after(text, found) == '\ufeff$a = "é"\r\nif $a {\r\n  $b = 2\r\n}\r\n'
    typed = types.DocumentOnTypeFormattingParams(editor.identifier, types.Position(3, 1), "}", OPTIONS)
    assert after(text, await client.text_document_on_type_formatting_async(typed)) == text.replace("$b=2", "  $b = 2")
