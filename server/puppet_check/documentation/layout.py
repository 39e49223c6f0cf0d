"""Texts without the indentation that code needs around them."""

from __future__ import annotations

from puppet_grammar.patterns import lazy_pattern

QUOTED = lazy_pattern(r"(?s)%[Qq]\{(.*)\}\Z")
INDENTATION = lazy_pattern(r"(?m)^[ \t]*(?=\S)")


def scrubbed(text: str) -> str:
    """A text of a Ruby string without the common indentation of all lines but the first, and without white space at the ends of lines."""
    quoted = QUOTED.match(text)
    if quoted is not None:
        text = quoted[1]
    if "\n" not in text.strip():
        return text.strip()
    indents = INDENTATION.findall(text.partition("\n")[2])
    indent = min(indents, default="")
    lines = text.split("\n")
    if indent:
        lines = [each.removeprefix(indent) for each in lines]
    return "\n".join(each.rstrip() for each in lines).rstrip()


def source_text(text: str) -> str:
    """Code without the indentation of its last line, as YARD keeps it."""
    lines = text.split("\n")
    width = len(lines[-1]) - len(lines[-1].lstrip(" \t"))
    return "\n".join((lines[0], *(each[width:] if not each[:width].strip(" \t") else each for each in lines[1:]))) if width else text
