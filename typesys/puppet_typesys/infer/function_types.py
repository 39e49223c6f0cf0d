"""What functions written in Puppet return, by the types of their arguments: their bodies are evaluated for types, and nothing is reported.

A function that calls itself is evaluated in rounds. In the first one such a call never returns, so that what ends the recursion gives the
first result; in each further one it returns what the round before gave. A result that a further round does not exceed is that of the
function. After three rounds the result is widened to kinds of values, and if even that is exceeded, nothing is known but the declared type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from puppet_grammar import ast
from puppet_typesys.diagnostics import Message
from puppet_typesys.evaluate.closures import PuppetFunction
from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.frames import Frame
from puppet_typesys.evaluate.observer import Observer
from puppet_typesys.evaluate.scope import NoVariable, Scope
from puppet_typesys.functions.control_flow import ControlFlow, NextIteration, ReturnFromFunction
from puppet_typesys.infer.observation import Stopped
from puppet_typesys.infer.resolution import names_assigned_by
from puppet_typesys.infer.results import MANY, Result, Results
from puppet_typesys.loader import TypedName
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER, intersection, is_never, joined
from puppet_typesys.types.parse import TypeSyntaxError
from puppet_typesys.types.superset import is_superset
from puppet_typesys.types.walk import alternatives
from puppet_typesys.values.errors import ArgumentError, BudgetError, InternalError, MessageError
from puppet_typesys.values.unknown import ImplicitParameter, PossiblyUnset, Unknown

ROUNDS = 3
"""The number of evaluations of a function that calls itself after which its result is widened."""
DEPTH = 8
"""The number of functions that may be evaluated inside each other."""
Types = tuple[Type, ...]


class Running:
    """A function that is being evaluated."""

    def __init__(self, function: PuppetFunction, types: Types | None) -> None:
        self.function = function
        self.types = types
        """The types of the arguments; None for any number of arguments of the declared types."""
        self.assumed: Type = NEVER
        """What it returns where it calls itself."""
        self.height = 1
        self.calls_itself = False
        self.exceeds = False
        """Whether it has called itself with arguments of other types."""
        self.is_mutual = False
        self.rests_on_assumption = False
        """Whether it has called an outer function that is still being evaluated."""

    def call(self, height: int) -> None:
        """Note a call of a function above whose own calls it stands."""
        self.height = max(self.height, height + 1)

    def assume(self) -> None:
        """Note a call of an outer function that is still being evaluated."""
        self.rests_on_assumption = True

    def call_itself(self, types: Types | None, *, is_mutual: bool) -> None:
        """Note a call of itself with arguments of some types, from the body of another function if it is mutual."""
        self.calls_itself = True
        self.is_mutual |= is_mutual
        self.exceeds |= self.types is not None and (types is None or not _within(self.types, types))

    def begin_round(self, found: Type, *, is_last: bool) -> None:
        """Begin another round after one with a result: the first one again, with any arguments, if it has called itself with others."""
        if self.exceeds:
            self.types, self.exceeds, self.assumed = None, False, NEVER
        else:
            self.assumed = _widened(found) if is_last else joined((self.assumed, found))


class Questions(Protocol):
    """Records which names an evaluation looks up; see `LoadedDefinitions`."""

    def ask_again(self, names: frozenset[TypedName]) -> None:
        """Record names that were looked up for an answer which is taken from a cache."""

    def recorded(self, make: Callable[[], Result]) -> tuple[Result, frozenset[TypedName]]:
        """The result of a function, and the names that it looked up."""


class FunctionTypes:
    """The types of results of the functions that one compiler evaluates; the thread of the compiler owns it."""

    def __init__(self, compiler: Compiler, questions: Questions, results: Results) -> None:
        """`results` are those that are known; they are added to."""
        self._compiler = compiler
        self._questions = questions
        self._results = results
        self._quiet = QuietObserver(compiler)
        self._running: list[Running] = []

    @property
    def is_running(self) -> bool:
        """Whether a function is being evaluated."""
        return bool(self._running)

    def known(self, function: PuppetFunction, types: Types | None) -> Result:
        """What a function returns for arguments of some types. Raises BudgetError if that takes too long."""
        running = next((each for each in self._running if each.function.name == function.name), None)
        if running is not None:
            return Result(self._assumed(running, types), frozenset(), 1)
        found = self._results.get((function.name, types))
        if found is None or (found.is_mutual and self._running):
            found = self._evaluated(function, types)
        else:
            self._questions.ask_again(found.asked)
            self._compiler.budget.spend(found.steps)
        if self._running:
            self._running[-1].call(found.height)
            if len(self._running) + found.height > DEPTH:
                raise BudgetError("functions call each other too deeply")
        return found

    def _assumed(self, running: Running, types: Types | None) -> Type:
        inside = self._running[self._running.index(running) + 1 :]
        for each in inside:
            each.assume()
        running.call_itself(types, is_mutual=bool(inside))
        if is_never(running.assumed):
            raise Stopped(0)
        return running.assumed

    def _evaluated(self, function: PuppetFunction, types: Types | None) -> Result:
        running, budget = Running(function, types), self._compiler.budget
        before = budget.used
        self._running.append(running)
        budget.enter()
        try:
            if len(self._running) > DEPTH:
                raise BudgetError("functions call each other too deeply")
            found, asked = self._questions.recorded(lambda: self._result(running))
        finally:
            budget.leave()
            self._running.pop()
        found = Result(found.type, asked, budget.used - before, running.height, running.is_mutual)
        if not running.rests_on_assumption and len(self._results) < MANY:
            self._results[function.name, types] = found
        return found

    def _result(self, running: Running) -> Result:
        try:
            declared = running.function.signature.type.returns or model.ANY
            return Result(self._type(running, declared), frozenset(), 0)
        except (EvaluationError, ArgumentError, InternalError, TypeSyntaxError):
            return Result(model.ANY, frozenset(), 0)  # A type in the header is not one.

    def _type(self, running: Running, declared: Type) -> Type:
        found = self._once(running, declared)
        if not running.calls_itself:
            return found
        for number in range(ROUNDS + 1):
            running.begin_round(found, is_last=number == ROUNDS)
            found = self._once(running, declared)
            if not running.exceeds and is_superset(running.assumed, found) and not is_never(running.assumed):
                return running.assumed
        return declared

    def _once(self, running: Running, declared: Type) -> Type:
        """The result of one evaluation of a body."""
        function, compiler = running.function, self._compiler
        scope = function.scope
        ev = Evaluator(compiler, function.ev.text, function.ev.module_name, self._quiet)
        with compiler.reach.collecting_exits():
            try:
                with compiler.reach.body(), scope.with_frame(Frame(scope.base, {})):
                    _bind(ev, function, running.types)
                    value = ev.evaluate(function.body, scope)
            except (ReturnFromFunction, NextIteration) as signal:
                value = signal.value
            except ControlFlow:
                value = Unknown(NEVER)
            left = compiler.reach.exits
        returned = (each.value for each in left if isinstance(each, ReturnFromFunction | NextIteration))
        found = joined(map(infer_set, (value, *returned)))
        possible = intersection(found, declared)
        return declared if is_never(possible) and not is_never(found) else possible


def _bind(ev: Evaluator, function: PuppetFunction, types: Types | None) -> None:
    """Set the parameters of a function; those without an argument have the values of their defaults."""
    parameters = function.signature.type.parameters
    assert parameters is not None
    scope = function.scope
    variables = scope.frame.variables
    for index, (parameter, declared) in enumerate(zip(function.parameters, parameters.types, strict=True)):
        if types is None:
            variables[parameter.name] = Unknown(model.Array(declared) if parameter.captures_rest else declared)
        elif parameter.captures_rest and (index < len(types) or parameter.value is None):
            rest = tuple(_limited(each, declared) for each in types[index:])
            variables[parameter.name] = Unknown(model.Tuple(rest) if rest else model.EMPTY_ARRAY)
        elif index < len(types):
            variables[parameter.name] = Unknown(_limited(types[index], declared))
        else:
            value = infer_set(ev.evaluate(parameter.value, scope))
            if parameter.captures_rest:
                value = model.Array(declared)
            variables[parameter.name] = Unknown(_limited(value, declared) if not parameter.captures_rest else value)


def _limited(type: Type, declared: Type) -> Type:
    possible = intersection(type, declared)
    return declared if is_never(possible) else possible


def _within(types: Types, others: Types) -> bool:
    return len(types) == len(others) and all(map(is_superset, types, others))


def _widened(type: Type) -> Type:
    """A type with all values of the kinds that a type has."""
    return joined(map(_kind, alternatives(type)))


def _kind(type: Type) -> Type:
    match type:
        case model.Array() | model.Tuple():
            return model.ARRAY
        case model.Hash() | model.Struct():
            return model.HASH
        case model.String() | model.Enum() | model.Pattern():
            return model.STRING
    return model.generalize(type)


class QuietObserver(Observer):
    """Continues after errors with unknown values, and reports nothing."""

    evaluates_blocks = True

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler

    def failed(self, error: EvaluationError, node: ast.Node) -> object:
        return Unknown(model.ANY)

    def skipped(self, branches: Sequence[ast.Expression | None], scope: Scope) -> None:
        for name in names_assigned_by(_assignments(branches)):
            try:
                scope.lookup(name)
            except NoVariable:
                scope.assign(name, ImplicitParameter(model.ANY))

    def before_call(self, name: str, node: ast.Node) -> None:
        if name == "fail" and self._compiler.function_named(name) is None:
            raise Stopped(node.start)

    def default_failed(self, parameter: ast.Parameter, message: Message) -> MessageError:
        return ArgumentError(message)

    def variable_read(self, node: ast.Node, name: str, value: object) -> object:
        return Unknown(value.type) if isinstance(value, ImplicitParameter | PossiblyUnset) else value


def _assignments(branches: Sequence[ast.Expression | None]) -> Iterator[ast.AssignmentExpression]:
    for branch in filter(None, branches):
        yield from ast.of_class(branch, ast.AssignmentExpression)
