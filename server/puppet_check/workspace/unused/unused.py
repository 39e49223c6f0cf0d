"""Which definitions, templates, files and keys of a repository no entry leads to.

A part of a file is live if it is outside of all definitions, or if something live uses what it defines. What only unused code uses is
unused as well.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.workspace.known import Known
from puppet_check.workspace.unused.candidates import CLASS, FACT, FILE, KEY, KINDS, PLAN, TASK, TEMPLATE, Candidate, own_modules
from puppet_check.workspace.unused.entries import includes_any_class, is_entry
from puppet_check.workspace.unused.index import Index, index_of
from puppet_check.workspace.unused.keys import Keys, keys_of


class Unused(NamedTuple):
    """What nothing uses."""

    candidate: Candidate
    used_by: tuple[Candidate, ...]
    """What uses it, and is itself unused."""
    in_tests: bool
    """Whether tests or examples use it."""


class Report(NamedTuple):
    """What nothing uses, and which kinds were left out for which reason."""

    unused: tuple[Unused, ...]
    left_out: tuple[str, ...]


ALWAYS_RUN = (FACT, FILE)
"""What mentions others whether it is used or not: what else reads or runs it is unknown."""
Name = tuple[str, str]
"""A kind and a name, which several files may define."""


def unused(known: Known, entries: Sequence[str] | None = None, *, with_facts: bool = False) -> Report:
    """What nothing in a project uses; `entries` are patterns of the classes that a classification elsewhere names."""
    project = known.project
    keys = keys_of(known, tuple(own_modules(project)))
    index = index_of(known, keys.candidates, keys.files)
    users = _users(index, keys)
    left_out = [*_left_out(index, keys, users, entries, known)]
    silent = {each for each, _ in left_out}
    starts = [_name(each) for each in index.candidates if _starts(each, entries, silent, known)]
    live = _reached(users, starts)
    shown = {*KINDS} - silent - ({FACT} if not (with_facts and project.is_environment) else set())
    found = [each for each in index.candidates if _name(each) not in live and each.kind in shown and _is_reported(each)]
    dead = {_name(each): each for each in index.candidates if _name(each) not in live}
    reasons = [f"{PLURALS[kind]}: {reason}" for kind, reason in left_out]
    if CLASS not in silent and keys.left_out is not None and KEY not in silent:
        reasons.append(f"plain Hiera keys: {keys.left_out}")
    rows = (Unused(each, _unused_users(each, users, dead), each in index.tests) for each in found)
    return Report(tuple(sorted(rows, key=_order)), tuple(reasons))


PLURALS = {CLASS: "classes", KEY: "Hiera keys"}


def _order(row: Unused) -> tuple[int, str, int, str]:
    return KINDS.index(row.candidate.kind), row.candidate.path, row.candidate.start, row.candidate.name


def _name(candidate: Candidate) -> Name:
    return candidate.kind, candidate.name


def _users(index: Index, keys: Keys) -> dict[Name, set[Name | None]]:
    """Who uses what: names by name; None stands for what is outside of all definitions."""
    users: dict[Name, set[Name | None]] = defaultdict(set)
    for unit in index.units:
        by = [_name(each) for each in unit.part.defines if each.kind not in ALWAYS_RUN]
        for each in unit.uses:
            users[_name(each)].update(by or [None])
    for key, owner in keys.owners.items():
        users[KEY, key].add((CLASS, owner))
    return users


def _left_out(
    index: Index, keys: Keys, users: dict[Name, set[Name | None]], entries: Sequence[str] | None, known: Known
) -> Iterator[tuple[str, str]]:
    """The kinds of which anything may be used, with the reason."""
    root = known.project.root
    if known.project.is_environment and entries is None:
        path = includes_any_class(unit.part for unit in index.units)
        classes = [each for each in index.candidates if each.kind == CLASS]
        if path is not None:
            yield CLASS, f"{os.path.relpath(path, root)} includes classes by names from elsewhere; `--entry` says which"
        elif classes and not any(None in users[_name(each)] or is_entry(each, None, is_environment=True) for each in classes):
            yield CLASS, "no node definition, data or role names one, so that they are classified elsewhere; `--entry` says which"
    if keys.candidates and index.looks_up_any is not None:
        yield KEY, f"{os.path.relpath(index.looks_up_any, root)} looks up a computed key"


def _starts(candidate: Candidate, entries: Sequence[str] | None, silent: set[str], known: Known) -> bool:
    return candidate.kind in silent or is_entry(candidate, entries, is_environment=known.project.is_environment)


def _reached(users: dict[Name, set[Name | None]], starts: Iterable[Name]) -> set[Name]:
    """The names that are used from outside of all definitions, or by what is used."""
    uses: dict[Name, set[Name]] = defaultdict(set)
    for used, by in users.items():
        for each in by:
            if each is not None:
                uses[each].add(used)
    waiting = [*starts, *(used for used, by in users.items() if None in by)]
    live: set[Name] = set()
    while waiting:
        name = waiting.pop()
        if name not in live:
            live.add(name)
            waiting += uses[name]
    return live


def _is_reported(candidate: Candidate) -> bool:
    """Whether something may be reported: of plans and tasks, the private ones."""
    return candidate.is_private or candidate.kind not in (PLAN, TASK)


def _unused_users(candidate: Candidate, users: dict[Name, set[Name | None]], dead: dict[Name, Candidate]) -> tuple[Candidate, ...]:
    served = (TEMPLATE, FILE)
    found = {dead[each] for each in users[_name(candidate)] if each is not None and each in dead and each != _name(candidate)}
    # Templates mention the variables of the code that uses them.
    found = {each for each in found if each.kind not in served or candidate.kind in served}
    return tuple(sorted(found, key=lambda each: (each.name, each.kind)))
