"""The kinds of the results of methods of the core, for readers of Ruby that know the kind of a receiver, but not its value.

A kind is the name of the Puppet type that a value has: `String` for a String of Ruby, `Undef` for nil.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from puppet_typesys.ruby.classes import CLASSES, INCLUDED
from puppet_typesys.ruby.native import SELF, TABLES, UNCOMPUTED, Results, load

CLASS_NAMES: Mapping[str, str] = {"Boolean": "TrueClass", "Undef": "NilClass"}
"""The classes of kinds that are not named as their class; `false` has the methods of `true`."""


@lru_cache(2048)
def result_of(kind: str, name: str, has_block: bool) -> str | None:
    """The kind of a method's result for a receiver of a kind; None if there is no such method, or it has results of several kinds."""
    load()
    classes = [each.name for each in CLASSES[CLASS_NAMES.get(kind, kind)].ancestors()]
    known = (_results(table, name) for each in classes for table in (each, *INCLUDED.get(each, ())))
    found = _kind(next((each for each in known if each is not None), None), has_block)
    return kind if found == SELF else found


def result_of_function(owner: str, name: str) -> str | None:
    """The kind of the result of a method of a module or class itself; `Kernel` has the functions that need no receiver."""
    load()
    return _kind(_results(f"{owner}.", name), has_block=False)


@lru_cache(512)
def common_result(name: str, has_block: bool) -> str | None:
    """The kind of the result of all methods with a name that state it; None if there is none, or several."""
    load()
    tables = {*TABLES, *(table for table, _ in UNCOMPUTED)}
    found = {_kind(_results(each, name), has_block) for each in tables} - {None}
    return found.pop() if len(found) == 1 else None


def _results(table: str, name: str) -> Results | None:
    methods = TABLES.get(table)
    native = None if methods is None else methods.get(name)
    return UNCOMPUTED.get((table, name)) if native is None else native.results


def _kind(results: Results | None, has_block: bool) -> str | None:
    if results is None:
        return None
    return results.with_block if has_block else results.plain
