"""Random edits of real files: the tree after an edit has to equal the tree of a fresh parse.

    python -m bench.edits [--count 10000] [--seed 1] FOLDER

Each file gets a chain of edits, so that every tree comes from the one before it. Trees are compared node by node: kind, field, bytes,
rows and columns, errors and missing tokens.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

import tree_sitter

from puppet_grammar.parse import Change, edit, mode_of, parse
from tests.support.corpus import find_files

PIECES = [
    *(b"'", b'"', b"{", b"}", b"[", b"]", b"(", b")", b"/", b"|", b"<|", b"|>", b"@", b"$", b"${", b"#", b"/*", b"*/", b"\\"),
    *(b"\n", b" ", b"  ", b"\t", b"\r\n", b",", b";", b":", b"::", b"=>", b"->", b"?", b".", b"-", b"*", b"%>", b"<%", b"<%=", b"-%>"),
    *(
        b'@("E"/L)',
        b"@(E)",
        b"\nE\n",
        b"\n  | E\n",
        b"\n|- END\n",
        b"if ",
        b"class ",
        b"else",
        b"node ",
        b"$x",
        b"foo",
        b"Foo",
        b"1",
        b"0x",
    ),
    *(b"'a'", b"file { 'a': }", "é".encode(), "😀".encode(), b"\xff", b"\0"),
]
CHAIN = 25


def main() -> int:
    """Run the edits; the exit code is 0 if all trees are equal."""
    parser = argparse.ArgumentParser(prog="bench.edits", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = Random(options.seed)
    files = [path for path in find_files(options.folder) if path.stat().st_size < 20_000]
    done = differing = 0
    while done < options.count:
        path = random.choice(files)
        changes: list[Change] = []
        tree = parse(path.read_bytes(), mode_of(str(path)))
        for _ in range(CHAIN):
            changes.append(random_change(tree.text.source, random))
            tree = edit(tree, changes[-1])
            done += 1
            fresh = parse(tree.text, tree.mode)
            if (place := difference(tree.tree, fresh.tree)) is not None:
                differing += 1
                print(f"{path}: after {changes[-1]}, {len(changes)} changes: differs at {place}")
                break
    print(f"{done} edits, {differing} trees differ")
    return 1 if differing else 0


def random_change(source: bytes, random: Random) -> Change:
    """A small insertion, deletion or replacement, often near the previous one."""
    start = random.randint(0, len(source))
    length = random.choice((0, 0, 0, 1, 1, 2, 5, 20, 200))
    replacement = b"" if random.random() < 0.3 else random.choice(PIECES)
    if random.random() < 0.1 and source:
        other = random.randrange(len(source))
        replacement = source[other : other + random.randint(1, 60)]
    return Change(start, min(start + length, len(source)), replacement)


def difference(left: tree_sitter.Tree, right: tree_sitter.Tree) -> int | None:
    """The offset of the first node that differs between two trees; None if they are equal."""
    one, other = left.walk(), right.walk()
    while True:
        a, b = one.node, other.node
        assert a is not None and b is not None
        if _facts(a) != _facts(b) or one.field_name != other.field_name:
            return a.start_byte
        down = one.goto_first_child()
        if down != other.goto_first_child():
            return a.start_byte
        while not down and not (over := one.goto_next_sibling()):
            if other.goto_next_sibling():
                return a.end_byte
            up = one.goto_parent()
            if up != other.goto_parent():
                return a.end_byte
            if not up:
                return None
        if not down and over and not other.goto_next_sibling():
            return a.end_byte


def _facts(node: tree_sitter.Node) -> tuple[object, ...]:
    return (
        *(node.kind_id, node.start_byte, node.end_byte, node.start_point, node.end_point),
        *(node.is_missing, node.is_error, node.is_extra, node.child_count),
    )
