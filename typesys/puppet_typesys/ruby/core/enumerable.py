"""Enumerable: what Arrays, Hashes, Ranges, Sets and Enumerators share, over a list of their elements."""

from __future__ import annotations

import math
from functools import cmp_to_key
from itertools import pairwise

from puppet_typesys.ruby.classes import CLASSES, array_of, count_of, described, integer_of, name_of_class, refuse
from puppet_typesys.ruby.equality import equal, incomparable, is_true, key_of, ordered
from puppet_typesys.ruby.machine import Machine, case_matches
from puppet_typesys.ruby.native import MANY, SELF, method, yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Object, Raised, Range, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import UNSAID, inspect, to_s
from puppet_typesys.values.meter import spend

ALL = "Array Hash Range Set Enumerator"
NONE = object()


def elements(machine: Machine, value: object) -> list[object]:
    """The elements: pairs for a Hash."""
    if isinstance(value, list):
        return value
    if isinstance(value, Hash):
        spend(len(value) >> 1)
        return [[key, each] for key, each in value.items()]
    if isinstance(value, Range) and (value.low is None or value.high in (None, math.inf) or isinstance(value.low, float)):
        # Most methods stop where they know the result, some do not end, and others refuse such a Range: each in its own way.
        raise Unsupported("method", "Enumerable of an endless Range")
    found = machine.send(value, "to_a", [])
    return array_of(found)


def put(target: Hash, key: object, value: object) -> None:
    """Add an entry; a String that is a key is frozen."""
    at = key_of(key)
    known = target.entries.get(at)
    if known is not None:
        target.entries[at] = (known[0], value)
        return
    if isinstance(key, String) and not key.frozen:
        key = String(key.text, True, key.binary)
    target.entries[at] = (key, value)


def enumerator(values: list[object]) -> Object:
    """An Enumerator over a list."""
    return Object(CLASSES["Enumerator"], values)


method("Enumerator", "to_a", "entries", keeps=True, more=MANY)(lambda value: list(value.held))
method("Enumerator", "size", keeps=True)(lambda value: len(value.held))


@yields("Enumerator", "each_with_index", keeps=True)
def _each_with_index_of(machine: Machine, block: AnyProc | None, value: Object) -> object:
    return _with_index(machine, block, value)


@yields("Enumerator", "with_index", keeps=True)
def _with_index(machine: Machine, block: AnyProc | None, value: Object, offset: object = 0) -> object:
    values, first = array_of(value.held), 0 if offset is None else integer_of(offset)
    if block is None:
        made = enumerator([[each, at] for at, each in enumerate(values, first)])
        if value.state.get("method") in ("each", "map"):
            made.state.update(value.state)
        return made
    results = []
    for at, each in enumerate(values, first):
        results.append(machine.call(block, each, at))
    return _finish(value, results)


def _finish(value: Object, results: list[object]) -> object:
    kind = value.state.get("method")
    if kind == "map":
        return results
    if kind == "select":
        return [each for each, keep in zip(value.holding(list), results, strict=True) if is_true(keep)]
    if kind == "each" and "origin" in value.state:
        return value.state["origin"]
    raise Unsupported("Enumerator of", str(kind))


def without_block(value: object, values: list[object], kind: str) -> Object:
    """The Enumerator of a call without a block."""
    made = enumerator(list(values))
    made.state.update(method=kind, origin=value)
    return made


@yields("Array Hash Range Set", "to_enum", "enum_for", keeps=True, more=MANY)
def _to_enum(machine: Machine, block: AnyProc | None, value: object, *given: object) -> object:
    if block is not None or (given and not (len(given) == 1 and to_s(given[0]) == "each")):
        raise Unsupported("method", "to_enum")
    return without_block(value, elements(machine, value), "each")


