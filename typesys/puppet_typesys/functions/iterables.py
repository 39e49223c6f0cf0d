"""Iteration over values, as `each`, `map` and the like do it, and the sequences of `reverse_each`, `step` and `tree_each`."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Iterator as PythonIterator
from itertools import islice
from sys import maxsize

from puppet_typesys.functions.call import Call
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.iterate import DEFAULT_PAIR
from puppet_typesys.types.model import KEY_PAIR_SIZE, Tuple, Type, variant_of
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.unknown import Unknown, UnknownValue


class TreeIterator(Iterator):
    """The sequence of `tree_each`, which the reference can only iterate forward, and once."""

    __slots__ = ()


def iterator_on(call: Call, value: object, *, typed: bool = False) -> Iterator:
    """A value as a sequence. The element type is inferred only if `typed`, because that takes time."""
    match value:
        case Iterator():
            return value
        case tuple():
            return Iterator(_element(value) if typed else None, lambda: value, lambda: reversed(value), size=len(value))
        case Hash():
            items = tuple(value.items())
            element = _pair(value) if typed else None
            return Iterator(element, lambda: items, lambda: reversed(items), size=len(items), pairs=True)
        case str():
            return Iterator(model.CHARACTER, lambda: value, lambda: reversed(value), size=len(value))
        case bool():
            pass
        case int() if value == 0:
            return Iterator(model.UNIT, tuple, tuple, size=0)
        case int() if value > 0:
            return integers(0, value - 1)
        case model.Integer() if value.low is not None and value.high is not None:
            return integers(value.low, value.high)
        case model.Enum():
            values = value.values
            return Iterator(value, lambda: values, lambda: reversed(values), size=len(values))
        case model.TypeAlias():
            return iterator_on(call, value.target, typed=typed)
        case Unknown():
            raise UnknownValue
    raise ArgumentError(f"{call.name}(): wrong argument type ({_class_name(value)}; is not Iterable.")


def _class_name(value: object) -> str:
    return "Integer" if isinstance(value, int) else value.__class__.__name__


def _element(value: tuple[object, ...]) -> Type:
    return variant_of(list(map(infer_set, value))) if value else model.UNIT


def _pair(value: Hash) -> Type:
    if not len(value):
        return DEFAULT_PAIR
    # The reference keeps equal types here: two keys make `Variant[String, String]`.
    return Tuple((_several(value.keys()), _several(value.values())), KEY_PAIR_SIZE)


def _several(values: list[object]) -> Type:
    types = tuple(map(infer_set, values))
    return types[0] if len(types) == 1 else variant_of(list(types))


def integers(low: int, high: int, step: int = 1) -> Iterator:
    """The integers of a range, descending if `step` is negative."""

    def numbers(by: int) -> Iterable[object]:
        return range(low, high + 1, by) if by > 0 else range(high, low - 1, by)

    return Iterator(model.Integer(low, high), lambda: numbers(step), lambda: numbers(-step), size=(high - low) // abs(step), once=True)


def reversed_iterator(call: Call, iterator: Iterator) -> Iterator:
    """The sequence in reverse order."""
    match iterator:
        case TreeIterator():
            return Iterator(model.ANY, lambda: _reversed(call, iterator), lambda: iterator.cursor())
        case Iterator(once=True, element=model.Integer() as range_) if isinstance(first := next(iter(iterator.forward()), None), int):
            ahead = list(islice(iter(iterator.forward()), 2))
            step = ahead[1] - first if len(ahead) > 1 and isinstance(ahead[1], int) else 1 if first == range_.low else -1
            assert range_.low is not None and range_.high is not None
            return integers(range_.low, range_.high, -step)
        case Iterator(once=True):
            return Iterator(iterator.element, lambda: _reversed(call, iterator), lambda: iterator.cursor())
    return Iterator(iterator.element, iterator.backward, iterator.forward, size=iterator.size)


def _reversed(call: Call, iterator: Iterator) -> Iterable[object]:
    return reversed(list(counted(call, iterator.cursor())))


def stepped(call: Call, iterator: Iterator, step: int) -> Iterator:
    """Every `step`-th element of a sequence."""
    if step == 1:
        return iterator
    if iterator.once and isinstance(iterator.element, model.Integer) and not isinstance(iterator, TreeIterator):
        return _stepped_range(iterator, iterator.element, step)
    element = model.ANY if isinstance(iterator, TreeIterator) else iterator.element

    def forward() -> Iterable[object]:
        return islice(iterator.cursor(), 0, None, min(step, maxsize))

    size = None if iterator.size is None else iterator.size // step
    return Iterator(element, forward, lambda: reversed(list(counted(call, forward()))), size=size, once=True)


def _stepped_range(iterator: Iterator, range_: model.Integer, step: int) -> Iterator:
    assert range_.low is not None and range_.high is not None
    first = list(islice(iter(iterator.forward()), 2))
    own = 1
    if len(first) == 2 and isinstance(first[0], int) and isinstance(first[1], int):
        own = first[1] - first[0]
    by = own * step
    rest = (range_.high - range_.low) % by
    if rest < 0:
        return integers(range_.low - rest, range_.high, by)
    return integers(range_.low, range_.high - rest, by)


def counted(call: Call, elements: Iterable[object]) -> PythonIterator[object]:
    """The elements, each of which is charged to the budget as a step."""
    for element in elements:
        call.spend(1)
        yield element


def from_start(call: Call, iterator: Iterator) -> PythonIterator[object]:
    """Iterate from the start; raises an error for sequences that the reference can only iterate once."""
    if isinstance(iterator, TreeIterator):
        raise InternalError(f"{call.name}() cannot walk over a tree iterator in this way")
    return counted(call, iterator)


def is_true(value: object) -> bool:
    """Whether the result of a block is truthy."""
    if isinstance(value, Unknown):
        raise UnknownValue
    return value is not None and value is not False


def arity(block: Block) -> int:
    """The number of parameters of a block; negative if some are optional."""
    parameters = block.type.parameters
    if parameters is None:
        return -1
    size = parameters.size
    if size is None:
        return len(parameters.types)
    return size.low if size.low is not None and size.low == size.high else -1
