"""Recorder: records the parts of a check while they are evaluated, and takes over those of an earlier check that still hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from puppet_grammar import ast
from puppet_typesys.evaluate.budget import CHUNK
from puppet_typesys.evaluate.closures import PuppetFunction
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.infer.compiler import MANY, CheckCompiler
from puppet_typesys.infer.model import FileModel
from puppet_typesys.infer.parts import STATEMENTS, Part, Questions
from puppet_typesys.types.parse import TypeSyntaxError
from puppet_typesys.values.errors import ArgumentError, InternalError

ScopeState = tuple[dict[str, object], bool, object, bool, bool]


class Recorder:
    """Fills `FileModel.parts` during one check."""

    def __init__(self, compiler: CheckCompiler, found: FileModel, questions: Questions) -> None:
        self._compiler = compiler
        self._model = found
        self._parts = found.parts
        self._questions = questions
        self._before = _state(compiler.top)
        self._kept: dict[int, Part] = {}
        self._functions: dict[int, PuppetFunction] = {}
        self._called: set[int] = set()
        """The functions that were called in the parts so far."""
        questions.begin()

    @contextmanager
    def header(self, number: int) -> Iterator[None]:
        """Record what is looked up for the types of the parameters of a definition, which are the same for all who look it up."""
        self._compiler.begin_uses()
        try:
            yield
        finally:
            self._parts.headers[number] = self._parts.headers.get(number, frozenset()) | self._parts.numbers(self._compiler.used)

    def resolve(self) -> None:
        """Resolve types that would be resolved by who looks them up first."""
        for number, each in enumerate(self._parts.definitions):
            with self.header(number), suppress(EvaluationError, ArgumentError, InternalError, TypeSyntaxError):
                if isinstance(each, ast.TypeAlias):
                    self._compiler.type_of_name(each.name.lower())
                elif isinstance(each, ast.FunctionDefinition):
                    function = self._compiler.function_named(each.name)
                    if function is not None and function.node is each:
                        self._functions[number] = function
                        _ = function.signature

    def part(self, number: int, run: Callable[[], None]) -> None:
        """Evaluate a part."""
        if number != STATEMENTS:
            # What the headers of definitions ask for counts as asked by the statements, as both are evaluated in each check.
            self._questions.begin()
        self._compiler.begin_uses()
        self._model.begin_part()
        was_called = number in self._called
        self._begin_calls(number if was_called else None)
        try:
            run()
        finally:
            found, values = self._model.end_part()
            called = self._parts.numbers({id(each.node) for each in self._compiler.called}) & self._functions.keys()
            self._called |= called
            used = self._parts.numbers(self._compiler.used)
            steps, asked = self._compiler.budget.used, self._questions.asked()
            self._parts.known[number] = Part(found, values, used, was_called, called, steps, asked)

    def _begin_calls(self, number: int | None) -> None:
        """Let no function count as called, but for the one whose number this is."""
        for each in self._compiler.called:
            each.begin_part(was_called=False)
        self._compiler.called.clear()
        own = None if number is None else self._functions.get(number)
        if own is not None:
            own.begin_part(was_called=True)
            self._compiler.called.add(own)

    def keep(self, earlier: FileModel | None) -> None:
        """Determine which parts of an earlier check still hold, after the statements have been evaluated."""
        self._parts.end_statements(sets_top_scope=_differs(self._before, _state(self._compiler.top)))
        if earlier is not None and len(earlier.findings) <= MANY:
            self._kept = self._parts.kept(earlier.parts, self._questions)

    def take(self, number: int) -> bool:
        """Take over a part of an earlier check; tells whether there is one that holds."""
        part = self._kept.get(number)
        if part is None or part.was_called != (number in self._called):
            return False
        self._model.take(part)
        self._parts.known[number] = part
        self._called |= part.called
        self._compiler.budget.charge(part.steps)
        return True

    def is_valid(self) -> bool:
        """Whether no limit was reached that depends on the order in which parts were evaluated."""
        return not self._kept or not (self._compiler.budget.is_used_up(CHUNK) or len(self._model.findings) > MANY)


def _state(top: Scope) -> ScopeState:
    return dict(top.variables), bool(top.defaults), top.frame.match, top.frame.has_unknown_match, top.is_open


def _differs(before: ScopeState, now: ScopeState) -> bool:
    """Whether the evaluation of the statements has changed the top scope."""
    one, other = before[0], now[0]
    return before[1:] != now[1:] or one.keys() != other.keys() or any(value is not other[name] for name, value in one.items())
