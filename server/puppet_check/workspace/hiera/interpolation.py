"""Splits strings of Hiera data into text and interpolations such as `%{facts.os.name}` and `%{lookup('key')}`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.value_reads import NodePath, node_path_or_fact
from puppet_typesys.functions.parts import path_of
from puppet_typesys.values.errors import ArgumentError

EXPRESSION = lazy_pattern(r"%\{([^}]*)\}")
METHOD = lazy_pattern(r"""(\w+)\((?:"([^"]+)"|'([^']+)')\)\Z""")
EMPTY = frozenset(("", "::", '""', "''", '"::"', "'::'"))
"""Expressions that evaluate to the empty string."""
METHODS = frozenset(("lookup", "hiera", "alias", "scope", "literal"))


class Expression(NamedTuple):
    """An interpolated expression; the method of a variable is `scope`."""

    method: str
    key: str
    is_all: bool
    """Whether it is the whole text."""

    @property
    def text(self) -> str:
        """The expression as it is written, without spaces."""
        return f"%{{{self.key}}}" if self.method == "scope" else f"%{{{self.method}('{self.key}')}}"

    @property
    def read(self) -> NodePath | None:
        """The path into the data of a node that it reads, by a variable that may be a fact; None for any other expression."""
        return path_read(self.key) if self.method == "scope" else None


def path_read(key: str) -> NodePath | None:
    """The path into the data of a node that a variable with keys is, as in `%{facts.os.family}` or `%{::osfamily}`."""
    try:
        name, *keys = path_of(key)
    except ArgumentError:
        return None
    return node_path_or_fact(str(name), keys)


def matches_in(text: str) -> Iterator[re.Match[str]]:
    """The expressions of a text. What follows the last brace is not searched, as every `%{` there would be compared with all of it."""
    return EXPRESSION.finditer(text, 0, text.rfind("}") + 1)


def replaced(text: str, replacement: str) -> str:
    """A text with another one in place of each expression."""
    end = text.rfind("}") + 1
    return EXPRESSION.sub(replacement, text[:end]) + text[end:]


@lru_cache(2_000)
def parts(text: str) -> tuple[str | Expression, ...]:
    """The literal parts and expressions of a text, in order."""
    found: list[str | Expression] = []
    at = 0
    for match in matches_in(text):
        if match.start() > at:
            found.append(text[at : match.start()])
        at = match.end()
        inner = match[1].strip()
        if inner in EMPTY:
            continue
        method = METHOD.match(inner)
        if method is None:
            found.append(Expression("scope", inner, match[0] == text))
        else:
            found.append(Expression(method[1], method[2] or method[3], match[0] == text))
    if at < len(text):
        found.append(text[at:])
    return tuple(found)


def expressions(text: str) -> list[Expression]:
    """The expressions of a text."""
    return [each for each in parts(text) if isinstance(each, Expression)] if "%{" in text else []
