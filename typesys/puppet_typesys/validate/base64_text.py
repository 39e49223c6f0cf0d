"""Validation of Base64 as the reference does it: strict, but ignoring white space."""

from __future__ import annotations

from puppet_grammar.patterns import lazy_pattern

_BLANKS = lazy_pattern(r"[\r\n?\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_BASE64 = lazy_pattern(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?")
_UNEXPECTED = lazy_pattern(r"[^A-Za-z0-9+/=]")


def base64_error(text: str) -> str | None:
    """The reason why a text is not valid Base64; None if it is."""
    letters = _BLANKS.sub("", text)
    if _BASE64.fullmatch(letters):
        return None
    unexpected = _UNEXPECTED.search(letters)
    return f"'{unexpected[0]}' is no letter of Base64" if unexpected else "The padding is not correct"
