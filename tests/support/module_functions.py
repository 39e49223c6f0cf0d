"""Types of arguments by which rules for functions of modules are asked, and what they exclude."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.config.facts import value_of
from puppet_typesys.functions.typed import TypeRule
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.join import join
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.relate import is_instance


class PlainCall:
    """A call without a block."""

    name = ""
    arity = None

    def __init__(self, name: str) -> None:
        self.name = name

    def block(self, *types: Type) -> Type:
        """Unknown, because no world is read."""
        return model.ANY

    def forget_block(self) -> None:
        """Nothing has been found."""

    def block_if_true(self, *types: Type) -> tuple[Type, ...]:
        """Unknown as well."""
        return types

    def function(self, name: str, *types: Type) -> Type:
        """Unknown."""
        return model.ANY

    def type_of_name(self, text: str) -> Type | None:
        """None."""
        return None


def given_types(values: Sequence[object]) -> Iterator[tuple[Type, ...]]:
    """Types of the values, from exact ones to those that say nothing."""
    # What is inferred for an array leaves out undef, so that it is not always an instance of its type.
    yield from (types for types in _possible_types(values) if all(map(is_instance, types, values)))


def _possible_types(values: Sequence[object]) -> Iterator[tuple[Type, ...]]:
    yield tuple(map(infer_set, values))
    yield tuple(map(infer, values))
    yield tuple(generalize(infer(each)) for each in values)
    yield tuple(join(infer_set(each), model.UNDEF, model.String(None, model.Integer(2, 2))) for each in values)
    yield tuple(join(infer(each), model.Array(model.INTEGER), model.Hash(model.STRING, model.Float())) for each in values)
    yield tuple(model.ANY for _ in values)


def result_types(name: str, rule: TypeRule, types: Sequence[Type], value: object) -> Iterator[Type]:
    """The type that a rule says, if the value is not an instance of it."""
    found = rule(PlainCall(name), *types)
    if not is_instance(found, value_of(value)):
        yield found
