"""Resources and definitions, found by tokens alone, so that they are found in code with syntax errors as well."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from puppet_check.rules.style.tokens import CLOSING, FORMATTING, OPENING, Token, Tokens

DEEPEST = 10
"""The number of definitions around one that is looked at."""
AFTER_HEAD = frozenset(("class", "define", "node", "function", "}", ")", "]", ";"))
"""What does not stand between the name and the body of a definition."""


class Resource(NamedTuple):
    """A body of a resource declaration: what follows the colon after a title."""

    type: Token
    """The type, or the keyword `class`."""
    tokens: list[Token]
    """From the colon to the semicolon or brace after the last attribute."""
    attributes: list[Token]
    """The names of the attributes, without those in nested brackets."""


class Definition(NamedTuple):
    """A class, defined type or node definition."""

    keyword: Token
    name: Token
    inherited: Token | None
    """The name of the parent class."""
    parameters: list[Token] | None
    """The tokens between the parentheses; None if there are none."""
    tokens: list[Token]
    """From the keyword to the closing brace."""

    def parameter_names(self) -> list[Token]:
        """The variables that are parameters, without those in types and defaults."""
        found: list[Token] = []
        depth, is_named = 0, False
        for each in self.parameters or ():
            if each.kind in OPENING:
                depth += 1
            elif each.kind in CLOSING:
                depth -= 1
            elif each.kind == "," and not depth:
                is_named = False
            elif each.kind == "variable" and not depth and not is_named:
                is_named = True
                found.append(each)
        return found

    @property
    def noun(self) -> str:
        """What it is called in messages."""
        return {"class": "class", "define": "defined type"}.get(self.keyword.kind, self.keyword.kind)


def resources(tokens: Tokens) -> list[Resource]:
    """The resource bodies of a text, in order."""
    found: list[Resource] = []
    done = -1
    is_reference = False
    types: dict[int, Token | None] = {}
    unfinished: set[int] = set()
    for colon in tokens.code:
        if colon.kind in ("name", "reference"):
            # A colon after a reference and before any name is not that of a resource.
            is_reference = colon.kind == "reference"
        if colon.kind != ":" or colon.index <= done or is_reference:
            continue
        following = tokens.next_code(colon)
        type = _type_of(tokens, colon, types)
        if following is None or following.kind == "{" or type is None:
            continue
        outer = _until_end(tokens, colon, unfinished)
        end = outer[-1]
        if end.kind not in (";", "}"):
            unfinished.update(each.index for each in outer)
            continue
        done = end.index
        attributes = [name for name, arrow in pairwise(outer) if name.kind == "name" and arrow.kind == "=>"]
        found.append(Resource(type, tokens.all[colon.index : end.index + 1], attributes))
    return found


def definitions(tokens: Tokens, *keywords: str) -> list[Definition]:
    """The definitions that begin with some keywords, in order; without those that are too deep in others."""
    found: list[Definition] = []
    around: list[int] = []
    for each in tokens.of(*keywords):
        while around and around[-1] < each.index:
            around.pop()
        made = _definition(tokens, each) if len(around) < DEEPEST else None
        if made is not None:
            found.append(made)
            around.append(made.tokens[-1].index)
    return found


def _definition(tokens: Tokens, keyword: Token) -> Definition | None:
    name = tokens.next_code(keyword)
    if name is None or name.kind == "{":
        return None
    inherited: Token | None = None
    parameters: tuple[int, int] | None = None
    each: Token | None = name
    while each is not None and (each is name or each.kind not in AFTER_HEAD):
        if each.kind == "inherits":
            inherited = tokens.next_code(each)
        elif each.kind in ("(", "{"):
            closing = tokens.partner(each)
            if closing is None:
                return None
            if each.kind == "{":
                inside = tokens.all[parameters[0] : parameters[1]] if parameters else None
                return Definition(keyword, name, inherited, inside, tokens.all[keyword.index : closing.index + 1])
            parameters = parameters or (each.index + 1, closing.index)
            each = closing
        each = tokens.next_code(each)
    return None


def _type_of(tokens: Tokens, colon: Token, known: dict[int, Token | None]) -> Token | None:
    """The token before the brace that a resource body is in, apart from those of selectors; `known` has it by brace."""
    brace = tokens.enclosing_brace(colon)
    passed: list[int] = []
    found = None
    while brace is not None:
        if brace.index in known:
            found = known[brace.index]
            break
        passed.append(brace.index)
        before = tokens.previous_code(brace)
        if before is None or before.kind != "?":
            found = before
            break
        brace = tokens.enclosing_brace(brace)
    known.update(dict.fromkeys(passed, found))
    return found


def _until_end(tokens: Tokens, colon: Token, unfinished: set[int]) -> list[Token]:
    """The code up to the semicolon or brace that ends a resource body, without what is in brackets; up to a token that none follows."""
    found: list[Token] = []
    every = tokens.all
    at = colon.index
    while at < len(every):
        each = every[at]
        if each.kind not in FORMATTING:
            found.append(each)
            if each.kind in (";", "}") or each.index in unfinished:
                break
            if each.kind in OPENING:
                at = (tokens.partner(each) or each).index
        at += 1
    return found
