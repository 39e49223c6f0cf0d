"""Types as Ruby functions write them: texts in which names of types that are local to the function are replaced."""

from __future__ import annotations

import re

# Strings and regular expressions are passed over: words in them name no type.
PIECE = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|/(?:[^/\\\n]|\\.)*/|(?:::)?[A-Za-z_]\w*(?:::\w+)*")


def expanded(written: str, aliases: dict[str, str], inside: frozenset[str] = frozenset()) -> str | None:
    """A type in which local names are written out; None if one of them contains itself."""
    if not aliases:
        return " ".join(written.split())
    parts: list[str] = []
    end = 0
    for piece in PIECE.finditer(written):
        word = piece.group()
        if word in inside:
            return None
        replacement = expanded(aliases[word], aliases, inside | {word}) if word in aliases else word
        if replacement is None:
            return None
        parts += written[end : piece.start()], replacement
        end = piece.end()
    return " ".join("".join((*parts, written[end:])).split())


def local_type(written: str) -> tuple[str, str] | None:
    """The name and the type of `Name = Type`."""
    name, equals, type_ = written.partition("=")
    return (name.strip(), type_.strip()) if equals and name.strip().isidentifier() else None
