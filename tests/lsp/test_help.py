"""Hover, completion and signature help over stdio."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.editor import SERVER, Editor, capabilities, replace, span


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(capabilities())
    yield
    await lsp_client.shutdown_session()


async def test_hover_describes_a_word(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("file { '/a': ensure => file }\n")
    found = await client.text_document_hover_async(types.HoverParams(editor.identifier, types.Position(0, 15)))
    assert found is not None
    assert found.range is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert span(found.range) == (0, 13, 0, 19)
    assert "Attribute of `file`" in found.contents.value


async def test_an_item_is_described_when_it_is_resolved(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("class a {\n  \n}\n")
    editor.change(replace((1, 2), (1, 2), "fil"))
    found = await client.text_document_completion_async(types.CompletionParams(editor.identifier, types.Position(1, 5)))
    assert isinstance(found, types.CompletionList)
    item = found.items[0]
    assert item.label == "file"
    described = await client.completion_item_resolve_async(item)
    assert isinstance(described.documentation, types.MarkupContent)
    assert "directory" in described.documentation.value


async def test_signature_help_describes_a_call(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("$a = regsubst('a', 'b', )\n")
    found = await client.text_document_signature_help_async(types.SignatureHelpParams(editor.identifier, types.Position(0, 24)))
    assert found is not None
    assert found.active_parameter == 2


TRIGGERED = types.SignatureHelpContext(types.SignatureHelpTriggerKind.TriggerCharacter, is_retrigger=False, trigger_character=",")
INVOKED = types.SignatureHelpContext(types.SignatureHelpTriggerKind.Invoked, is_retrigger=False)


async def test_attributes_are_only_listed_on_request(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("file { '/a':\n  ensure => file,\n  \n}\n")
    place = types.Position(2, 2)
    assert await client.text_document_signature_help_async(types.SignatureHelpParams(editor.identifier, place, TRIGGERED)) is None
    found = await client.text_document_signature_help_async(types.SignatureHelpParams(editor.identifier, place, INVOKED))
    assert found is not None and "validate_cmd" in found.signatures[0].label


async def test_the_signature_of_an_attribute_is_short(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open("file { '/a':\n  type => \n}\n")
    found = await client.text_document_signature_help_async(types.SignatureHelpParams(editor.identifier, types.Position(1, 10), TRIGGERED))
    assert found is not None and found.signatures[0].parameters is not None
    (signature,) = found.signatures
    assert len(signature.label) < 130
    place = signature.parameters[found.active_parameter or 0].label
    assert not isinstance(place, str) and signature.label[slice(*place)] == "type"
    assert signature.label[place[0] - 1] == " "


@pytest.mark.parametrize(
    ("code", "offered"),
    [
        ("class a {", False),
        ("$a = [", False),
        ("file { '/a':", False),
        ("file { '/a' :", False),
        ("$a = $facts[", True),
        ("File[", True),
        ('$a = "${', True),
        ("$b = 1\n$a = $facts['os'][", True),
        ("$a = ::", True),
    ],
)
async def test_items_are_only_offered_where_a_name_begins(code: str, offered: bool, client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open(code)
    line, _, last = code.rpartition("\n")
    context = types.CompletionContext(types.CompletionTriggerKind.TriggerCharacter, code[-1])
    place = types.Position(1 if line else 0, len(last))
    found = await client.text_document_completion_async(types.CompletionParams(editor.identifier, place, context))
    assert isinstance(found, types.CompletionList)
    assert bool(found.items) is offered


UNSAFE = r"""# A ![picture](https://example.com/a.png), !![another](https://example.com/b.png), [a link](command:x),
# [a hidden one](comm&#97;nd:x) and <img src="https://example.com/c.png">
# but `![code](https://example.com/d.png)` and [an address](https://example.com/e).
#
# [named]: command:y
function unsafe(String $a = "```\n![x](https://example.com/f.png)") { }
unsafe()
"""


async def test_a_hover_loads_no_pictures_and_starts_no_commands_of_a_comment(client: LanguageClient) -> None:
    editor = Editor(client)
    await editor.open(UNSAFE)
    found = await client.text_document_hover_async(types.HoverParams(editor.identifier, types.Position(5, 10)))
    assert found is not None and isinstance(found.contents, types.MarkupContent)
    shown = found.contents.value
    assert "A [picture](https://example.com/a.png), [another](https://example.com/b.png), [a link](#)," in shown
    assert '[a hidden one](#) and &lt;img src="https://example.com/c.png">' in shown
    assert "[an address](https://example.com/e)" in shown
    assert "[named]: #" in shown
    assert shown.startswith("````puppet\nfunction unsafe (")
