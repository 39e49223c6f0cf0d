"""Calls of the methods of the core that state the kind of their result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_typesys.ruby.native import TABLES, UNCOMPUTED, load
from puppet_typesys.ruby.results import result_of

RECEIVERS = {
    "String": ("''", "'a b,c'", '"x\\n\\n"', "'12'"),
    "Array": ("[]", "[1, 2]", "['b', 'a', 'b', nil]", "[[1, 2], ['a', 3]]"),
    "Hash": ("{}", "{ 'a' => 1 }", "{ 'b' => [1], 'a' => nil }"),
    "Integer": ("0", "-7", "65"),
    "Float": ("0.0", "-2.5"),
    "Boolean": ("true", "false"),
    "Undef": ("nil",),
}
ARGUMENTS = (
    "",
    "(1)",
    "('a')",
    "([1, 2])",
    "({ 'a' => 2 })",
    "(',')",
    "(1, 2)",
    "('a', 'b')",
    "(/a/, 'b')",
    "(true)",
    "('utf-8')",
    "(String)",
    "(/a/)",
    "(0, 'a')",
)
BLOCKS = (
    "{ |x| x }",
    "{ |x| true }",
    "{ |x| nil }",
    "{ |x, y| [x.to_s, y] }",
    "{ |x| [x, 1] }",
    "{ |x| x.to_s }",
    "{ |x, y| x.to_s <=> y.to_s }",
)
KINDS = {"TrueClass": "Boolean", "FalseClass": "Boolean", "NilClass": "Undef"}
"""The kinds of classes that are not named as their kind."""


class Stated(NamedTuple):
    """A method that states the kind of its result for receivers of a kind."""

    kind: str
    method: str
    has_block: bool
    result: str


def stated() -> list[Stated]:
    """All such methods."""
    load()
    names = sorted({name for table in TABLES.values() for name in table} | {name for _, name in UNCOMPUTED})
    found = [
        (kind, name, has_block, result_of(kind, name, has_block)) for kind in RECEIVERS for name in names for has_block in (False, True)
    ]
    return [Stated(kind, name, has_block, result) for kind, name, has_block, result in found if result is not None]


def calls(kind: str, method: str, has_block: bool) -> Iterator[str]:
    """Calls of a method with several receivers, arguments and blocks, of which some raise an exception."""
    is_operator = not (method[0].isalpha() or method[0] == "_")
    for receiver in RECEIVERS[kind]:
        if is_operator and method in ("!", "-@", "+@"):
            yield f"{method.removesuffix('@')}{receiver}"
            continue
        for arguments in ARGUMENTS:
            if is_operator and (arguments == "" or "," in arguments.replace("[1, 2]", "").replace("','", "")):
                continue
            for block in BLOCKS if has_block else ("",):
                yield f"{receiver} {method} {arguments}" if is_operator else f"{receiver}.{method}{arguments} {block}".rstrip()
