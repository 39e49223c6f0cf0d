"""Rules that several types share."""

from __future__ import annotations

from collections.abc import Callable as Function

from puppet_grammar import ast
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer
from puppet_typesys.types.keys import Keys, one_type
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Reader, ReadParameters, check_count
from puppet_typesys.types.ranges import contains, covers
from puppet_typesys.types.relate import Guard, Guarded, is_assignable
from puppet_typesys.types.show import Formatter
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.quoting import quote

RANGES = (model.Integer, model.Float, model.Timespan, model.Timestamp)


def of_class(expected: Type, actual: Type, guard: Guard | None) -> bool:
    """Accepts every type of its own class."""
    return isinstance(actual, expected.__class__)


def within_range(expected: Type, actual: Type, guard: Guard | None) -> bool:
    """Accepts the ranges that lie within its own."""
    assert isinstance(expected, RANGES)
    return actual.__class__ is expected.__class__ and covers(expected, actual)


def always(type: Type, value: object, guard: Guarded) -> bool:
    """Every value is an instance."""
    return True


def never(type: Type, value: object, guard: Guarded) -> bool:
    """No value is an instance."""
    return False


def by_inference(type: Type, value: object, guard: Guarded) -> bool:
    """Instances are the values whose inferred type is accepted."""
    return is_assignable(type, infer(value))


def of(*classes: type) -> Function[[Type, object, Guarded], bool]:
    """Instances are the values of some classes of Python."""
    return lambda type, value, guard: isinstance(value, classes)


def has_size(size: model.Integer | None, value: tuple[object, ...] | Hash) -> bool:
    """Whether the size of a collection is allowed; None allows every size."""
    return size is None or contains(size, len(value))


def around_text(name: str) -> Function[[Formatter, model.Optional | model.NotUndef], str]:
    """The text of a type around another one; a String of one value is written as that value."""

    def text(f: Formatter, type: model.Optional | model.NotUndef) -> str:
        inner = type.type
        if inner is None:
            return name
        if isinstance(inner, model.String) and inner.value is not None:
            return f"{name}[{quote(inner.value)}]"
        return f"{name}[{f.text(inner)}]"

    return text


def with_type(name: str) -> Function[[Formatter, model.Iterable | model.Iterator | model.TypeType], str]:
    """The text of a type that may have another one as its parameter."""
    return lambda f, type: name if type.type is None else f"{name}[{f.text(type.type)}]"


def around_parameters(name: str, make: Function[[Type], Type]) -> ReadParameters:
    """Reads the one parameter of a type around another one."""

    def read_one(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
        check_count(name, given, 1, 1, "0 to 1" if name in ("Sensitive", "NotUndef") else "1")
        if isinstance(given[0], str) and name in ("Optional", "NotUndef"):
            return make(model.String(given[0]))
        (inner,) = r.types(node, given)
        return make(inner)

    return read_one


def around_keys(name: str, make: Function[[Type], Type]) -> Function[[object, Keys], Type]:
    """Makes a type around the one type that is its key."""
    return lambda left, keys: make(one_type(name, keys))


def same(expected: Type, actual: Type, guard: Guard | None) -> bool:
    """Whether two types are equal, for types that accept no others."""
    return expected == actual
