"""Records what a statement reads and does while it is evaluated, so that it can be repeated (`repeated_statements.py`).

As with bodies (`recorder.py`), whatever may depend on more than what is recorded spoils the recording. What evaluates the expressions
meanwhile is in `statement_handlers.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.evaluator import Evaluator, Handler
from puppet_typesys.evaluate.given import Reads
from puppet_typesys.evaluate.recorded_statements import Assigned, Effect, Numbered, Read
from puppet_typesys.evaluate.recorder import Recorder, exact
from puppet_typesys.evaluate.repeated_templates import is_of_template
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.runtime_object import RuntimeObject

T = TypeVar("T")


class Tables(NamedTuple):
    """What evaluates nodes while a statement is recorded, and those of its templates."""

    statement: dict[type[ast.Node], Handler]
    template: dict[type[ast.Node], Handler]


class StatementRecorder(Recorder):
    """Evaluates a statement, and records what it reads and does."""

    def __init__(self, ev: Evaluator, scope: Scope, answer: Callable[[Read], object], reads: Reads | None, tables: Tables) -> None:
        super().__init__(ev)
        self._handlers = tables.statement
        self._tables = tables
        self._answer = answer
        self._reads = reads
        self._scope = scope
        self._before = frozenset(scope.variables)
        self._asked: set[Read] = set()
        self.answers: list[tuple[Read, object]] = []
        self.effects: list[Effect] = []
        self.types: set[str] = set()
        self._collectors: list[object] = []
        self._evaluates = False
        """Whether an effect may have evaluated classes, which set variables."""
        self._declares = False
        self.code: set[object] = set()
        self.steps = self._started = 0

    def of_template(self, text: Text) -> Evaluator:
        return InnerTemplateRecorder(self, self._scope, text)

    def begin(self) -> None:
        """Begin to count the steps."""
        self._started = self.budget.used

    def end(self) -> None:
        """Stop counting."""
        self.steps = self.budget.used - self._started - self.aside

    def note_code(self, questions: Iterable[object]) -> None:
        """Note what is asked of code and data."""
        self.code.update(questions)

    def note_definitions(self, make: Callable[[], T]) -> T:
        """What a call makes; what is noted includes the definitions that it looks up, such as types that a function in Ruby names."""
        return make() if self._reads is None or self.is_spoilt else self._reads.recorded(make)

    def note_given(self) -> None:
        """Note that all parameters of a class are read that it has been passed."""
        self._note(Read("given", ""))

    def note_question(self, question: object) -> None:
        """Note what is asked of the node."""
        read = Read("node", question)
        if read not in self._asked:
            assert self._reads is not None
            self._asked.add(read)
            self.answers.append((read, self._answer(read)))

    def _note(self, read: Read) -> None:
        if read in self._asked:
            return
        self._asked.add(read)
        answer = self._answer(read)
        if answer is None:
            self.spoil()
        self.answers.append((read, answer))

    def note_variable(self, name: str, scope: Scope) -> None:
        """Note that a variable is read."""
        if "::" not in name:
            frame = scope.frame
            while frame is not scope.base and frame.parent is not None:
                if name in frame.variables:
                    if frame.is_local:
                        return  # One of a lambda.
                    self.spoil()
                frame = frame.parent
            if name in scope.variables:
                if name in self._before:
                    self._note(Read("local", name))
                return
        if self._reads is not None and not self._reads.is_followed and self._reads.is_of_node(name.removeprefix("::")):
            return  # What paths of data read is noted as such.
        if self._evaluates:
            self.spoil()
        self._note(Read("variable", name))

    def note_defined(self, arguments: tuple[object, ...], node: ast.Expression) -> None:
        """Note that it is asked what is declared."""
        if self._declares or plain(arguments) is None:
            self.spoil()
            return
        self._note(Read("defined", arguments, node))

    def do(self, effect: Effect, values: Sequence[object], *, evaluates: bool = False) -> None:
        """Note an effect with all values in it."""
        if any(plain(each) is None for each in values):
            self.spoil()
        self._declares = True
        self._evaluates = self._evaluates or evaluates
        self.effects.append(effect)

    def assign(self, node: ast.AssignmentExpression, name: str, value: object) -> None:
        """Note that a variable of the scope is set."""
        if plain(value) is None:
            self.spoil()
        self.effects.append(Assigned(node, name, value))

    def run(self, make: Callable[[], T]) -> T:
        around = None if self._reads is None else self._reads.follow(None)
        try:
            return super().run(make)
        finally:
            if self._reads is not None:
                self._reads.follow(around)

    def note_collector(self, made: object) -> None:
        """Note a collector that was made."""
        self._collectors.append(made)

    def numbered(self, operands: Sequence[object]) -> tuple[object, ...]:
        """Operands, in which numbers stand for collectors."""
        return tuple([self._number(each) if isinstance(each, RuntimeObject) else each for each in operands])

    def _number(self, collector: object) -> object:
        for number, each in enumerate(self._collectors):
            if each is collector:
                return Numbered(number)
        self.spoil()
        return None


class InnerTemplateRecorder(StatementRecorder):
    """Evaluates a template for a statement, and records what it reads as a part of the statement."""

    def __init__(self, statement: StatementRecorder, scope: Scope, text: Text) -> None:
        self.__dict__.update(statement.__dict__)
        self.text, self.module_name, self.observer = text, None, statement.compiler.observation.observer_of(text)
        self._handlers = statement._tables.template
        self._statement, self._scope = statement, scope

    def spoil(self) -> None:
        self.is_spoilt = True
        self._statement.spoil()

    def note_variable(self, name: str, scope: Scope) -> None:
        if is_of_template(name, scope):
            return
        self._statement.note_variable(name if "::" in name else f"::{name}", self._scope)

    def note_defined(self, arguments: tuple[object, ...], node: ast.Expression) -> None:
        self._statement.note_defined(arguments, node)

    def do(self, effect: Effect, values: Sequence[object], *, evaluates: bool = False) -> None:
        self.spoil()  # It would be done in the scope of the statement.


def held(value: object, reads: Reads | None) -> object:
    """What is equal for values exactly if no program can tell them apart; None for values of which that is not plain to see.

    Tables of what is known of the node are the same if they are at the same place, as what is read of them is noted.
    """
    if value.__class__ is tuple:
        assert isinstance(value, tuple)
        return _held_parts("Array", value, reads)
    if isinstance(value, Hash):
        if type(value) is not Hash:
            return None if reads is None else reads.place_of(value)
        return _held_parts("Hash", [part for entry in value.items() for part in entry], reads)
    return exact(value)


def _held_parts(kind: str, values: Sequence[object], reads: Reads | None) -> object:
    made = [kind, *[held(each, reads) for each in values]]
    return None if None in made else tuple(made)


def plain(value: object) -> object:
    """The same for values without such tables."""
    return held(value, None)
