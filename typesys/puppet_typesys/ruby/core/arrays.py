"""Array, besides what Enumerable has."""

from __future__ import annotations

from itertools import combinations, product

from puppet_typesys.ruby.classes import array_of, count_of, integer_of, name_of_class, refuse, string_of
from puppet_typesys.ruby.core.enumerable import NONE, elements, sorted_by, without_block
from puppet_typesys.ruby.core.matching import span_of
from puppet_typesys.ruby.equality import compare, equal, is_true, key_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Range, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.values.meter import spend, spend_text
from puppet_typesys.values.unknown import Unknown, UnknownValue

List = list[object]
NEGATIVE = "negative array size"
MAX = 200_000
"""The size of the largest Array that is made."""


def sized(values: List) -> List:
    """The Array itself, after a charge for its size."""
    spend(1 + (len(values) >> 3))
    if len(values) > MAX:
        raise Unsupported("size of", "an Array")
    return values


@yields("Array.", "new", keeps=True, result="Array")
def _new(machine: Machine, block: AnyProc | None, module: object, size: object = 0, value: object = None) -> object:
    if isinstance(size, list):
        return list(size)
    count = integer_of(size)
    if count < 0:
        refuse("ArgumentError", "negative array size")
    machine.spend(count)
    if count > MAX:
        raise Unsupported("size of", "an Array")
    return [value] * count if block is None else [machine.call(block, at) for at in range(count)]


@method("Array.", "[]", keeps=True)
def _literal(module: object, *values: object) -> object:
    return list(values)


method("Array", "to_a", "entries", "to_ary", keeps=True, result="Array")(lambda value: value)
method("Array", "length", "size", keeps=True, result="Integer")(lambda value: len(value))
method("Array", "empty?", keeps=True, result="Boolean")(lambda value: not value)
method("Array", "reverse", keeps=True, result="Array")(lambda value: value[::-1])
method("Array", "==", "eql?", result="Boolean")(lambda value, other: equal(value, other))
method("Array", "<=>")(lambda value, other: compare(value, other))


@yields("Array", "each", keeps=True, block_result="Array")
def _each(machine: Machine, block: AnyProc | None, value: List) -> object:
    if block is None:
        return without_block(value, value, "each")
    at = 0
    while at < len(value):
        machine.call(block, value[at])
        at += 1
    return value


@yields("Array", "each_index", keeps=True)
def _each_index(machine: Machine, block: AnyProc | None, value: List) -> object:
    at = 0
    body = machine.needs(block, "each_index")
    while at < len(value):
        machine.call(body, at)
        at += 1
    return value


@method("Array", "[]", "slice", keeps=True)
def _slice(value: List, at: object, length: object = NONE) -> object:
    if isinstance(at, Range) and length is NONE:
        found = span_of(at, len(value))
        return None if found is None else value[found[0] : found[1]]
    index = integer_of(at)
    index += len(value) if index < 0 else 0
    if length is NONE:
        return value[index] if 0 <= index < len(value) else None
    size = integer_of(length)
    return None if size < 0 or not 0 <= index <= len(value) else value[index : index + size]


@method("Array", "[]=", keeps=True, expected="2..3")
def _store(value: List, at: object, to: object, *rest: object) -> object:
    if rest or isinstance(at, Range):
        raise Unsupported("method", "Array#[]= of a part")
    index = integer_of(at)
    if index < -len(value):
        refuse("IndexError", f"index {index} too small for array; minimum: {-len(value)}")
    index += len(value) if index < 0 else 0
    if index > MAX:
        raise Unsupported("size of", "an Array")
    while len(value) <= index:
        spend(1)
        value.append(None)
    value[index] = to
    return to


@method("Array", "at", keeps=True)
def _at(value: List, at: object) -> object:
    return _slice(value, integer_of(at))


@yields("Array", "fetch", keeps=True)
def _fetch(machine: Machine, block: AnyProc | None, value: List, at: object, default: object = NONE) -> object:
    index = integer_of(at)
    if -len(value) <= index < len(value):
        return value[index]
    if block is not None:
        return machine.call(block, at)
    if default is NONE:
        refuse("IndexError", f"index {index} outside of array bounds: {-len(value)}...{len(value)}")
    return default


