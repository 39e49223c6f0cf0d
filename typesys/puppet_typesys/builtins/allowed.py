"""The values that attributes of resource types accept."""

from __future__ import annotations

from functools import lru_cache

from puppet_grammar.named import NamedTuple
from puppet_typesys.builtins.resource_types import NAMES, rows_of, table_of


class Allowed(NamedTuple):
    """The accepted words, and regular expressions in Ruby's syntax for further values."""

    words: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()


@lru_cache(8192)
def allowed(type: str, attribute: str) -> Allowed | None:
    """The values that an attribute of a built-in type, or a metaparameter, accepts; None if it accepts any."""
    found = _attributes(type).get(attribute) or _attributes("").get(attribute)
    return None if found is None or found.get("validates") else listed(type, attribute)


@lru_cache(8192)
def listed(type: str, attribute: str) -> Allowed | None:
    """The values that are listed for an attribute; other ones may be accepted as well."""
    found = _attributes(type).get(attribute) or _attributes("").get(attribute)
    values = None if found is None else found.get("values")
    if not isinstance(values, dict):
        return None
    literals, regexes = values["literals"], values["regexes"]
    words = tuple(each["value"] for each in literals)
    aliases = tuple(alias for each in literals for alias in each.get("aliases", ()))
    return Allowed(words, aliases, tuple(each["regex"].strip("/") for each in regexes))


@lru_cache(256)
def providers(type: str) -> frozenset[str]:
    """The names of the providers of a built-in type."""
    known = table_of(f"resource_types/{type}.json") if type in NAMES else {}
    return frozenset(each["name"] for each in known.get("providers", ()))


@lru_cache(256)
def _attributes(type: str) -> dict[str, dict[str, object]]:
    if not type:
        rows = rows_of("metaparameters.json")
        return {each["name"]: each for each in rows}
    if type not in NAMES:
        return {}
    known = table_of(f"resource_types/{type}.json")
    return {each["name"]: each for each in known["attributes"]}
