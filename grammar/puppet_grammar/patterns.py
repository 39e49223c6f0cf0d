"""`lazy_pattern`: a regular expression that is compiled when it is first used.

The modules define hundreds of expressions, and a run over one file uses a quarter of them. Compiling the rest would be 7 % of such a run.
"""

from __future__ import annotations

import re
from typing import AnyStr, Generic, cast

_MEMBERS = ("finditer", "flags", "fullmatch", "groupindex", "groups", "match", "pattern", "search", "split", "sub", "subn", "findall")


class _Pattern(Generic[AnyStr]):
    """Stands for a compiled expression, whose members it has after its first use."""

    def __init__(self, text: AnyStr, flags: int) -> None:
        self._text: AnyStr = text
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name not in _MEMBERS:
            raise AttributeError(name)
        compiled = re.compile(self._text, self._flags)
        for each in _MEMBERS:
            setattr(self, each, getattr(compiled, each))
        return getattr(compiled, name)


def beginning(*words: AnyStr) -> AnyStr:
    """The text of an expression for one of some words, where none is the end of a longer word.

    It finds what `\\b` and the words would find. Texts are searched for the first letters of such an expression, and for `\\b` at
    every character, which takes up to thirty times as long.
    """
    first = words[0]
    if isinstance(first, bytes):
        return b"(?:" + b"|".join(b"%b(?<!\\w%b)" % (each, each) for each in words) + b")"
    return "(?:" + "|".join(rf"{each}(?<!\w{each})" for each in words) + ")"


def lazy_pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """An expression, as `re.compile` makes it. It cannot be given to the functions of `re`, only its own methods can be called.

    Its first use raises re.error if the expression is not valid.
    """
    return cast("re.Pattern[AnyStr]", _Pattern(text, flags))
