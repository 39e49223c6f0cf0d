"""The functions reverse_each and step, which return a sequence, or iterate over it if there is a block."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.control_flow import BreakIteration
from puppet_typesys.functions.elements import every, passed, together
from puppet_typesys.functions.iterables import counted, iterator_on, reversed_iterator, stepped
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import ANY, Type
from puppet_typesys.types.narrow import joined
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.unknown import Unknown, contains_unknown


def _run(call: Call, elements: Iterable[object], block: Block) -> None:
    with suppress(BreakIteration):
        for each in counted(call, elements):
            block.call((each,))


def _unknown(iterator: Iterator) -> Unknown:
    return Unknown(model.Iterator(iterator.element if isinstance(iterator.element, Type) else None))


def _iterator_type(call: TypedCall, type: Type, *step: Type) -> Type:
    """An Iterator over the same elements; what it is of an iterator over a tree has no type."""
    return joined(ANY if found.pairs is None else model.Iterator(None if found.high == 0 else found.element) for _, found in every(type))


def _run_type(call: TypedCall, type: Type, *step: Type) -> Type:
    found = together(type)
    for given in passed(call, found, 1) if found is not None else ():
        call.block(*given)
    return model.UNDEF


@dispatch("reverse_each", "Iterable $iterable", types=_iterator_type)
def _reverse_each(call: Call, value: object) -> object:
    iterator = iterator_on(call, value, typed=True)
    return _unknown(iterator) if contains_unknown(value) else reversed_iterator(call, iterator)


@dispatch("reverse_each", "Iterable $iterable, Callable[1, 1] &$block", types=_run_type)
def _reverse_each_block(call: Call, value: object, block: Block) -> None:
    _run(call, reversed_iterator(call, iterator_on(call, value)).cursor(), block)


@dispatch("step", "Iterable $iterable, Integer[1] $step", types=_iterator_type)
def _step(call: Call, value: object, step: int) -> object:
    iterator = iterator_on(call, value, typed=True)
    return _unknown(iterator) if contains_unknown(value) else stepped(call, iterator, step)


@dispatch("step", "Iterable $iterable, Integer[1] $step, Callable[1, 1] &$block", types=_run_type)
def _step_block(call: Call, value: object, step: int, block: Block) -> None:
    _run(call, stepped(call, iterator_on(call, value), step).cursor(), block)
