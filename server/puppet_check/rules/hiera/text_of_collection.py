"""Values that look up a hash or a list, of which `lookup` inserts the text: `alias` hands on the value itself."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, UnlistedFile, paths_beside, text_of
from puppet_check.workspace.hiera.documents import strings
from puppet_check.workspace.hiera.hiera import Hiera
from puppet_check.workspace.hiera.interpolation import expressions
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled

LOOKING_UP = ("lookup", "hiera")
LIKELY = lazy_pattern(rb"['\"]%\{\s*(?:lookup|hiera)\(")
CALL = lazy_pattern(r"%\{\s*(lookup|hiera)\(")


@issue(Severity.WARNING)
def hiera_text_of_collection(key: str, kind: str) -> str:
    """Interpolation that inserts the text of a hash or of a list"""
    return f"the value of '{key}' is {kind}, whose text is inserted; `%{{alias('{key}')}}` hands on the value itself"


@rule(on=(DataFile, UnlistedFile))
def check_strings(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report values that are nothing but a look-up of a key that has a hash or a list in all files that have it."""
    if LIKELY.search(text_of(file.path, known).source) is None or (isinstance(file, DataFile) and file.module is not None):
        return
    for text, start, end in strings(file.root):
        if not text.startswith("%{"):
            continue
        for each in expressions(text):
            if each.is_all and each.method in LOOKING_UP and "." not in each.key:
                kind = _kind(each.key, paths_beside(file), file.hiera)
                if kind is not None:
                    found = CALL.search(source := text_of(file.path, known).slice(start, end))
                    at = start if found is None else start + len(source[: found.start(1)].encode())
                    fixes = () if found is None else respelled(text_of(file.path, known), at, at + len(found[1]), found[1], "alias")
                    yield hiera_text_of_collection(each.key, kind).at(start, end, fixes=fixes)


def _kind(key: str, paths: tuple[str, ...], hiera: Hiera) -> str | None:
    """What the values of a key are in all of some files: hashes, or lists."""
    levels = hiera.levels_of(paths).get(key)
    if levels is None or levels.files != levels.collections:
        return None
    return "a hash" if levels.lists == 0 else "a list" if levels.lists == levels.files else "a hash or a list"
