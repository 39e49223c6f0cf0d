"""Hash, besides what Enumerable has; and Range and Set."""

from __future__ import annotations

import math
from collections.abc import Callable

from puppet_typesys.ruby.classes import CLASSES, array_of, described, hash_of, integer_of, name_of_class, refuse
from puppet_typesys.ruby.core.enumerable import NONE, elements, put, without_block
from puppet_typesys.ruby.core.strings import strings_between
from puppet_typesys.ruby.equality import equal, is_true, key_of, matches
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import MANY, TABLES, method, yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Module, Object, Proc, Range, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import INSPECTED, TEXT, inspect, to_s
from puppet_typesys.values.meter import spend


def made(entries: object = ()) -> Hash:
    """A Hash of pairs."""
    result = Hash()
    for key, value in entries:  # type: ignore[attr-defined]  # checked by the caller
        put(result, key, value)
    return result


def writable(value: Hash) -> Hash:
    """The Hash itself; raises FrozenError if it is frozen."""
    if value.frozen:
        refuse("FrozenError", f"can't modify frozen Hash: {inspect(value)}")
    return value


@yields("Hash.", "new", keeps=True, result="Hash")
def _new(machine: Machine, block: AnyProc | None, module: object, default: object = NONE, *rest: object) -> object:
    result = Hash()
    if rest or (block is not None and default is not NONE):
        expected = "0..1" if block is None else "0"
        refuse("ArgumentError", f"wrong number of arguments (given {len(rest) + 1}, expected {expected})")
    default = None if default is NONE else default
    if isinstance(default, Hash) and default.keywords:
        raise Unsupported("method", "Hash.new")
    result.default = default
    if block is not None and not isinstance(block, Proc):
        raise Unsupported("method", "Hash.new")
    result.default_proc = block
    return result


@method("Hash.", "[]", keeps=True)
def _literal(module: object, *values: object) -> object:
    if len(values) == 1 and isinstance(values[0], Hash):
        return made(values[0].items())
    if len(values) == 1 and isinstance(values[0], list):
        pairs = [array_of(each) for each in values[0]]
        return made((each[0], each[1] if len(each) > 1 else None) for each in pairs)
    if len(values) % 2:
        refuse("ArgumentError", "odd number of arguments for Hash")
    return made(zip(values[::2], values[1::2], strict=True))


@yields("Hash", "[]", keeps=True)
def _get(machine: Machine, block: AnyProc | None, value: Hash, key: object) -> object:
    entry = value.entries.get(key_of(key))
    if entry is not None:
        return entry[1]
    return value.default if value.default_proc is None else machine.call(value.default_proc, value, key)


@yields("Hash", "fetch", keeps=True)
def _fetch(machine: Machine, block: AnyProc | None, value: Hash, key: object, default: object = NONE) -> object:
    entry = value.entries.get(key_of(key))
    if entry is not None:
        return entry[1]
    if block is not None:
        return machine.call(block, key)
    if default is NONE:
        refuse("KeyError", f"key not found: {inspect(key)}")
    return default


@method("Hash", "[]=", "store", keeps=True)
def _set(value: Hash, key: object, to: object) -> object:
    put(writable(value), key, to)
    return to


method("Hash", "length", "size", keeps=True, result="Integer")(lambda value: len(value))
method("Hash", "empty?", keeps=True, result="Boolean")(lambda value: not value.entries)
method("Hash", "keys", keeps=True, result="Array")(lambda value: [key for key, _ in value.items()])
method("Hash", "values", keeps=True, result="Array")(lambda value: [each for _, each in value.items()])
method("Hash", "to_a", keeps=True, result="Array")(lambda value: [[key, each] for key, each in value.items()])
method("Hash", "to_hash", keeps=True, result="Hash")(lambda value: value)


@yields("Hash Array", "to_s", "inspect", result="String")
def _inspect(machine: Machine, block: AnyProc | None, value: object) -> object:
    return String(machine.inspected(value))


