"""The function tree_each, which iterates over all values inside a value."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterator as PythonIterator
from contextlib import suppress

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.control_flow import BreakIteration
from puppet_typesys.functions.iterables import TreeIterator
from puppet_typesys.functions.registry import dispatch, local_type
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Instance, Object
from puppet_typesys.types.relate import is_assignable, is_instance
from puppet_typesys.types.show import show
from puppet_typesys.types.walk import PARTS
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import UnknownValue, contains_unknown

local_type(
    "OptionsType",
    "Struct[{'container_type' => Optional[Type], 'include_root' => Optional[Boolean], 'include_containers' => Optional[Boolean], "
    "'include_values' => Optional[Boolean], 'order' => Optional[Enum['depth_first', 'breadth_first']], "
    "'include_refs' => Optional[Boolean]}]",
)
TREE = "Variant[Iterator, Array, Hash, Object] $tree, OptionsType $options = {}"
CONTAINERS = model.Variant((model.Array(), model.Hash(), Object()))
Level = tuple[tuple[object, ...], PythonIterator[tuple[object, object]]]
"""A path, and an iterator over what remains below it."""


def _known(tree: object) -> None:
    """Raise UnknownValue if a value contains unknown parts, because it cannot be traversed."""
    if contains_unknown(tree):
        raise UnknownValue


def _tree_type(call: TypedCall, tree: Type, *options: Type) -> Type:
    """The argument; the block gets a path and a value."""
    call.block(*(model.ARRAY, model.ANY)[-max(call.arity or 0, 1) :])
    return tree


@dispatch("tree_each", TREE + ", Callable[2, 2] &$block", types=_tree_type)
def _tree_each_2(call: Call, tree: object, *rest: object) -> object:
    _known(tree)
    options, block = _options(rest[:-1]), rest[-1]
    assert isinstance(block, Block)
    with suppress(BreakIteration):
        for path, value in _Tree(options).walk(tree):
            call.spend(1)
            block.call((path, value))
    return tree


@dispatch("tree_each", TREE + ", Callable[1, 1] &$block", types=_tree_type)
def _tree_each_1(call: Call, tree: object, *rest: object) -> object:
    _known(tree)
    options, block = _options(rest[:-1]), rest[-1]
    assert isinstance(block, Block)
    with suppress(BreakIteration):
        for _, value in _Tree(options).walk(tree):
            call.spend(1)
            block.call((value,))
    return tree


@dispatch("tree_each", TREE, types="Any")
def _tree_each(call: Call, tree: object, *rest: object) -> object:
    _known(tree)
    options = _options(rest)
    walker = _Tree(options)
    order = "Breadth" if options.get("order") == "breadth_first" else "Depth"
    kind = model.Runtime("ruby", f"Puppet::Pops::Types::Iterable::{order}FirstTreeIterator")
    return TreeIterator(kind, lambda: walker.walk(tree), tuple, once=True)


def _options(given: tuple[object, ...]) -> Hash:
    return given[0] if given and isinstance(given[0], Hash) else EMPTY


class _Tree:
    """A traversal with its options: which values are visited, and in which order."""

    def __init__(self, options: Hash) -> None:
        kind = options.get("container_type")
        self.containers = kind if isinstance(kind, Type) else CONTAINERS
        if not is_assignable(CONTAINERS, self.containers):
            message = f"Only Array, Hash, and Object types can be used as container types. Got {show(self.containers)}"
            raise ArgumentError(message)
        self.with_containers = options.get("include_containers") is not False
        self.with_values = options.get("include_values") is not False
        self.with_root = self.with_containers and options.get("include_root") is not False
        if not self.with_containers and not self.with_values:
            raise ArgumentError("Options 'include_containers' and 'include_values' cannot both be false")
        self.with_references = options.get("include_refs") is True
        self.walk: Callable[[object], PythonIterator[tuple[object, object]]] = (
            self._breadth_first if options.get("order") == "breadth_first" else self._depth_first
        )

    def _parts(self, value: object) -> PythonIterator[tuple[object, object]] | None:
        """The keys and values directly inside a container; None for other values."""
        if not is_instance(self.containers, value):
            return None
        match value:
            case Type():
                return _parts_of_type(value)
            case tuple():
                return iter(enumerate(value))
            case Hash():
                return iter(list(value.items()))
            case Instance():
                attributes = value.type.attributes.values()
                names = [each.name for each in attributes if self.with_references or each.kind != "reference"]
                return iter([(name, value.values.get(name)) for name in names])
        return None

    def _parts_of_root(self, root: object) -> PythonIterator[tuple[object, object]]:
        parts = self._parts(root)
        if parts is None:
            raise InternalError("undefined method `next' for nil")
        return parts

    def _depth_first(self, root: object) -> PythonIterator[tuple[object, object]]:
        if self.with_root:
            yield (), root
        parts = self._parts_of_root(root)
        levels: list[Level] = [((), parts)]
        while levels:
            above, parts = levels[-1]
            found = next(parts, None)
            if found is None:
                levels.pop()
                continue
            path, value = (*above, found[0]), found[1]
            below = self._parts(value)
            if below is not None:
                levels.append((path, below))
            if self.with_values if below is None else self.with_containers:
                yield path, value

    def _breadth_first(self, root: object) -> PythonIterator[tuple[object, object]]:
        # The reference does not skip values here, whatever `include_values` is.
        if self.with_root:
            yield (), root
        parts = self._parts_of_root(root)
        levels: list[Level] = [((), parts)]
        while levels:
            above, parts = levels.pop(0)
            for key, value in parts:
                path = (*above, key)
                below = self._parts(value)
                if below is not None:
                    levels.append((path, below))
                    if not self.with_containers:
                        continue
                yield path, value


def _parts_of_type(type: Type) -> PythonIterator[tuple[object, object]]:
    if isinstance(type, model.String):
        return iter([("size_type_or_value", type.size if type.value is None else type.value)])
    names = PARTS.entries.get(type.__class__)
    if names is None:
        raise UnknownValue
    return iter([(name, getattr(type, field)) for name, field in names])
