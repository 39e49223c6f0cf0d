"""Sources for the reference to answer, made by combining forms and places.

A group is a file in `tests/data/snippets`. Its first line is `limit N`: how many of its snippets are kept as recorded cases. Blocks
follow, separated by lines of `----`, one entry a line. The first block has whole snippets, in which ①, ② and ③ stand for each entry
of the second, third and fourth block; all combinations are made. An entry may use the marks of later blocks. ⏎ is a line feed, ␍ a
carriage return, ␉ a tab, ␠ a blank, ␋ and ␌ are the vertical tab and the form feed, ␀ is nothing.

Two more groups are made of the files in `tests/data/manifests`: `damaged` has one wrong token in each, `cut` ends too early.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

from puppet_grammar.parse import Mode, mode_of
from tests.support.damage import damage

FOLDER = Path(__file__).parent.parent / "data" / "snippets"
SIGNS = str.maketrans({"⏎": "\n", "␍": "\r", "␉": "\t", "␠": " ", "␋": "\v", "␌": "\f", "␀": ""})
MARKS = "①②③"
MANIFESTS = FOLDER.parent / "manifests"


class Snippet(NamedTuple):
    """A source, and its mode."""

    source: bytes
    mode: Mode


class Group(NamedTuple):
    """A file of snippets."""

    name: str
    limit: int
    snippets: list[Snippet]


def group_names() -> list[str]:
    """The names of all groups."""
    return [*sorted(file.name.removesuffix(".txt") for file in FOLDER.glob("*.txt")), "damaged", "cut"]


def read_group(name: str) -> Group:
    """A group with all combinations, without duplicates."""
    if name in ("damaged", "cut"):
        return Group(name, 200, list(dict.fromkeys(_damaged() if name == "damaged" else _cut())))
    head, _, rest = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").partition("\n")
    blocks = [block.split("\n") for block in rest.removesuffix("\n").split("\n----\n")]
    mode = Mode(epp=name.endswith(".epp"), tasks=name.endswith(".plan"))
    sources = dict.fromkeys(combined.translate(SIGNS) for combined in _combinations(blocks))
    return Group(name, int(head.removeprefix("limit ")), [Snippet(source.encode(), mode) for source in sources])


def _combinations(blocks: list[list[str]]) -> Iterator[str]:
    for text, *fillings in product(*blocks):
        for mark, filling in zip(MARKS, fillings, strict=False):
            text = text.replace(mark, filling)
        yield text


def _damaged() -> Iterator[Snippet]:
    for file in sorted(MANIFESTS.iterdir()):
        random = Random(file.name)
        for _ in range(600):
            if damaged := damage(file.read_bytes(), random):
                yield Snippet(damaged.source, mode_of(file.name))


def _cut() -> Iterator[Snippet]:
    for file in sorted(MANIFESTS.iterdir()):
        source = file.read_bytes()
        for length in range(0, len(source), 3):
            yield Snippet(source[:length], mode_of(file.name))
