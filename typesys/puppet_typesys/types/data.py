"""The built-in type aliases: Data, RichData and RichDataKey."""

from __future__ import annotations

from functools import cache

from puppet_typesys.types import model
from puppet_typesys.types.aliases import resolve_alias
from puppet_typesys.types.objects import OBJECT, TYPE_SET


@cache
def DATA() -> model.TypeAlias:  # noqa: N802 - a constant that is made when it is first needed, since it refers to itself
    """`Data`: values that JSON can represent."""
    data = model.TypeAlias("Data")
    resolve_alias(data, lambda: model.Variant((model.ScalarData(), model.UNDEF, model.Hash(model.STRING, data), model.Array(data))))
    return data


@cache
def RICH_DATA_KEY() -> model.TypeAlias:  # noqa: N802 - a constant, as DATA
    """`RichDataKey`: the keys of hashes in rich data."""
    return model.TypeAlias("RichDataKey", model.Variant((model.STRING, model.Numeric())))


@cache
def RICH_DATA() -> model.TypeAlias:  # noqa: N802 - a constant, as DATA
    """`RichData`: Data, and all other values that a catalog can contain."""
    rich = model.TypeAlias("RichData")
    scalars = (model.Scalar(), model.SemVerRange(), model.Binary(), model.Sensitive(), model.TypeType(), TYPE_SET, model.URI(), OBJECT)
    others = (model.UNDEF, model.Default(), model.Hash(RICH_DATA_KEY(), rich), model.Array(rich))
    resolve_alias(rich, lambda: model.Variant((*scalars, *others)))
    return rich


BUILTIN_ALIASES = {
    "data": DATA,
    "richdatakey": RICH_DATA_KEY,
    "richdata": RICH_DATA,
    "puppet::lookupkey": cache(lambda: model.TypeAlias("Puppet::LookupKey", RICH_DATA_KEY())),
    "puppet::lookupvalue": cache(lambda: model.TypeAlias("Puppet::LookupValue", RICH_DATA())),
}
"""The built-in aliases by name in lower case. `show` always prints them by name, even when it expands aliases."""
BUILTIN_ALIAS_NAMES = frozenset({"Data", "RichDataKey", "RichData", "Puppet::LookupKey", "Puppet::LookupValue", "Pcore::MemberName"})
