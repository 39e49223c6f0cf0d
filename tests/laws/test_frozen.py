"""Types are immutable: assigning or deleting a field of an instance of any type class raises an error."""

from __future__ import annotations

import pytest

from puppet_typesys.types import constructors, model, objects, signature
from puppet_typesys.types.record import Immutable

PARAMETERS: dict[type, tuple[object, ...]] = {
    model.TypeAlias: ("A", model.ANY),
    model.StructElement: (model.String("a"), model.ANY),
    objects.ObjectExtension: (objects.OBJECT, {}),
    signature.Signature: (model.Callable(),),
    **dict.fromkeys((objects.Member, objects.Attribute, objects.TypeParameter, objects.Function), ("a", objects.OBJECT, model.ANY)),
}
"""The arguments for classes that cannot be made without."""
CLASSES = [
    each
    for module in (model, objects, signature, constructors)
    for each in vars(module).values()
    if isinstance(each, type) and each.__module__ == module.__name__ and (issubclass(each, Immutable) or hasattr(each, "_fields"))
]


def test_there_is_a_class_for_each_type() -> None:
    assert {each.__name__ for each in CLASSES} >= {
        "Integer",
        "Variant",
        "Struct",
        "StructElement",
        "TypeAlias",
        "Object",
        "TypeSet",
        "Signature",
    }


@pytest.mark.parametrize("kind", CLASSES, ids=lambda each: each.__name__)
def test_its_fields_can_neither_be_assigned_nor_deleted(kind: type) -> None:
    made = kind(*PARAMETERS.get(kind, ()))
    fields = [name for each in kind.__mro__ for name in getattr(each, "__slots__", ())]
    for name in (*fields, "another"):
        with pytest.raises(AttributeError, match=f"cannot assign to field '{name}'"):
            setattr(made, name, None)
        with pytest.raises(AttributeError, match=f"cannot delete field '{name}'"):
            delattr(made, name)
