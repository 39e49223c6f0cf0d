"""The records of comparisons, kept between runs: one compressed file of JSON with a hash of its contents for each control repository.

Answers are hashes, code is never in it, and what is not of its form is as good as no file. A record counts only where all of its answers
are given again. Of catalogs there is what differs between two, and what they export.
"""

from __future__ import annotations

import json
import os
import zlib
from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from puppet_check.features.catalog.changes import Change, Difference
from puppet_check.features.catalog.neighbours import RELATIONS, Neighbour, Neighbours
from puppet_check.fingerprint import digest, sealed, unsealed
from puppet_check.fleet.trace.code_answers import UNTRACED
from puppet_check.fleet.trace.export_rows import exported_of, row_of
from puppet_check.fleet.trace.tree import Kept, Tree
from puppet_check.installed import cache_folder, contents
from puppet_check.reading.files import read
from puppet_check.reports.kept import evict
from puppet_check.writing import make_folder, write
from puppet_typesys.node_catalogs.exporting import Exported

FOLDER = "fleet"
LARGEST = 64 << 20
"""The size in bytes of the largest file, compressed."""
LARGEST_TEXT = 1 << 30
"""The same of what is in it."""
MOST_FILES = 20
"""How many files are kept."""
MOST_RECORDS = 20_000
"""How many records are kept of a repository."""
ODD = (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError, MemoryError, OverflowError, zlib.error)
"""What a file may raise that something else has written."""


Data = Sequence[Any]
"""A part of a file; what has another shape raises one of `ODD` when it is read."""


class Outcome(NamedTuple):
    """What differs between two catalogs: the changes, or else why there are none, each with the side."""

    changes: tuple[Change, ...]
    failures: tuple[tuple[str, str], ...]
    neighbours: tuple[Neighbours, ...]
    """Those of each change."""


Pairs = dict[tuple[int, int], Outcome]
"""What differs between the catalogs of two records, by their numbers."""


class Earlier(NamedTuple):
    """What is known of the catalogs of earlier runs; a run adds to it."""

    tree: Tree
    pairs: Pairs
    exports: dict[int, Exported]
    """What the catalogs of records export, by their numbers, without the name of the node."""


def nothing() -> Earlier:
    """What is known without earlier runs."""
    return Earlier(Tree(), {}, {})


def path_for(folder: str) -> str:
    """The file for a control repository, wherever that is."""
    name = os.path.basename(folder).encode("utf-8", "surrogateescape")
    return os.path.join(cache_folder(), FOLDER, f"{digest(contents().encode(), name)}.json.z")


def load(path: str) -> Earlier:
    """What a file has; nothing if it cannot be used."""
    try:
        packer = zlib.decompressobj()
        text = packer.decompress(unsealed(read(path, LARGEST)), LARGEST_TEXT)
        return _read(json.loads(text)) if packer.eof else nothing()
    except ODD:
        return nothing()


def _read(found: Data) -> Earlier:
    tree, pairs, exports = made = nothing()
    answers, records, differences, exported = found
    numbers = [tree.number_of((tuple(map(_text, question)), _text(answer))) for question, answer in answers]
    kept = []
    for static, node, code, failure in records:
        failure = None if failure is None else _text(failure)
        kept.append(
            tree.keep(
                Kept(
                    _text(static), array("I", [numbers[each] for each in node]), array("I", sorted(numbers[each] for each in code)), failure
                )
            )
        )
    for before, after, changes, failures, neighbours in differences:
        whys = tuple((_text(side), _text(message)) for side, message in failures)
        pairs[kept[before], kept[after]] = Outcome(tuple(map(change_of, changes)), whys, tuple(map(neighbours_in, neighbours)))
    for number, row in exported:
        exports[kept[number]] = exported_of(row)
    return made


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def change_of(data: Data) -> Change:
    """The change that JSON has as an array. Raises one of `ODD` for another shape."""
    kind, subject, differences, is_edge, within = data
    made = tuple(
        Difference(_text(name), before and _text(before), after and _text(after), bool(unknown))
        for name, before, after, unknown in differences
    )
    for each in (each for difference in made for each in (difference.before, difference.after)):
        if each is not None:
            json.loads(each)
    return Change(_text(kind), _text(subject), made, bool(is_edge), _text(within))


def neighbours_in(data: Data) -> Neighbours:
    """The neighbours that JSON has as arrays. Raises one of `ODD` for another shape."""
    found = tuple(Neighbour(_text(relation), _text(name), _text(sign)) for relation, name, sign in data)
    if not all(each.relation in RELATIONS for each in found):
        raise ValueError("not a relation")
    return found


def store(path: str, known: Earlier, used: Iterable[int]) -> None:
    """Keep the records that were used, and what is known of them. Whatever prevents it only makes the next run longer."""
    tree, pairs, exports = known
    untraced = {number for number, (question, _) in enumerate(tree.answers) if question[0] == UNTRACED}
    numbers = [each for each in sorted(used) if untraced.isdisjoint(tree.records[each].code)][-MOST_RECORDS:]
    place = {number: at for at, number in enumerate(numbers)}
    asked: dict[int, int] = {}
    records = []
    for number in numbers:
        static, node, code, failure = tree.records[number]
        rows = ([asked.setdefault(each, len(asked)) for each in answers] for answers in (node, code))
        records.append([static, *rows, failure])
    answers = [tree.answers[each] for each in asked]
    differences = [[place[one], place[other], *each] for (one, other), each in pairs.items() if one in place and other in place]
    exported = [[at, row] for number, at in place.items() if number in exports and (row := row_of(exports[number])) is not None]
    packed = _packed([answers, records, differences, exported])
    if len(packed) > LARGEST and len(packed := _packed([answers, records, differences, []])) > LARGEST:
        return
    with suppress(OSError):
        folder = os.path.dirname(path)
        make_folder(folder)
        write(path, packed)
        evict(folder, MOST_FILES)


def _packed(data: Data) -> bytes:
    return sealed(zlib.compress(json.dumps(data, separators=(",", ":")).encode("utf-8", "surrogatepass"), 1))
