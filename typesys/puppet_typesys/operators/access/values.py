"""The elements of values that keys select."""

from __future__ import annotations

from puppet_typesys.issues.evaluation.operators import operator_not_applicable
from puppet_typesys.issues.evaluation.types import array_index_count, bad_character_index, bad_index, hash_index_count, string_index_count
from puppet_typesys.issues.wording import capitalized, with_article
from puppet_typesys.operators.arithmetic.numbers import number
from puppet_typesys.operators.refusal import value_label
from puppet_typesys.types.keys import KEYS, UNFLATTENED, Keys, flat, kind_of
from puppet_typesys.types.refusal import LEFT, Refusal
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.numeric_text import to_number


def access(left: object, keys: Keys) -> object:
    """The element that keys select, or the type with keys as its parameters."""
    match left:
        case str():
            return _string(left, flat(keys))
        case tuple():
            return _array(left, flat(keys))
        case Hash():
            return _hash(left, keys)
        case Binary():
            return Binary(_string(left.data.decode("latin-1"), flat(keys)).encode("latin-1"))
    rule = KEYS.get(left.__class__)
    if rule is None:
        raise Refusal(operator_not_applicable("[]", with_article(value_label(left))), LEFT)
    return rule(left, keys if left.__class__ in UNFLATTENED else flat(keys))


def _string(text: str, keys: Keys) -> str:
    if not 1 <= len(keys) <= 2:
        raise Refusal(string_index_count(len(keys)), LEFT)
    first, *rest = (_character_index(key, index) for index, key in enumerate(keys))
    if not rest:
        first = len(text) + first if first < 0 else first
        return text[first : first + 1] if first >= 0 else ""
    start, end = slice_of(len(text), first, rest[0])
    return text[start:end]


def _character_index(key: object, index: int) -> int:
    converted = to_number(key) if isinstance(key, str) else key
    if converted.__class__ is int:
        return int(str(converted))
    kind = kind_of(key if converted is None else converted)
    raise Refusal(bad_character_index(with_article(kind)), index)


def slice_of(length: int, start: int, count: int) -> tuple[int, int]:
    """The start and end of a slice; a negative start counts from the end, a negative count is the index of the last element."""
    start = length + start if start < 0 else start
    count = length - start + count + 1 if count < 0 else count
    if start < 0:
        count += start
        start = 0
    return start, max(start, start + count)


def _array(values: Keys, keys: Keys) -> object:
    if not 1 <= len(keys) <= 2:
        raise Refusal(array_index_count(len(keys)), LEFT)
    indices = [_array_index(values, key, index) for index, key in enumerate(keys)]
    if len(indices) == 1:
        at = indices[0]
        return values[at] if -len(values) <= at < len(values) else None
    start, end = slice_of(len(values), *indices)
    return values[start:end]


def _array_index(values: Keys, key: object, index: int) -> int:
    converted = number(key, index)
    if not isinstance(converted, int):
        raise Refusal(bad_index(capitalized(with_article(value_label(values))), kind_of(converted)), index)
    return converted


def _hash(values: Hash, keys: Keys) -> object:
    if not keys:
        raise Refusal(hash_index_count(), LEFT)
    if len(keys) == 1:
        return values.get(keys[0])
    return tuple(found for key in keys if (found := values.get(key)) is not None)
