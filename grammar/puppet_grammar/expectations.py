"""What would have been right where the parser refused a token, in few words."""

from __future__ import annotations

from functools import cache

from tree_sitter import Node as TreeNode

from puppet_grammar.parse import language
from puppet_grammar.text import Text

# Worth saying, in this order; anything an expression can start with is "an expression".
_TOKENS = ("=>", ":", ",", ";", "}", ")", "]", "|", "|>", "|>>", "{", "=", "%>")


def expectation(broken: TreeNode, token: TreeNode | None, text: Text) -> str:
    """`, expected ...`, or nothing where there are too many answers."""
    if broken.is_missing:
        return f", expected {_shown(broken.type)} before it" if token is not None else f", expected {_shown(broken.type)}"
    state = _state(broken, token)
    if state is None:
        return ""
    expected = _expected(state)
    return f", expected {expected}" if expected else ""


def _state(broken: TreeNode, token: TreeNode | None) -> int | None:
    """The parser's state before the refused token."""
    if token is None or token.parse_state in (0, 0xFFFF):
        return None
    return token.parse_state


@cache
def _expected(state: int) -> str:
    iterator = language().lookahead_iterator(state)
    if iterator is None:
        return ""
    names = {language().node_kind_for_id(symbol) for symbol in iterator.symbols()}
    if "variable" in names and "name" in names and "if" in names:
        return "an expression" if not names & {"+", "=>"} else ""
    if "name" in names and len(names & {"name", "string", "type_reference"}) >= 1 and "variable" not in names:
        return "a name"
    if names & {"variable"} and "type_reference" in names:
        return "a parameter"
    tokens = [name for name in _TOKENS if name in names]
    return " or ".join(_shown(name) for name in tokens[:3])


def _shown(name: str) -> str:
    return f"'{name}'" if not name.isidentifier() else f"a {name.replace('_', ' ')}"