method("Hash", "==", "eql?", result="Boolean")(lambda value, other: equal(value, other))
method("Hash", "key?", "has_key?", "include?", "member?", keeps=True, result="Boolean")(lambda value, key: key_of(key) in value.entries)
method("Hash", "value?", "has_value?", result="Boolean")(lambda value, other: any(equal(each, other) for _, each in value.items()))
method("Hash", "key")(lambda value, other: next((key for key, each in value.items() if equal(each, other)), None))
method("Hash", "values_at", keeps=True, result="Array")(
    lambda value, *keys: [value.entries.get(key_of(key), (None, value.default))[1] for key in keys]
)
method("Hash", "invert", result="Hash")(lambda value: made((each, key) for key, each in value.items()))
method("Hash", "default", keeps=True, more=1)(lambda value: value.default)
method("Hash", "compact", result="Hash")(lambda value: made(pair for pair in value.items() if pair[1] is not None))
method("Hash", "slice", keeps=True, result="Hash")(
    lambda value, *keys: made(value.entries[at] for at in map(key_of, keys) if at in value.entries)
)


@method("Hash", "except", keeps=True, result="Hash")
def _except(value: Hash, *keys: object) -> object:
    unwanted = set(map(key_of, keys))
    return made(pair for at, pair in value.entries.items() if at not in unwanted)


@yields("Hash", "to_h", keeps=True, result="Hash", block_result="Hash")
def _to_h(machine: Machine, block: AnyProc | None, value: Hash) -> object:
    if block is None:
        return value
    pairs: list[list[object]] = []
    for key, each in value.items():
        pair = machine.call(block, key, each)
        if not isinstance(pair, list):
            is_true(pair)
            refuse("TypeError", f"wrong element type {described(pair)} (expected array)")
        if len(pair) != 2:
            refuse("ArgumentError", f"element has wrong array length (expected 2, was {len(pair)})")
        pairs.append(pair)
    return made(pairs)


@yields("Hash", "each", "each_pair", keeps=True, block_result="Hash")
def _each(machine: Machine, block: AnyProc | None, value: Hash) -> object:
    if block is None:
        return without_block(value, elements(machine, value), "each")
    size = len(value)
    for key, each in value.items():
        machine.call(block, [key, each])
        if len(value) > size:
            refuse("RuntimeError", "can't add a new key into hash during iteration")
    return value


@yields("Hash", "each_key", keeps=True, block_result="Hash")
def _each_key(machine: Machine, block: AnyProc | None, value: Hash) -> object:
    body = machine.needs(block, "each_key")
    for key, _ in value.items():
        machine.call(body, key)
    return value


@yields("Hash", "each_value", keeps=True, block_result="Hash")
def _each_value(machine: Machine, block: AnyProc | None, value: Hash) -> object:
    body = machine.needs(block, "each_value")
    for _, each in value.items():
        machine.call(body, each)
    return value


def chosen(machine: Machine, block: AnyProc | None, value: Hash, wanted: bool) -> dict[object, tuple[object, object]]:
    """The entries for which a block holds, or does not."""
    body = machine.needs(block, "select")
    return {at: pair for at, pair in list(value.entries.items()) if is_true(machine.call(body, *pair)) is wanted}


def _selecting(wanted: bool, plain: tuple[str, ...], bang: tuple[str, ...], always: str) -> None:
    def select(machine: Machine, block: AnyProc | None, value: Hash) -> object:
        result = Hash()
        result.entries = chosen(machine, block, value, wanted)
        return result

    def in_place(machine: Machine, block: AnyProc | None, value: Hash) -> object:
        size = len(value)
        writable(value).fill(chosen(machine, block, value, wanted))
        return None if len(value) == size else value

    def each(machine: Machine, block: AnyProc | None, value: Hash) -> object:
        writable(value).fill(chosen(machine, block, value, wanted))
        return value

    yields("Hash", *plain, keeps=True, block_result="Hash")(select)
    yields("Hash", *bang, keeps=True)(in_place)
    yields("Hash", always, keeps=True, block_result="Hash")(each)


_selecting(True, ("select", "filter"), ("select!", "filter!"), "keep_if")
_selecting(False, ("reject",), ("reject!",), "delete_if")


