"""Keys of data with one colon where the name of a class parameter has two."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import Key, UnlistedKey, text_of
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.loader import CLASS, TypedName

QUALIFIED = lazy_pattern(r"(?:::)?[a-z]\w*(?:::?[a-z]\w*)+\Z")
SINGLE = lazy_pattern(r"(?<!:):(?!:)")


@issue(Severity.WARNING)
def hiera_single_colon(key: str) -> str:
    """Hiera key with a single colon"""
    return f"no class parameter takes '{key}': names have two colons between their parts"


@rule(on=(Key, UnlistedKey))
def check_colons(key: Key | UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    """Report keys that are otherwise names of class parameters, unless code looks them up as they are."""
    entry = key.entry
    if QUALIFIED.match(entry.key) is None or SINGLE.search(entry.key) is None or known.key_mentions.has(entry.key):
        return
    meant = SINGLE.sub("::", entry.key)
    name, _, parameter = meant.removeprefix("::").rpartition("::")
    found = key.hiera.loader.load(TypedName(CLASS, name))
    # Other keys with single colons, such as `apt:update`, may be those of another program, or have a style of their own.
    is_mixed = found is None and "::" in entry.key.removeprefix("::")
    if is_mixed or (found is not None and found.parameter(parameter) is not None):
        fixes = respelled(text_of(key.path, known), entry.start, entry.end, entry.key, meant)
        yield hiera_single_colon(entry.key).suggesting(meant).at(entry.start, entry.end, fixes=fixes)
