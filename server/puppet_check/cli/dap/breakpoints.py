"""Breakpoints: the statements before which an evaluation pauses, with their conditions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from puppet_check.cli.dap.messages import Data, RequestError, list_in, number_in, text_in
from puppet_check.reading.places import read_own, real
from puppet_grammar.lower import lower
from puppet_grammar.parse import mode_of, parse
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.debugging.expressions import ExpressionError
from puppet_typesys.debugging.statements import Statements, start_of
from puppet_typesys.debugging.stepper import Statement
from puppet_typesys.debugging.variables import text_of

Value = Callable[[str], object]
"""The value of an expression where the evaluation is; raises ExpressionError."""
HITS = lazy_pattern(r"\s*+(>=|<=|==|>|<|%)?\s*+(\d{1,18})\s*+\Z")
COUNTED: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
    "%": lambda count, every: every > 0 and count % every == 0,
}
"""The comparisons of a count of hits; without one, the breakpoint pauses from that hit on."""
HOLE = lazy_pattern(r"\{([^{}]*)\}")


@dataclass
class Breakpoint:
    """A statement to pause before."""

    condition: str | None = None
    hits: str | None = None
    """The comparison that the number of hits has to fulfil."""
    message: str | None = None
    """What is printed in place of a pause; expressions stand in braces."""
    count: int = 0

    def is_due(self) -> bool:
        """Count a hit; whether the number of hits is one to pause at."""
        self.count += 1
        return self.hits is None or _is_counted(self.hits, self.count)


class Breakpoints:
    """Owns the breakpoints of all files. The session's thread sets them, that of the evaluation asks."""

    def __init__(self, output: Callable[[str], None]) -> None:
        self._output = output
        self._by_path: dict[str, dict[int, Breakpoint]] = {}
        self._real: dict[str, str] = {}

    def set(self, path: str, requested: Sequence[Data], first_line: int) -> list[dict[str, object]]:
        """Replace those of a file, and return what the client shows; `first_line` is the client's number of the first line."""
        found: dict[int, Breakpoint] = {}
        shown: list[dict[str, object]] = []
        try:
            source = read_own(path)
        except OSError as error:
            return [{"verified": False, "message": f"the file cannot be read: {error.strerror}"} for _ in requested]
        tree = parse(source, mode_of(path))
        known = Statements(lower(tree)[0], tree.text)
        for each in requested:
            node = known.at(number_in(each, "line") - first_line)
            if node is None:
                shown.append({"verified": False, "message": "no statement follows this line"})
                continue
            found[start_of(node)] = Breakpoint(text_in(each, "condition"), _hits(each), text_in(each, "logMessage"))
            shown.append({"verified": True, "line": tree.text.line_of(start_of(node)) + first_line})
        self._by_path = {**self._by_path, real(path): found}
        return shown

    def hit(self, place: Statement, value: Value) -> bool:
        """Whether to pause at a place."""
        if not self._by_path:
            return False
        path = self._real.get(place.path)
        if path is None:
            path = self._real[place.path] = real(place.path)
        found = self._by_path.get(path, {}).get(place.start)
        if found is None or not self._holds(found, value):
            return False
        if not found.is_due():
            return False
        if found.message is not None:
            self._output(HOLE.sub(lambda hole: self._shown(hole[1], value), found.message) + "\n")
            return False
        return True

    def _holds(self, found: Breakpoint, value: Value) -> bool:
        if found.condition is None:
            return True
        try:
            result = value(found.condition)
        except ExpressionError as error:
            self._output(f"condition `{found.condition}`: {error}\n")
            return False
        return result is not None and result is not False

    def _shown(self, expression: str, value: Value) -> str:
        try:
            found = value(expression)
        except ExpressionError as error:
            return f"{{{error}}}"
        return found if isinstance(found, str) else text_of(found)


def requested_in(arguments: Data) -> list[Data]:
    """The breakpoints in a request."""
    return list_in(arguments, "breakpoints")


def _hits(requested: Data) -> str | None:
    text = text_in(requested, "hitCondition")
    if text is not None and HITS.match(text) is None:
        raise RequestError(f"'{text}' is not a hit condition; expected a number, as in `3`, `>= 3` or `% 3`")
    return text


def _is_counted(condition: str, count: int) -> bool:
    found = HITS.match(condition)
    assert found is not None
    return COUNTED[found[1] or ">="](count, int(found[2]))
