"""Types of every value, of one special value, and names of types."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.constructors import Constructor
from puppet_typesys.types.data import BUILTIN_ALIAS_NAMES
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import Guard
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import always, never, of, same
from puppet_typesys.types.show import Formatter
from puppet_typesys.values.default import Default
from puppet_typesys.values.quoting import quote

data_type(model.Any, plain=model.ANY, kinds="every", instance=always, parts=())


data_type(model.Unit, kinds="every", instance=always, constructor=Constructor("new_unit", ("Any $from",)))


def _undef_accepts(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Undef)


data_type(
    model.Undef, plain=model.UNDEF, kinds="undef", accepts=_undef_accepts, instance=lambda type, value, guard: value is None, parts=()
)


def _default_accepts(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Default)


data_type(model.Default, plain=model.Default(), kinds="default", accepts=_default_accepts, instance=of(Default), parts=())


data_type(
    model.TypeReference,
    plain=model.TypeReference(),
    kinds="every",
    accepts=same,
    instance=never,
    text=lambda f, type: f"TypeReference[{quote(type.type_string)}]",
)


def _type_alias_text(f: Formatter, type: model.TypeAlias) -> str:
    if f.type_set is not None:
        return f.text(type.target) if f.expanded and type in f.type_set.types.values() else f.named(type, type.name)
    if not f.expanded or type.name in BUILTIN_ALIAS_NAMES or type.name in f.written:
        return type.name
    f.written.add(type.name)
    text = f"{type.name} = {f.text(type.target)}"
    f.written.discard(type.name)
    return text


data_type(model.TypeAlias, plain=model.TypeAlias("UnresolvedAlias"), text=_type_alias_text)
