"""Interpolations in data."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, Key
from puppet_check.workspace.hiera.documents import strings
from puppet_check.workspace.hiera.interpolation import METHODS, expressions
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.functions.parts import path_of
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.missing import MISSING

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


@issue(Severity.WARNING)
def hiera_unknown_key(key: str) -> str:
    """Interpolation looks up an unknown key"""
    return f"no data has the key '{key}', so the result is an empty string"


@rule(on=DataFile)
def check_strings(file: DataFile, known: Known) -> Iterator[Diagnostic]:
    """Report the interpolations of all strings and keys that fail, or that find nothing."""
    for text, start, end in strings(file.root):
        for each in expressions(text):
            if each.method not in METHODS:
                yield hiera_interpolation(each.method).at(start, end)
            elif each.method == "alias" and not each.is_all:
                yield partial_alias().at(start, end)
            elif each.method == "scope":
                yield from _variable(each.key, text, start, end)
            elif each.method in ("lookup", "hiera", "alias") and file.hiera.lookup(each.key) is MISSING:
                yield hiera_unknown_key(each.key).at(start, end)


def _variable(key: str, text: str, start: int, end: int) -> Iterator[Diagnostic]:
    """Report a name that is not valid: most often a lookup is meant, and its quotes are missing or have spaces around them."""
    try:
        path_of(key)
    except ArgumentError:
        yield wrong_name(text).at(start, end)
        return
    if CALL.match(key):
        yield unquoted_key(key).at(start, end)


@rule(on=Key)
def check_recursion(key: Key, known: Known) -> Iterator[Diagnostic]:
    """Report values that look up their own key."""
    for text, start, end in strings(key.entry.node):
        if any(each.method in ("lookup", "hiera", "alias") and each.key == key.entry.key for each in expressions(text)):
            yield recursive(key.entry.key).at(start, end)
