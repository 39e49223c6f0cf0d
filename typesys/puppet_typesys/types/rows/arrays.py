"""Collections, and those with indices."""

from __future__ import annotations

from math import inf

from puppet_grammar import ast
from puppet_typesys.types import construct, model
from puppet_typesys.types.construct import is_range_end
from puppet_typesys.types.constructors import Constructor
from puppet_typesys.types.elements import at_or_last
from puppet_typesys.types.keys import Keys, check_keys, not_a_type, size_of_keys, wrong_count
from puppet_typesys.types.model import DEFAULT_SIZE, Type
from puppet_typesys.types.parse import Reader, check_count
from puppet_typesys.types.ranges import covers
from puppet_typesys.types.relate import Guard, Guarded, is_assignable, is_instance
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import has_size
from puppet_typesys.types.show import Formatter, bracket, range_parts
from puppet_typesys.types.sizes import size_of, tuple_size
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend_on


def _tuple_of_tuple(expected: model.Tuple, actual: model.Tuple, guard: Guard | None) -> bool:
    size = tuple_size(expected)
    if not covers(size, tuple_size(actual)):
        return False
    ours = expected.types
    if not ours:
        return True
    if not actual.types:
        return size.low == 0
    return all(is_assignable(at_or_last(ours, at), each, guard) for at, each in enumerate(actual.types))


def _at_least(end: object) -> int:
    return end if isinstance(end, int) else 0


def _collection_accepts(expected: model.Collection, actual: Type, guard: Guard | None) -> bool:
    size = size_of(actual)
    return size is not None and covers(expected.size or DEFAULT_SIZE, size)


def _collection_instance(type: model.Collection, value: object, guard: Guarded) -> bool:
    return isinstance(value, tuple | Hash) and has_size(type.size, value)


def _collection_text(f: Formatter, type: model.Collection) -> str:
    return bracket("Collection", range_parts(type.size))


def _collection_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Collection", given, 1, 2, "1 to 2")
    return model.Collection(r.sizes(node, given))


def _collection_keys(left: object, keys: Keys) -> Type:
    if not 1 <= len(keys) <= 2:
        raise wrong_count("Collection-Type", 1, 2, len(keys))
    return model.Collection(size_of_keys(0, keys))


data_type(
    model.Collection,
    plain=model.Collection(),
    kinds="array hash",
    accepts=_collection_accepts,
    instance=_collection_instance,
    text=_collection_text,
    parameters=_collection_parameters,
    keys=_collection_keys,
    parts=(("size_type", "size"),),
)


def _array_accepts(expected: model.Array, actual: Type, guard: Guard | None) -> bool:
    if not isinstance(actual, model.Array | model.Tuple):
        return False
    size = size_of(actual)
    if size is None or not covers(expected.size or DEFAULT_SIZE, size):
        return False
    members = actual.types if isinstance(actual, model.Tuple) else (actual.element,)
    return all(is_assignable(expected.element, each, guard) for each in members)


def _array_instance(type: model.Array, value: object, guard: Guarded) -> bool:
    if not isinstance(value, tuple) or not has_size(type.size, value):
        return False
    spend_on(value)
    return all(is_instance(type.element, each, guard) for each in value)


def _array_text(f: Formatter, type: model.Array) -> str:
    if model.is_zero(type.size):
        return "Array[0, 0]"
    return "Array" if type == model.ARRAY else bracket("Array", [f.text(type.element), *range_parts(type.size)])


def _array_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Array", given, 1, 3, "1 to 3")
    if len(given) == 2 and not isinstance(given[0], Type):
        size = r.sizes(node, given)
        # As in the reference, which here takes the element type from the parameter `default`.
        return model.EMPTY_ARRAY if size == model.Integer(0, 0) else model.Array(model.Default(), size)
    (element,) = r.types(node, given[:1])
    return model.Array(element, r.sizes(node, given[1:]))


def _array_keys(left: object, keys: Keys) -> Type:
    if not 1 <= len(keys) <= 3:
        raise wrong_count("Array-Type", 1, 3, len(keys))
    if isinstance(keys[0], Type):
        return model.Array(keys[0], size_of_keys(1, keys[1:]) if len(keys) > 1 else None)
    if len(keys) == 2:
        return model.Array(model.ANY, size_of_keys(0, keys))
    raise not_a_type("Array", keys[0], 0)


data_type(
    model.Array,
    plain=model.ARRAY,
    kinds="array",
    accepts=_array_accepts,
    instance=_array_instance,
    text=_array_text,
    parameters=_array_parameters,
    keys=_array_keys,
    constructor=Constructor(
        "new_array",
        ("Variant[Array,Hash,Binary,Iterable] $from, Boolean[false] $wrap = false", "Any $from, Boolean[true] $wrap"),
        ("Any $from, Boolean $wrap = false",),
    ),
    parts=(("element_type", "element"),),
)


def _tuple_accepts(expected: model.Tuple, actual: Type, guard: Guard | None) -> bool:
    if expected == actual:
        return True
    if isinstance(actual, model.Tuple):
        return _tuple_of_tuple(expected, actual, guard)
    if not isinstance(actual, model.Array):
        return False
    size = actual.size or DEFAULT_SIZE
    if not covers(tuple_size(expected), size):
        return False
    count = len(expected.types) if size.high is None else min(len(expected.types), size.high)
    return all(is_assignable(each, actual.element, guard) for each in expected.types[:count])


def _tuple_instance(type: model.Tuple, value: object, guard: Guarded) -> bool:
    if not isinstance(value, tuple):
        return False
    types = type.types
    if type.size is not None:
        if not has_size(type.size, value):
            return False
    elif types and len(types) != len(value):
        return False
    spend_on(value)
    return not types or all(is_instance(at_or_last(types, at), each, guard) for at, each in enumerate(value))


def _tuple_text(f: Formatter, type: model.Tuple) -> str:
    return bracket("Tuple", [*map(f.text, type.types), *range_parts(type.size)]) if type.types else "Tuple"


def _tuple_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Tuple", given, 1, None, "1 or more")
    sizes: model.Integer | None = None
    if len(given) > 1 and is_range_end(given[-2]):
        if not is_range_end(given[-1]):
            r.refuse(node)
        sizes, given = model.Integer(_at_least(given[-2]), given[-1] if isinstance(given[-1], int) else None), given[:-2]
    elif is_range_end(given[-1]):
        sizes, given = model.Integer(_at_least(given[-1]), None), given[:-1]
    return construct.tuple_type(given, sizes)


def _tuple_keys(left: Type, keys: Keys) -> Type:
    sizes: model.Integer | None = None
    if len(keys) > 1 and is_range_end(keys[-2]) and is_range_end(keys[-1]):
        sizes, keys = construct.size(keys[-2], keys[-1]), keys[:-2]
    elif keys and is_range_end(keys[-1]):
        sizes, keys = construct.size(keys[-1]), keys[:-1]
    check_keys(left, keys, 1, inf, "Any-Type", Type)
    return construct.tuple_type(keys, sizes)


data_type(
    model.Tuple,
    plain=model.Tuple(),
    kinds="array",
    accepts=_tuple_accepts,
    instance=_tuple_instance,
    text=_tuple_text,
    parameters=_tuple_parameters,
    keys=_tuple_keys,
    parts=(("types", "types"), ("size_type", "size")),
)
