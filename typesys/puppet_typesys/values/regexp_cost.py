"""The size of a regular expression once its repetitions are counted, which its compilation takes in time and memory.

`(?:a{9999}){9999}` is a tiny text of a hundred million states. The size is found in one pass over the text, before it is compiled.
"""

from __future__ import annotations

import re
from functools import cache

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.errors import BudgetError
from puppet_typesys.values.meter import spend

LARGEST = 50_000
"""The size of an expression that is compiled; the largest of published modules, for IPv6 addresses, has 3,000."""
DEEPEST = 150
"""The number of groups and classes in each other: translation and compilation recurse into them."""
PER_STEP = 64
"""The part of the size that counts as one step of an evaluation."""
_CALLED = lazy_pattern(r"\(\?<\w+>(?:[^()\\]|\\.)*")
"""The beginning of a named group, up to the next bracket."""


@cache
def _part() -> re.Pattern[str]:
    """Matches a part of an expression. Compiled on first use, since that takes milliseconds and most files have no large expression."""
    return re.compile(
        r"""
        \\(?:[pP]\{[^}]*\}|u\{[^}]*\}|[gk]<[^>]*>|.)
        | (?P<open>\((?:\?(?:[imxa-]*:|[=!>~]|<[=!]|<\w+>|[imxa-]*(?=\)))?)?)
        | (?P<close>\))
        | (?P<class>\[\^?\]?)
        | (?P<end>\])
        | (?P<repeat>\{(?P<low>\d*)(?P<range>,?)(?P<high>\d*)\})
        | (?P<any>[*+?])
        | .
        """,
        re.VERBOSE | re.DOTALL,
    )


def check_cost(source: str) -> None:
    """Raise BudgetError if a regular expression is too large to be compiled; charge its size otherwise."""
    if len(source) < 20 and "{" not in source:
        return
    size = _size(source)
    if size > LARGEST:
        raise BudgetError("a regular expression is too large")
    spend(size // PER_STEP)


def _size(source: str) -> int:
    """The number of parts of an expression, each as often as it is repeated; more than `MOST` if that is exceeded anywhere."""
    sizes = [0]
    last = 0
    inside = 0
    for found in _part().finditer(source):
        kind = found.lastgroup
        if kind == "class":
            inside += 1
        elif inside and kind == "end":
            inside -= 1
            last = 1
            sizes[-1] += 1
        elif inside:
            sizes[-1] += 1
        elif kind == "open":
            sizes.append(0)
        elif kind == "close" and len(sizes) > 1:
            last = sizes.pop() + 1
            sizes[-1] += last
        elif kind in ("high", "range", "low", "repeat"):
            times = max(_count(found["low"]), _count(found["high"]))
            sizes[-1] += last * (times - 1)
            last *= times
        elif kind != "any":
            last = 1
            sizes[-1] += 1
        if sizes[-1] > LARGEST or len(sizes) + inside > DEEPEST:
            return LARGEST + 1
    return sum(sizes) * _copies(source)


def _copies(source: str) -> int:
    """How often the largest group may be copied, because calls of groups are replaced by their text: calls in groups multiply."""
    if "\\g<" not in source:
        return 1
    copies, outside = 1, source
    for group in _CALLED.finditer(source):
        calls = group[0].count("\\g<")
        copies = min(copies * (1 + calls), LARGEST)
        outside = outside.replace(group[0], "", 1)
    return copies * (1 + outside.count("\\g<"))


def _count(digits: str) -> int:
    return LARGEST if len(digits) > 6 else max(int(digits or 1), 1)
