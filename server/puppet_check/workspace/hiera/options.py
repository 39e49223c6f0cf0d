"""`lookup_options`: whether options exist, say something that Puppet understands, and are for something."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.workspace.hiera.conversion import Wrong, target
from puppet_check.workspace.hiera.documents import Entry
from puppet_check.workspace.hiera.hiera import Hiera
from puppet_check.workspace.hiera.mentions import Mentions
from puppet_check.workspace.hiera.merging import STRATEGIES
from puppet_check.workspace.hiera.problem import Problem
from puppet_check.workspace.project import Module
from puppet_typesys.functions.call import MISSING
from puppet_typesys.loader import CLASS, TYPE, TypedName
from puppet_typesys.spelling import hint
from puppet_typesys.types import model
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import Unknown

DEEP = ("knockout_prefix", "merge_debug", "merge_hash_arrays", "sort_merged_arrays")
FREE = ("unconstrained_deep", "reverse_deep")
"""Strategies that take any options."""
OPTIONS = ("convert_to", "merge")


def option_problems(hiera: Hiera, mentions: Mentions, given: Entry, module: Module | None) -> Iterator[Problem]:
    """What is wrong with all options of a file."""
    if not isinstance(given.node.value, Hash):
        if given.node.value is not None:
            yield Problem(given.node.start, given.node.end, "hiera-options", "value of lookup_options must be a hash")
        return
    for entry in given.node.entries:
        if module is not None and not entry.key.removeprefix("^").startswith(f"{module.name}::"):
            what = "patterns must match a key starting" if entry.key.startswith("^") else "keys must start"
            message = f"all lookup_options {what} with module name '{module.name}'"
            yield Problem(entry.start, entry.end, "hiera-options", message)
        if entry.key.startswith("^"):
            yield from _pattern(entry)
        elif module is None and _is_unused(hiera, mentions, entry.key):
            message = f"there are options for '{entry.key}', and nothing has data for it or takes them"
            yield Problem(entry.start, entry.end, "hiera-unused-options", message)
        if isinstance(entry.node.value, tuple | int | float):
            yield Problem(entry.start, entry.end, "hiera-options", f"options of '{entry.key}' must be a hash")
        for option in entry.node.entries:
            if option.key not in OPTIONS:
                message = f"'{option.key}' is no option of a lookup, Puppet ignores it{hint(option.key, OPTIONS)}"
                yield Problem(option.start, option.end, "hiera-unknown-option", message)
            elif option.key == "merge":
                yield from _merge(option)
            else:
                yield from _convert_to(hiera, option, entry.key)


def _pattern(entry: Entry) -> Iterator[Problem]:
    try:
        Regexp(entry.key).check()
    except ArgumentError as error:
        yield Problem(entry.start, entry.end, "hiera-options", str(error))


def _is_unused(hiera: Hiera, mentions: Mentions, key: str) -> bool:
    if not hiera.project.is_environment or hiera.lookup(key) is not MISSING:
        return False
    name, colons, parameter = key.rpartition("::")
    if colons:
        named = TypedName(CLASS, name)
        found = hiera.loader.load(named)
        if found is not None and (found.is_open or found.parameter(parameter) is not None):
            return False
        if found is None and not hiera.loader.is_complete(named):
            return False
    return bool(colons) and not mentions.has(key)


def _merge(option: Entry) -> Iterator[Problem]:
    node, value = option.node, option.node.value
    if isinstance(value, Hash):
        strategy = node.entry("strategy")
        if strategy is None:
            message = "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'"
            yield Problem(option.start, option.end, "hiera-options", message)
            return
        name = strategy.node.value
        allowed = ("strategy", *DEEP) if name == "deep" else ("strategy",)
        for each in node.entries if name in STRATEGIES and name not in FREE else ():
            if each.key not in allowed:
                message = f"The merge options has wrong type, unrecognized key '{each.key}'{hint(each.key, allowed)}"
                yield Problem(each.start, each.end, "hiera-options", message)
        node, value = strategy.node, name
    if isinstance(value, Unknown) or (isinstance(value, str) and "%{" in value):
        return
    if not isinstance(value, str) or value not in STRATEGIES:
        message = f"Unknown merge strategy: '{value}'{hint(str(value), STRATEGIES)}"
        yield Problem(node.start, node.end, "hiera-options", message)


def _convert_to(hiera: Hiera, option: Entry, key: str) -> Iterator[Problem]:
    node = option.node.items[0] if option.node.items else option.node
    if not isinstance(node.value, str) or "%{" in node.value:
        return
    try:
        found = target(node.value, hiera.foreign.type_named)
    except Wrong as wrong:
        message = f"Invalid data type in lookup_options for key '{key}' could not parse '{node.value}', error: '{wrong}'"
        yield Problem(node.start, node.end, "hiera-options", message)
        return
    if isinstance(found, model.TypeReference) and hiera.loader.is_complete(TypedName(TYPE, node.value.partition("[")[0].lower())):
        message = f"The convert_to lookup_option for key '{key}' names the type '{node.value}', which does not exist"
        yield Problem(node.start, node.end, "hiera-options", message)
