"""The keys between brackets, `Integer[1, 10]`, and the errors about those of a type."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from puppet_grammar.table import Table
from puppet_typesys.issues.evaluation.types import arguments_not_types, bad_size, bad_specialization, type_arity
from puppet_typesys.issues.wording import capitalized, with_article
from puppet_typesys.types import construct, model
from puppet_typesys.types.construct import ruby_class
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.refusal import WHOLE, Refusal
from puppet_typesys.types.show import show, show_plain
from puppet_typesys.values.default import DEFAULT

Keys = tuple[object, ...]
KEYS: Table[type, Callable[[object, Keys], Type]] = Table("the keys of types")
"""What makes a type with keys as its parameters, by class of the type, which the `rows` enter."""
UNFLATTENED = frozenset({model.Callable, model.Struct, model.Init})
"""Types whose keys are not flattened."""


def flat(keys: Keys) -> Keys:
    """The keys, with Arrays among them flattened."""
    if not any(isinstance(key, tuple) for key in keys):
        return keys
    result: list[object] = []
    for key in keys:
        result += flat(key) if isinstance(key, tuple) else [key]
    return tuple(result)


def kind_of(value: object) -> str:
    """The type of a key, as messages name it."""
    if value is None:
        return "Undef"
    return "Default" if value is DEFAULT else show_plain(generalize(infer(value)))


def wrong_count(base: str | Type, low: int, high: float | None, actual: int, blame: str | int = WHOLE) -> Refusal:
    """The refusal of a number of keys; `high` is infinite if there is no bound, None if it is `low`."""
    name = base if isinstance(base, str) else capitalized(with_article(f"{show(base)}-Type"))
    if high in (-1, inf):
        words = f"{low} or more arguments"
    elif high and high != low:
        words = f"{low} to {high} arguments"
    else:
        words = f"{low} argument{'' if low == 1 else 's'}"
    return Refusal(type_arity(name, words, actual), blame)


def check_keys(base: Type, keys: Keys, low: int, high: float, expected: str, *kinds: type) -> None:
    """Raise Refusal for a wrong number of keys, or for keys of other classes."""
    if not low <= len(keys) <= high:
        raise wrong_count(base, 1, high, len(keys))
    for index, key in enumerate(keys):
        if not isinstance(key, kinds) or (isinstance(key, bool) and bool not in kinds):
            raise Refusal(bad_specialization(with_article(f"{show(base)}-Type"), kind_of(key), expected), index)


def not_a_type(base: str, key: object, index: int) -> Refusal:
    """The refusal of a key that must be a type."""
    return Refusal(arguments_not_types(base, ruby_class(key)), index)


def one_type(base: str, keys: Keys) -> Type:
    """The only key, which must be a type."""
    if len(keys) != 1:
        raise wrong_count(f"{base}-Type", 1, None, len(keys))
    if not isinstance(keys[0], Type):
        raise not_a_type(base, keys[0], 0)
    return keys[0]


def size_of_keys(index: int, keys: Keys) -> model.Integer:
    """A size from the keys beginning at `index`."""
    if len(keys) == 1 and isinstance(keys[0], model.Integer):
        return keys[0]
    for at, key in enumerate(keys):
        if key is not DEFAULT and key.__class__ is not int:
            raise Refusal(bad_size(_class_label(key)), index + at)
    return construct.size(*keys)


def _class_label(value: object) -> str:
    """The reference's name for the class of a value, as used here."""
    if isinstance(value, Type):
        return with_article(f"P{ruby_class(value).rsplit('::', 1)[-1][1:-4]}-Type".removeprefix("P"))
    return with_article(ruby_class(value))