@yields("Enumerator", "each", keeps=True, more=MANY)
def _each_of(machine: Machine, block: AnyProc | None, value: Object) -> object:
    if block is None:
        return value
    return _finish(value, [machine.call(block, each) for each in list(elements(machine, value))])


@yields("Range Set Enumerator", "each_entry", keeps=True, more=MANY)
@yields("Range Set", "each", keeps=True)
def _each(machine: Machine, block: AnyProc | None, value: object) -> object:
    values = elements(machine, value)
    if block is None:
        return without_block(value, values, "each")
    for each in list(values):
        machine.call(block, each)
    return value


@yields(ALL, "map", "collect", keeps=True, block_result="Array")
def _map(machine: Machine, block: AnyProc | None, value: object) -> object:
    values = elements(machine, value)
    if block is None:
        return without_block(value, values, "map")
    return [machine.call(block, each) for each in list(values)]


@yields(ALL, "flat_map", "collect_concat", keeps=True, block_result="Array")
def _flat_map(machine: Machine, block: AnyProc | None, value: object) -> object:
    made: list[object] = []
    body = machine.needs(block, "flat_map")
    for each in list(elements(machine, value)):
        found = machine.call(body, each)
        is_true(found)
        made += found if isinstance(found, list) else [found]
    return made


@yields("Array Hash Range Set", "each_with_index", keeps=True, more=MANY, block_result=SELF)
def _each_with_index(machine: Machine, block: AnyProc | None, value: object) -> object:
    values = list(elements(machine, value))
    if block is None:
        return without_block(value, [[each, at] for at, each in enumerate(values)], "each")
    for at, each in enumerate(values):
        machine.call(block, each, at)
    return value


@yields("Enumerator", "with_object", keeps=True)
@yields(ALL, "each_with_object", keeps=True)
def _each_with_object(machine: Machine, block: AnyProc | None, value: object, memo: object) -> object:
    body = machine.needs(block, "each_with_object")
    for each in list(elements(machine, value)):
        machine.call(body, each, memo)
    return memo


@yields("Array Range Set Enumerator", "select", "filter", keeps=True, block_result="Array")
def _select(machine: Machine, block: AnyProc | None, value: object) -> object:
    if block is None:
        return without_block(value, elements(machine, value), "select")
    return [each for each in list(elements(machine, value)) if is_true(machine.call(block, each))]


@yields(ALL, "find_all", keeps=True)
def _find_all(machine: Machine, block: AnyProc | None, value: object) -> object:
    return _select(machine, machine.needs(block, "find_all"), value)


@yields("Array Range Set Enumerator", "reject", keeps=True, block_result="Array")
def _reject(machine: Machine, block: AnyProc | None, value: object) -> object:
    body = machine.needs(block, "reject")
    return [each for each in list(elements(machine, value)) if not is_true(machine.call(body, each))]


@yields(ALL, "filter_map", keeps=True, block_result="Array")
def _filter_map(machine: Machine, block: AnyProc | None, value: object) -> object:
    body = machine.needs(block, "filter_map")
    results = [machine.call(body, each) for each in list(elements(machine, value))]
    return [each for each in results if is_true(each)]


@yields(ALL, "partition", keeps=True, block_result="Array")
def _partition(machine: Machine, block: AnyProc | None, value: object) -> object:
    yes: list[object] = []
    no: list[object] = []
    body = machine.needs(block, "partition")
    for each in list(elements(machine, value)):
        (yes if is_true(machine.call(body, each)) else no).append(each)
    return [yes, no]


@yields(ALL, "find", "detect", keeps=True, more=1)
def _find(machine: Machine, block: AnyProc | None, value: object) -> object:
    body = machine.needs(block, "find")
    for each in list(elements(machine, value)):
        if is_true(machine.call(body, each)):
            return each
    return None


