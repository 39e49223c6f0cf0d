"""What would have been right where the parser refused a token, in few words."""

from __future__ import annotations

_TOKENS = ("=>", ":", ",", ";", "{", "}", ")", "]", "|", "|>", "|>>", "=")
"""Worth saying, in this order."""
_SAID = 3


def expectation(accepted: frozenset[str]) -> str:
    """`, expected ...` for tokens that could be there, or nothing where there are too many answers."""
    if {"variable", "name", "number", "if"} <= accepted:
        # A statement could start there as well as go on: then nothing in particular is missing.
        return "" if "=" in accepted else ", expected an expression"
    if "variable" in accepted and "type_reference" in accepted:
        return ", expected a parameter"
    if "name" in accepted:
        return ", expected a name"
    if "type_reference" in accepted:
        return ", expected a type"
    tokens = [f"'{name}'" for name in _TOKENS if name in accepted]
    return f", expected {' or '.join(tokens[:_SAID])}" if tokens else ""
