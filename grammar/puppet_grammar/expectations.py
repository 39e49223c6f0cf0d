"""The `expected ...` part of messages about refused tokens."""

from __future__ import annotations

_TOKENS = ("=>", ":", ",", ";", "{", "}", ")", "]", "|", "|>", "|>>", "=")
"""The tokens to name, in this order."""
_SAID = 3


def expectation(accepted: frozenset[str]) -> str:
    """`, expected ...` for the tokens that the parser would have accepted; empty if there are too many."""
    if {"variable", "name", "number", "if"} <= accepted:
        # A new statement could start here, so no particular token is missing.
        return "" if "=" in accepted else ", expected an expression"
    if "variable" in accepted and "type_reference" in accepted:
        return ", expected a parameter"
    if "name" in accepted:
        return ", expected a name"
    if "type_reference" in accepted:
        return ", expected a type"
    tokens = [f"'{name}'" for name in _TOKENS if name in accepted]
    return f", expected {' or '.join(tokens[:_SAID])}" if tokens else ""
