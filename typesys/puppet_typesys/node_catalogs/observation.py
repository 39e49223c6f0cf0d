"""What is noted during the evaluation of a catalog: why values are unknown, where classes are included, and which errors are certain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.builtins.value_reads import FACTS, SERVER_FACTS, node_path
from puppet_typesys.evaluate.catalog import Connecting
from puppet_typesys.evaluate.definitions import Evaluates
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.observer import Observation, Observer, Stepper
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.node_catalogs.causes import Causes
from puppet_typesys.node_catalogs.inclusions import INCLUDES, Inclusions
from puppet_typesys.types.block import Block
from puppet_typesys.values.errors import MessageError
from puppet_typesys.values.unknown import Unknown, contains_unknown

LOOKUPS = functions_with(Role.HIERA_KEY)
"""Functions whose keys are counted instead."""


class _Call(NamedTuple):
    """A call of a function."""

    name: str
    node: ast.Node
    causes: int
    """The number of causes before it."""
    number: int
    """How many calls began before it."""


class FinishedCall(NamedTuple):
    """A call of a function that has returned."""

    name: str
    node: ast.Node
    arguments: Sequence[object]
    block: Block | None


class NodeObservation(Observation):
    """Counts the causes, notes where classes are included, and otherwise behaves like the reference."""

    def __init__(self, causes: Causes, inclusions: Inclusions, reach: Reach, stepper: Stepper | None = None) -> None:
        """`reach` is that of the evaluation."""
        self._observer = NodeObserver(causes, inclusions, reach)
        self.stepper = stepper
        self.has_ended_uncertainly = False
        """Whether the completion of the catalog has ended because of something that may not be in it."""

    def observer_of(self, text: Text) -> Observer:
        return self._observer

    def interrupted(self, error: MessageError | ControlFlow, about: Resource | Connecting | None) -> bool:
        self.has_ended_uncertainly = about is not None and not (isinstance(about, Resource) and not about.possible)
        return False


class NodeObserver(Observer):
    """Counts calls that make an unknown value from known ones, and reads of unknown variables of the top scope."""

    def __init__(self, causes: Causes, inclusions: Inclusions, reach: Reach) -> None:
        self.causes = causes
        self._inclusions = inclusions
        self._reach = reach
        self._begun = 0
        self._calls: list[_Call] = []
        """The calls being evaluated; those that have failed are dropped later."""

    def failed(self, error: EvaluationError, node: ast.Node) -> object:
        if self._reach.certainty.possible:
            error.doubt()
        return None

    def before_call(self, name: str, node: ast.Node) -> None:
        self._begun += 1
        self._calls.append(_Call(name, node, self.causes.total, self._begun))

    def after_call(self, ev: Evaluates, name: str, arguments: Sequence[object], block: Block | None, result: object) -> object:
        assert isinstance(ev, Evaluator)
        call = self._ended(name)
        if call is not None and name in INCLUDES:
            self._inclusions.note(call.node, arguments, ev.text, call.number)
        before = self.causes.total if call is None else call.causes
        is_new = before == self.causes.total and contains_unknown(result) and block is None and not any(map(contains_unknown, arguments))
        if is_new and name not in LOOKUPS and ev.compiler.function_named(name) is None:
            self.causes.add("function", name)
        return result if call is None else self.call_ended(ev, FinishedCall(name, call.node, arguments, block), result)

    def call_ended(self, ev: Evaluates, call: FinishedCall, result: object) -> object:
        """Called after a function has returned; return the result to use."""
        return result

    def _ended(self, name: str) -> _Call | None:
        """The call of a function that has ended."""
        while self._calls:
            call = self._calls.pop()
            if call.name == name:
                return call
        return None

    def variable_read(self, node: ast.Node, name: str, value: object) -> object:
        path = node_path(name, ()) if isinstance(value, Unknown) else None
        if path is not None and path.variable in (FACTS, SERVER_FACTS):
            self.causes.add("variable", path.variable)
        return value
