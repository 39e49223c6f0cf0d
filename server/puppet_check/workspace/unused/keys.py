"""The Hiera keys of a repository that may be unused: plain ones, and those of its own modules."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.workspace.hiera.layers import LOOKUP_OPTIONS
from puppet_check.workspace.hiera.sources import OPAQUE
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_check.workspace.unused.candidates import CLASS, KEY, Candidate
from puppet_check.workspace.uses import has_bolt
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import TypedName

KEY_FORM = lazy_pattern(r"[A-Za-z0-9_-]+(?:::[A-Za-z0-9_-]+)*\Z")
ANCHOR = lazy_pattern(rb"(?m)[\s:,\[{]&[\w-]+")
SHOWN = 3
"""The number of absent modules that are named."""


class Keys(NamedTuple):
    """The keys that may be unused."""

    candidates: tuple[Candidate, ...]
    owners: dict[str, str]
    """The class that takes the value of a key as that of a parameter, by key."""
    files: frozenset[str]
    """The data files."""
    left_out: str | None
    """Why plain keys are left out; None if they are not."""


def keys_of(known: Known, own: tuple[Module, ...]) -> Keys:
    """The keys in the data of an environment and of its own modules."""
    project = known.project
    if not project.is_environment:
        return Keys((), {}, frozenset(), None)
    names = {each.name for each in own}
    unread = _why_plain_keys_are_used(known)
    candidates: list[Candidate] = []
    owners: dict[str, str] = {}
    files: set[str] = set()
    is_plain_left_out = False
    for path, key, start in entries_of(known, own):
        files.add(path)
        head, colons, _ = key.partition("::")
        if key == LOOKUP_OPTIONS or not KEY_FORM.match(key) or (colons and head not in names):
            continue
        if not colons and unread is not None:
            is_plain_left_out = True
            continue
        name, _, parameter = key.rpartition("::")
        owner = known.external.load(TypedName(CLASS, name.lower())) if colons else None
        if owner is not None and owner.parameter(parameter) is not None:
            owners[key] = name.lower()
        candidates.append(Candidate(KEY, key, path, start))
    return Keys(tuple(candidates), owners, frozenset(files), unread if is_plain_left_out else None)


def _why_plain_keys_are_used(known: Known) -> str | None:
    project = known.project
    config = known.hiera().config(None)
    absent = [*sorted(project.missing), *(os.path.relpath(each, project.root) for each in project.absent_folders), *project.external]
    if absent:
        return f"code that may look them up is not installed ({', '.join(absent[:SHOWN])}{', ...' if len(absent) > SHOWN else ''})"
    if has_bolt(project.root):
        return "Bolt uses the repository as well"
    return "there is no `hiera.yaml` that can be read" if config is None or not config.is_known else None


def entries_of(known: Known, own: tuple[Module, ...]) -> Iterator[tuple[str, str, int]]:
    """The path, key and offset of each entry; those of files with anchors, whose values other keys take, without a key to report."""
    hiera = known.hiera()
    seen: set[str] = set()
    for module in (None, *own):
        if hiera.config(module) is None:
            continue
        for source in hiera.layer(module, "levels").sources:
            if source is OPAQUE or source.path is None or source.path in seen:
                continue
            seen.add(source.path)
            document = hiera.files.document(source)
            if document.is_broken or document.root is None:
                continue
            entries = document.root.entries
            text = known.contents(source.path)
            for entry, following in zip(entries, (*(each.start for each in entries[1:]), len(text)), strict=False):
                has_anchor = ANCHOR.search(text, entry.end, max(entry.end, following)) is not None
                yield source.path, LOOKUP_OPTIONS if has_anchor else entry.key, entry.start
