"""Placeholders: short literals of a type, for parameters that the user is to set."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import is_instance

SAMPLES: tuple[tuple[str, object], ...] = (
    ("''", ""),
    ("'value'", "value"),
    ("true", True),
    ("false", False),
    ("0", 0),
    ("1", 1),
    ("0.0", 0.0),
    *((f"'{each}'", each) for each in ("/path", "C:/path", "example.com", "http://example.com", "127.0.0.1", "::1", "127.0.0.0/8", "0")),
    *((f"'{each}'", each) for each in ("1", "0644", "1.0.0", "present", "a@example.com", "puppet:///modules/m/file")),
)
"""Literals that many types have as values, each with its value; those that say least come first."""
DEEPEST = 5
"""The number of types inside each other that are looked at."""


def placeholder(type: Type, depth: int = 0) -> str | None:
    """A literal of a type; None if no simple one is known."""
    if depth > DEEPEST:
        return None
    match type:
        case model.TypeAlias():
            return placeholder(type.target, depth + 1)
        case model.Optional(type=inner) | model.NotUndef(type=inner) if inner is not None:
            return placeholder(inner, depth + 1)
        case model.Sensitive(type=inner):
            made = placeholder(inner, depth + 1)
            return None if made is None else f"Sensitive({made})"
        case model.Variant(types=types):
            return next((made for each in types if (made := placeholder(each, depth + 1)) is not None), None)
        case model.Enum(values=values) if values:
            return _quoted(values[0])
        case model.String(value=str(value)):
            return _quoted(value)
        case model.Array(element=element, size=size):
            return _list([element] * _least(size), depth)
        case model.Tuple(types=types, size=size):
            return _list(types if size is None else types[: size.low or 0], depth)
        case model.Hash(size=size):
            return "{}" if not _least(size) else None
        case model.Struct(elements=elements):
            return _struct(elements, depth)
    return next((text for text, value in (*SAMPLES, *_of_range(type)) if is_instance(type, value)), None)


def _least(size: model.Integer | None) -> int:
    return 0 if size is None else size.low or 0


def _list(types: list[Type] | tuple[Type, ...], depth: int) -> str | None:
    """A list with a placeholder for each element; None if one is not known or there are too many."""
    made = [placeholder(each, depth + 1) for each in types[: DEEPEST + 1]]
    return f"[{', '.join(each for each in made if each is not None)}]" if None not in made and len(types) <= DEEPEST else None


def _struct(elements: tuple[model.StructElement, ...], depth: int) -> str | None:
    """A hash with the keys that are required."""
    made = [(each.name, placeholder(each.value, depth + 1)) for each in elements if not each.is_optional]
    if any(value is None for _, value in made):
        return None
    inside = ", ".join(f"{_quoted(name)} => {value}" for name, value in made)
    return f"{{ {inside} }}" if inside else "{}"


def _of_range(type: Type) -> tuple[tuple[str, object], ...]:
    """The limits of a type with a range, and a string as long as has to be."""
    match type:
        case model.Integer(low=low, high=high) | model.Float(low=low, high=high):
            return tuple((str(each), each) for each in (low, high) if each is not None)
        case model.String(size=model.Integer(low=int(low))) if low <= 100:
            return ((_quoted("x" * low), "x" * low),)
    return ()


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
