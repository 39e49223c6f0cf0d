"""Marks: texts that stand for secrets in an evaluation, each of which occurs nowhere else, so that where it is found the secret is.

A mark has the length of the secret and in each place a character of the same kind, unless the secret is too short to be found again. So it
passes the checks that the secret passes, and what is a hash, a length or a comparison of it does not contain it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.ruby.outcome import TextWithHoles
from puppet_typesys.types.objects import Instance
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Alternatives

WORD = lazy_pattern(r"[A-Za-z0-9]{8,}")
"""The parts of a secret that are replaced."""
REDACTED = "Sensitive [value redacted]"
"""The text of a Sensitive."""
LENGTH = 14
SHORTEST = 5
"""The length of a mark that still occurs nowhere by chance."""
ENCODED = lazy_pattern(r"[A-Za-z0-9+/_-]{16,}={0,2}")
LOWER, UPPER, DIGITS = "abcdefghijkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789"


class Span(NamedTuple):
    """A part of a text."""

    text: Text
    start: int
    end: int


@dataclass(frozen=True)
class Origin:
    """Where a secret comes from."""

    what: str
    """In words, such as "`$password` of class `app`"."""
    is_sensitive: bool
    """Whether it is under Sensitive."""
    place: Span | None = None
    """The parameter or call that it comes from."""


@dataclass
class Marks:
    """The marks of an evaluation, which owns them."""

    origins: dict[str, Origin] = field(default_factory=dict)
    """The origins of the marks, in lower case."""

    def marked(self, text: str, origin: Origin, accepts: Callable[[str], bool] = lambda text: True) -> str:
        """A text that stands for a secret; the secret itself if its type accepts no other that can be found."""
        if REDACTED in text:
            return text
        for made in self._candidates(text):
            words = WORD.findall(made) or [made]
            if accepts(made):
                for each in words:
                    self.origins[each.lower()] = origin
                return made
        return text

    def _candidates(self, text: str) -> Iterator[str]:
        """Texts like a secret, which can be found."""
        seed = f"{len(self.origins)}"
        if WORD.search(text) is not None:
            yield WORD.sub(lambda found: _scrambled(found[0], seed), text)
            return
        yield text + _scrambled("a" * max(LENGTH - len(text), 8), seed)
        if len(text) >= SHORTEST and text.isalnum():
            yield _scrambled(text, seed)

    def made_sensitive(self, value: object, source: Origin) -> object:
        """A value that becomes Sensitive: its texts have marks that say so; `source` is the origin of those without a mark."""
        match value:
            case str():
                return self._sensitive_text(value, source)
            case tuple():
                return tuple(self.made_sensitive(each, source) for each in value)
            case Hash():
                return Hash((key, self.made_sensitive(each, source)) for key, each in value.items())
        return value

    def _sensitive_text(self, text: str, source: Origin) -> str:
        found = [*self.within(text)]
        if not found:
            return self.marked(text, source) if len(text) >= SHORTEST else text
        for mark in found:
            origin = self.origins[mark]
            if not origin.is_sensitive:
                changed = _scrambled(mark, f"{len(self.origins)}")
                self.origins[changed.lower()] = replace(origin, is_sensitive=True)
                text = re.sub(re.escape(mark), changed, text, flags=re.IGNORECASE)
        return text

    def within(self, text: str) -> Iterator[str]:
        """The marks in a text, also in what it contains as Base64."""
        if len(text) < SHORTEST or not self.origins:
            return
        lower = text.lower()
        yield from (mark for mark in self.origins if mark in lower)
        for inner in _decoded(text):
            yield from (mark for mark in self.origins if mark in inner and mark not in lower)

    def found_in(self, value: object) -> Iterator[Origin]:
        """The origins of the secrets that a value holds as plain text."""
        for text in plain_texts(value):
            for mark in self.within(text):
                yield self.origins[mark]


def plain_texts(value: object) -> Iterator[str]:
    """The texts in a value, without those under Sensitive."""
    match value:
        case str():
            yield value
        case tuple():
            for each in value:
                yield from plain_texts(each)
        case Hash():
            for key, each in value.items():
                yield from plain_texts(key)
                yield from plain_texts(each)
        case Instance():
            for each in value.values.values():
                yield from plain_texts(each)
        case Binary():
            yield value.data.decode("latin-1")
        case TextWithHoles():
            yield from (each for each in value.parts if isinstance(each, str))
        case Alternatives():
            for output in value.outputs:
                yield from plain_texts(output)


def all_texts(value: object) -> Iterator[str]:
    """The texts in a value, also under Sensitive."""
    if isinstance(value, Sensitive):
        yield from all_texts(value.value)
    elif isinstance(value, tuple):
        for each in value:
            yield from all_texts(each)
    elif isinstance(value, Hash):
        for each in (*value.keys(), *value.values()):
            yield from all_texts(each)
    else:
        yield from plain_texts(value)


def _decoded(text: str) -> Iterator[str]:
    """What a text contains as Base64, in lower case."""
    for found in ENCODED.finditer(text):
        plain = found[0].rstrip("=").replace("-", "+").replace("_", "/")
        try:
            yield base64.b64decode(plain + "=" * (-len(plain) % 4)).decode("latin-1").lower()
        except (binascii.Error, ValueError):
            continue


def _scrambled(text: str, seed: str) -> str:
    """A text with other characters of the same kinds, which no code contains."""
    made: list[str] = []
    stream = b""
    for index, character in enumerate(text):
        if index % 32 == 0:
            stream = hashlib.sha256(f"{seed}/{index}/{len(text)}".encode()).digest()
        table = DIGITS if character.isdigit() else UPPER if character.isupper() else LOWER
        made.append(table[stream[index % 32] % len(table)])
    return "".join(made)
