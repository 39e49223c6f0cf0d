"""Splits strings of Hiera data into text and interpolations such as `%{facts.os.name}` and `%{lookup('key')}`."""

from __future__ import annotations

import re
from typing import NamedTuple

EXPRESSION = re.compile(r"%\{([^}]*)\}")
METHOD = re.compile(r"""(\w+)\((?:"([^"]+)"|'([^']+)')\)\Z""")
EMPTY = frozenset(("", "::", '""', "''", '"::"', "'::'"))
"""Expressions that evaluate to the empty string."""
METHODS = frozenset(("lookup", "hiera", "alias", "scope", "literal"))


class Expression(NamedTuple):
    """An interpolated expression; the method of a variable is `scope`."""

    method: str
    key: str
    is_all: bool
    """Whether it is the whole text."""


def parts(text: str) -> list[str | Expression]:
    """The literal parts and expressions of a text, in order."""
    found: list[str | Expression] = []
    at = 0
    for match in EXPRESSION.finditer(text):
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
    return found


def expressions(text: str) -> list[Expression]:
    """The expressions of a text."""
    return [each for each in parts(text) if isinstance(each, Expression)] if "%{" in text else []
