"""`lookup_options` in data."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import LookupOptions, text_of
from puppet_check.workspace.hiera.conversion import ConversionError, target
from puppet_check.workspace.hiera.documents import Entry
from puppet_check.workspace.hiera.hiera import Hiera
from puppet_check.workspace.hiera.merging import STRATEGIES
from puppet_check.workspace.known import Known
from puppet_grammar.lowering.regexes import regex_error
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.loader import CLASS, TYPE, TypedName
from puppet_typesys.spelling import LOW_SIMILARITY, closest
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import Unknown

DEEP = ("knockout_prefix", "merge_debug", "merge_hash_arrays", "sort_merged_arrays")
FREE = ("unconstrained_deep", "reverse_deep")
"""Strategies that accept any options."""
OPTIONS = ("convert_to", "merge")


@issue(Severity.ERROR)
def hiera_options(error: str, pattern: str) -> str:
    """Invalid lookup options"""
    return f"{error}: {pattern}"


@hiera_options.variant()
def not_a_hash() -> str:
    return "value of lookup_options must be a hash"


@hiera_options.variant()
def outside_of_module(what: str, module: str) -> str:
    return f"all lookup_options {what} with module name '{module}'"


@hiera_options.variant()
def options_not_a_hash(key: str) -> str:
    return f"options of '{key}' must be a hash"


@hiera_options.variant()
def no_strategy() -> str:
    return "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'"


@hiera_options.variant()
def unknown_merge_option(option: str) -> str:
    return f"The merge options has wrong type, unrecognized key '{option}'"


@hiera_options.variant()
def unknown_strategy(name: str) -> str:
    return f"Unknown merge strategy: '{name}'"


@hiera_options.variant()
def wrong_type(key: str, text: str, reason: str) -> str:
    return f"Invalid data type in lookup_options for key '{key}' could not parse '{text}', error: '{reason}'"


@hiera_options.variant()
def unknown_type(key: str, type: str) -> str:
    return f"The convert_to lookup_option for key '{key}' refers to the unknown type '{type}'"


@issue(Severity.WARNING)
def hiera_unused_options(key: str) -> str:
    """Lookup options for a key without data"""
    return f"lookup options for '{key}' have no effect: there is no such key in the data, and no such class parameter"


@issue(Severity.WARNING)
def hiera_unknown_option(option: str) -> str:
    """Unknown lookup option"""
    return f"'{option}' is not a lookup option, so Puppet ignores it"


@rule(on=LookupOptions)
def check_options(options: LookupOptions, known: Known) -> Iterator[Diagnostic]:
    """Report options that Puppet refuses or ignores."""
    given, hiera, module = options.entry, options.hiera, options.module
    if not isinstance(given.node.value, Hash):
        if given.node.value is not None:
            yield not_a_hash().at(given.node.start, given.node.end)
        return
    for entry in given.node.entries:
        if module is not None and not entry.key.removeprefix("^").startswith(f"{module.name}::"):
            what = "patterns must match a key starting" if entry.key.startswith("^") else "keys must start"
            yield outside_of_module(what, module.name).at(entry.start, entry.end)
        if entry.key.startswith("^"):
            yield from _pattern(entry)
        elif module is None and _is_unused(hiera, known, entry.key):
            yield hiera_unused_options(entry.key).at(entry.start, entry.end)
        if isinstance(entry.node.value, tuple | int | float):
            yield options_not_a_hash(entry.key).at(entry.start, entry.end)
        for option in entry.node.entries:
            if option.key not in OPTIONS:
                meant = closest(option.key, OPTIONS, LOW_SIMILARITY)
                fixes = respelled(text_of(options.path, known), option.start, option.end, option.key, meant)
                yield hiera_unknown_option(option.key).suggesting(meant).at(option.start, option.end, fixes=fixes)
            elif option.key == "merge":
                yield from _merge(option, text_of(options.path, known))
            else:
                yield from _convert_to(hiera, option, entry.key)


def _pattern(entry: Entry) -> Iterator[Diagnostic]:
    pattern = Regexp(entry.key)
    error = regex_error(pattern.source)
    if error is not None:
        yield hiera_options(error, pattern.delimited()).at(entry.start, entry.end)


def _is_unused(hiera: Hiera, known: Known, key: str) -> bool:
    if not hiera.project.is_environment or hiera.lookup(key) is not MISSING:
        return False
    name, colons, parameter = key.rpartition("::")
    if colons:
        named = TypedName(CLASS, name)
        found = hiera.loader.load(named)
        if found is not None and not found.lacks(parameter):
            return False
        if found is None and not hiera.loader.is_complete(named):
            return False
    return bool(colons) and not known.key_mentions.has(key)


def _merge(option: Entry, text: Text) -> Iterator[Diagnostic]:
    node, value = option.node, option.node.value
    if isinstance(value, Hash):
        strategy = node.entry("strategy")
        if strategy is None:
            yield no_strategy().at(option.start, option.end)
            return
        name = strategy.node.value
        allowed = ("strategy", *DEEP) if name == "deep" else ("strategy",)
        for each in node.entries if name in STRATEGIES and name not in FREE else ():
            if each.key not in allowed:
                meant = closest(each.key, allowed, LOW_SIMILARITY)
                fixes = respelled(text, each.start, each.end, each.key, meant)
                yield unknown_merge_option(each.key).suggesting(meant).at(each.start, each.end, fixes=fixes)
        node, value = strategy.node, name
    if isinstance(value, Unknown) or (isinstance(value, str) and "%{" in value):
        return
    if not isinstance(value, str) or value not in STRATEGIES:
        meant = closest(str(value), STRATEGIES, LOW_SIMILARITY)
        fixes = respelled(text, node.start, node.end, str(value), meant)
        yield unknown_strategy(str(value)).suggesting(meant).at(node.start, node.end, fixes=fixes)


def _convert_to(hiera: Hiera, option: Entry, key: str) -> Iterator[Diagnostic]:
    node = option.node.items[0] if option.node.items else option.node
    if not isinstance(node.value, str) or "%{" in node.value:
        return
    try:
        found = target(node.value, hiera.external.type_named)
    except ConversionError as wrong:
        yield wrong_type(key, node.value, str(wrong)).at(node.start, node.end)
        return
    if isinstance(found, model.TypeReference) and hiera.loader.is_complete(TypedName(TYPE, node.value.partition("[")[0].lower())):
        yield unknown_type(key, node.value).at(node.start, node.end)
