"""Keys of data, and classes in lists of them, with one colon or three where the name of a class or its parameter has two."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import Key, LookupOptions, UnlistedKey, text_of
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.loader import CLASS, TypedName

QUALIFIED = lazy_pattern(r"(?:::)?[a-z]\w*(?:::?[a-z]\w*)+\Z")
CLASS_NAME = lazy_pattern(r"(?:::)?[a-z]\w*(?:::?[a-z]\w*)*\Z")
MIXED = lazy_pattern(r"\^((?:::)?[a-z]\w*(?:::?[a-z]\w*)+)")
"""The name at the beginning of a pattern."""
TOO_MANY = lazy_pattern(r"(?:::)?[a-z]\w*(?:::+[a-z]\w*)+\Z")
COLONS = lazy_pattern(r":::+")
SINGLE = lazy_pattern(r"(?<!:):(?!:)")


@issue(Severity.WARNING)
def hiera_single_colon(key: str) -> str:
    """Hiera key with a single colon"""
    return f"no class parameter takes '{key}': names have two colons between their parts"


@rule(on=(Key, UnlistedKey))
def check_number(key: Key | UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    """Report keys with three colons or more, unless code looks them up as they are."""
    entry = key.entry
    if ":::" in entry.key and TOO_MANY.match(entry.key) is not None and not known.key_mentions.has(entry.key):
        meant = COLONS.sub("::", entry.key)
        fixes = respelled(text_of(key.path, known), entry.start, entry.end, entry.key, meant)
        yield hiera_single_colon(entry.key).suggesting(meant).at(entry.start, entry.end, fixes=fixes)


@rule(on=(Key, UnlistedKey))
def check_colons(key: Key | UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    """Report keys that are otherwise names of class parameters, unless code looks them up as they are."""
    entry = key.entry
    if QUALIFIED.match(entry.key) is None or SINGLE.search(entry.key) is None or known.key_mentions.has(entry.key):
        return
    meant = SINGLE.sub("::", entry.key)
    name, _, parameter = meant.removeprefix("::").rpartition("::")
    owner = TypedName(CLASS, name)
    found = key.hiera.loader.load(owner)
    # Other keys with single colons, such as `apt:update`, may be those of another program, or have a style of their own, as those of a
    # module have without a class of that name.
    is_mixed = found is None and "::" in entry.key.removeprefix("::") and not key.hiera.loader.is_complete(owner)
    is_parameter = found is not None and found.parameter(parameter) is not None
    if is_mixed or is_parameter or known.key_mentions.has(meant.removeprefix("::")):
        fixes = respelled(text_of(key.path, known), entry.start, entry.end, entry.key, meant)
        yield hiera_single_colon(entry.key).suggesting(meant).at(entry.start, entry.end, fixes=fixes)


@hiera_single_colon.variant()
def pattern_with_single_colon(pattern: str) -> str:
    return f"the pattern '{pattern}' matches no class parameter: names have two colons between their parts"


@rule(on=LookupOptions)
def check_patterns(options: LookupOptions, known: Known) -> Iterator[Diagnostic]:
    """Report patterns of `lookup_options` that begin with a name which has both."""
    for entry in options.entry.node.entries:
        found = MIXED.match(entry.key)
        if found is None or "::" not in found[1] or SINGLE.search(found[1]) is None:
            continue
        meant = entry.key.replace(found[1], SINGLE.sub("::", found[1]), 1)
        fixes = respelled(text_of(options.path, known), entry.start, entry.end, entry.key, meant)
        yield pattern_with_single_colon(entry.key).suggesting(meant).at(entry.start, entry.end, fixes=fixes)


@hiera_single_colon.variant()
def class_with_single_colon(name: str) -> str:
    return f"'{name}' is not the name of a class: names have two colons between their parts"


@rule(on=(Key, UnlistedKey))
def check_classes(key: Key | UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    """Report such names in a list of classes."""
    names = [each for each in key.entry.node.items if isinstance(each.value, str) and CLASS_NAME.match(each.value)]
    if len(names) != len(key.entry.node.items) or not any("::" in str(each.value) for each in names):
        return
    for each in names:
        name = str(each.value)
        if SINGLE.search(name) is not None:
            meant = SINGLE.sub("::", name)
            fixes = respelled(text_of(key.path, known), each.start, each.end, name, meant)
            yield class_with_single_colon(name).suggesting(meant).at(each.start, each.end, fixes=fixes)