@yields("Hash Range Set Enumerator", "find_index", keeps=True, expected="1")
def _find_index(machine: Machine, block: AnyProc | None, value: object, other: object = NONE) -> object:
    if other is NONE:
        machine.needs(block, "find_index")
    for at, each in enumerate(list(elements(machine, value))):
        if is_true(machine.call(machine.needs(block, "index"), each)) if other is NONE else equal(each, other):
            return at
    return None


yields("Array", "index", "find_index", keeps=True)(_find_index)


def _holds(machine: Machine, block: AnyProc | None, pattern: object, value: object) -> bool:
    if pattern is not NONE:
        return case_matches(machine, pattern, value)
    return is_true(value if block is None else machine.call(block, value))


@yields(ALL, "any?", keeps=True, result="Boolean", block_result="Boolean")
def _any(machine: Machine, block: AnyProc | None, value: object, pattern: object = NONE) -> object:
    return any(_holds(machine, block, pattern, each) for each in list(elements(machine, value)))


@yields(ALL, "all?", keeps=True, result="Boolean", block_result="Boolean")
def _all(machine: Machine, block: AnyProc | None, value: object, pattern: object = NONE) -> object:
    return all(_holds(machine, block, pattern, each) for each in list(elements(machine, value)))


@yields(ALL, "none?", keeps=True, result="Boolean", block_result="Boolean")
def _none(machine: Machine, block: AnyProc | None, value: object, pattern: object = NONE) -> object:
    return not any(_holds(machine, block, pattern, each) for each in list(elements(machine, value)))


@yields(ALL, "one?", keeps=True, result="Boolean", block_result="Boolean")
def _one(machine: Machine, block: AnyProc | None, value: object, pattern: object = NONE) -> object:
    count = 0
    for each in list(elements(machine, value)):
        count += _holds(machine, block, pattern, each)
        if count > 1:
            return False
    return count == 1


@yields("Array Enumerator", "include?", "member?", result="Boolean")
def _includes(machine: Machine, block: AnyProc | None, value: object, other: object) -> object:
    return any(equal(each, other) for each in elements(machine, value))


@yields("Hash Range Set Enumerator", "count", keeps=True, expected="1", result="Integer", block_result="Integer")
def _count(machine: Machine, block: AnyProc | None, value: object, other: object = NONE) -> object:
    values = list(elements(machine, value))
    if other is not NONE:
        return sum(equal(each, other) for each in values)
    return len(values) if block is None else sum(is_true(machine.call(block, each)) for each in values)


yields("Array", "count", keeps=True, result="Integer", block_result="Integer")(_count)


@yields(ALL, "inject", "reduce", keeps=True, more=MANY)
def _inject(machine: Machine, block: AnyProc | None, value: object, first: object = NONE, name: object = NONE) -> object:
    values = list(elements(machine, value))
    if name is not NONE:
        block = None
    if block is None:
        symbol = name if name is not NONE else first
        initial = first if name is not NONE else NONE
        if symbol is NONE:
            raise Unsupported("method", "inject")
        if not isinstance(symbol, Symbol | String):
            if not values:
                raise Unsupported("method", "inject")
            refuse("TypeError", f"{inspect(symbol)} is not a symbol nor a string")
        word = symbol.name if isinstance(symbol, Symbol) else symbol.text

        def step(memo: object, each: object) -> object:
            return machine.send(memo, word, [each])
    else:
        initial, body = first, block

        def step(memo: object, each: object) -> object:
            return machine.call(body, memo, each)

    if initial is NONE:
        if not values:
            return None
        initial, *values = values
    for each in values:
        initial = step(initial, each)
    return initial


@yields(ALL, "sum")
def _sum(machine: Machine, block: AnyProc | None, value: object, first: object = 0) -> object:
    if not isinstance(first, int | float | String | list):
        raise Unsupported("method", "sum of other values")
    if isinstance(value, Range) and (not isinstance(first, int) or isinstance(first, bool)):
        raise Unsupported("method", "Range#sum")
    total: object = first
    has_float = isinstance(first, float)
    for each in list(elements(machine, value)):
        found = each if block is None else machine.call(block, each)
        has_float = has_float or isinstance(found, float)
        total = machine.send(total, "+", [found])
    if has_float:
        raise Unsupported("method", "sum of Floats")
    return total


