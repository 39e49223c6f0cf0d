"""The keys between brackets."""

from __future__ import annotations

from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import generalize
from puppet_typesys.types.show import show_plain
from puppet_typesys.values.default import DEFAULT

Keys = tuple[object, ...]


def flat(keys: Keys) -> Keys:
    """The keys, with Arrays among them flattened."""
    if not any(isinstance(key, tuple) for key in keys):
        return keys
    result: list[object] = []
    for key in keys:
        result += flat(key) if isinstance(key, tuple) else [key]
    return tuple(result)


def kind_of(value: object) -> str:
    """The type of a key, as messages name it."""
    if value is None:
        return "Undef"
    return "Default" if value is DEFAULT else show_plain(generalize(infer(value)))
