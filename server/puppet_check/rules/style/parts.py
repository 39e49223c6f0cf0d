"""Resources and definitions, found by tokens alone, so that they are found in code with syntax errors as well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.rules.style.tokens import OPENING, Token, Tokens


class Resource(NamedTuple):
    """A body of a resource declaration: what follows the colon after a title."""

    type: Token
    """The type, or the keyword `class`."""
    tokens: list[Token]
    """From the colon to the semicolon or brace after the last attribute."""

    def attributes(self) -> list[Token]:
        """The names of the attributes, without those in nested brackets."""
        found: list[Token] = []
        for each, following in _outside_of_brackets(self.tokens):
            if each.kind == "name" and following is not None and following.kind == "=>":
                found.append(each)
        return found


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

    @property
    def noun(self) -> str:
        """What it is called in messages."""
        return {"class": "class", "define": "defined type"}.get(self.keyword.kind, self.keyword.kind)


def resources(tokens: Tokens) -> list[Resource]:
    """The resource bodies of a text, in order."""
    found: list[Resource] = []
    done = -1
    is_reference = False
    for colon in tokens.code:
        if colon.kind in ("name", "reference"):
            # A colon after a reference and before any name is not that of a resource.
            is_reference = colon.kind == "reference"
        if colon.kind != ":" or colon.index <= done or is_reference:
            continue
        following = tokens.next_code(colon)
        type = _type_of(tokens, colon)
        if following is None or following.kind == "{" or type is None:
            continue
        inside = [*_until_end(tokens, colon)]
        if inside[-1].kind not in (";", "}"):
            continue
        done = inside[-1].index
        found.append(Resource(type, inside))
    return found


def definitions(tokens: Tokens, *keywords: str) -> list[Definition]:
    """The definitions that begin with some keywords, in order."""
    return [made for each in tokens.of(*keywords) if (made := _definition(tokens, each)) is not None]


def _definition(tokens: Tokens, keyword: Token) -> Definition | None:
    name = tokens.next_code(keyword)
    if name is None or name.kind == "{":
        return None
    inherited, parameters = None, None
    each: Token | None = name
    while each is not None:
        if each.kind == "inherits":
            inherited = tokens.next_code(each)
        elif each.kind in ("(", "{"):
            closing = tokens.partner(each)
            if closing is None:
                return None
            if each.kind == "{":
                return Definition(keyword, name, inherited, parameters, tokens.all[keyword.index : closing.index + 1])
            if parameters is None:
                parameters = tokens.all[each.index + 1 : closing.index]
            each = closing
        each = tokens.next_code(each)
    return None


def _type_of(tokens: Tokens, colon: Token) -> Token | None:
    """The token before the brace that a resource body is in."""
    brace = tokens.enclosing_brace(colon)
    while brace is not None:
        before = tokens.previous_code(brace)
        if before is None or before.kind != "?":
            return before
        brace = tokens.enclosing_brace(brace)
    return None


def _until_end(tokens: Tokens, colon: Token) -> Iterator[Token]:
    """The tokens up to the semicolon or brace that ends a resource body."""
    end = colon.index
    at: Token | None = colon
    while at is not None:
        end = at.index
        if at.kind in (";", "}"):
            break
        at = tokens.next((tokens.partner(at) or at) if at.kind in OPENING else at)
    yield from tokens.all[colon.index : end + 1]


def _outside_of_brackets(tokens: list[Token]) -> Iterator[tuple[Token, Token | None]]:
    """The code that is not in brackets, each token with the following one."""
    code: list[Token] = []
    depth = 0
    for each in tokens:
        if each.kind in OPENING:
            depth += 1
        if not depth and each.is_code:
            code.append(each)
        if each.kind in ("}", "]", ")") and depth:
            depth -= 1
    yield from zip(code, [*code[1:], None], strict=True)
