"""The functions each, map, filter, reduce, any, all and index, which call a block for every element.

For most of them `break` in the block ends the iteration. Where the reference does not handle it, it is not handled here either, and the
program fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.control_flow import BreakIteration
from puppet_typesys.functions.elements import every, text_size
from puppet_typesys.functions.iterables import counted, from_start, is_true, iterator_on
from puppet_typesys.functions.iteration_types import all_type, any_type, each_type, filter_type, index_type, map_type, places, reduce_type
from puppet_typesys.functions.registry import Implementation, dispatch
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.operators.comparison.equality import eql
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Enum, Type
from puppet_typesys.types.narrow import joined, members
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import Unknown, UnknownValue

Given = Iterable[tuple[object, tuple[object, ...]]]
"""Elements, each with the arguments that the block is called with."""


def _single(call: Call, value: object) -> Given:
    return ((each, (each,)) for each in counted(call, iterator_on(call, value).cursor()))


def _double(call: Call, value: object) -> Given:
    """The elements for blocks with two parameters: key and value, or index and element."""
    iterator = iterator_on(call, value)
    if iterator.pairs:
        return ((each, each) for each in counted(call, iterator.cursor()) if isinstance(each, tuple))
    return ((each, (index, each)) for index, each in enumerate(from_start(call, iterator)))


def _ending_at_break(value: object) -> suppress:
    """A context manager that handles `break` if the value is a range or step, which end at a `break` in any function."""
    once = value.once if isinstance(value, Iterator) else not isinstance(value, tuple | str | Hash | Enum)
    return suppress(BreakIteration) if once else suppress(*())


Rule = Callable[[TypedCall, Type, int], Type]
"""What a function returns for a type of values, and a block that takes one or two arguments."""


def _enter(
    name: str, hash_2: Implementation, hash_1: Implementation, iterable_2: Implementation, iterable_1: Implementation, rule: Rule
) -> None:
    def one(call: TypedCall, type: Type) -> Type:
        return rule(call, type, 1)

    def two(call: TypedCall, type: Type) -> Type:
        return rule(call, type, 2)

    dispatch(name, "Hash $hash, Callable[2, 2] &$block", types=two)(hash_2)
    dispatch(name, "Hash $hash, Callable[1, 1] &$block", types=one)(hash_1)
    dispatch(name, "Iterable $enumerable, Callable[2, 2] &$block", types=two)(iterable_2)
    dispatch(name, "Iterable $enumerable, Callable[1, 1] &$block", types=one)(iterable_1)


# ---- each


def _each(given: Given, block: Block) -> None:
    with suppress(BreakIteration):
        for _, arguments in given:
            block.call(arguments)


def _each_1(call: Call, value: object, block: Block) -> object:
    _each(_single(call, value), block)
    return value


def _each_2(call: Call, value: object, block: Block) -> object:
    _each(_double(call, value), block)
    return value


_enter("each", _each_2, _each_1, _each_2, _each_1, each_type)


# ---- map


def _map(given: Given, block: Block) -> tuple[object, ...]:
    result: list[object] = []
    with suppress(BreakIteration):
        for _, arguments in given:
            result.append(block.call(arguments))
    return tuple(result)


def _map_1(call: Call, value: object, block: Block) -> object:
    return _map(_single(call, value), block)


def _map_2(call: Call, value: object, block: Block) -> object:
    if isinstance(value, Iterator) and value.pairs:
        return tuple(block.call(each) for each in from_start(call, value) if isinstance(each, tuple))
    return _map(_double(call, value), block)


_enter("map", _map_2, _map_1, _map_2, _map_1, map_type)


# ---- filter


def _filter_hash_2(call: Call, value: Hash, block: Block) -> object:
    return Hash(pair for pair in value.items() if is_true(block.call(pair)))


def _filter_hash_1(call: Call, value: Hash, block: Block) -> object:
    return Hash(pair for pair in value.items() if is_true(block.call((pair,))))


def _filter(given: Given, block: Block) -> list[object]:
    result: list[object] = []
    with suppress(BreakIteration):
        for element, arguments in given:
            if is_true(block.call(arguments)):
                result.append(element)
    return result


def _filter_1(call: Call, value: object, block: Block) -> object:
    return tuple(_filter(_single(call, value), block))


def _filter_2(call: Call, value: object, block: Block) -> object:
    result = _filter(_double(call, value), block)
    if isinstance(value, Iterator) and value.pairs:
        return Hash(pair for pair in result if isinstance(pair, tuple))
    return tuple(result)


_enter("filter", _filter_hash_2, _filter_hash_1, _filter_2, _filter_1, filter_type)


# ---- any and all


def _fresh_single(call: Call, value: object) -> Given:
    return ((each, (each,)) for each in from_start(call, iterator_on(call, value)))


def _fresh_double(call: Call, value: object) -> Given:
    iterator = iterator_on(call, value)
    if iterator.pairs:
        return ((each, each) for each in from_start(call, iterator) if isinstance(each, tuple))
    return ((each, (index, each)) for index, each in enumerate(from_start(call, iterator)))


def _quantified(decide: Callable[[Iterable[bool]], bool], otherwise: bool, each_of: Callable[[Call, object], Given]) -> Implementation:
    """Implement `any` or `all` for blocks of one or two parameters; `otherwise` is the result if `break` ends the iteration."""

    def quantified(call: Call, value: object, block: Block) -> object:
        with _ending_at_break(value):
            return decide(is_true(block.call(arguments)) for _, arguments in each_of(call, value))
        return otherwise

    return quantified


_any_1, _any_2 = (_quantified(any, False, each_of) for each_of in (_fresh_single, _fresh_double))
_all_1, _all_2 = (_quantified(all, True, each_of) for each_of in (_fresh_single, _fresh_double))
_enter("any", _any_2, _any_1, _any_2, _any_1, any_type)
_enter("all", _all_2, _all_1, _all_2, _all_1, all_type)


# ---- reduce


@dispatch("reduce", "Iterable $enumerable, Callable[2, 2] &$block", types=reduce_type)
def _reduce(call: Call, value: object, block: Block) -> object:
    elements = iter(from_start(call, iterator_on(call, value)))
    return _reduced(elements, next(elements, None), block)


@dispatch("reduce", "Iterable $enumerable, Any $memo, Callable[2, 2] &$block", types=reduce_type)
def _reduce_with_memo(call: Call, value: object, memo: object, block: Block) -> object:
    return _reduced(from_start(call, iterator_on(call, value)), memo, block)


def _reduced(elements: Iterable[object], memo: object, block: Block) -> object:
    with suppress(BreakIteration):
        for element in elements:
            memo = block.call((memo, element))
    return memo


# ---- index


def _index_hash_2(call: Call, value: Hash, block: Block) -> object:
    return next((pair[0] for pair in value.items() if is_true(block.call(pair))), None)


def _index_hash_1(call: Call, value: Hash, block: Block) -> object:
    return next((key for key, each in value.items() if is_true(block.call((each,)))), None)


def _index_2(call: Call, value: object, block: Block) -> object:
    iterator = iterator_on(call, value)
    if iterator.pairs:
        with suppress(BreakIteration):
            return next(
                (each[0] for each in counted(call, iterator.cursor()) if isinstance(each, tuple) and is_true(block.call(each))), None
            )
        return None
    with _ending_at_break(value):
        return next((index for index, each in enumerate(from_start(call, iterator)) if is_true(block.call((index, each)))), None)
    return None


def _index_1(call: Call, value: object, block: Block) -> object:
    iterator = iterator_on(call, value)
    if iterator.pairs:
        with suppress(BreakIteration):
            pairs = (each for each in counted(call, iterator.cursor()) if isinstance(each, tuple))
            return next((key for key, each in pairs if is_true(block.call((each,)))), None)
        return None
    with _ending_at_break(value):
        return next((index for index, each in enumerate(from_start(call, iterator)) if is_true(block.call((each,)))), None)
    return None


_enter("index", _index_hash_2, _index_hash_1, _index_2, _index_1, index_type)


def _index_in_string_type(call: TypedCall, text: Type, match: Type) -> Type:
    return model.Optional(joined(model.Integer(0, text_size(each).high) for each in members(text)))


@dispatch("index", "String $str, Variant[String, Regexp] $match", types=_index_in_string_type)
def _index_in_string(call: Call, text: str, wanted: object) -> object:
    if isinstance(wanted, str):
        at = text.find(wanted)
        return None if at < 0 else at
    assert isinstance(wanted, Regexp)
    found = wanted.match(text)
    return None if found is None else found.start


def _index_of_value_type(call: TypedCall, type: Type, match: Type) -> Type:
    return joined([model.UNDEF, *(places(found) for _, found in every(type))])


@dispatch("index", "Iterable $enumerable, Any $match", types=_index_of_value_type)
def _index_of_value(call: Call, value: object, wanted: object) -> object:
    iterator = iterator_on(call, value)
    if iterator.pairs:
        pairs = (each for each in counted(call, iterator.cursor()) if isinstance(each, tuple))
        return next((key for key, each in pairs if _same(each, wanted)), None)
    return next((index for index, each in enumerate(from_start(call, iterator)) if _same(each, wanted)), None)


def _same(one: object, other: object) -> bool:
    if isinstance(one, Unknown) or isinstance(other, Unknown):
        raise UnknownValue
    return eql(one, other)