@yields(ALL, "sort", result="Array", block_result="Array")
def _sort(machine: Machine, block: AnyProc | None, value: object) -> object:
    return sorted_by(machine, block, list(elements(machine, value)))


def sorted_by(machine: Machine, block: AnyProc | None, values: list[object]) -> list[object]:
    """The values in order. Equal ones may be in any order in the runtime, which is a matter only if they can be told apart."""
    spend(len(values) * 2)
    if block is None:
        return _in_order(values)
    body = block

    def order(left: object, right: object) -> int:
        found = machine.call(body, left, right)
        if found is None:
            # Which two values the runtime names depends on its way of sorting.
            raise incomparable(left, right) if len(values) == 2 else Raised(Object(CLASSES["ArgumentError"], UNSAID))
        return order_of(found, left, right)

    made = sorted(values, key=cmp_to_key(order))
    if any(order(left, right) != -order(right, left) for left, right in pairwise(made)):
        raise Unsupported("order of", "a block without one")
    _check_ties(made, [order(left, right) == 0 for left, right in pairwise(made)])
    return made


def _in_order(values: list[object]) -> list[object]:
    if len(values) == 2:
        ordered(values[0], values[1])
    try:
        return sorted(values, key=cmp_to_key(ordered))
    except Raised:
        # Which two values the runtime names depends on its way of sorting.
        raise Raised(Object(CLASSES["ArgumentError"], UNSAID)) from None


def _check_ties(values: list[object], ties: list[bool]) -> None:
    """Refuse an order that the runtime's unstable sort may not give."""
    for at, tie in enumerate(ties):
        if tie and key_of(values[at]) != key_of(values[at + 1]):
            raise Unsupported("order of", "equal keys")


def _order_of_keys(left: tuple[object, object], right: tuple[object, object]) -> int:
    return ordered(left[0], right[0])


@yields(ALL, "sort_by", keeps=True, block_result="Array")
def _sort_by(machine: Machine, block: AnyProc | None, value: object) -> object:
    body = machine.needs(block, "sort_by")
    pairs = [(machine.call(body, each), each) for each in list(elements(machine, value))]
    spend(len(pairs) * 2)
    try:
        pairs.sort(key=cmp_to_key(_order_of_keys))
    except Raised:
        raise Raised(Object(CLASSES["ArgumentError"], UNSAID)) from None
    values = [each for _, each in pairs]
    _check_ties(values, [_order_of_keys(left, right) == 0 for left, right in pairwise(pairs)])
    return values


def _extreme(machine: Machine, block: AnyProc | None, values: list[object], sign: int, by: bool, of_array: bool = True) -> object:
    best: object = None
    best_key: object = NONE
    for each in values:
        key = machine.call(machine.needs(block, "min_by"), each) if by else each
        if best_key is NONE:
            best, best_key = each, key
            continue
        if block is not None and not by:
            order = order_of(machine.call(block, each, best), each, best)
        else:
            order = ordered(key, best_key) if by or not of_array else -ordered(best_key, key)
        if order * sign > 0:
            best, best_key = each, key
    return best


def order_of(found: object, left: object, right: object) -> int:
    """The order that a block gives; raises ArgumentError if it gives none."""
    if found is None:
        raise incomparable(left, right)
    if not isinstance(found, int | float) or isinstance(found, bool):
        raise Unsupported("order of", "another value")
    return (found > 0) - (found < 0)


