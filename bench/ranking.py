"""At which place completion offers the word that a real manifest has: `python -m bench.ranking MODULES [--requests N] [--seed S]`

Each request hides one word of a manifest and leaves the text around it, its first two letters for some kinds. Prints for each kind how
often the word is the first item, among the first three, and missing; then the time of the requests in milliseconds, parsing included.
`--part` and `--counts` ask about every second module with counts of the others (`bench.completion_counts --part`).
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter, defaultdict
from pathlib import Path

from bench.completion_places import KINDS, Word, manifests, words
from bench.lsp_speed import show

from puppet_check.analysis import Analysis
from puppet_check.document import Document
from puppet_check.features.completion import complete, usual
from puppet_check.features.view import View
from puppet_grammar.lower import read
from puppet_grammar.parse import Mode
from puppet_grammar.text import Text

LETTERS = "two letters"
MOST_OF_FILE = 8
"""The largest number of requests of one kind in one manifest."""


def main() -> None:
    """Ask, and print the table."""
    parser = argparse.ArgumentParser(prog="bench.ranking", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=int, choices=(0, 1))
    parser.add_argument("--counts", type=Path, metavar="FILE")
    parser.add_argument("--cut", action="store_true", help="also hide everything after the word")
    parser.add_argument("--list", action="store_true", help="print every request whose word is not among the first three")
    options = parser.parse_args()
    if options.counts is not None:
        usual.COUNTS.update(json.loads(options.counts.read_text()))
    ranks: dict[str, Counter[int]] = defaultdict(Counter)
    times: list[float] = []
    analysis = Analysis()
    for path, requests in chosen(options).items():
        for kind, word, rank, first in asked(analysis, path, requests, times, is_cut=options.cut):
            ranks[kind][rank] += 1
            if options.list and not 1 <= rank <= 3:
                print(f"{kind}: {word.owner} {word.text} in {path}:{word.start}: {rank or 'missing'}, after {', '.join(first)}")
    for kind in KINDS:
        print(f"{kind}: {shown(ranks[kind])}")
    print(f"all: {shown(sum(ranks.values(), Counter()))}")
    print(f"time: {show(times)}")


def chosen(options: argparse.Namespace) -> dict[Path, list[tuple[str, Word]]]:
    """The requests, the same number for each kind, by manifest."""
    choose = random.Random(options.seed)
    paths = list(manifests(options.modules.resolve(), options.part))
    choose.shuffle(paths)
    left = dict.fromkeys(KINDS, options.requests // len(KINDS))
    found: dict[Path, list[tuple[str, Word]]] = {}
    for path in paths:
        by_kind: dict[str, list[Word]] = defaultdict(list)
        for word in words(path.read_bytes()):
            by_kind[word.kind].append(word)
        for kind in KINDS:
            there = [each for each in by_kind[kind.partition(",")[0]] if LETTERS not in kind or len(each.text) > 2]
            taken = choose.sample(there, min(len(there), MOST_OF_FILE, left[kind]))
            left[kind] -= len(taken)
            if taken:
                found.setdefault(path, []).extend((kind, each) for each in taken)
    return found


def asked(
    analysis: Analysis, path: Path, requests: list[tuple[str, Word]], times: list[float], *, is_cut: bool
) -> list[tuple[str, Word, int, list[str]]]:
    """For each request the rank of the word (0 if it is missing), and the first items."""
    source = path.read_bytes()
    document = analysis.open(str(path), source.decode())
    assert isinstance(document, Document)
    known, model = document.workspace.known(document.path), document.model
    answers = []
    for kind, word in requests:
        begun = word.start + (2 if source.startswith(b"::", word.start) else 0) + 2
        letters = source[word.start : begun] if LETTERS in kind else b""
        began = time.perf_counter()
        text = Text(source[: word.start] + letters + (b"" if is_cut else source[word.end :]))
        view = View(document.path, text, Mode(), read(text, Mode())[0], known, model)
        found = [plain(each.label) for each in complete(view, word.start + len(letters)).items]
        times.append(1000 * (time.perf_counter() - began))
        wanted = plain(word.text)
        answers.append((kind, word, found.index(wanted) + 1 if wanted in found else 0, found[:3]))
    return answers


def plain(label: str) -> str:
    """A label without quotes and leading colons."""
    return label.strip("'\"").removeprefix("::").lower()


def shown(ranks: Counter[int]) -> str:
    """The shares of ranks as text."""
    total = max(1, ranks.total())
    first, third = ranks[1], sum(ranks[each] for each in (1, 2, 3))
    share = 100 / total
    return f"{total} requests, first {share * first:.0f} %, in first three {share * third:.0f} %, missing {share * ranks[0]:.0f} %"


if __name__ == "__main__":
    main()