@yields("Hash", "transform_values", keeps=True, block_result="Hash")
def _transform_values(machine: Machine, block: AnyProc | None, value: Hash) -> object:
    body = machine.needs(block, "transform_values")
    return made((key, machine.call(body, each)) for key, each in value.items())


@yields("Hash", "transform_keys", keeps=True, block_result="Hash")
def _transform_keys(machine: Machine, block: AnyProc | None, value: Hash, names: object = None) -> object:
    if names is not None:
        raise Unsupported("method", "transform_keys with a Hash")
    body = machine.needs(block, "transform_keys")
    return made((machine.call(body, key), each) for key, each in value.items())


@yields("Hash", "transform_values!", keeps=True)
def _transform_values_in_place(machine: Machine, block: AnyProc | None, value: Hash) -> object:
    body = machine.needs(block, "transform_values!")
    for at, (key, each) in list(writable(value).entries.items()):
        value.entries[at] = (key, machine.call(body, each))
    return value


@yields("Hash", "transform_keys!", keeps=True, more=1)
def _transform_keys_in_place(machine: Machine, block: AnyProc | None, value: Hash) -> object:
    changed = _transform_keys(machine, block, value)
    writable(value).fill(hash_of(changed).entries)
    return value


def merge(machine: Machine, block: AnyProc | None, target: Hash, others: tuple[object, ...]) -> Hash:
    """Add the entries of other Hashes; a block decides between values of the same key."""
    for other in others:
        for at, (key, each) in list(hash_of(other).entries.items()):
            known = target.entries.get(at)
            if known is None:
                put(target, key, each)
            else:
                target.entries[at] = (known[0], each if block is None else machine.call(block, known[0], known[1], each))
        spend(len(target) >> 3)
    return target


@yields("Hash", "merge", keeps=True, result="Hash", block_result="Hash")
def _merge(machine: Machine, block: AnyProc | None, value: Hash, *others: object) -> object:
    result = Hash()
    result.entries.update(value.entries)
    result.default, result.default_proc = value.default, value.default_proc
    return merge(machine, block, result, others)


@yields("Hash", "merge!", "update", keeps=True, result="Hash", block_result="Hash")
def _merge_in_place(machine: Machine, block: AnyProc | None, value: Hash, *others: object) -> object:
    return merge(machine, block, writable(value), others)


@yields("Hash", "delete", keeps=True)
def _delete(machine: Machine, block: AnyProc | None, value: Hash, key: object) -> object:
    entry = writable(value).entries.pop(key_of(key), None)
    return entry[1] if entry is not None else None if block is None else machine.call(block, key)


@method("Hash", "compact!")
def _compact_in_place(value: Hash) -> object:
    size = len(value)
    writable(value).fill({at: pair for at, pair in value.entries.items() if pair[1] is not None})
    return None if len(value) == size else value


@method("Hash", "clear", keeps=True)
def _clear(value: Hash) -> object:
    writable(value).entries.clear()
    return value


@method("Hash", "replace", keeps=True)
def _replace(value: Hash, other: object) -> object:
    writable(value).fill(dict(hash_of(other).entries))
    return value


@method("Hash", "shift", keeps=True)
def _shift(value: Hash) -> object:
    if not value.entries:
        return None
    return list(writable(value).entries.pop(next(iter(value.entries))))


@method("Hash", "default=", keeps=True)
def _set_default(value: Hash, default: object) -> object:
    writable(value).set_default(default)
    return default


# ---- Range


