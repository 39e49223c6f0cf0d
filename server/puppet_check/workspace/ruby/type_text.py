"""Types in Ruby functions, in which local type aliases of the function are expanded."""

from __future__ import annotations

from puppet_grammar.patterns import lazy_pattern

# Strings and regular expressions are matched as a whole, as words in them do not name types.
PIECE = lazy_pattern(r"'(?:[^'\\]|\\.)*+'?|\"(?:[^\"\\]|\\.)*+\"?|/(?:[^/\\\n]|\\.)*+/?|(?:::)?[A-Za-z_]\w*(?:::\w+)*")


def expanded(written: str, aliases: dict[str, str], inside: frozenset[str] = frozenset()) -> str | None:
    """A type with local aliases expanded; None if an alias contains itself."""
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
