"""The merge strategies of lookups, with the errors of the reference; deep merges are those of its library `deep_merge`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from puppet_check.workspace.hiera.merging import flat, merged
from puppet_typesys.types import model
from puppet_typesys.types.describe import assert_instance
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import parse_builtin
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import EMPTY, Hash, identity
from puppet_typesys.values.unknown import Unknown, contains_unknown

FIRST, SECOND = "The first element of the merge", "The second element of the merge"


def merged_by(strategy: str, options: object, values: Sequence[object]) -> object:
    """The merge of the values that several levels have for a key, the highest first. Raises ArgumentError if they cannot be merged."""
    if strategy == "first" or strategy not in STRATEGIES:
        return values[0]
    if contains_unknown(tuple(values)):
        return Unknown(model.ANY)
    prepare, type_text, merge = STRATEGIES[strategy]
    given = options if isinstance(options, Hash) else EMPTY
    result = prepare(values[0])
    for each in values[1:]:
        if type_text is not None:
            expected = parse_builtin(type_text)
            _check(FIRST, expected, result)
            _check(SECOND, expected, each)
        result = merge(result, each, given)
    return result


def merged_for_all(strategy: str, merge: object, values: Sequence[object]) -> object:
    """The merge of the values that all nodes have for a key, the highest first."""
    is_ordered = isinstance(merge, Hash) and "knockout_prefix" in merge
    if strategy not in ("deep", "unconstrained_deep") or is_ordered or not all(isinstance(each, Hash) for each in values):
        return merged(strategy, merge, values)
    try:
        return merged_by(strategy, merge, values)
    except ArgumentError:
        return Unknown(model.HASH)


def _check(subject: str, expected: Type, value: object) -> None:
    assert_instance(subject, expected, value)


def _same(value: object) -> object:
    return value


def _in_array(value: object) -> object:
    return tuple(flat(value)) if isinstance(value, tuple) else (value,)


def _unique(above: object, below: object, options: Hash) -> object:
    return _union((*flat((above,)), *flat((below,))))


def _hash(above: object, below: object, options: Hash) -> object:
    assert isinstance(above, Hash) and isinstance(below, Hash)
    return below.merged(above)


def only(strategy: str, value: object) -> object:
    """The value of the only place that may have one; `unique` removes repeated elements of an array."""
    return _union(value) if strategy == "unique" and isinstance(value, tuple) else value


def _union(values: Sequence[object]) -> tuple[object, ...]:
    """The values without those that an earlier one is equal to."""
    found: dict[object, object] = {}
    for each in values:
        found.setdefault(identity(each), each)
    return tuple(found.values())


# ---- deep merges


def _deep(source: object, target: object, options: Hash) -> object:
    """A value of higher precedence merged into one of lower precedence."""
    if source is None:
        return target
    if target is None or target is False:
        return source
    if isinstance(source, Hash):
        return _deep_hash(source, target, options)
    if isinstance(source, tuple):
        return _deep_array(source, target, options)
    return _overwritten(source, options)


def _deep_hash(source: Hash, target: object, options: Hash) -> object:
    if not isinstance(target, Hash):
        return _overwritten(source, options) if source else target
    made = dict(target.items())
    for key, value in source.items():
        below = made.get(key)
        # A new value is merged into itself.
        made[key] = _deep(value, value if below is None or below is False else below, options)
    return Hash(made.items())


def _deep_array(source: tuple[object, ...], target: object, options: Hash) -> object:
    prefix = options.get("knockout_prefix")
    if isinstance(prefix, str) and prefix in source:
        source = tuple(each for each in source if each != prefix)
        target = () if isinstance(target, tuple) else EMPTY if isinstance(target, Hash) else "" if isinstance(target, str) else None
    if not isinstance(target, tuple):
        return _overwritten(source, options)
    if isinstance(prefix, str):
        removed = {each for each in source if isinstance(each, str) and each.startswith(prefix)}
        gone = removed | {each.removeprefix(prefix) for each in removed if isinstance(each, str)}
        source = tuple(each for each in source if not (isinstance(each, str) and each in removed))
        target = tuple(each for each in target if not (isinstance(each, str) and each in gone))
    if options.get("merge_hash_arrays") and all(isinstance(each, Hash) for each in (*source, *target)):
        pairs = [_deep(source[index] if index < len(source) else EMPTY, each, options) for index, each in enumerate(target)]
        made = (*pairs, *source[len(target) :])
    else:
        made = _union((*target, *source))
    return _sorted(made) if options.get("sort_merged_arrays") else made


def _overwritten(source: object, options: Hash) -> object:
    """The value that replaces one that it cannot be merged with."""
    prefix = options.get("knockout_prefix")
    if not isinstance(prefix, str):
        return source
    pattern = re.compile(f"^{re.escape(prefix)}", re.MULTILINE)
    if isinstance(source, str):
        return "" if pattern.search(source) else source
    if isinstance(source, tuple):
        return tuple(each for each in source if not (isinstance(each, str) and pattern.search(each)))
    return source


def _sorted(values: tuple[object, ...]) -> object:
    if len(values) < 2:
        return values
    if all(isinstance(each, str) for each in values):
        return tuple(sorted(map(str, values), key=lambda each: each.encode("utf-8", "surrogateescape")))
    numbers = [each for each in values if isinstance(each, int | float) and not isinstance(each, bool)]
    if len(numbers) == len(values):
        return tuple(sorted(numbers))
    if all(isinstance(each, tuple) for each in values):
        return Unknown(model.ARRAY)
    raise InternalError("comparison of elements of merged arrays failed")


Prepare = Callable[[object], object]
Merge = Callable[[object, object, Hash], object]
STRATEGIES: Mapping[str, tuple[Prepare, str | None, Merge]] = {
    "unique": (_in_array, "Variant[Scalar, Array[Data]]", _unique),
    "hash": (_same, "Hash[String, Data]", _hash),
    "deep": (_same, None, _deep),
    "unconstrained_deep": (_same, None, _deep),
    "reverse_deep": (_same, None, lambda above, below, options: _deep(below, above, options)),
}
"""What a strategy makes of the first value, the type that the values must have, and how two of them are merged."""