@yields("Range", "to_a", "entries", more=MANY)
def _range_elements(machine: Machine, block: AnyProc | None, value: Range) -> object:
    low, high = value.low, value.high
    if isinstance(low, int) and not isinstance(low, bool):
        if high in (None, math.inf):
            refuse("RangeError", "cannot convert endless range to an array")
        if not isinstance(high, int | float):
            raise Unsupported("method", "Range#to_a")
        limit = high if isinstance(high, int) else int(high // 1)
        end = limit if value.exclusive and limit == high else limit + 1
        if end - low > 200_000:
            raise Unsupported("size of", "an Array")
        machine.spend(max(end - low, 0))
        return list(range(low, end))
    if isinstance(low, String) and isinstance(high, String):
        return [String(each) for each in strings_between(low.text, high.text, value.exclusive)]
    if low is None or isinstance(low, float):
        refuse("TypeError", f"can't iterate from {name_of_class(low)}")
    raise Unsupported("method", "Range#to_a")


@yields("Range", "step")
def _step(machine: Machine, block: AnyProc | None, value: Range, by: object = 1) -> object:
    is_text = isinstance(value.low, String) and isinstance(value.high, String)
    is_whole = isinstance(value.low, int) and isinstance(value.high, int)
    if not (is_text or is_whole) or isinstance(by, bool) or not isinstance(by, int):
        raise Unsupported("method", "Range#step")
    width = by
    if width < 0 and block is None:
        raise Unsupported("method", "Range#step")
    if width <= 0:
        refuse("ArgumentError", "step can't be 0" if width == 0 else "step can't be negative")
    found = array_of(_range_elements(machine, None, value))[::width]
    if block is None:
        return without_block(value, found, "each")
    for each in found:
        machine.call(block, each)
    return value


@yields("Range", "include?", "member?")
def _range_includes(machine: Machine, block: AnyProc | None, value: Range, other: object) -> object:
    if isinstance(value.low, String) and isinstance(other, String):
        raise Unsupported("method", "Range#include? of Strings")
    return matches(value, other)


@method("Range", "cover?", "===")
def _covers(value: Range, other: object) -> object:
    if isinstance(other, Range):
        raise Unsupported("method", "Range#cover? of a Range")
    return matches(value, other)


method("Range", "begin")(lambda value: value.low)
method("Range", "end")(lambda value: value.high)
method("Range", "exclude_end?")(lambda value: value.exclusive)
method("Range", "to_s")(lambda value: String(TEXT_OF_RANGE(value)))


def TEXT_OF_RANGE(value: Range) -> str:  # noqa: N802 - called as an entry of a table
    return to_s(value)


@method("Range", "size")
def _size(value: Range) -> object:
    if isinstance(value.low, int) and isinstance(value.high, int):
        return max(value.high - value.low + (not value.exclusive), 0)
    raise Unsupported("method", "Range#size")


@yields("Range", "first", more=MANY)
def _first(machine: Machine, block: AnyProc | None, value: Range, count: object = NONE) -> object:
    if count is NONE:
        return value.low if value.low is not None else refuse("RangeError", "cannot get the first element of beginless range")
    if not isinstance(value.low, int | String) or not isinstance(count, int | float):
        raise Unsupported("method", "Range#first")
    if integer_of(count) < 0:
        refuse("ArgumentError", "negative array size (or size too big)")
    if isinstance(value.low, int) and value.high in (None, math.inf):
        machine.spend(integer_of(count))
        return list(range(value.low, value.low + integer_of(count)))
    return array_of(_range_elements(machine, None, value))[: integer_of(count)]


@yields("Range", "last", more=MANY)
def _last(machine: Machine, block: AnyProc | None, value: Range, count: object = NONE) -> object:
    if value.high is None:
        refuse("RangeError", "cannot get the last element of endless range")
    if count is NONE:
        return value.high
    if not isinstance(value.low, int | String) or not isinstance(count, int | float):
        raise Unsupported("method", "Range#last")
    values = array_of(_range_elements(machine, None, value))
    if not values:
        return values
    if integer_of(count) < 0:
        refuse("ArgumentError", "negative array size")
    return values[max(len(values) - integer_of(count), 0) :]


def _enter_range_extremes(name: str, of_elements: Callable[..., object], of_bounds: Callable[[int, int], int]) -> None:
    """Enter `min` or `max`: the bounds decide where there is neither a number of values nor a block."""

    def extreme(machine: Machine, block: AnyProc | None, value: Range, count: object = NONE, *rest: object) -> object:
        if rest or not isinstance(value.low, int) or not isinstance(value.high, int) or count is None:
            raise Unsupported("method", f"Range#{name}")
        if count is not NONE or block is not None:
            values = _range_elements(machine, None, value)
            return of_elements(machine, block, values) if count is NONE else of_elements(machine, block, values, count)
        high = value.high - value.exclusive
        return of_bounds(value.low, high) if value.low <= high else None

    yields("Range", name)(extreme)


_enter_range_extremes("min", TABLES["Array"]["min"].function, min)
_enter_range_extremes("max", TABLES["Array"]["max"].function, max)


@method("Range.", "new")
def _new_range(module: object, low: object, high: object, exclusive: object = False) -> object:
    are_texts = isinstance(low, String) and isinstance(high, String)
    if not are_texts and not all(isinstance(each, int) or each is None for each in (low, high)):
        raise Unsupported("method", "Range.new of other values")
    return Range(low, high, is_true(exclusive))


# ---- Set


def members(value: object) -> Hash:
    """The elements of a Set, as the keys of a Hash."""
    if isinstance(value, Object) and isinstance(value.held, Hash):
        return value.held
    raise Unsupported("method", "Set")


def new_set(values: object) -> Object:
    """A Set of values."""
    return Object(CLASSES["Set"], made((each, True) for each in values))  # type: ignore[attr-defined]  # checked by the caller


@yields("Set.", "new")
def _new_set(machine: Machine, block: AnyProc | None, module: Module, values: object = None) -> object:
    if values is not None and not isinstance(values, list | Hash | Range | Object):
        refuse("ArgumentError", "value must be enumerable")
    listed = [] if values is None else elements(machine, values)
    return new_set(listed if block is None else [machine.call(block, each) for each in listed])


@method("Set.", "[]")
def _set_literal(module: Module, *values: object) -> object:
    return new_set(values)


def _keys(value: object) -> list[object]:
    return [key for key, _ in members(value).items()]


def _values(value: object) -> list[object]:
    if isinstance(value, list):
        return value
    if isinstance(value, Object):
        return _keys(value)
    raise Unsupported("arguments of", "Set")


method("Set", "to_a")(_keys)


@yields("Set", "to_set", more=MANY)
def _set_of_set(machine: Machine, block: AnyProc | None, value: Object) -> object:
    return value if block is None else new_set([machine.call(block, each) for each in _keys(value)])


method("Set", "length", "size")(lambda value: len(members(value)))
method("Set", "empty?")(lambda value: not members(value).entries)
method("Set", "include?", "member?", "===")(lambda value, other: key_of(other) in members(value).entries)
method("Set", "subset?", "<=")(lambda value, other: members(value).entries.keys() <= members(other).entries.keys())
method("Set", "superset?", ">=")(lambda value, other: members(value).entries.keys() >= members(other).entries.keys())
method("Set", "proper_subset?", "<")(lambda value, other: members(value).entries.keys() < members(other).entries.keys())
method("Set", "disjoint?")(lambda value, other: not (members(value).entries.keys() & set(map(key_of, _values(other)))))
method("Set", "intersect?")(lambda value, other: bool(members(value).entries.keys() & set(map(key_of, _values(other)))))
method("Set", "|", "+", "union")(lambda value, other: new_set([*_keys(value), *_values(other)]))
method("Set", "-", "difference")(lambda value, other: _without(_keys(value), _values(other)))
method("Set", "&", "intersection")(
    lambda value, other: new_set([each for each in _values(other) if key_of(each) in members(value).entries])
)


def _without(values: list[object], others: list[object]) -> Object:
    unwanted = set(map(key_of, others))
    return new_set([each for each in values if key_of(each) not in unwanted])


@method("Set", "==")
def _equal_sets(value: Object, other: object) -> object:
    if not isinstance(other, Object) or other.kind.name != "Set":
        return False
    return members(value).entries.keys() == members(other).entries.keys()


@method("Set", "<<", "add")
def _add(value: Object, other: object) -> object:
    put(members(value), other, True)
    return value


@method("Set", "delete")
def _remove(value: Object, other: object) -> object:
    members(value).entries.pop(key_of(other), None)
    return value


@method("Set", "merge")
def _merge_set(value: Object, *others: object) -> object:
    for other in others:
        for each in _values(other):
            put(members(value), each, True)
    return value


def _set_text(value: Object) -> str:
    return "#<Set: {" + ", ".join(map(inspect, _keys(value))) + "}>"


TEXT["Set"] = INSPECTED["Set"] = _set_text
