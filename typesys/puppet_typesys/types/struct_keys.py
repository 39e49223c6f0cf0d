"""The keys of Structs by name, cached because the Structs of parameters and facts are large."""

from __future__ import annotations

from puppet_grammar.named import NamedTuple
from puppet_typesys.types import model


class Keys(NamedTuple):
    """The indices of a Struct's elements by key, and those of its required keys."""

    struct: model.Struct
    places: dict[object, int]
    required: frozenset[int]


MAX_CACHED = 300
_known: dict[int, Keys] = {}
"""By identity of the Struct, because hashing Structs would cost more than the cache saves.

Threads share it without a lock: each operation on it is atomic, an entry is complete when it is added and holds the Struct that it belongs
to, and an entry that another thread has cleared is made again.
"""


def keys_of(struct: model.Struct) -> Keys:
    """The keys of a Struct, cached."""
    found = _known.get(id(struct))
    if found is None or found.struct is not struct:
        if len(_known) > MAX_CACHED:
            _known.clear()
        places: dict[object, int] = {each.name: place for place, each in enumerate(struct.elements)}
        required = frozenset(place for place, each in enumerate(struct.elements) if not each.is_optional)
        found = _known[id(struct)] = Keys(struct, places, required)
    return found


def element_of(struct: model.Struct, key: object) -> model.StructElement | None:
    """The element of a Struct with a key."""
    place = keys_of(struct).places.get(key)
    return None if place is None else struct.elements[place]
