"""What the files of a module contain that may become the titles of resources, without the code around it.

An interface has these strings, so that a title that they do not contain is certainly not declared by the module. Interpolations in strings
are stored as `${}`. What contains white space is left out, so that nothing is known of such titles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from puppet_check.workspace.computed import INTERPOLATION, Computed
from puppet_check.workspace.mentions import COMPUTED, WORD, mentions_title
from puppet_grammar.patterns import lazy_pattern

QUOTED = lazy_pattern(r"'([^'\s]+)'|\"([^\"\s$#]+)\"")
WORDS = lazy_pattern(r"%[wi][\[({]([^\])}]*)")
"""Lists of words in Ruby."""
BARE = lazy_pattern(r"(?:[{;\[,]|=>)\s*([a-z][\w:-]*)(?=\s*(?::(?!:)|[\],;}]))")
"""Words without quotes, where code may have titles or values that become titles."""
PLAIN = lazy_pattern(r"^(?:[^\S\n]|-)*+([^\s:'\"#][^\s'\"#]*?):?(?:\s+([^\s'\"#][^\s#]*))?\s*$", re.MULTILINE)
"""Keys and values without quotes in YAML."""
HOLE = "${}"
LARGEST = 120
"""The size of the longest title that is stored, in characters."""


def titles_in(code: str, data: str) -> tuple[str, ...]:
    """What manifests and Ruby code, and data, contain that may become titles, in the order of the alphabet."""
    found = {first or second for text in (code, data) for first, second in QUOTED.findall(text)}
    found.update(word for words in WORDS.findall(code) for word in words.split())
    found.update(BARE.findall(code))
    found.update(word for pair in PLAIN.findall(data) for word in pair if word)
    found.update(_computed(each) for each in COMPUTED.findall(code))
    return tuple(sorted(each for each in found if 1 < len(each) <= LARGEST and not any(map(str.isspace, each))))


def _computed(text: str) -> str:
    """A string with `${}` for its interpolations; a single one if some are nested."""
    plain = INTERPOLATION.sub("\0", text)
    first, last = min(_places(plain), default=-1), max(_places(plain), default=-1)
    if any(each in plain for each in "${}"):
        plain = f"{plain[:first]}\0{plain[last + 1 :]}"
    return plain.replace("\0", HOLE)


def _places(text: str) -> Iterator[int]:
    return (place for place, each in enumerate(text) if each in "\0${}")


class Titles:
    """The titles that an interface stores."""

    def __init__(self, stored: Iterable[str]) -> None:
        listed = list(stored)
        self._text = "\n".join(each for each in listed if HOLE not in each)
        computed = (Computed(tuple(each.split(HOLE))) for each in listed if HOLE in each)
        self._computed = [each for each in computed if WORD.search("".join(each.parts))]

    def may_have(self, type: str, title: str) -> bool:
        """Whether some resource of a type, given in lower case, may have a title, or a part of it."""
        return mentions_title(self._text, type, title) or any(each.fits(title) for each in self._computed)
