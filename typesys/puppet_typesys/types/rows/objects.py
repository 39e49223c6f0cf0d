"""Object types and TypeSets."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.types.define import extension, object_type
from puppet_typesys.types.keys import Keys, wrong_count
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import OBJECT, TYPE_SET, Instance, Object, ObjectExtension, TypeSet
from puppet_typesys.types.parse import Reader, check_count
from puppet_typesys.types.relate import Guard, Guarded, is_assignable, matches_parameter
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.show import Formatter, bracket
from puppet_typesys.types.show_object import object_text, type_set_text
from puppet_typesys.values.hash import Hash


def _parameter_fits(wanted: object, value: object) -> bool:
    if isinstance(value, Type) and isinstance(wanted, Type):
        return is_assignable(wanted, value)
    return matches_parameter(wanted, value)


def _object_accepts(expected: Type, actual: Type, guard: Guard | None) -> bool:
    if isinstance(actual, ObjectExtension):
        return is_assignable(expected, actual.base)
    if not isinstance(actual, Object):
        return False
    if expected in (OBJECT, actual):
        return True
    return actual.parent is not None and is_assignable(expected, actual.parent)


def _object_instance(type: Type, value: object, guard: Guarded) -> bool:
    if isinstance(value, Type):
        # In the reference, types are Ruby objects, which are instances of Object.
        return type == OBJECT
    return isinstance(value, Instance) and is_assignable(type, value.type)


def _object_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Object", given, 1, 1, "1")
    return object_type(given[0])


def _object_named_parameters(type: Object, name: ast.QualifiedReference, given: tuple[object, ...]) -> Type:
    return extension(type, given)


def _object_keys(left: Object, keys: Keys) -> Type:
    if left.name is not None:
        return extension(left, keys)
    if len(keys) != 1:
        raise wrong_count("Object-Type", 1, None, len(keys))
    return object_type(keys[0])


data_type(
    Object,
    plain=OBJECT,
    kinds="object runtime type",
    accepts=_object_accepts,
    instance=_object_instance,
    text=object_text,
    parameters=_object_parameters,
    named_parameters=_object_named_parameters,
    keys=_object_keys,
)


def _object_extension_accepts(expected: ObjectExtension, actual: Type, guard: Guard | None) -> bool:
    if not is_assignable(expected.base, actual):
        return False
    given = actual.values if isinstance(actual, ObjectExtension) else {}
    return all(name in given and _parameter_fits(wanted, given[name]) for name, wanted in expected.values.items())


def _object_extension_instance(type: ObjectExtension, value: object, guard: Guarded) -> bool:
    if not (isinstance(value, Instance) and is_assignable(type.base, value.type)):
        return False
    return all(name in value.values and matches_parameter(wanted, value.values[name]) for name, wanted in type.values.items())


def _object_extension_text(f: Formatter, type: ObjectExtension) -> str:
    parameters = type.init_parameters()
    several = parameters if isinstance(parameters, tuple) else (parameters,)
    inner = [f.text(each) for each in several]
    return bracket(f.named(type.base, type.base.label), inner, always=True)


data_type(
    ObjectExtension,
    kinds="object runtime",
    accepts=_object_extension_accepts,
    instance=_object_extension_instance,
    text=_object_extension_text,
)


def _type_set_accepts(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, TypeSet) and (expected == actual or not isinstance(expected, TypeSet) or expected.is_default)


def _type_set_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Object", given, 1, 1, "1")
    return TypeSet(init=given[0] if isinstance(given[0], Hash) else None)


def _type_set_keys(left: object, keys: Keys) -> Type:
    if len(keys) != 1:
        raise wrong_count("TypeSet-Type", 1, None, len(keys))
    return TypeSet(init=keys[0] if isinstance(keys[0], Hash) else None)


data_type(
    TypeSet,
    plain=TYPE_SET,
    kinds="type runtime",
    accepts=_type_set_accepts,
    instance=lambda type, value, guard: isinstance(value, TypeSet),
    text=type_set_text,
    parameters=_type_set_parameters,
    keys=_type_set_keys,
)
