"""The names of the facts that a Ruby file adds, without parsing it: most files with facts name them by plain literals."""

from __future__ import annotations

from puppet_grammar.patterns import lazy_pattern

COMMENT = lazy_pattern(rb"(?m)^[ \t]*#.*$")
ADDED = lazy_pattern(rb"\bFacter\s*(?:&?\.|::)\s*add\b")
NAMED = lazy_pattern(rb"""\bFacter\s*\.\s*add(?:\s*\(\s*|[ \t]+)(?::(\w+)\b(?![?!])|'([\w.-]+)'|"([\w.-]+)")\s*[,)\s]""")


def plain_names(contents: bytes) -> list[str] | None:
    """The names in lower case; None if one of them is more than a literal."""
    plain = COMMENT.sub(b"", contents)
    found = NAMED.findall(plain)
    if len(found) != len(ADDED.findall(plain)):
        return None
    return [b"".join(groups).decode("ascii", "replace").lower() for groups in found]
