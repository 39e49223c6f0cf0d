"""Texts in XML, in ASCII: the documents name UTF-8, and the standard output may have another encoding."""

from __future__ import annotations

from puppet_grammar.patterns import lazy_pattern

NOT_ALLOWED = lazy_pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no document may contain, not even as a reference: https://www.w3.org/TR/xml/#charsets."""


def text(given: str) -> str:
    """A text escaped for XML, with U+FFFD in place of characters that XML does not allow."""
    held = NOT_ALLOWED.sub("\ufffd", given).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return held.replace("\r", "&#13;").encode("ascii", "xmlcharrefreplace").decode()


def attribute(given: str) -> str:
    """A text as the value of an attribute, with quotes."""
    return '"' + text(given).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;") + '"'
