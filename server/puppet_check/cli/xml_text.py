"""Texts in XML."""

from __future__ import annotations

from puppet_check.cli.terminal import printable


def text(given: str) -> str:
    """A text escaped for XML, without characters that XML does not allow."""
    held = "\n".join(map(printable, given.split("\n")))
    return held.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def attribute(given: str) -> str:
    """A text as the value of an attribute, with quotes."""
    return '"' + text(given).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;") + '"'
