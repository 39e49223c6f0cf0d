"""Collections with keys."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.types import construct, model
from puppet_typesys.types.constructors import Constructor
from puppet_typesys.types.keys import Keys, check_keys, not_a_type, size_of_keys, wrong_count
from puppet_typesys.types.model import DEFAULT_SIZE, UNDEF, Integer, Type
from puppet_typesys.types.parse import Reader, check_count
from puppet_typesys.types.ranges import covers
from puppet_typesys.types.relate import Guard, Guarded, is_assignable, is_instance
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import has_size
from puppet_typesys.types.show import Formatter, bracket, range_parts
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend_on
from puppet_typesys.values.quoting import quote


def _struct_of_hash(expected: model.Struct, actual: model.Hash, guard: Guard | None) -> bool:
    required = [each for each in expected.elements if not is_assignable(each.key, UNDEF)]
    for each in required:
        if not (is_assignable(each.value, actual.value, guard) and is_assignable(model.STRING, actual.key)):
            return False
    return covers(Integer(len(required), len(expected.elements)), actual.size or DEFAULT_SIZE)


def _struct_key(f: Formatter, element: model.StructElement) -> str:
    takes_undef = is_assignable(element.value, model.UNDEF)
    if element.is_optional == takes_undef:
        return quote(element.name)
    return f.text(element.key if element.is_optional else model.NotUndef(element.key))


def _hash_accepts(expected: model.Hash, actual: Type, guard: Guard | None) -> bool:
    size = expected.size or DEFAULT_SIZE
    if isinstance(actual, model.Hash):
        if actual == model.EMPTY_HASH and size.low == 0:
            return True
        fits = is_assignable(expected.key, actual.key, guard) and is_assignable(expected.value, actual.value, guard)
        return fits and covers(size, actual.size or DEFAULT_SIZE)
    if isinstance(actual, model.Struct):
        count = len(actual.elements)
        return covers(size, Integer(count, count)) and all(
            is_instance(expected.key, each.name) and is_assignable(expected.value, each.value, guard) for each in actual.elements
        )
    return False


def _hash_instance(type: model.Hash, value: object, guard: Guarded) -> bool:
    if not isinstance(value, Hash) or not has_size(type.size, value):
        return False
    spend_on(value)
    return all(is_instance(type.key, key, guard) and is_instance(type.value, each, guard) for key, each in value.items())


def _hash_text(f: Formatter, type: model.Hash) -> str:
    if model.is_zero(type.size):
        return "Hash[0, 0]"
    return "Hash" if type == model.HASH else bracket("Hash", [f.text(type.key), f.text(type.value), *range_parts(type.size)])


def _hash_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Hash", given, 2, 4, "2 to 4")
    if len(given) == 2 and not (isinstance(given[0], Type) and isinstance(given[1], Type)):
        size = r.sizes(node, given)
        return model.EMPTY_HASH if size == model.Integer(0, 0) else model.Hash(model.Default(), model.Default(), size)
    key, value = r.types(node, given[:2])
    return model.Hash(key, value, r.sizes(node, given[2:]))


def _hash_keys(left: object, keys: Keys) -> Type:
    if len(keys) == 2 and keys[0].__class__ is int and keys[1].__class__ is int:
        return model.Hash(model.ANY, model.ANY, construct.size(*keys))
    for index, key in enumerate(keys[:2]):
        if not isinstance(key, Type):
            raise not_a_type("Hash", key, index)
    if not 2 <= len(keys) <= 4:
        raise wrong_count("Hash-Type", 2, 4, len(keys))
    size: model.Integer | None = None
    if len(keys) == 3:
        if isinstance(keys[2], model.Integer):
            size = keys[2]
        else:
            size = construct.size(keys[2])
    elif len(keys) == 4:
        size = size_of_keys(2, keys[2:])
    assert isinstance(keys[0], Type) and isinstance(keys[1], Type)
    return model.Hash(keys[0], keys[1], size)


data_type(
    model.Hash,
    plain=model.HASH,
    kinds="hash",
    accepts=_hash_accepts,
    instance=_hash_instance,
    text=_hash_text,
    parameters=_hash_parameters,
    keys=_hash_keys,
    constructor=Constructor(
        "new_hash",
        ("TreeArray $from, NewHashOption $build_option = tree", "KeyValueArray $from", "Any $from"),
        (),
        {
            "KeyValueArray": "Array[Tuple[Any,Any],1]",
            "TreeArray": "Array[Tuple[Array,Any],1]",
            "NewHashOption": "Enum[tree, hash_tree]",
        },
    ),
    parts=(("key_type", "key"), ("value_type", "value")),
)


def _struct_accepts(expected: model.Struct, actual: Type, guard: Guard | None) -> bool:
    if isinstance(actual, model.Struct):
        theirs = {each.name: each for each in actual.elements}
        found = 0
        for ours in expected.elements:
            other = theirs.get(ours.name)
            if other is None:
                if not is_assignable(ours.key, UNDEF):
                    return False
                continue
            found += 1
            if not (is_assignable(ours.key, other.key, guard) and is_assignable(ours.value, other.value, guard)):
                return False
        return found == len(theirs)
    return isinstance(actual, model.Hash) and _struct_of_hash(expected, actual, guard)


def _struct_instance(type: model.Struct, value: object, guard: Guarded) -> bool:
    if not isinstance(value, Hash):
        return False
    found = 0
    spend_on(type.elements)
    for element in type.elements:
        if element.name not in value:
            if not is_assignable(element.key, model.UNDEF):
                return False
            continue
        found += 1
        if not is_instance(element.value, value[element.name], guard):
            return False
    return found == len(value)


def _struct_text(f: Formatter, type: model.Struct) -> str:
    if not type.elements:
        return "Struct"
    return "Struct[{" + ", ".join(f"{_struct_key(f, each)} => {f.text(each.value)}" for each in type.elements) + "}]"


def _struct_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Struct", given, 1, 1, "1")
    return construct.struct(given[0]) if isinstance(given[0], Hash) else r.refuse(node)


def _struct_keys(left: Type, keys: Keys) -> Type:
    check_keys(left, keys, 1, 1, "Hash", Hash)
    assert isinstance(keys[0], Hash)
    return construct.struct(keys[0])


data_type(
    model.Struct,
    plain=model.Struct(),
    kinds="hash",
    accepts=_struct_accepts,
    instance=_struct_instance,
    text=_struct_text,
    parameters=_struct_parameters,
    keys=_struct_keys,
)
