"""Sessions of an editor with the language server, over its standard input and output."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.editor import SERVER, Editor, capabilities, codes, replace, span, words

DUPLICATE = "class a ($x, $x) { }\n"


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(capabilities())
    yield
    await lsp_client.shutdown_session()


async def test_opening_publishes_findings(client: LanguageClient) -> None:
    published = await Editor(client).open(DUPLICATE)
    (found,) = published.diagnostics
    assert (found.code, found.severity, found.source, span(found.range)) == (
        "duplicate-parameter",
        types.DiagnosticSeverity.Error,
        "puppet-check",
        (0, 13, 0, 15),
    )
    assert published.version == 0


async def test_an_edit_removes_a_finding_and_another_adds_one(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open(DUPLICATE)
    published = editor.published()
    editor.change(replace((0, 14), (0, 15), "y"))
    fixed = await published
    assert (codes(fixed), fixed.version) == ([], 1)
    published = editor.published()
    editor.change(replace((0, 14), (0, 15), "x"))
    assert codes(await published) == ["duplicate-parameter"]


async def test_the_changes_of_one_message_build_on_each_other(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("")
    published = editor.published()
    editor.change(replace((0, 0), (0, 0), "class a {\n}\n"), replace((0, 8), (0, 8), "($x, )"), replace((0, 12), (0, 13), " $x"))
    (found,) = (await published).diagnostics
    assert span(found.range) == (0, 13, 0, 15)


async def test_a_change_without_a_range_replaces_everything(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open(DUPLICATE)
    published = editor.published()
    editor.change(types.TextDocumentContentChangeWholeDocument("class a { }\n"))
    assert codes(await published) == []


async def test_the_check_waits_for_the_last_key(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("")
    published = editor.published()
    for number, key in enumerate("$a = 'a'"):
        editor.change(replace((0, number), (0, number), key))
    started = time.monotonic()
    latest = await published
    assert latest.version == 8
    assert time.monotonic() - started >= 0.1


async def test_closing_removes_the_findings(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open(DUPLICATE)
    closed = await editor.close()
    assert (codes(closed), closed.version) == ([], None)


async def test_columns_are_utf_16_units_unless_agreed_otherwise(client: LanguageClient) -> None:
    editor = Editor(client)
    (found,) = (await editor.open("class a ($x = '😀é', $x = 1) { }\n")).diagnostics
    assert span(found.range) == (0, 21, 0, 23)
    published = editor.published()
    editor.change(replace((0, 22), (0, 23), "y"))
    assert codes(await published) == []


async def test_a_broken_request_does_not_end_the_session(client: LanguageClient) -> None:
    with pytest.raises(Exception, match="not open"):
        await client.text_document_folding_range_async(types.FoldingRangeParams(types.TextDocumentIdentifier("file:///none.pp")))
    assert codes(await Editor(client).open(DUPLICATE)) == ["duplicate-parameter"]


async def test_an_edit_of_a_document_that_is_not_open_does_not_end_the_session(client: LanguageClient) -> None:
    Editor(client, "file:///none.pp").change(replace((0, 0), (0, 0), "x"))
    assert codes(await Editor(client).open(DUPLICATE)) == ["duplicate-parameter"]


async def test_a_template_is_read_as_one(client: LanguageClient) -> None:
    assert codes(await Editor(client, "file:///m/templates/a.epp").open("<%= $a %> { {\n")) == []


async def test_the_outline_is_a_tree(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("class m::a ($x) {\n  file { '/etc/motd': mode => '0644' }\n  $y = 1\n}\nnode 'b' { }\n")
    outline = await client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.identifier))
    assert outline is not None
    top, node = outline
    assert isinstance(top, types.DocumentSymbol)
    assert (top.name, top.kind, [child.name for child in top.children or ()]) == (
        "m::a",
        types.SymbolKind.Class,
        ["$x", "File['/etc/motd']", "$y"],
    )
    assert (node.name, span(top.selection_range)) == ("'b'", (0, 6, 0, 10))


async def test_brackets_can_be_folded(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("# one\n# two\nclass a {\n  file { 'b':\n    mode => '0644',\n  }\n}\n")
    found = await client.text_document_folding_range_async(types.FoldingRangeParams(editor.identifier))
    assert found is not None
    assert [(fold.start_line, fold.end_line, fold.kind) for fold in found] == [(0, 1, "comment"), (2, 5, None), (3, 4, None)]


async def test_regions_can_be_folded(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("# region outer\n#region inner\n$a = 1\n# endregion\n\n# endregion\n# endregion\n$b = '\n# region no comment\n'\n")
    found = await client.text_document_folding_range_async(types.FoldingRangeParams(editor.identifier))
    assert found is not None
    assert [(fold.start_line, fold.end_line) for fold in found if fold.kind == "region"] == [(0, 5), (1, 3)]


async def test_a_selection_grows(client: LanguageClient) -> None:
    editor = Editor(client)
    text = "$a = [1, 'x y']\n"
    await editor.open(text)
    params = types.SelectionRangeParams(editor.identifier, [types.Position(0, 10)])
    (selection,) = await client.text_document_selection_range_async(params) or ()
    steps = []
    step: types.SelectionRange | None = selection
    while step is not None:
        steps.append(text[step.range.start.character : step.range.end.character] if step.range.end.line == 0 else "all")
        step = step.parent
    assert {"'x y'", "[1, 'x y']", "$a = [1, 'x y']", "all"} <= set(steps)
    assert [len(each) for each in steps[:-1]] == sorted(len(each) for each in steps[:-1])


async def test_semantic_tokens_of_a_document(client: LanguageClient) -> None:
    editor = Editor(client)
    text = "class a {\n  # 😀 why\n  $b = 'c'\n}\n"
    await editor.open(text)
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(editor.identifier))
    assert tokens is not None
    kinds = words(text, tokens.data)
    assert (kinds["class"], kinds["# 😀 why"], kinds["'c'"]) == ("keyword", "comment", "string")


async def test_semantic_tokens_of_a_range(client: LanguageClient) -> None:
    editor = Editor(client)
    text = "class a {\n  $b = 'c'\n}\n"
    await editor.open(text)
    part = types.Range(types.Position(1, 0), types.Position(2, 0))
    tokens = await client.text_document_semantic_tokens_range_async(types.SemanticTokensRangeParams(editor.identifier, part))
    assert tokens is not None
    assert "'c'" in words(text, tokens.data)
    assert "class" not in words(text, tokens.data)


async def test_an_edit_changes_some_of_the_semantic_tokens(client: LanguageClient) -> None:
    editor = Editor(client)
    text = "$a = 1\n$b = 2\n$c = 3\n"
    await editor.open(text)
    before = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(editor.identifier))
    assert before is not None and before.result_id is not None
    editor.change(replace((1, 5), (1, 6), "'😀'"))
    changes = await client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(editor.identifier, before.result_id)
    )
    assert isinstance(changes, types.SemanticTokensDelta)
    (edit,) = changes.edits
    numbers = [*before.data]
    numbers[edit.start : edit.start + edit.delete_count] = edit.data or []
    after = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(editor.identifier))
    assert after is not None
    assert numbers == [*after.data]
    assert edit.delete_count < len(before.data) / 2
