"""The parts of a check: what the evaluation of each definition found, and which of it still holds after an edit.

Each definition is evaluated by itself, with an empty catalog. Its results depend on the definitions that it looks up, the names that
the program defines, the top scope, and what it asks for outside of the text. They are kept while all of these are the same; the statements
of the top scope are evaluated in each check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from puppet_grammar import ast
from puppet_grammar.moved import pairs
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.infer.issues import unfinished_check

STATEMENTS = -1
"""The number of the part that is not a definition: the statements of the program."""
MOST = 60_000
"""The maximum number of steps that kept parts took; with more, what is left for others decides what is checked."""
DIGIT = lazy_pattern(r"\d")

Values = dict[int, list[object]]
"""The values of nodes, by identity."""


class Questions(Protocol):
    """Records what a check asks for outside of its text."""

    def begin(self) -> None:
        """Begin to record."""

    def asked(self) -> object:
        """What was asked for since `begin`."""

    def with_answers(self, asked: object) -> object:
        """What was asked for, with the answers; to be called before anything changes."""

    def has_same_answers(self, asked: object, *, exactly: bool) -> bool:
        """Whether all that was asked for would be answered in the same way now; if `exactly`, nothing else may have changed either."""


class Part(NamedTuple):
    """What the evaluation of one definition found."""

    found: tuple[Diagnostic, ...]
    values: Values
    used: frozenset[int]
    """The numbers of the definitions that it looked up."""
    was_called: bool
    """Whether the definition is a function that was called before, and so needs no check of its result."""
    called: frozenset[int]
    """The numbers of the functions that it called."""
    steps: int
    asked: object


class Moved(NamedTuple):
    """A definition that has the same nodes as in an earlier version of its file, and the same text but for comments and white space."""

    start: int
    """The start of its first line in the earlier text."""
    end: int
    """The end of its last line there."""
    shift: int
    """The number of bytes by which it has moved."""
    is_on_same_line: bool
    is_even: bool
    """Whether all of it has moved by that number; otherwise comments or white space in it have changed."""
    nodes: dict[int, int]
    """The definition and all nodes in it now, by the earlier ones, by identity."""

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a span of the earlier text is now; None if it is outside of the definition."""
        return (start + self.shift, end + self.shift) if self.is_even and self.start <= start <= end <= self.end else None


class Parts:
    """The definitions of a program with the results of their evaluation, by their numbers in the program."""

    def __init__(self, text: Text, program: ast.Program) -> None:
        self.text = text
        self.definitions = program.definitions
        self.known: dict[int, Part] = {}
        self.headers: dict[int, frozenset[int]] = {}
        """The definitions that were looked up for the parameters of each."""
        self.failed: set[int] = set()
        """The definitions that were refused, so that the program does not have them."""
        self.sets_top_scope = False
        """Whether the statements set variables or resource defaults, which definitions can see."""
        self._numbers = {id(each): number for number, each in enumerate(self.definitions)}
        self._outer = _outermost(self.definitions)
        body = program.body.statements if isinstance(program.body, ast.BlockExpression) else (program.body,)
        self._statements = [each for each in body if id(each) not in self._numbers]

    def end_statements(self, *, sets_top_scope: bool) -> None:
        """Note what definitions can see of the statements, all of which have been evaluated."""
        self.sets_top_scope = sets_top_scope

    def numbers(self, nodes: Iterable[int]) -> frozenset[int]:
        """The numbers of definitions given by identity."""
        return frozenset(self._numbers[each] for each in nodes if each in self._numbers)

    def asked(self) -> list[object]:
        """What the evaluation of all parts has asked for."""
        return [each.asked for each in self.known.values()]

    def forget(self) -> None:
        """Let no later check keep any."""
        self.known = {}

    def note_answers(self, questions: Questions) -> None:
        """Note the answers to all that was asked for, so that parts can be kept after changes that do not concern them."""
        self.known = {number: each._replace(asked=questions.with_answers(each.asked)) for number, each in self.known.items()}

    def kept(self, earlier: Parts, questions: Questions) -> dict[int, Part]:
        """The parts of an earlier check that still hold, with their places and nodes as they are now."""
        if self._names() != earlier._names():
            return {}
        moved = {number: each for number in {*self._outer.values()} if (each := self._moved(earlier, number)) is not None}
        if (self.sets_top_scope or earlier.sets_top_scope) and not self._has_same_statements(earlier, questions, moved):
            return {}
        now: dict[int, int] = {}
        for each in moved.values():
            now.update(each.nodes)
        found = {}
        for number, part in earlier.known.items():
            needed = earlier._needed(number)
            if number == STATEMENTS or not needed <= moved.keys() or not part.values.keys() <= now.keys():
                continue
            # Findings may have hints, which depend on all names that there are.
            if questions.has_same_answers(part.asked, exactly=bool(part.found)):
                findings = _findings_now(part.found, [moved[each] for each in needed])
                if findings is not None:
                    found[number] = part._replace(found=findings, values={now[node]: each for node, each in part.values.items()})
        return found if sum(each.steps for each in found.values()) <= MOST else {}

    def _has_same_statements(self, earlier: Parts, questions: Questions, moved: Mapping[int, Moved]) -> bool:
        """Whether the statements have the same effects on the top scope as those of an earlier program."""
        part = earlier.known.get(STATEMENTS)
        return (
            part is not None
            and earlier._needed(STATEMENTS) <= moved.keys()
            and questions.has_same_answers(part.asked, exactly=False)
            and len(self._statements) == len(earlier._statements)
            and all(pairs(one, other) is not None for one, other in zip(earlier._statements, self._statements, strict=True))
        )

    def _needed(self, number: int) -> set[int]:
        """The outermost definitions that the results of a part depend on."""
        found: set[int] = set()
        waiting = {number} - {STATEMENTS} | self.known[number].used
        while waiting:
            found.add(each := waiting.pop())
            waiting |= self.headers.get(each, frozenset()) - found
        return {self._outer[each] for each in found}

    def _names(self) -> list[tuple[object, ...]]:
        """What definitions there are, by which names are found, and so are similar ones for hints."""
        return [
            (each.__class__, getattr(each, "name", ""), self._hosts(each), number in self.failed, self._outer[number])
            for number, each in enumerate(self.definitions)
        ]

    def _hosts(self, definition: ast.Definition) -> bytes:
        """The text before the body of a node definition, which has its names."""
        if not isinstance(definition, ast.NodeDefinition):
            return b""
        return self.text.source[definition.start : definition.end if definition.body is None else definition.body.start]

    def _moved(self, earlier: Parts, number: int) -> Moved | None:
        one, other = earlier.definitions[number], self.definitions[number]
        lines, lines_now = _lines(earlier.text, one), _lines(self.text, other)
        shift = other.start - one.start
        is_even = earlier.text.source[slice(*lines)] == self.text.source[slice(*lines_now)] and lines_now[0] - lines[0] == shift
        nodes = pairs(one, other, is_loose=not is_even)
        if nodes is None:
            return None
        return Moved(*lines, shift, earlier.text.line_of(one.start) == self.text.line_of(other.start), is_even, nodes)


