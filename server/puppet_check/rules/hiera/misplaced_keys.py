"""Keys of data on a level above the one where they belong, because of their indentation.

What belongs where is told by the hashes of the same key, in the same file or others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, UnlistedFile, paths_beside, text_of
from puppet_check.workspace.hiera.documents import Entry
from puppet_check.workspace.hiera.inner_keys import Levels, inner_entries, levels_of_all
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

PLAIN = lazy_pattern(r"[A-Za-z0-9_.@ -]+\Z")
FEWEST = 3
"""How many hashes a key has inside of its hash, so that nothing else belongs there."""


@issue(Severity.WARNING)
def hiera_misplaced_key(key: str, owner: str) -> str:
    """Key of data that belongs into the hash above it"""
    return f"'{key}' is not a part of '{owner}' above it, where hashes of the same key have it"


@hiera_misplaced_key.variant()
def lost_entries(key: str, first: str) -> str:
    return f"'{key}' has no value: '{first}' below it is not a part of it without more indentation"


@rule(on=(DataFile, UnlistedFile))
def check_levels(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report values that are no hashes between hashes, and top-level keys without a module after one to whose hashes they belong."""
    if isinstance(file, DataFile) and file.module is not None:
        return
    entries = file.root.entries
    yield from _mixed(file, known)
    for at, entry in enumerate(entries):
        before = entries[at - 1] if at else None
        if before is not None and _is_plain(entry.key) and not known.key_mentions.may_look_up(entry.key):
            yield from _after(before, entry, file)
        if entry.node.value is None and "::" in entry.key and at + 1 < len(entries) and _is_plain(entries[at + 1].key):
            yield from _without_value(entry, entries[at + 1 :], file, known)


def _is_plain(key: str) -> bool:
    return PLAIN.match(key) is not None


def _levels(file: DataFile | UnlistedFile) -> dict[str, Levels]:
    return file.hiera.levels_of(paths_beside(file))


def _mixed(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """The keys in hashes of hashes at any depth; other files tell what is in those of a top-level key."""
    own: dict[str, Levels] | None = None
    tops = {id(each.node) for each in file.root.entries}
    for owner in inner_entries(file.root):
        if not _is_mixed(owner):
            continue
        if id(owner.node) in tops:
            levels = _levels(file)
        else:
            own = levels = levels_of_all(file.root) if own is None else own
        yield from _inside(owner, levels.get(owner.key, Levels()), file, known)


def _is_mixed(owner: Entry) -> bool:
    """Whether a value that is no hash comes after one that is, or after a key without a value."""
    inside = owner.node.entries
    return any(
        not each.node.entries and each.node.value is not None and (before.node.entries or before.node.value is None)
        for before, each in pairwise(inside)
    )


def _inside(top: Entry, levels: Levels, file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """The first value of a hash of hashes that is none, and whose key is one of those hashes' keys everywhere else."""
    inside = top.node.entries
    for at, each in enumerate(inside):
        before = inside[at - 1] if at else None
        if before is None or each.node.entries or each.node.value is None or not (before.node.entries or before.node.value is None):
            continue
        if not levels.inner[each.key] or levels.others[each.key] != 1 or not levels.others.keys() <= _others(top):
            return
        if before.node.value is None and (levels.hashes >= FEWEST or _are_inner(inside[at : at + 2], levels)):
            if _is_empty(before, each, file, known):
                yield lost_entries(before.key, each.key).at(before.start, before.end)
        elif levels.hashes >= FEWEST and before.node.entries and before.node.entry(each.key) is None:
            yield hiera_misplaced_key(each.key, before.key).at(each.start, each.end)
        return


def _are_inner(entries: tuple[Entry, ...], levels: Levels) -> bool:
    """Whether several values have keys of hashes elsewhere."""
    return len(entries) > 1 and all(levels.inner[each.key] for each in entries)


def _others(top: Entry) -> set[str]:
    """The keys of the values of a hash that are no hashes."""
    return {each.key for each in top.node.entries if not each.node.entries and each.node.value is not None}


def _after(before: Entry, entry: Entry, file: DataFile | UnlistedFile) -> Iterator[Diagnostic]:
    """The top-level key that is nowhere else one, and that the hashes of the key before it have."""
    last = before.node.entries[-1] if before.node.entries else None
    if last is None or not last.node.entries or "::" not in before.key:
        return
    levels = _levels(file)
    own, above = levels.get(entry.key, Levels()), levels.get(before.key, Levels())
    if own.files == 1 and above.inner[entry.key] and above.others.keys() <= _others(before):
        yield hiera_misplaced_key(entry.key, last.key).at(entry.start, entry.end)


def _without_value(entry: Entry, following: tuple[Entry, ...], file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """The key without a value after which keys come that nothing looks up and that no other file has.

    Modules that are neither there nor known may look up such a key, which seldom has a hash.
    """
    if not _is_empty(entry, following[0], file, known):
        return
    levels = _levels(file)
    below = []
    for each in following:
        if not _is_plain(each.key):
            break
        below.append(each)
    are_hashes = all(each.node.entries for each in below)
    if not are_hashes and any(known.loader.interfaces.of(each) is None for each in file.hiera.project.missing):
        return
    if all(levels.get(each.key, Levels()).files == 1 and not known.key_mentions.may_look_up(each.key) for each in below):
        yield lost_entries(entry.key, below[0].key).at(entry.start, entry.end)


def _is_empty(entry: Entry, following: Entry, file: DataFile | UnlistedFile, known: Known) -> bool:
    """Whether nothing is written after the colon of a key, not even `~`, nor below it in comments, which may be its entries."""
    text = text_of(file.path, known)
    below = text.slice(entry.end, following.start).split("\n")[1:]
    return not text.slice(entry.node.start, entry.node.end).strip() and not any(each.lstrip().startswith("#") for each in below)
