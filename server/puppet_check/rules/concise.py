"""Long messages without what the names of data types stand for, which Puppet spells out: 4,600 characters for `Stdlib::IP::Address`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic

LONGEST = 300
"""The number of characters of a message from which on types are not spelled out."""
SPELLED_OUT = lazy_pattern(r"\b([A-Z]\w*(?:::[A-Z]\w*)+) = (?=[A-Z])")
"""A name that is followed by the type which it stands for."""
TYPE = lazy_pattern(r"[A-Z]\w*(?:::[A-Z]\w*)*")


def concise(found: Diagnostic) -> Diagnostic:
    """A finding whose message names types as the code does if it is long otherwise."""
    if len(found.message) <= LONGEST or SPELLED_OUT.search(found.message) is None:
        return found
    return found._replace(message="".join(_without_types(found.message)))


def _without_types(text: str) -> Iterator[str]:
    at = 0
    while (name := SPELLED_OUT.search(text, at)) is not None:
        end = _end_of_type(text, name.end())
        if end is None:
            break
        yield text[at : name.end(1)]
        at = end
    yield text[at:]


def _end_of_type(text: str, start: int) -> int | None:
    """Where the type that begins at an offset ends; None if its brackets are not closed."""
    name = TYPE.match(text, start)
    if name is None:
        return None
    if not text.startswith(("[", " = "), name.end()):
        return name.end()
    if text.startswith(" = ", name.end()):
        return _end_of_type(text, name.end() + 3)
    depth, at = 0, name.end()
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] in "[]":
            depth += 1 if text[at] == "[" else -1
            if depth == 0:
                return at + 1
        at += 1
    return None
