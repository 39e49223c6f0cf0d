"""Workspace symbols: the names of a project that match a query, best first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from puppet_check.features.describe.runs import names, task_places
from puppet_check.features.project_files.names import file_of
from puppet_check.semantics.calls import TASK
from puppet_check.workspace.known import Known
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, RESOURCE_TYPE, TYPE, Definition, Place, TypedName

KINDS = (CLASS, FUNCTION, TYPE, PLAN, RESOURCE_TYPE, FACT, TASK)
MANY = 200
"""The largest number of results."""


class WorkspaceSymbol(NamedTuple):
    """A definition that matches the query."""

    kind: str
    name: str
    place: Place


def workspace_symbols(query: str, known: Known) -> list[WorkspaceSymbol]:
    """The definitions whose names match a query. Only their files are read."""
    wanted = query.lower().replace(" ", "")
    scored = []
    for kind in KINDS:
        for name in set(_names(kind, known)):
            score = fit(wanted, name)
            if score is not None:
                scored.append((-score, len(name), name, kind))
    found: list[WorkspaceSymbol] = []
    for _, _, name, kind in sorted(scored):
        if kind == TASK:
            found += (WorkspaceSymbol(TASK, name, place) for place in task_places(name, known)[:1])
            continue
        definition = _load(name, kind, known)
        if definition is not None and not definition.interface:
            found.append(WorkspaceSymbol(definition.kind, definition.name, definition.place))
        if len(found) >= MANY:
            break
    return found


def _names(kind: str, known: Known) -> Iterable[str]:
    if kind == TASK:
        return names(TASK, known)
    return known.loader.fact_names() if kind == FACT else known.loader.likely_names(kind)


def _load(name: str, kind: str, known: Known) -> Definition | None:
    for each in (CLASS, DEFINE) if kind == CLASS else (kind,):
        if kind == CLASS and file_of(each, name, known.project) is None:
            continue
        found = known.loader.load(TypedName(each, name.lower()))
        if found is not None:
            return found
    return None


def fit(wanted: str, name: str) -> int | None:
    """The score of a name for a query, whose letters must occur in it in order; None if they do not."""
    if not wanted:
        return 0
    lower = name.lower()
    at = lower.find(wanted)
    if at >= 0:
        return 1000 - at + (500 if at == 0 or not lower[at - 1].isalnum() else 0) + (1000 if len(lower) == len(wanted) else 0)
    score, at = 0, -1
    for letter in wanted:
        following = lower.find(letter, at + 1)
        if following < 0:
            return None
        is_next = following == at + 1
        score += 5 if is_next else 0
        score += 3 if following == 0 or not lower[following - 1].isalnum() else 0
        at = following
    return score
