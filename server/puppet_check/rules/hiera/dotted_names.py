"""Keys of data with a dot in the part that names a class: no class can have such a name, `ssl::name::www.example_com::key`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.class_parameters import hiera_unknown_class
from puppet_check.rules.hiera.subjects import Key, UnlistedKey
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic

DOTTED = lazy_pattern(r"(?:::)?([a-z]\w*(?:::\w+)*::\w+(?:\.\w+)+(?:::\w+)*)::[a-z]\w*\Z")


@hiera_unknown_class.variant()
def dotted_class(name: str) -> str:
    return f"no class can be called '{name}', since names have no dots"


@rule(on=(Key, UnlistedKey))
def check_name(key: Key | UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    """Report such keys, unless code looks them up as they are."""
    entry = key.entry
    found = DOTTED.match(entry.key) if "." in entry.key and "::" in entry.key else None
    if found is not None and not known.key_mentions.has(entry.key):
        yield dotted_class(found[1]).at(entry.start, entry.end)
