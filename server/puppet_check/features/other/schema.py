"""Hover and completion from JSON Schemas, which editors use as well."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from puppet_check.features.completion.items import Completion, Item, escaped
from puppet_check.features.describe.markdown import listing, paragraphs
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.other.spots import Keys, Slot, slots_at, spot_at
from puppet_check.features.other.view import OtherView
from puppet_check.workspace.kinds import Kind

Schema = dict[str, Any]
FOLDER = os.path.join(os.path.dirname(__file__), "schemas")


@cache
def schema(kind: Kind) -> Schema:
    """The schema of a kind of file."""
    with open(os.path.join(FOLDER, f"{kind.schema}.json"), encoding="utf-8") as file:
        found = json.load(file)
    assert isinstance(found, dict)
    return found


def inside(whole: Schema, keys: Keys) -> Schema | None:
    """The subschema for the value at a path of keys; None without one."""
    part = whole
    for key in keys:
        following = part.get("items") if isinstance(key, int) else part.get("properties", {}).get(key, part.get("additionalProperties"))
        if not isinstance(following, dict):
            return None
        part = _resolved(whole, following)
    return part


def _resolved(whole: Schema, part: Schema) -> Schema:
    reference = part.get("$ref")
    return part if reference is None else whole["definitions"][reference.rpartition("/")[2]]


def schema_hover(view: OtherView, offset: int, whole: Schema) -> Hover | None:
    """The description of a key."""
    spot = spot_at(view, offset)
    part = None if spot is None else inside(whole, spot.keys)
    if spot is None or part is None or "description" not in part:
        return None
    values = [json.dumps(each) for each in part.get("enum", ())]
    head = f"`{spot.keys[-1]}`" if isinstance(spot.keys[-1], str) else None
    return Hover(paragraphs(head, part["description"], f"Values: {listing(values)}" if values else None), spot.start, spot.end)


def schema_completion(view: OtherView, offset: int, whole: Schema) -> Completion:
    """Completion of missing keys, or of the values of a key."""
    return completion_of(view, offset, lambda slot: schema_items(slot, whole, is_json=view.is_json))


def completion_of(view: OtherView, offset: int, items: Callable[[Slot], Iterable[Item]]) -> Completion:
    """The completion at an offset, with the items of all slots there."""
    slots = slots_at(view, offset)
    found = {each.label: each for slot in slots for each in items(slot)}
    return Completion(tuple(found.values()), slots[0].start if slots else offset, offset)


def schema_items(slot: Slot, whole: Schema, *, is_json: bool) -> Iterator[Item]:
    """The completion items of a schema for a slot."""
    part = inside(whole, slot.keys)
    if part is None:
        return
    if slot.is_key:
        required = part.get("required", ())
        for name, each in part.get("properties", {}).items():
            if name not in slot.siblings:
                each = _resolved(whole, each)
                rank = 1 if name in required else 3
                yield Item(name, "key", each.get("description", ""), _key_snippet(name, each, slot, is_json), rank)
        return
    words: list[object] = part.get("enum") or part.get("examples") or ([True, False] if part.get("type") == "boolean" else [])
    for word in words:
        if word is not None:
            shown = word if isinstance(word, str) else json.dumps(word)
            yield Item(shown, "value", "", None if slot.is_quoted or not is_json else json.dumps(word), 2)


def _key_snippet(name: str, part: Schema, slot: Slot, is_json: bool) -> str | None:
    """The snippet of a key with the beginning of its value; None if the key is already quoted, as its value may follow."""
    if slot.is_quoted:
        return None
    kind = part.get("type")
    if is_json:
        value = {"array": "[$0]", "object": "{$0}", "string": '"$0"'}.get(str(kind), "$0")
        return f'"{escaped(name)}": {value}'
    value = {"array": "\n  - $0", "object": "\n  $0"}.get(str(kind), " $0")
    return f"{escaped(name)}:{value}"
