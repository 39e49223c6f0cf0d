"""Formats files after random edits between their tokens.

    python -m bench.format_fuzz FOLDER [--count N] [--seed S]

Two kinds of edits take turns. The first changes nothing that an author decides (indentation, white space at the ends of lines, spaces
next to brackets, commas and arrows, line breaks before braces and `else`): the result has to be that of the file. The second inserts
line breaks, spaces and comments between any tokens, as far as the text still means the same: the result has to keep the PN and all
comments.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tree_sitter

from puppet_check.formatting.engine import NotFormattedError, formatted
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, mode_of, parse
from puppet_grammar.pn import NoPN, pn
from tests.support.corpus import find_files

WHOLE = frozenset(("string", "interpolated_string", "regex", "heredoc_tag", "heredoc_body", "host_name", "comment", "number"))
"""Tokens with parts."""
KEPT = re.compile(rb"fmt:|lint:")
CLOSING = frozenset((",", ")", "]", "}"))
OPENING = frozenset((",", "(", "[", "=>"))
COLUMNS = frozenset(("parameter", "assignment", "resource_body"))
"""Nodes in which an author's columns depend on the white space before them."""
EDITS = 12
"""The number of edits of a text."""


class Gap(NamedTuple):
    """White space between two tokens."""

    start: int
    end: int
    before: str
    after: str
    parent: str
    """The kind of the node that the second token belongs to."""
    is_in_line: bool
    """Whether it is in something that may be in a column with its neighbours, where the author decides."""
    is_commented: bool
    """Whether a comment follows on the line of the second token, which may be in a column."""


def main() -> None:
    """Fuzz and print the failures."""
    parser = argparse.ArgumentParser(prog="bench.format_fuzz")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    files = [(str(path), path.read_bytes()) for path in find_files(options.folder) if path.suffix == ".pp"]
    files = [(name, source) for name, source in files if not parse(source, mode_of(name)).tree.root_node.has_error and source.strip()]
    failures = tried = 0
    for number in range(options.count):
        name, source = files[number % len(files)]
        mode = mode_of(name)
        text = formatted(source, mode)
        failure = _same(text, mode, chance) if number // len(files) % 2 == 0 else _kept(text, mode, chance)
        tried += failure is not None
        if failure:
            failures += 1
            print(f"{name}: {failure}")
    print(f"{tried} texts, {failures} failures")


def _same(text: bytes, mode: Mode, chance: random.Random) -> str | None:
    """What is wrong with the result of edits that no author decides; None for a text that cannot be edited so."""
    if KEPT.search(text):
        return None
    edited = _edited(text, mode, chance, _harmless)
    after = _result(edited, mode)
    return "" if after == text else f"another result\n{_first_difference(text, after)}"


def _kept(text: bytes, mode: Mode, chance: random.Random) -> str | None:
    """What is wrong with the result of any edits; None for a text whose meaning they change."""
    edited = _edited(text, mode, chance, _anything)
    meaning = _meaning(edited, mode)
    if meaning is None or meaning[0] != (_meaning(text, mode) or ("",))[0]:
        return None
    after = _result(edited, mode)
    if isinstance(after, bytes) and _meaning(after, mode) == meaning:
        return ""
    return f"another meaning or no result: {after if isinstance(after, str) else ''}\n{edited.decode(errors='replace')}"


def _result(text: bytes, mode: Mode) -> bytes | str:
    try:
        return formatted(text, mode)
    except NotFormattedError as error:
        return str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _meaning(text: bytes, mode: Mode) -> tuple[str, list[str]] | None:
    """The PN and the comments; None with an error."""
    program, problems = lower(parse(text, mode))
    if any(each.severity == "error" for each in problems):
        return None
    try:
        return pn(program), [each.text.rstrip("\r") for each in program.comments]
    except NoPN:
        return None


def _edited(text: bytes, mode: Mode, chance: random.Random, edit: object) -> bytes:
    assert callable(edit)
    gaps = [*_gaps(parse(text, mode).tree.root_node, text)]
    chosen = sorted(chance.sample(range(len(gaps)), min(EDITS, len(gaps))))
    parts: list[bytes] = []
    at = 0
    for index in chosen:
        gap = gaps[index]
        made = edit(text[gap.start : gap.end], gap, chance)
        parts += (text[at : gap.start], made)
        at = gap.end
    return b"".join((*parts, text[at:]))


def _harmless(white: bytes, gap: Gap, chance: random.Random) -> bytes:
    """Another form of white space between two tokens, which its author does not decide."""
    if gap.is_commented:
        return white
    if b"\n" in white:
        breaks = b"\n" * (white.count(b"\n") + (chance.randrange(3) if white.count(b"\n") > 1 else 0))
        return b" " * chance.randrange(3) + breaks + b" " * chance.randrange(12)
    if gap.is_in_line or (gap.before == "," and not white) or (gap.before == ":" and gap.after == "{"):
        # Authors decide about spaces after commas of types and lambdas, and about columns of the options of `case`.
        return white
    if gap.after == "=>" or (gap.after in CLOSING and gap.before != "{") or (gap.before in OPENING and gap.before != gap.after):
        # The arrows of hashes and selectors may be in a column that their author decided.
        if (
            gap.parent in ("virtual_query", "parameter", "pair", "selector_entry")
            or gap.before in ("{", "|")
            or gap.after in ("(", "[", "|")
        ):
            return white
        return b" " * (chance.randrange(3) or len(white))
    if gap.after in ("else", "elsif") or (gap.after == "{" and gap.parent in ("block", "case", "resource")):
        return chance.choice((b" ", b"  ", b"\n  ", b"\n"))
    return white


def _anything(white: bytes, gap: Gap, chance: random.Random) -> bytes:
    """White space with line breaks, spaces or a comment."""
    return chance.choice((b"\n", b"\n\n\n", b"   ", white + b" # c%d\n" % chance.randrange(99), b"\n# own\n  ", b" /* block */ ", white))


def _gaps(root: tree_sitter.Node, text: bytes) -> Iterator[Gap]:
    """The white space between tokens."""
    pending = [(root, False)]
    end, before = 0, ""
    while pending:
        node, is_in_line = pending.pop()
        if node.children and node.type not in WHOLE:
            pending += [(each, is_in_line or node.type in COLUMNS) for each in reversed(node.children)]
            continue
        if node.end_byte == node.start_byte:
            continue
        if (
            not text[end : node.start_byte].strip()
            and "heredoc" not in before + node.type
            and "comment" not in (before, node.type)
            and before
        ):
            is_commented = b"#" in text[node.start_byte : text.find(b"\n", node.start_byte)]
            parent = node.parent.type if node.parent else ""
            yield Gap(end, node.start_byte, before, node.type, parent, is_in_line, is_commented)
        end, before = node.end_byte, node.type


def _first_difference(text: bytes, after: bytes | str) -> str:
    if isinstance(after, str):
        return after
    pairs = zip(text.splitlines(), after.splitlines(), strict=False)
    return next((f"  {one.decode()}\n  {other.decode()}" for one, other in pairs if one != other), "the number of lines")


if __name__ == "__main__":
    main()
