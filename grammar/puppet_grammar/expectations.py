"""What would have been right where the parser refused a token, in few words."""

from __future__ import annotations

from functools import cache

from puppet_grammar.parse import language
from puppet_grammar.refusal import allowed_symbols

# Worth saying, in this order; the tokens that an expression or a name can start with are named by what they start.
_TOKENS = ("=>", ":", ",", ";", "}", ")", "]", "|", "|>", "|>>", "{", "=")


def expectation(state: int, found: str) -> str:
    """`, expected ...` for a state of the parser, or nothing where there are too many answers."""
    expected = _expected(state) if state else ""
    return f", expected {expected}" if expected and f"'{found}'" not in expected else ""


@cache
def _expected(state: int) -> str:
    kind = language().node_kind_for_id
    names = {kind(symbol) for symbol in allowed_symbols(state)}
    if {"variable", "name", "if"} <= names:
        return "" if names & {"+", "=>"} else "an expression"
    if {"variable", "type_reference"} <= names:
        return "a parameter"
    if "name" in names and "variable" not in names:
        return "a name"
    tokens = [name for name in _TOKENS if name in names]
    return " or ".join(f"'{name}'" for name in tokens[:3])
