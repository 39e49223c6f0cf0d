"""References to resources and classes whose titles are not known, such as `Service[$name]`."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer
from puppet_typesys.types.join import join
from puppet_typesys.types.model import Type
from puppet_typesys.values.unknown import UnknownUnfold


def reference_type(left: Type, keys: Sequence[object]) -> Type:
    """The type of `left[keys]`: a reference for a title, an array of them for an array or several, and undef for undef."""
    is_open = isinstance(left, model.Resource) and left.type_name is not None and left.title is None
    is_class = isinstance(left, model.Class) and left.class_name is None
    if not (is_open or is_class) or not keys or any(isinstance(each, UnknownUnfold) for each in keys):
        return model.ANY
    reference = model.TypeType(left)
    if len(keys) > 1:
        return model.Array(reference)
    given = kinds(infer(keys[0]))
    possible = {"string": reference, "array": model.Array(reference), "undef": model.UNDEF}
    found = [type for kind, type in possible.items() if kind in given]
    return join(*found) if found else model.ANY
