"""Editor features of task metadata."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.completion.items import Completion, Item
from puppet_check.features.completion.names import Clock, data_types
from puppet_check.features.describe.named import described
from puppet_check.features.describe.runs import task_of
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.other.schema import completion_of, schema, schema_hover, schema_items
from puppet_check.features.other.spots import Slot, nested, spot_at, spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.symbols import ARGUMENT, Occurrence, Symbol, plain
from puppet_check.semantics.calls import TASK as TASK_NAME
from puppet_check.workspace.kinds import TASK
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import TYPE

TYPE_NAME = lazy_pattern(rb"(?<!\w)[A-Z]\w*(?:::[A-Z]\w*)*")


def hover(view: OtherView, offset: int) -> Hover | None:
    """The description of a key or type."""
    spot = spot_at(view, offset)
    if spot is not None and not spot.is_key and spot.keys[-1] == "type":
        text = described(TYPE, str(spot.node.value).partition("[")[0], view.known)
        return None if text is None else Hover(text, spot.start, spot.end)
    return schema_hover(view, offset, schema(TASK))


def complete(view: OtherView, offset: int) -> Completion:
    """Completion of keys, values and types."""
    return completion_of(view, offset, lambda slot: _items(view, slot))


def occurrences(view: OtherView) -> Iterator[Occurrence]:
    """The occurrences of parameters and of data types, including aliases of modules."""
    task = task_of(view.path, view.known)
    for spot in spots(view):
        if spot.is_key and len(spot.keys) == 2 and spot.keys[0] == "parameters" and task is not None:
            yield Occurrence(Symbol(ARGUMENT, str(spot.keys[1]), f"{TASK_NAME} {task}"), spot.start, spot.end, "define")
        if not spot.is_key and spot.keys[-1] == "type":
            for found in TYPE_NAME.finditer(view.text.source, spot.start, spot.end):
                yield Occurrence(Symbol(TYPE, plain(found[0].decode())), *found.span(), "read")


def symbols(view: OtherView) -> list[DocumentSymbol]:
    """The fields and parameters as document symbols."""
    return [] if view.root is None else nested(view, view.root)


def _items(view: OtherView, slot: Slot) -> Iterator[Item]:
    if slot.is_key or slot.keys[-1:] != ("type",):
        yield from schema_items(slot, schema(TASK), is_json=True)
        return
    for label in sorted(data_types("", view.known, Clock())):
        yield Item(label, "type", insert=None if slot.is_quoted else f'"{label}"', about=f"type:{label}")
