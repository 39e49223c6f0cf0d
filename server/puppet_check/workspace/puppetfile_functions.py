"""The functions that a Puppetfile defines to declare modules by, and whether it computes names of modules.

A Puppetfile is Ruby code: `def github(name, ...)` may call `mod name, ...`, and a loop may declare a module for each word of a list.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

FUNCTION = lazy_pattern(r"^(\s*+)def\s++(\w++)(?:\s*+\(\s*+|\s++)(\w++)")
BEFORE_CALL, BEFORE_ARGUMENT = r"(?:^|[|;{&]|\b(?:do|then|else)\b)\s*+", r"(?:\s*+\(\s*+|\s++)(?![=.\s)])"
"""What is before the name of a function at the beginning of a statement, and between it and its first argument."""
NAME = r"(?!(?:do|then|else)\b)(\w++)"
LITERAL, NO_LITERAL = r"""(?:'([^']*+)'|"([^"#]*+)")""", r"""(?!'|"[^"#]*+")"""
CALL = lazy_pattern(rf"{BEFORE_CALL}{NAME}{BEFORE_ARGUMENT}{LITERAL}")
COMPUTED = lazy_pattern(rf"{BEFORE_CALL}{NAME}{BEFORE_ARGUMENT}{NO_LITERAL}")
"""A call with a literal, and one with anything else."""
NAMED = lazy_pattern(rf"""{BEFORE_CALL}mod{BEFORE_ARGUMENT}(?:(\w++)\s*+(?:[,)]|$)|"([^"]*+)")""")
"""What the body of a function declares: its parameter, or a text with it."""
OTHER_CODE = lazy_pattern(r"(?<![\w.:])(?:instance_eval|instance_exec|class_eval|eval|load)\b(?!\s*+[=.])|\bsend\s*+\(?\s*+:mod\b")
"""What runs the code of other files, or a call whose name is a value."""
COMMENT = lazy_pattern(r"\s#(?!\{).*|^#.*")


class OwnFunction(NamedTuple):
    """A function of a Puppetfile that declares the module which its first argument names."""

    name: str
    names: tuple[str, ...]
    """The names that it declares, with `{}` for the argument."""
    lines: range
    """The lines of its definition, from 0."""


class Called(NamedTuple):
    """A module that a call of such a function declares."""

    name: str
    line: int
    """From 1."""


class OwnFunctions:
    """What a Puppetfile with these lines declares by functions of its own."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = [COMMENT.sub("", each) for each in lines]
        self._functions = tuple(self._defined())
        self._inside = frozenset(number for each in self._functions for number in each.lines)

    def declared(self) -> Iterator[Called]:
        """The modules that calls of them name."""
        several: dict[str, list[OwnFunction]] = {}
        for function in self._functions:
            several.setdefault(function.name, []).append(function)
        for number in self._outside() if several else ():
            called: set[str] = set()
            for found in CALL.finditer(self._lines[number]):
                if found[1] not in called:
                    called.add(found[1])
                    names = (each for function in several.get(found[1], ()) for each in function.names)
                    yield from (Called(each.format(found[2] or found[3]), number + 1) for each in names)

    def computes_names(self) -> bool:
        """Whether modules may be declared that no text names."""
        names = {"mod", *(each.name for each in self._functions)}
        lines = [self._lines[number] for number in self._outside()]
        return any(OTHER_CODE.search(each) or any(found[1] in names for found in COMPUTED.finditer(each)) for each in lines)

    def _outside(self) -> Iterator[int]:
        """The lines that are in none of the functions."""
        return (number for number in range(len(self._lines)) if number not in self._inside)

    def _defined(self) -> Iterator[OwnFunction]:
        lines_of: dict[str, list[int]] = {}
        for number, line in enumerate(self._lines):
            lines_of.setdefault(line.rstrip(), []).append(number)
        for number, line in enumerate(self._lines):
            found = FUNCTION.match(line)
            if found is not None:
                ends = lines_of.get(found[1] + "end", [])
                at = bisect_right(ends, number)
                lines = range(number, (ends[at] if at < len(ends) else number) + 1)
                named = dict.fromkeys(_named(self._lines[lines.start : lines.stop], found[3]))
                if named:
                    yield OwnFunction(found[2], tuple(named), lines)


def _named(body: Sequence[str], parameter: str) -> Iterator[str]:
    """What a body declares, with `{}` for its parameter."""
    for line in body:
        found = NAMED.search(line)
        if found is None:
            continue
        if found[1] == parameter:
            yield "{}"
        elif found[2] is not None and f"#{{{parameter}}}" in found[2]:
            text = found[2].replace(f"#{{{parameter}}}", "\0")
            if "#{" not in text:
                yield text.replace("{", "{{").replace("}", "}}").replace("\0", "{}")