@yields("Array Hash", "dig", keeps=True)
def _dig(machine: Machine, block: AnyProc | None, value: object, key: object, *rest: object) -> object:
    if isinstance(value, list):
        key = integer_of(key)
    found = machine.send(value, "[]", [key])
    for each in rest:
        if found is None:
            return None
        if isinstance(found, Unknown):
            raise UnknownValue
        if not isinstance(found, list | Hash):
            refuse("TypeError", f"{name_of_class(found)} does not have #dig method")
        found = machine.send(found, "[]", [integer_of(each) if isinstance(found, list) else each])
    return found


@method("Array", "first", keeps=True)
def _first(value: List, count: object = NONE) -> object:
    if count is NONE:
        return value[0] if value else None
    return value[: count_of(count, NEGATIVE)]


@method("Array", "last", keeps=True)
def _last(value: List, count: object = NONE) -> object:
    if count is NONE:
        return value[-1] if value else None
    return value[max(len(value) - count_of(count, NEGATIVE), 0) :]


@method("Array", "<<", keeps=True, result="Array")
def _append(value: List, other: object) -> object:
    value.append(other)
    return sized(value)


@method("Array", "push", "append", keeps=True, result="Array")
def _push(value: List, *others: object) -> object:
    value.extend(others)
    return sized(value)


@method("Array", "unshift", "prepend", keeps=True, result="Array")
def _unshift(value: List, *others: object) -> object:
    value[:0] = others
    return sized(value)


@method("Array", "insert", keeps=True)
def _insert(value: List, at: object, *others: object) -> object:
    index = integer_of(at)
    if not -len(value) - 1 <= index <= len(value):
        raise Unsupported("method", "Array#insert")
    index += len(value) + 1 if index < 0 else 0
    value[index:index] = others
    return sized(value)


@method("Array", "pop", keeps=True)
def _pop(value: List, count: object = NONE) -> object:
    if count is NONE:
        return value.pop() if value else None
    size = max(len(value) - count_of(count, NEGATIVE), 0)
    part = value[size:]
    del value[size:]
    return part


@method("Array", "shift", keeps=True)
def _shift(value: List, count: object = NONE) -> object:
    spend(1 + (len(value) >> 4))
    if count is NONE:
        return value.pop(0) if value else None
    size = count_of(count, NEGATIVE)
    part = value[:size]
    del value[:size]
    return part


@method("Array", "+", keeps=True, result="Array")
def _add(value: List, other: object) -> object:
    return sized(value + array_of(other))


@method("Array", "concat", keeps=True, result="Array")
def _concat(value: List, *others: object) -> object:
    for each in others:
        value += list(array_of(each))
    return sized(value)


@method("Array", "-", result="Array")
def _minus(value: List, other: object) -> object:
    return _subtract(value, other)


@method("Array", "difference")
def _subtract(value: List, *others: object) -> object:
    unwanted = {key_of(each) for other in others for each in array_of(other)}
    return [each for each in value if key_of(each) not in unwanted]


@method("Array", "&", result="Array")
def _intersect(value: List, other: object) -> object:
    wanted = set(map(key_of, array_of(other)))
    found = {key_of(each): each for each in reversed(value) if key_of(each) in wanted}
    return list(reversed(found.values())) if len(found) == len(value) else _uniq([each for each in value if key_of(each) in wanted])


method("Array", "intersection")(lambda value, *others: _fold(_intersect, value, others))


@method("Array", "|", result="Array")
def _union(value: List, other: object) -> object:
    return _uniq([*value, *array_of(other)])


method("Array", "union")(lambda value, *others: _fold(_union, _uniq(value), others))


def _fold(function: object, value: List, others: tuple[object, ...]) -> object:
    for each in others:
        value = function(value, each)  # type: ignore[operator]  # a binary function
    return value


@method("Array", "intersect?")
def _intersects(value: List, other: object) -> object:
    return bool(set(map(key_of, value)) & set(map(key_of, array_of(other))))


def _uniq(values: List) -> List:
    seen: dict[object, object] = {}
    for each in values:
        seen.setdefault(key_of(each), each)
    return list(seen.values())


@method("Array", "*")
def _repeat(value: List, count: object) -> object:
    if isinstance(count, String):
        return String(joined(value, count.text))
    size = integer_of(count)
    if size < 0:
        refuse("ArgumentError", "negative argument")
    if len(value) * size > MAX:
        raise Unsupported("size of", "an Array")
    return sized(value * size)