def _enter_extremes(name: str, sign: int) -> None:
    def plain(machine: Machine, block: AnyProc | None, value: object, count: object = None) -> object:
        if count is not None:
            if integer_of(count) < 0:
                refuse("ArgumentError", f"negative size ({integer_of(count)})")
            if block is not None:
                raise Unsupported("method", "min and max of a number with a block")
            values = sorted_by(machine, block, list(elements(machine, value)))
            return (values[::-1] if sign > 0 else values)[: integer_of(count)]
        return _extreme(machine, block, list(elements(machine, value)), sign, False, isinstance(value, list))

    def by(machine: Machine, block: AnyProc | None, value: object) -> object:
        machine.needs(block, f"{name}_by")
        return _extreme(machine, block, list(elements(machine, value)), sign, True)

    yields("Array Hash Set Enumerator", name)(plain)
    yields(ALL, f"{name}_by", keeps=True, more=1)(by)


_enter_extremes("max", 1)
_enter_extremes("min", -1)


@yields(ALL, "minmax")
def _minmax(machine: Machine, block: AnyProc | None, value: object) -> object:
    values = list(elements(machine, value))
    if block is not None:
        raise Unsupported("method", "minmax with a block")
    if isinstance(value, list):
        return [_extreme(machine, block, values, -1, False), _extreme(machine, block, values, 1, False)]
    ordering = _in_order(values)
    return [ordering[0], ordering[-1]] if ordering else [None, None]


@yields(ALL, "group_by", keeps=True, block_result="Hash")
def _group_by(machine: Machine, block: AnyProc | None, value: object) -> object:
    made = Hash()
    body = machine.needs(block, "group_by")
    for each in list(elements(machine, value)):
        key = machine.call(body, each)
        at = key_of(key)
        if at not in made.entries:
            put(made, key, [])
        array_of(made.entries[at][1]).append(each)
    return made


@yields(ALL, "tally", more=1, result="Hash")
def _tally(machine: Machine, block: AnyProc | None, value: object) -> object:
    made = Hash()
    for each in elements(machine, value):
        known = made.entries.get(key_of(each))
        put(made, each, 1 + (integer_of(known[1]) if known is not None else 0))
    return made


@yields("Range Set Enumerator", "to_h", more=MANY)
@yields("Array", "to_h", result="Hash", block_result="Hash")
def _to_h(machine: Machine, block: AnyProc | None, value: object) -> object:
    made = Hash()
    in_array = isinstance(value, list)
    for at, each in enumerate(list(elements(machine, value))):
        pair = each if block is None else machine.call(block, each)
        if not isinstance(pair, list):
            is_true(pair)

            known = f"{name_of_class(pair)} at {at}" if in_array else described(pair)
            refuse("TypeError", f"wrong element type {known} (expected array)")
        if len(pair) != 2:
            what = f"wrong array length at {at}" if in_array else "element has wrong array length"
            refuse("ArgumentError", f"{what} (expected 2, was {len(pair)})")
        put(made, pair[0], pair[1])
    return made


@yields(ALL, "each_slice", keeps=True)
def _each_slice(machine: Machine, block: AnyProc | None, value: object, count: object) -> object:
    size = integer_of(count)
    if size <= 0:
        refuse("ArgumentError", "invalid slice size")
    values = list(elements(machine, value))
    slices: list[object] = [values[at : at + size] for at in range(0, len(values), size)]
    if block is None:
        return without_block(value, slices, "each")
    for each in slices:
        machine.call(block, each)
    return value


@yields(ALL, "each_cons", keeps=True)
def _each_cons(machine: Machine, block: AnyProc | None, value: object, count: object) -> object:
    size = integer_of(count)
    if size <= 0:
        refuse("ArgumentError", "invalid size")
    values = list(elements(machine, value))
    slices: list[object] = [values[at : at + size] for at in range(len(values) - size + 1)]
    machine.spend(len(slices) * size)
    if block is None:
        return without_block(value, slices, "each")
    for each in slices:
        machine.call(block, each)
    return value


