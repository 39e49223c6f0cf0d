"""Interpolations in data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, Key, UnlistedFile, UnlistedKey, text_of
from puppet_check.workspace.hiera.data_keys import DataKeys
from puppet_check.workspace.hiera.documents import Node, strings
from puppet_check.workspace.hiera.interpolation import METHODS, expressions
from puppet_check.workspace.hiera.layers import UNSEEN
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Project
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.functions.parts import path_of
from puppet_typesys.spelling import closest, is_typo
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown

SECRET = lazy_pattern(r"passw|secret|token|private|credential|(?:^|[_:])(?:key|cert|pass)(?:$|[_:])", re.IGNORECASE)
"""Keys whose data are often kept elsewhere."""
FEWEST_FOUND = 8
"""The number of keys of a file that data have for each that none has, so that it is not one of data kept elsewhere."""
FEWEST_WORDS = 3
"""The number of words of a key from which on another one with the same words is meant."""
FEWEST_PARTS, MOST_PARTS = 2, 20
WORDS = lazy_pattern(r"[:_]+")
LOOKING_UP = ("lookup", "hiera", "alias")
BEGINNING = lazy_pattern(r"(?:lookup|hiera|alias)\(")
CALL = lazy_pattern(r"\w+\(.*\)\Z")


@issue(Severity.ERROR)
def hiera_interpolation(method: str) -> str:
    """Invalid interpolation in Hiera data"""
    return f"Unknown interpolation method '{method}'"


@hiera_interpolation.variant()
def partial_alias() -> str:
    return "'alias' interpolation is only permitted if the expression is equal to the entire string"


@hiera_interpolation.variant()
def recursive(key: str) -> str:
    return f"Recursive lookup detected in [{key}]"


@hiera_interpolation.variant()
def wrong_name(text: str) -> str:
    return f"Syntax error in string: {text}"


@hiera_interpolation.variant()
def unquoted_key(name: str) -> str:
    return f"Undefined variable '{name}'; the key of a lookup needs quotes"


@hiera_interpolation.variant()
def nested(name: str) -> str:
    return f"Undefined variable '{name}'; no interpolation can be inside of another"


@issue(Severity.WARNING)
def hiera_unknown_key(key: str) -> str:
    """Interpolation looks up an unknown key"""
    return f"no data has the key '{key}', so the result is an empty string"


@hiera_unknown_key.variant()
def misspelt_key(key: str) -> str:
    return f"no data file has the key '{key}'"


@rule(on=DataFile)
def check_strings(file: DataFile, known: Known) -> Iterator[Diagnostic]:
    """Report the interpolations of all strings and keys that fail, or that find nothing."""
    uncertain: list[tuple[str, int, int]] = []
    for text, start, end in strings(file.root):
        for each in expressions(text):
            if each.method not in METHODS:
                yield hiera_interpolation(each.method).at(start, end)
            elif each.method == "alias" and not each.is_all:
                yield partial_alias().at(start, end)
            elif each.method == "scope":
                yield from _variable(each.key, text, start, end)
            elif each.method in LOOKING_UP:
                found = file.hiera.lookup(each.key)
                if found is MISSING:
                    yield hiera_unknown_key(each.key).at(start, end)
                elif isinstance(found, Unknown) and "." not in each.key:
                    uncertain.append((each.key, start, end))
    yield from _misspelt(uncertain, file)


def _misspelt(looked_up: list[tuple[str, int, int]], file: DataFile) -> Iterator[Diagnostic]:
    """The keys, with the offsets of their strings, that no file has, and that differ by a letter from one that some file has."""
    if not looked_up or not file.hiera.project.has_data:
        return
    layer = file.hiera.layer(None, "levels")
    keys = file.hiera.keys_of(layer.paths)
    for each in looked_up:
        of_module = islice(file.hiera.layers_of(each[0]), 1, None)
        if not any(layer is not UNSEEN and layer.holders(each[0]) for layer in of_module):
            yield from _typo(*each, keys)
    config = file.hiera.config(None)
    # Data of other systems, and files that are there but cannot be read, have keys of their own.
    if (config is None or all(each.format for each in config.levels)) and all(layer.sources[each].path is None for each in layer.always):
        yield from _absent(looked_up, file.root, keys, file.hiera.project)


def _absent(looked_up: list[tuple[str, int, int]], root: Node, keys: DataKeys, project: Project) -> Iterator[Diagnostic]:
    """The findings about keys that no file has, where data have all other keys of the file, and one with the same last part.

    They have other keys of its module, which is not one that may have data of its own.
    """
    several = (each for text, _, _ in strings(root) for each in expressions(text))
    looking_up = {each.key for each in several if each.method in LOOKING_UP and "." not in each.key}
    all_names = {each for each in looking_up if SECRET.search(each) is None}
    absent = all_names - keys.all
    if len(all_names) < FEWEST_FOUND * (len(absent) + 1) or not absent:
        return
    owners = keys.modules - project.missing.keys()
    for key, start, end in looked_up:
        qualifier, _, name = key.rpartition("::")
        is_typed = is_typo(key, keys.of(qualifier))
        owner = key.partition("::")[0]
        if key in absent and name in keys.ends and qualifier and owner in owners and not project.is_external(owner) and not is_typed:
            yield misspelt_key(key).at(start, end)


def _typo(key: str, start: int, end: int, keys: DataKeys) -> Iterator[Diagnostic]:
    """The finding about a key that differs by a letter or in the order of words from one with the same qualifier."""
    beside = keys.of(key.rpartition("::")[0])
    if is_typo(key, beside):
        yield misspelt_key(key).suggesting(closest(key, beside)).at(start, end)
        return
    meant = _with_other_signs(key, keys) if key not in beside else None
    if meant is not None:
        yield misspelt_key(key).suggesting(meant).at(start, end)
        return
    words = sorted(key.rpartition("::")[2].split("_"))
    if len(words) < FEWEST_WORDS or key in beside:
        return
    likely = {each for each in beside if len(each) == len(key) and sorted(each.rpartition("::")[2].split("_")) == words}
    if len(likely) == 1:
        yield misspelt_key(key).suggesting(likely.pop()).at(start, end)


def _with_other_signs(key: str, keys: DataKeys) -> str | None:
    """The only key with the same words and other colons or underscores between them, for one of several words."""
    words = [each for each in WORDS.split(key) if each]
    if not FEWEST_PARTS <= len(words) <= MOST_PARTS:
        return None
    # Where a name of a module ends is not known: `shop_key`, `shop::key` and `shop::web::key` may all be meant.
    likely = {"_".join(words), *("::".join((*words[:at], "_".join(words[at:]))) for at in range(1, len(words)))}
    likely |= {"::".join(("_".join(words[:at]), "_".join(words[at:]))) for at in range(1, len(words))}
    found = [each for each in likely - {key} if each in keys.all]
    return found[0] if len(found) == 1 else None


@rule(on=UnlistedFile)
def check_unlisted(file: UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report the keys that no data file has, and that differ by a letter from one that some has, where the hierarchy is elsewhere.

    So are lookups without quotes around their keys.
    """
    looked_up: list[tuple[str, int, int]] = []
    for text, start, end in strings(file.root):
        for each in expressions(text):
            if each.method == "scope" and (BEGINNING.match(each.key) or "%{" in each.key):
                yield from _variable(each.key, text, start, end)
            elif each.method in LOOKING_UP and "." not in each.key:
                looked_up.append((each.key, start, end))
                yield from _typo(each.key, start, end, file.hiera.keys_of(file.beside))
    if looked_up:
        yield from _absent(looked_up, file.root, file.hiera.keys_of(file.beside), file.hiera.project)


def _variable(key: str, text: str, start: int, end: int) -> Iterator[Diagnostic]:
    """Report a name that is not valid: most often a lookup is meant, and its quotes are missing or have spaces around them."""
    try:
        path_of(key)
    except ArgumentError:
        yield wrong_name(text).at(start, end)
        return
    if "%{" in key:
        yield nested(key).at(start, end)
    elif CALL.match(key):
        yield unquoted_key(key).at(start, end)


@rule(on=(Key, UnlistedKey))
def check_recursion(key: Key | UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    """Report values that look up their own key."""
    node = key.entry.node
    if b"%{" not in text_of(key.path, known).source[node.start : node.end]:
        return
    for text, start, end in strings(key.entry.node):
        if any(each.method in LOOKING_UP and each.key == key.entry.key for each in expressions(text)):
            yield recursive(key.entry.key).at(start, end)
