"""Keys of an environment's data that nothing looks up, and data files that no level of a hierarchy reads."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, UnreadFile, text_of
from puppet_check.workspace.hiera.documents import Entry
from puppet_check.workspace.hiera.hiera import Hiera
from puppet_check.workspace.hiera.layers import LOOKUP_OPTIONS
from puppet_check.workspace.hiera.sources import OPAQUE
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

ANCHOR = lazy_pattern(r"[\s:,\[{]&[^\s,\]}]+")
PLAIN = lazy_pattern(r"[A-Za-z0-9_-]+\Z")


@issue(Severity.INFO)
def hiera_unused_key(key: str) -> str:
    """Hiera key that no code looks up"""
    return f"no code looks up '{key}'"


@issue(Severity.INFO)
def hiera_unused_file(path: str) -> str:
    """Data file that no level of the hierarchy reads"""
    return f"no level of {path} reads this file"


@rule(on=DataFile)
def check_keys(file: DataFile, known: Known) -> Iterator[Diagnostic]:
    """Report keys without a module, which no class parameter can take, and which no code mentions."""
    candidates = [each for each in file.root.entries if _is_plain(each.key)]
    if file.module is not None or not candidates:
        return
    keys = _plain_keys(file.hiera)
    unused = frozenset() if keys is None else known.uses.unused_keys(keys)
    text = text_of(file.path, known)
    starts = sorted(each.start for each in file.root.entries)
    for entry in candidates:
        if entry.key in unused and not _has_anchor(entry, starts, text):
            yield hiera_unused_key(entry.key).at(entry.start, entry.end)


@rule(on=UnreadFile)
def check_file(file: UnreadFile, known: Known) -> Iterator[Diagnostic]:
    """Report the file unless some code may read it by its name."""
    top = known.project.root if known.project.is_environment else os.path.dirname(file.config)
    if not known.uses.is_file_named(file.path, top):
        yield hiera_unused_file(os.path.basename(file.config)).at(0, 1)


def _is_plain(key: str) -> bool:
    return key != LOOKUP_OPTIONS and PLAIN.match(key) is not None


def _plain_keys(hiera: Hiera) -> list[str] | None:
    """The keys without a module in the data of the environment; None if some data cannot be read."""
    config, layer = hiera.config(None), hiera.layer(None, "levels")
    if config is None or not config.is_known or any(each.format is None for each in config.levels):
        return None
    if any(each is not OPAQUE and hiera.files.document(each).is_broken for each in layer.sources):
        return None
    return [each for each in layer.by_key if _is_plain(each)]


def _has_anchor(entry: Entry, starts: list[int], text: Text) -> bool:
    """Whether other parts of the file may refer to the value of a key by an anchor in it; `starts` has the offsets of all keys."""
    following = bisect_right(starts, entry.start)
    return ANCHOR.search(text.slice(entry.end, starts[following] if following < len(starts) else len(text))) is not None
