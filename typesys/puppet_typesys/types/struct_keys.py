"""The keys of Structs by name, kept for those that were asked about lately: the Structs of parameters and facts are large."""

from __future__ import annotations

from typing import NamedTuple

from puppet_typesys.types import model


class Keys(NamedTuple):
    """Where the keys of a Struct are in it, and where those that have to be given."""

    struct: model.Struct
    places: dict[object, int]
    required: frozenset[int]


MANY = 300
_known: dict[int, Keys] = {}
"""By identity: to compare Structs would cost more than it saves.

Threads share it without a lock: each step on it is atomic, an entry is complete when it is entered and says for which Struct it is, and
whoever finds it cleared makes the entry again."""


def keys_of(struct: model.Struct) -> Keys:
    """The keys of a Struct."""
    found = _known.get(id(struct))
    if found is None or found.struct is not struct:
        if len(_known) > MANY:
            _known.clear()
        places: dict[object, int] = {each.name: place for place, each in enumerate(struct.elements)}
        required = frozenset(place for place, each in enumerate(struct.elements) if not each.is_optional)
        found = _known[id(struct)] = Keys(struct, places, required)
    return found


def element_of(struct: model.Struct, key: object) -> model.StructElement | None:
    """What a Struct says of a key."""
    place = keys_of(struct).places.get(key)
    return None if place is None else struct.elements[place]
