"""Semantic tokens: the captures of the highlight query as token types and modifiers of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from puppet_check.features.structure.parameter_scopes import ParameterScopes, parameter_scopes
from puppet_check.features.structure.query import Capture, captures
from puppet_check.features.structure.token_modifiers import DECLARATION, MODIFIERS, library_modifiers
from puppet_grammar.parse import SyntaxTree
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text

KINDS = {
    "comment": "comment",
    "string": "string",
    "string.regexp": "regexp",
    "number": "number",
    "boolean": "keyword",
    "constant": "enumMember",
    "constant.builtin": "keyword",
    "keyword": "keyword",
    "operator": "operator",
    "function": "function",
    "variable": "variable",
    "variable.parameter": "parameter",
    "type": "type",
    "type.class": "class",
    "property": "property",
    "attribute": "property",
    "module": "namespace",
    "namespace": "namespace",
    "constructor": "class",
    "tag": "macro",
    "punctuation": "",
}
"""The token type of each capture name; for other names that of the longest listed prefix. Punctuation has no token."""
TYPES = tuple(dict.fromkeys(filter(None, KINDS.values())))
"""The token types in the order of the legend."""
DECLARING = ("type.definition", "type.class.definition", "function.definition", "variable.parameter")
"""The capture names of declared names."""


class Token(NamedTuple):
    """A token, which is part of one line. Tokens do not overlap."""

    start: int
    end: int
    kind: str
    modifiers: int = 0
    """The sum of `MODIFIERS`."""


def semantic_tokens(tree: SyntaxTree, start: int = 0, end: int | None = None, scopes: ParameterScopes | None = None) -> Iterator[Token]:
    """The tokens of a file, or of a part of it, in order; `scopes` are those of the file, if they are known."""
    source = tree.text.source
    scopes = scopes if scopes is not None else parameter_scopes(tree)
    for token in _flat(captures("highlights", tree, start, end)):
        if token.kind in MEANINGFUL:
            found = _with_meaning(token, source[token.start : token.end].decode(errors="replace"), scopes)
            is_assigned = found.kind == "variable" and ASSIGNED.match(source, token.end) is not None
            yield found._replace(modifiers=found.modifiers | MODIFIERS[DECLARATION]) if is_assigned else found
        elif source.find(b"\n", token.start, token.end) < 0:
            yield token
        else:
            yield from _by_line(token, tree.text)


ASSIGNED = lazy_pattern(rb"[ \t]*=(?![=~>])")
"""What follows a variable that is assigned."""
MEANINGFUL = frozenset(("class", "function", "type", "variable"))
"""The kinds of tokens of which the name says more."""


def _with_meaning(token: Token, text: str, scopes: ParameterScopes) -> Token:
    if token.kind == "variable" and scopes.is_parameter(text.removeprefix("$"), token.start):
        return token._replace(kind="parameter")
    modifiers = 0 if token.modifiers else library_modifiers(token.kind, text)
    return token._replace(modifiers=modifiers) if modifiers else token


def _flat(found: Iterable[Capture]) -> Iterator[Token]:
    """Split captures into tokens that do not overlap: inner captures take precedence, and later ones with the same span."""
    open_: list[tuple[int, Look]] = []
    """The ends and looks of what is around the next capture; a kind without a name has no colour."""
    at = 0
    for start, negative_end, _, name in found:
        look = _look(name)
        if look is None:
            continue
        end = -negative_end
        while open_ and open_[-1][0] <= start:
            inner, (kind, modifiers) = open_.pop()
            if kind and at < inner:
                yield Token(at, inner, kind, modifiers)
            at = max(at, inner)
        if open_:
            around, (kind, modifiers) = open_[-1]
            if kind and at < start:
                yield Token(at, start, kind, modifiers)
            end = min(end, around)
        at = max(at, start)
        open_.append((end, look))
    while open_:
        inner, (kind, modifiers) = open_.pop()
        if kind and at < inner:
            yield Token(at, inner, kind, modifiers)
        at = max(at, inner)


Look = tuple[str, int]
"""A token type and the sum of modifiers."""


@cache
def _look(name: str) -> Look | None:
    modifiers = MODIFIERS[DECLARATION] if name in DECLARING else 0
    while name:
        if name in KINDS:
            return KINDS[name], modifiers
        name = name.rpartition(".")[0]
    return None


def _by_line(token: Token, text: Text) -> Iterator[Token]:
    first, last = text.position(token.start).line, text.position(token.end).line
    for line in range(first, last + 1):
        start, end = text.line_span(line)
        start, end = max(start, token.start), min(end, token.end)
        if start < end:
            yield Token(start, end, token.kind, token.modifiers)
