"""Long messages without what the names of data types stand for, which Puppet spells out: 4,600 characters for `Stdlib::IP::Address`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar.patterns import lazy_pattern

SPELLED_OUT = lazy_pattern(r"\b([A-Z]\w*(?:::[A-Z]\w*)+) = (?=[A-Z])")
"""A name that is followed by the type which it stands for."""
TYPE = lazy_pattern(r"[A-Z]\w*(?:::[A-Z]\w*)*")


def concise(text: str) -> str:
    """A long message that names types as the code does."""
    return "".join(_without_types(text))


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