def _outermost(definitions: Sequence[ast.Definition]) -> dict[int, int]:
    """The number of the outermost definition around each."""
    found: dict[int, int] = {}
    last = -1
    for number in sorted(range(len(definitions)), key=lambda each: (definitions[each].start, -definitions[each].end)):
        if last < 0 or definitions[number].start >= definitions[last].end:
            last = number
        found[number] = last
    return found


def _lines(text: Text, node: ast.Node) -> tuple[int, int]:
    """The span of the lines of a node."""
    end = text.source.find(b"\n", node.end)
    return text.source.rfind(b"\n", 0, node.start) + 1, len(text.source) if end < 0 else end


def _findings_now(found: Sequence[Diagnostic], places: Sequence[Moved]) -> tuple[Diagnostic, ...] | None:
    """Findings of an earlier check at their places now; None if one is not only about some definitions.

    A message with a number may mention a line.
    """
    made = []
    is_same_line = all(place.is_on_same_line for place in places)
    for each in found:
        now = None if each.code == unfinished_check.issue.code or (not is_same_line and _has_number(each)) else _finding_now(each, places)
        if now is None:
            return None
        made.append(now)
    return tuple(made)


def _finding_now(found: Diagnostic, places: Sequence[Moved]) -> Diagnostic | None:
    own = _span_now(found.start, found.end, places)
    related = [_span_now(each.start, each.end, places) if each.path is None else None for each in found.related]
    edits = [[_span_now(each.start, each.end, places) if each.path is None else None for each in fix.edits] for fix in found.fixes]
    if own is None or None in related or any(None in each for each in edits):
        return None
    return found._replace(
        start=own[0],
        end=own[1],
        related=tuple(each._replace(start=at[0], end=at[1]) for each, at in zip(found.related, related, strict=True) if at),
        fixes=tuple(
            fix._replace(edits=tuple(each._replace(start=at[0], end=at[1]) for each, at in zip(fix.edits, spans, strict=True) if at))
            for fix, spans in zip(found.fixes, edits, strict=True)
        ),
    )


def _span_now(start: int, end: int, places: Sequence[Moved]) -> tuple[int, int] | None:
    return next((span for each in places if (span := each.span(start, end)) is not None), None)


def _has_number(found: Diagnostic) -> bool:
    texts = [found.message, *(each.message for each in found.related), *(str(value) for _, value in found.data)]
    return any(DIGIT.search(each) for each in texts)
