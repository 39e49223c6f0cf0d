"""Between hover, completion, signature help and the protocol."""

from __future__ import annotations

from lsprotocol import types

from puppet_check.analysis import Document
from puppet_check.features.hover import Hover
from puppet_check.features.view import View
from puppet_check.lsp.convert import from_span
from puppet_grammar.text import Encoding, Text


def view_of(document: Document) -> View:
    """A document as the features want it. Its first model is waited for, and no other."""
    model = document.latest or document.model
    return View(document.path, document.text, document.tree.mode, document.lowered[0], document.workspace.known(document.path), model)


def markdown(text: str) -> types.MarkupContent:
    """A text for people."""
    return types.MarkupContent(types.MarkupKind.Markdown, text)


def from_hover(found: Hover | None, text: Text, encoding: Encoding) -> types.Hover | None:
    """What is shown about a word."""
    return None if found is None else types.Hover(markdown(found.text), from_span(found.start, found.end, text, encoding))
