"""Damage of one token in a source: a token is deleted or doubled, or a quote or bracket is inserted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Literal

Kind = Literal["delete", "double", "quote", "bracket"]
KINDS: tuple[Kind, ...] = ("delete", "double", "quote", "bracket")

_TOKEN = re.compile(
    rb"""\#[^\n]* | \$?(?:::)?[A-Za-z0-9_]+(?:(?:::|-)[A-Za-z0-9_]+)* | => | \+> | -> | ~> | <- | <~ | == | != | <= | >= | =~ | !~ | @@
    | <<\| | <\| | \|>> | \|> | << | >> | \|\| | <%[-=\#]? | -?%> | \$\{ | [^\s\w]""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Damage:
    """A damaged source: the bytes from `start` to `end` of the original are replaced by `replacement`."""

    kind: Kind
    start: int
    end: int
    replacement: bytes
    source: bytes


def damage(source: bytes, random: Random, kind: Kind | None = None) -> Damage | None:
    """A random damage outside of comments; None if the source has no tokens."""
    tokens = [match.span() for match in _TOKEN.finditer(source) if match[0][:1] != b"#"]
    if not tokens:
        return None
    start, end = random.choice(tokens)
    chosen: Kind = kind if kind is not None else random.choice(KINDS)
    match chosen:
        case "delete":
            replacement = b""
        case "double":
            replacement = source[start:end] + b" " + source[start:end]
        case "quote":
            end, replacement = start, random.choice([b"'", b'"'])
        case "bracket":
            end, replacement = start, random.choice([b"(", b")", b"[", b"]", b"{", b"}"])
    return Damage(chosen, start, end, replacement, source[:start] + replacement + source[end:])