@yields(ALL, "grep")
def _grep(machine: Machine, block: AnyProc | None, value: object, pattern: object) -> object:
    found = [each for each in list(elements(machine, value)) if case_matches(machine, pattern, each)]
    return found if block is None else [machine.call(block, each) for each in found]


@yields(ALL, "grep_v")
def _grep_v(machine: Machine, block: AnyProc | None, value: object, pattern: object) -> object:
    found = [each for each in list(elements(machine, value)) if not case_matches(machine, pattern, each)]
    return found if block is None else [machine.call(block, each) for each in found]


@yields("Set Enumerator Hash", "first", keeps=True)
def _first(machine: Machine, block: AnyProc | None, value: object, count: object = NONE) -> object:
    values = elements(machine, value)
    if count is NONE:
        return values[0] if values else None
    return values[: count_of(count, "attempt to take negative size")]


@yields(ALL, "take", keeps=True, result="Array")
def _take(machine: Machine, block: AnyProc | None, value: object, count: object) -> object:
    size = count_of(count, "attempt to take negative size")
    return elements(machine, value)[:size]


@yields(ALL, "drop", keeps=True, result="Array")
def _drop(machine: Machine, block: AnyProc | None, value: object, count: object) -> object:
    size = count_of(count, "attempt to drop negative size")
    return elements(machine, value)[size:]


@yields(ALL, "take_while", keeps=True, block_result="Array")
def _take_while(machine: Machine, block: AnyProc | None, value: object) -> object:
    made: list[object] = []
    body = machine.needs(block, "take_while")
    for each in list(elements(machine, value)):
        if not is_true(machine.call(body, each)):
            break
        made.append(each)
    return made


@yields(ALL, "drop_while", keeps=True, block_result="Array")
def _drop_while(machine: Machine, block: AnyProc | None, value: object) -> object:
    values = list(elements(machine, value))
    body = machine.needs(block, "drop_while")
    for at, each in enumerate(values):
        if not is_true(machine.call(body, each)):
            return values[at:]
    return []


@yields(ALL, "zip", keeps=True, result="Array")
def _zip(machine: Machine, block: AnyProc | None, value: object, *others: object) -> object:
    allowed = list if isinstance(value, list) else list | Hash
    if not all(isinstance(each, allowed) for each in others) or (isinstance(value, list) and block is not None and not others):
        raise Unsupported("arguments of", "zip")
    lists = [elements(machine, each) for each in others]
    made: list[object] = [
        [each, *(other[at] if at < len(other) else None for other in lists)] for at, each in enumerate(elements(machine, value))
    ]
    spend(len(made))
    if block is None:
        return made
    for pair in made:
        machine.call_proc(block, [pair] if others else array_of(pair))
    return None


@yields("Array Range Enumerator Hash", "uniq", keeps=True, result="Array", block_result="Array")
def _uniq(machine: Machine, block: AnyProc | None, value: object) -> object:
    seen: dict[object, object] = {}
    for each in list(elements(machine, value)):
        seen.setdefault(key_of(each if block is None else machine.call(block, each)), each)
    return list(seen.values())


@yields("Array Range Enumerator Hash", "to_set", more=MANY)
def _to_set(machine: Machine, block: AnyProc | None, value: object) -> object:
    made = Hash()
    for each in list(elements(machine, value)):
        put(made, each if block is None else machine.call(block, each), True)
    return Object(CLASSES["Set"], made)


@yields("Range Set Enumerator", "reverse_each", keeps=True, more=MANY)
@yields("Array", "reverse_each", keeps=True)
def _reverse_each(machine: Machine, block: AnyProc | None, value: object) -> object:
    values = elements(machine, value)[::-1]
    if block is None:
        return without_block(value, values, "each")
    for each in values:
        machine.call(block, each)
    return value


@yields("Set Hash", "entries", keeps=True)
def _entries(machine: Machine, block: AnyProc | None, value: object) -> object:
    return list(elements(machine, value))
