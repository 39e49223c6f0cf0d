"""Deep merges of values of data, as the library `deep_merge` of the reference makes them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from puppet_typesys.types import model
from puppet_typesys.values.hash import EMPTY, Hash, identity
from puppet_typesys.values.unknown import Unknown, contains_unknown


def deep_merged(values: Sequence[object], options: object) -> object:
    """The merge of the values of a key, by precedence; unknown if a value is, or for options that are not supported."""
    given = options if isinstance(options, Hash) else EMPTY
    if contains_unknown(tuple(values)) or any(given.get(name) for name in given.keys() if name not in SUPPORTED):
        return Unknown(model.ANY)
    return reduce(lambda above, below: _merged(above, below, given), values)


SUPPORTED = frozenset(("strategy", "merge_debug", "merge_hash_arrays", "sort_merged_arrays"))


def _merged(source: object, target: object, options: Hash) -> object:
    """A value of higher precedence merged into one of lower precedence."""
    if source is None:
        return target
    if target is None or target is False:
        return source
    match source, target:
        case Hash(), Hash():
            made = dict(target.items())
            for key, value in source.items():
                below = made.get(key)
                made[key] = _merged(value, below if below else value, options)
            return Hash(made.items())
        case tuple(), tuple():
            return _merged_arrays(source, target, options)
    return target if source == EMPTY else source


def _merged_arrays(source: tuple[object, ...], target: tuple[object, ...], options: Hash) -> object:
    if options.get("merge_hash_arrays") and all(isinstance(each, Hash) for each in (*source, *target)):
        made = [_merged(source[index] if index < len(source) else EMPTY, each, options) for index, each in enumerate(target)]
        made += source[len(target) :]
    else:
        seen = {identity(each): each for each in reversed((*target, *source))}
        made = [seen[each] for each in dict.fromkeys(map(identity, (*target, *source)))]
    if not options.get("sort_merged_arrays"):
        return tuple(made)
    if all(isinstance(each, str) for each in made) or all(isinstance(each, int | float) for each in made):
        return tuple(sorted(made))  # type: ignore[type-var]  # of one kind, as was just seen
    return Unknown(model.ARRAY)
