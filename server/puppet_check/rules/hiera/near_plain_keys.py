"""Keys without a module that nothing looks up and one file of data has, of nearly the same name as a key that code looks up.

The key that is looked up is one of other files, and not of the same: `db_pasword` on one level where the others have `db_password`, or
`disk_dev` beside `disk_device`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, UnlistedFile, paths_beside, text_of
from puppet_check.rules.hiera.unused_data import hiera_unused_key
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import is_one_letter_off

PLAIN = lazy_pattern(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*\Z")
SHORTEST = 6
"""The length of the shortest keys that are compared."""
SHORTEST_WORD, LONGEST_REST = 3, 6
"""The length of the shortest word that stands for a longer one, and of what it lacks."""
ENDINGS = frozenset("s es er ed d r ing ion".split())
"""Letters that make another word."""
MOST = 1000
"""The number of keys past which none are compared."""


@hiera_unused_key.variant()
def nearly_looked_up(key: str) -> str:
    return f"no code looks up '{key}', which no other file has"


@rule(on=(DataFile, UnlistedFile))
def check_keys(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report such keys."""
    if isinstance(file, DataFile) and file.module is not None:
        return
    plain = [each for each in file.root.entries if len(each.key) >= SHORTEST and PLAIN.match(each.key) is not None]
    counts = file.hiera.keys_of(paths_beside(file)).of("") if plain else Counter[str]()
    own = {each.key for each in file.root.entries}
    mentions = known.key_mentions
    likely: dict[str, list[str]] = {}
    for each in counts if len(counts) <= MOST else ():
        if each not in own and mentions.may_look_up(each):
            likely.setdefault(each[:1], []).append(each)
    for entry in plain if likely else ():
        if counts[entry.key] != 1 or mentions.may_look_up(entry.key):
            continue
        near = [each for each in likely.get(entry.key[0], ()) if _is_near(entry.key, each)]
        if len(near) == 1 and not mentions.may_compute(entry.key):
            fixes = respelled(text_of(file.path, known), entry.start, entry.end, entry.key, near[0])
            found = nearly_looked_up(entry.key).suggesting(near[0])
            yield found.at(entry.start, entry.end, fixes=fixes, severity=Severity.WARNING)


def _is_near(key: str, meant: str) -> bool:
    """Whether a key is another with a slip inside, or has the beginning of a word of it in its place."""
    if is_one_letter_off(key, meant):
        return key.rstrip("s") != meant.rstrip("s")
    words, others = key.split("_"), meant.split("_")
    differing = [pair for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
    return len(words) == len(others) > 1 and len(differing) == 1 and _is_part(*sorted(differing[0], key=len))


def _is_part(word: str, longer: str) -> bool:
    rest = longer.removeprefix(word)
    return (
        len(word) >= SHORTEST_WORD and 1 < len(longer) - len(word) == len(rest) <= LONGEST_REST and rest.isalpha() and rest not in ENDINGS
    )
