"""Conditions on variables: those of a define, a template or data around a use of a variable.

A condition is a tuple, so that it is stored with a definition: `("var", x)`, `("not", c)`, `("and", c, d)`, `("or", c, d)`,
`("==", x, value)`, `("nil", x)`, `("empty", x)` and `("is", x, class)`, where x is the name of a variable and the class is one of Ruby.
`bridges/known_conditions.py` tells which of them hold.
"""

from __future__ import annotations

from collections.abc import Iterator

Condition = tuple[object, ...]


def variables(condition: Condition) -> Iterator[str]:
    """The variables that a condition reads."""
    if condition[0] in ("not", "and", "or"):
        for each in condition[1:]:
            if isinstance(each, tuple):
                yield from variables(each)
    elif isinstance(condition[1], str):
        yield condition[1]
