"""Converts hovers, completions and signatures to protocol objects."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from lsprotocol import types

from puppet_check.features.completion import Completion, Item
from puppet_check.features.completion.signature_help import Help
from puppet_check.features.describe.safe_markdown import safe
from puppet_check.features.inspection.hover import Hover
from puppet_check.lsp.convert import from_span
from puppet_check.lsp.uris import LONGEST
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Encoding, Text


def markdown(text: str) -> types.MarkupContent:
    """Text that is shown to the user; parts of it come from the repository."""
    return types.MarkupContent(types.MarkupKind.Markdown, safe(text))


def from_hover(found: Hover | None, text: Text, encoding: Encoding) -> types.Hover | None:
    """A hover."""
    return None if found is None else types.Hover(markdown(found.text), from_span(found.start, found.end, text, encoding))


ITEM_KIND: dict[str, types.CompletionItemKind] = {
    "variable": types.CompletionItemKind.Variable,
    "parameter": types.CompletionItemKind.Variable,
    "class": types.CompletionItemKind.Class,
    "define": types.CompletionItemKind.Struct,
    "resource_type": types.CompletionItemKind.Struct,
    "function": types.CompletionItemKind.Function,
    "plan": types.CompletionItemKind.Event,
    "task": types.CompletionItemKind.Event,
    "type": types.CompletionItemKind.Interface,
    "reference": types.CompletionItemKind.Reference,
    "attribute": types.CompletionItemKind.Property,
    "metaparameter": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "key": types.CompletionItemKind.Field,
    "keyword": types.CompletionItemKind.Keyword,
    "title": types.CompletionItemKind.Value,
    "file": types.CompletionItemKind.File,
    "module": types.CompletionItemKind.Folder,
}
WIDEST = 40
"""The largest number of characters at the end of a row."""
ESCAPED = lazy_pattern(r"\\([\\$}])")
SNIPPET = lazy_pattern(r"(?<!\\)\$(?:\d|\{)")


def from_completion(
    found: Completion, path: str, text: Text, encoding: Encoding, *, snippets: bool, labels: bool = False
) -> types.CompletionList:
    """A list of completions; each item replaces the part of a word before the cursor. `labels`: each row shows its detail."""
    place = from_span(found.start, found.end, text, encoding)
    items = [_item(each, place, path, snippets, labels) for each in found.items]
    return types.CompletionList(found.is_incomplete, items)


def _item(item: Item, place: types.Range, path: str, snippets: bool, labels: bool) -> types.CompletionItem:
    has_places = item.insert is not None and SNIPPET.search(item.insert) is not None
    is_snippet = snippets and has_places
    insert = item.label
    if item.insert is not None and (is_snippet or not has_places):
        insert = item.insert if is_snippet else ESCAPED.sub(r"\1", item.insert)
    return types.CompletionItem(
        item.label,
        kind=ITEM_KIND.get(item.kind, types.CompletionItemKind.Text),
        label_details=types.CompletionItemLabelDetails(description=_short(item.detail)) if labels and item.detail else None,
        detail=item.detail or None,
        sort_text=item.sort,
        filter_text=item.filter,
        insert_text_format=types.InsertTextFormat.Snippet if is_snippet else types.InsertTextFormat.PlainText,
        text_edit=types.TextEdit(place, insert),
        tags=[types.CompletionItemTag.Deprecated] if item.deprecated else None,
        data=None if item.about is None else {"path": path, "about": item.about},
    )


def _short(detail: str) -> str:
    """The beginning of a detail, for the end of a row."""
    return detail if len(detail) <= WIDEST else f"{detail[: WIDEST - 1]}…"


def item_source(item: types.CompletionItem) -> tuple[str, str | None]:
    """The file that an item was offered in, and the key of its description."""
    data = item.data
    if isinstance(data, dict) and all(isinstance(data.get(each), str) and len(data[each]) <= LONGEST for each in ("path", "about")):
        return data["path"], data["about"]
    return "", None


def described_item(item: types.CompletionItem, text: str | None) -> types.CompletionItem:
    """An item with its description."""
    described = copy(item)
    described.documentation = None if text is None else markdown(text)
    return described


def from_help(found: Help | None) -> types.SignatureHelp | None:
    """The signatures of a call."""
    if found is None:
        return None
    signatures = []
    for each in found.call_signatures:
        places = _places_in(each.label, [one.label for one in each.arguments])
        arguments = [
            types.ParameterInformation(place, markdown(one.doc) if one.doc else None)
            for place, one in zip(places, each.arguments, strict=True)
        ]
        # A signature without its own index has none as "no parameter is active" for newer clients.
        about = markdown(each.doc) if each.doc else None
        signatures.append(types.SignatureInformation(each.label, about, arguments, found.argument))
    return types.SignatureHelp(signatures, found.active, found.argument)


def _places_in(label: str, parts: list[str]) -> Iterator[str | tuple[int, int]]:
    """The places of parts of a label, in their order: `type` is also a part of `seltype`."""
    end = min((at for mark in "({|" if (at := label.find(mark)) >= 0), default=0)
    for part in parts:
        start = label.find(part, end)
        end = max(end, start + len(part))
        yield part if start < 0 else (_units(label[:start]), _units(label[:end]))


def _units(text: str) -> int:
    """The length of a text in UTF-16 units, in which offsets in labels are always counted."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
