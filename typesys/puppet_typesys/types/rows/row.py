"""`data_type`: everything that is said of one type, entered into the tables that answer each question for all types."""

from __future__ import annotations

from collections.abc import Callable as Function
from typing import Any, TypeVar

from puppet_grammar import ast
from puppet_typesys.types.constructors import CONSTRUCTORS, Constructor
from puppet_typesys.types.disjoint import EVERY, KINDS
from puppet_typesys.types.keys import KEYS, Keys
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import BUILTIN, NAMED_PARAMETERS, PARAMETERS, ReadParameters
from puppet_typesys.types.relate import ACCEPTS, IS_INSTANCE, Guard, Guarded
from puppet_typesys.types.show import TEXT
from puppet_typesys.types.walk import PARTS

T = TypeVar("T", bound=Type)


def data_type(
    kind: type[T],
    *,
    plain: Type | None = None,
    kinds: str | None = None,
    accepts: Function[[T, Type, Guard | None], bool] | None = None,
    instance: Function[[T, object, Guarded], bool] | None = None,
    text: Function[..., str] | None = None,
    parameters: ReadParameters | None = None,
    named_parameters: Function[[T, ast.QualifiedReference, tuple[Any, ...]], Type] | None = None,
    keys: Function[[T, Keys], Type] | None = None,
    constructor: Constructor | None = None,
    parts: tuple[tuple[str, str], ...] | None = None,
) -> None:
    """Enter the rows of a type; what is None is not entered.

    - `plain`: the type that its name without parameters denotes; None for types that no program names.
    - `kinds`: the kinds of its values, separated by spaces, or `every`; None for those of the types inside it.
    - `accepts`: whether another type is assignable to it.
    - `instance`: whether a value is an instance of it.
    - `text`: its text, by the formatter; None for its name.
    - `parameters`: the type that its name with parameters denotes in a text; `named_parameters`: the same for a name of a program.
    - `keys`: the type that an expression of it with keys between brackets makes; raises Refusal.
    - `constructor`: what `new` accepts for it. What makes the values is in `convert.new`, since that needs conversions.
    - `parts`: its parts by Puppet's name and the field here, for functions that walk through types; None if they are not known.
    """
    name = kind.__name__.removesuffix("Type")
    TEXT[kind] = text if text is not None else lambda formatter, type: name
    if plain is not None:
        BUILTIN[name.lower()] = plain
    if kinds is not None:
        KINDS[kind] = EVERY if kinds == "every" else frozenset(kinds.split())
    if accepts is not None:
        ACCEPTS.enter(kind)(accepts)
    if instance is not None:
        IS_INSTANCE.enter(kind)(instance)
    if parameters is not None:
        PARAMETERS[name.lower()] = parameters
    if named_parameters is not None:
        NAMED_PARAMETERS.enter(kind)(named_parameters)
    if keys is not None:
        KEYS.enter(kind)(keys)
    if constructor is not None:
        CONSTRUCTORS[kind] = constructor
    if parts is not None:
        PARTS[kind] = parts