@yields("Array Set", "join", result="String")
def _join(machine: Machine, block: AnyProc | None, value: object, separator: object = None) -> object:
    values = elements(machine, value)
    if not values:
        return String("")
    if any(isinstance(each, String) and each.binary for each in values):
        if separator is not None or not all(isinstance(each, String) for each in values):
            raise Unsupported("method", "join of binary Strings")
        return String("".join(each.text for each in values if isinstance(each, String)), binary=True)
    return String(joined(values, "" if separator is None else string_of(separator)))


def joined(values: List, separator: str, depth: int = 0) -> str:
    """The texts of all elements, those of inner Arrays included."""
    if depth > 100:
        refuse("ArgumentError", "recursive array join")
    spend(1 + (len(values) >> 1))
    parts = [joined(each, separator, depth + 1) if isinstance(each, list) else to_s(each) for each in values]
    spend_text(sum(map(len, parts)) + len(parts) * len(separator))
    return separator.join(parts)


def flattened(values: List, depth: int) -> List:
    """The elements with those of inner Arrays in place, up to a depth (negative: all)."""
    made: List = []
    for each in values:
        is_true(each)
        if isinstance(each, list) and depth != 0:
            if depth < -100:
                refuse("ArgumentError", "tried to flatten recursive array")
            made += flattened(each, depth - 1)
        else:
            made.append(each)
    return sized(made)


@method("Array", "flatten", result="Array")
def _flatten(value: List, depth: object = None) -> object:
    return flattened(value, -1 if depth is None else integer_of(depth))


@method("Array", "flatten!")
def _flatten_in_place(value: List, depth: object = None) -> object:
    had = any(isinstance(each, list) for each in value) and depth != 0
    value[:] = flattened(value, -1 if depth is None else integer_of(depth))
    return value if had else None


@method("Array", "compact", result="Array")
def _compact(value: List) -> object:
    return [each for each in value if each is not None]


@method("Array", "compact!")
def _compact_in_place(value: List) -> object:
    size = len(value)
    value[:] = [each for each in value if each is not None]
    return None if len(value) == size else value


@yields("Array", "uniq!")
def _uniq_in_place(machine: Machine, block: AnyProc | None, value: List) -> object:
    found = machine.send(value, "uniq", [], block)
    size = len(value)
    value[:] = array_of(found)
    return None if len(value) == size else value


@yields("Array", "delete")
def _delete(machine: Machine, block: AnyProc | None, value: List, other: object) -> object:
    found = [each for each in value if equal(each, other)]
    value[:] = [each for each in value if not equal(each, other)]
    return found[-1] if found else None if block is None else machine.call(block, other)


@method("Array", "delete_at", keeps=True)
def _delete_at(value: List, at: object) -> object:
    index = integer_of(at)
    return value.pop(index) if -len(value) <= index < len(value) else None


@method("Array", "slice!", keeps=True)
def _slice_out(value: List, at: object, length: object = NONE) -> object:
    if length is NONE and not isinstance(at, Range):
        return _delete_at(value, at)
    found = span_of(at, len(value)) if isinstance(at, Range) and length is NONE else None
    if length is not NONE:
        start, _ = integer_of(at), integer_of(length)
        start += len(value) if start < 0 else 0
        found = (start, start + integer_of(length)) if 0 <= start <= len(value) and integer_of(length) >= 0 else None
    if found is None:
        return None
    part = value[found[0] : found[1]]
    del value[found[0] : found[1]]
    return part


def _delete_if(machine: Machine, block: AnyProc | None, value: List) -> object:
    size = len(value)
    body = machine.needs(block, "delete_if")
    value[:] = [each for each in list(value) if not is_true(machine.call(body, each))]
    return value if len(value) != size else NONE


def _keep_if(machine: Machine, block: AnyProc | None, value: List) -> object:
    size = len(value)
    body = machine.needs(block, "keep_if")
    value[:] = [each for each in list(value) if is_true(machine.call(body, each))]
    return value if len(value) != size else NONE


def _always(function: object) -> object:
    def run(machine: Machine, block: AnyProc | None, value: List) -> object:
        function(machine, block, value)  # type: ignore[operator]  # a method of arrays
        return value

    return run


