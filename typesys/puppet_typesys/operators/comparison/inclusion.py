"""`in`: whether a container includes a value, and what their types say of it."""

from __future__ import annotations

from puppet_typesys.operators.comparison.equality import equals, may_equal, single_value
from puppet_typesys.operators.comparison.matching import Matching, in_range, matches
from puppet_typesys.operators.comparison.words import words
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.spread import fixed_elements, texts_of
from puppet_typesys.types.walk import alternatives
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend_on
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.unknown import UnknownValue, contains_unknown


def includes(container: object, wanted: object, matching: Matching) -> bool:
    """`wanted in container`."""
    match container:
        case str():
            return _in_string(container, wanted, matching)
        case tuple():
            return _in_array(container, wanted, matching)
        case Hash():
            return _in_array(tuple(container.keys()), wanted, matching)
        case Binary():
            return _in_binary(container, wanted)
        case SemVerRange():
            return in_range(container, wanted)
    return False


def _in_string(container: str, wanted: object, matching: Matching) -> bool:
    match wanted:
        case str():
            return wanted.lower() in container.lower()
        case Regexp():
            return matching.note(wanted.match(container))
    return False


def _in_binary(container: Binary, wanted: object) -> bool:
    match wanted:
        case Binary():
            return wanted.data in container.data
        case str():
            return wanted.encode() in container.data
        case int() if not isinstance(wanted, bool):
            return wanted in container.data if 0 <= wanted <= 255 else False
    return False


def _in_array(container: tuple[object, ...], wanted: object, matching: Matching) -> bool:
    spend_on(container)
    if contains_unknown(container) or contains_unknown(wanted):
        raise UnknownValue
    match wanted:
        case Regexp():
            found = next((hit for each in container if isinstance(each, str) and (hit := wanted.match(each)) is not None), None)
            return matching.note(found)
        case str() | SemVer():
            return any(matches(wanted, each, matching) for each in container)
        case Type():
            return any(is_instance(wanted, each) for each in container)
    return any(equals(each, wanted) for each in container)


# ---- over types

SCALARS = frozenset(("string", "integer", "float", "boolean", "undef"))


def included_by_types(container: Type, wanted: Type) -> bool | None:
    """What `in` gives for all values of two types; None if that differs or is unknown."""
    if not may_include(container, wanted):
        return False
    known, parts = _values(wanted), _certain(container)
    if known is None or parts is None:
        return None
    return True if known <= {value for each in parts if (value := single_value(each)) is not None} else None


def _certain(container: Type) -> tuple[Type, ...] | None:
    """The types of elements, or of keys, that all values of a container have; None if they are not known."""
    match container:
        case model.Array() | model.Tuple():
            return fixed_elements(container)
        case model.Struct():
            return tuple(model.String(each.name) for each in container.elements if not each.is_optional)
    return None


def _values(type: Type) -> set[tuple[str, object]] | None:
    """The values of a type, with their kinds; None if they are not known."""
    found: set[tuple[str, object]] = set()
    for each in alternatives(type):
        single, several = single_value(each), words(each)
        if single is not None:
            found.add(single)
        elif several is not None:
            found |= {("string", word) for word in several}
        else:
            return None
    return found or None


def may_include(container: Type, wanted: Type) -> bool:
    """Whether `in` may find a value of one type in a value of another; True if that is unknown."""
    return not kinds(wanted) <= SCALARS or any(_may_include(each, wanted) for each in alternatives(container))


def _may_include(container: Type, wanted: Type) -> bool:
    match container:
        case model.Array():
            parts: tuple[Type, ...] = (container.element,)
        case model.Tuple():
            parts = container.types
        case model.Hash():
            parts = (container.key,)
        case model.Struct(is_open=False):
            parts = tuple(model.String(each.name) for each in container.elements)
        case _:
            texts, wanted_texts = texts_of(container), texts_of(wanted)
            return texts is None or wanted_texts is None or any(part.lower() in text.lower() for part in wanted_texts for text in texts)
    return not parts or any(not kinds(each) or not kinds(each) <= SCALARS or may_equal(wanted, each) for each in parts)