def _or_nil(function: object) -> object:
    def run(machine: Machine, block: AnyProc | None, value: List) -> object:
        return None if function(machine, block, value) is NONE else value  # type: ignore[operator]  # a method of arrays

    return run


yields("Array", "delete_if", keeps=True, block_result="Array")(_always(_delete_if))  # type: ignore[type-var]  # any method of arrays
yields("Array", "keep_if", keeps=True, block_result="Array")(_always(_keep_if))  # type: ignore[type-var]  # any method of arrays
yields("Array", "reject!", keeps=True)(_or_nil(_delete_if))  # type: ignore[type-var]  # any method of arrays
yields("Array", "select!", "filter!", keeps=True)(_or_nil(_keep_if))  # type: ignore[type-var]  # any method of arrays


@yields("Array", "map!", "collect!", keeps=True, block_result="Array")
def _map_in_place(machine: Machine, block: AnyProc | None, value: List) -> object:
    body = machine.needs(block, "map!")
    for at in range(len(value)):
        value[at] = machine.call(body, value[at])
    return value


@yields("Array", "sort!")
def _sort_in_place(machine: Machine, block: AnyProc | None, value: List) -> object:
    value[:] = sorted_by(machine, block, list(value))
    return value


@yields("Array", "sort_by!", keeps=True)
def _sort_by_in_place(machine: Machine, block: AnyProc | None, value: List) -> object:
    value[:] = array_of(machine.send(value, "sort_by", [], block))
    return value


@method("Array", "reverse!", keeps=True)
def _reverse_in_place(value: List) -> object:
    value.reverse()
    return value


@method("Array", "replace", keeps=True)
def _replace(value: List, other: object) -> object:
    value[:] = array_of(other)
    return value


@method("Array", "clear", keeps=True)
def _clear(value: List) -> object:
    value.clear()
    return value


@method("Array", "rotate", keeps=True, result="Array")
def _rotate(value: List, count: object = 1) -> object:
    by = integer_of(count)
    if not value:
        return []
    by %= len(value)
    return value[by:] + value[:by]


@method("Array", "rotate!", keeps=True)
def _rotate_in_place(value: List, count: object = 1) -> object:
    value[:] = array_of(_rotate(value, count))
    return value


@method("Array", "values_at", keeps=True, result="Array")
def _values_at(value: List, *places: object) -> object:
    if any(isinstance(each, Range) for each in places):
        raise Unsupported("method", "Array#values_at of a Range")
    return [_slice(value, each) for each in places]


@method("Array", "assoc")
def _assoc(value: List, key: object) -> object:
    return next((each for each in value if isinstance(each, list) and each and equal(each[0], key)), None)


@method("Array", "transpose", keeps=True, result="Array")
def _transpose(value: List) -> object:
    rows = [array_of(each) for each in value]
    if rows and any(len(each) != len(rows[0]) for each in rows):
        wrong = next(each for each in rows if len(each) != len(rows[0]))
        refuse("IndexError", f"element size differs ({len(wrong)} should be {len(rows[0])})")
    return [list(each) for each in zip(*rows, strict=True)]


@yields("Array", "product", keeps=True)
def _product(machine: Machine, block: AnyProc | None, value: List, *others: object) -> object:
    if block is not None:
        raise Unsupported("method", "Array#product with a block")
    lists = [value, *map(array_of, others)]
    count = 1
    for each in lists:
        count *= len(each)
    spend(count)
    if count > MAX:
        raise Unsupported("size of", "an Array")
    return [list(each) for each in product(*lists)]


@yields("Array", "combination", keeps=True)
def _combination(machine: Machine, block: AnyProc | None, value: List, size: object) -> object:
    if len(value) > 20:
        raise Unsupported("size of", "an Array")
    spend(1 << len(value))
    count = integer_of(size)
    found: List = [list(each) for each in combinations(value, count)] if count >= 0 else []
    if block is None:
        return without_block(value, found, "each")
    for each in found:
        machine.call_proc(block, [each])
    return value


@yields("Array", "rindex", keeps=True)
def _rindex(machine: Machine, block: AnyProc | None, value: List, other: object = NONE) -> object:
    if other is NONE:
        machine.needs(block, "rindex")
    for at in range(len(value) - 1, -1, -1):
        if is_true(machine.call(machine.needs(block, "rindex"), value[at])) if other is NONE else equal(value[at], other):
            return at
    return None
