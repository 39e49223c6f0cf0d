"""Expressions to values.

`Evaluator.evaluate` asks the function that is entered for a node's class. Errors of values and operators become errors of the program
here, at the innermost node that was being evaluated, as in the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Iterator as PythonIterator
from contextlib import contextmanager
from math import inf
from time import thread_time
from typing import TYPE_CHECKING, TypeVar

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Message
from puppet_typesys.evaluate.errors import RUNTIME_ERROR, EvaluationError
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.evaluate.sizes import Sizes
from puppet_typesys.issues.labels import a_label
from puppet_typesys.operators.refusal import LEFT, RIGHT, Refusal
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import TypeSyntaxError
from puppet_typesys.validate.anchor import anchor
from puppet_typesys.values.errors import ArgumentError, BudgetError, InternalError, MessageError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.meter import METER
from puppet_typesys.values.unknown import Unknown, UnknownValue

if TYPE_CHECKING:
    from puppet_typesys.evaluate.compiler import Compiler

Handler = Callable[["Evaluator", ast.Expression, Scope], object]
HANDLERS: dict[type[ast.Node], Handler] = {}
N = TypeVar("N", bound=ast.Node)

STEPS = 400_000
"""How many expressions may be evaluated, unless the caller gives another number."""
DEPTH = 250
"""How deeply functions and lambdas may call each other."""


def evaluates(*kinds: type[N]) -> Callable[[Callable[[Evaluator, N, Scope], object]], Callable[[Evaluator, N, Scope], object]]:
    """Enter a function as the one that evaluates nodes of these classes."""

    def enter(function: Callable[[Evaluator, N, Scope], object]) -> Callable[[Evaluator, N, Scope], object]:
        for kind in kinds:
            HANDLERS[kind] = function  # type: ignore[assignment]  # it is only called with nodes of that class
        return function

    return enter


CHUNK = 2000
"""After how many steps the clock is looked at."""
SECONDS = 0.8
"""How long an evaluation may keep the processor busy."""


class Budget:
    """What an evaluation may cost."""

    def __init__(self, steps: int = STEPS, depth: int = DEPTH, seconds: float = SECONDS) -> None:
        self.steps = steps
        self.depth = depth
        self.seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Begin anew with all of it."""
        self.left = 0
        """Steps that may be spent before the clock is looked at."""
        self._rest = self.steps
        self._until = None if self.seconds == inf else thread_time() + self.seconds
        self.depth_left = self.depth
        self.sizes = Sizes()

    @contextmanager
    def metered(self) -> PythonIterator[None]:
        """Charge this budget for what values and conversions make inside, far from the evaluator."""
        token = METER.set(self.spend)
        try:
            yield
        finally:
            METER.reset(token)

    def enter(self) -> None:
        """One call deeper."""
        if self.depth_left <= 0:
            raise BudgetError("functions call each other too deeply")
        self.depth_left -= 1

    def leave(self) -> None:
        """Back from a call."""
        self.depth_left += 1

    def spend(self, steps: int) -> None:
        """Account for work or size."""
        self.left -= steps
        if self.left < 0:
            more = min(self._rest, max(CHUNK, -self.left))
            self._rest -= more
            self.left += more
            if self.left < 0 or (self._until is not None and thread_time() > self._until):
                raise BudgetError("the evaluation takes too many steps")


RAISED_BELOW = (Refusal, ArgumentError, TypeSyntaxError, InternalError, UnknownValue, KeyError)
"""What is raised without a place."""


class Evaluator:
    """Evaluates the expressions of one text; `compiler` has what lies outside of expressions: functions, types, catalog, log."""

    def __init__(self, compiler: Compiler, text: Text) -> None:
        self.compiler = compiler
        self.text = text
        self.budget = compiler.budget

    def evaluate(self, node: ast.Expression | None, scope: Scope) -> object:
        """The value of an expression; raises EvaluationError."""
        if node is None:
            return None
        self.budget.left -= 1
        if self.budget.left < 0:
            self.budget.spend(0)
        try:
            return HANDLERS[node.__class__](self, node, scope)
        except RAISED_BELOW as error:
            return self.settle(error, node)

    def settle(self, error: Exception, node: ast.Node) -> object:
        """What an expression gives when something below the evaluator was raised in it: an error with its place, or what is not known."""
        match error:
            case Refusal():
                raise self.refused(error, node) from None
            case UnknownValue():
                return Unknown(model.ANY)
            case KeyError():
                if node.__class__ in HANDLERS:
                    raise error
                if isinstance(node, ast.ErrorNode):
                    return Unknown(model.ANY)  # What could not be read has been told.
                raise self.failed(f"{a_label(node)} cannot be evaluated", node) from None
        assert isinstance(error, MessageError)
        raise self._placed(error, node) from None

    def _placed(self, error: MessageError, node: ast.Node) -> EvaluationError:
        # What is raised must have no name in the frame that raises it: the two would hold each other.
        placed = self.failed(error.message, node, reference=error.reference)
        placed.internal = isinstance(error, InternalError)
        return placed

    def failed(self, message: Message | str, node: ast.Node, *, reference: str | None = None) -> EvaluationError:
        """An error that has no code of its own in the reference, at a node."""
        error = EvaluationError(message, RUNTIME_ERROR, anchor(node), self.text, during=a_label(node), reference=reference)
        error.span = (node.start, node.end)
        return error

    def error(self, message: Message, node: ast.Node) -> EvaluationError:
        """An error at a node."""
        error = EvaluationError(message, message.wording.reference, anchor(node), self.text, during="")
        error.span = (node.start, node.end)
        return error

    def refused(self, refusal: Refusal, node: ast.Node) -> EvaluationError:
        """An operator's refusal, at the part of the expression that is to blame."""
        return self.error(refusal.message, _blamed(node, refusal.blame))

    # ---- what a checker sees of an evaluation

    def after_call(self, call: ast.Node, name: str, arguments: Sequence[object], block: Block | None, result: object) -> object:
        """The result of a call; a checker learns here of calls whose arguments are not known."""
        return result

    def stops(self, name: str, arguments: Sequence[object], node: ast.Node) -> None:
        """Asked before each call; a checker ends its path here where the function always fails."""

    def bad_default(self, parameter: ast.Parameter, message: Message) -> Exception:
        """The error of a default that cannot be evaluated; the reference blames whoever needs it, a checker the default."""
        return ArgumentError(message)

    def lacks_default(self, node: ast.SelectorExpression, value: Unknown) -> None:
        """Told of a selector without a default whose value is not known."""

    def lacks_match(self, node: ast.Node, name: str) -> None:
        """Told of a `$1` where no regular expression has matched."""

    def reads(self, node: ast.Node, name: str, value: object) -> object:
        """The value of a variable that is read; a checker may object."""
        return value

    # ---- what many kinds of expressions need

    def unfold(self, nodes: Iterable[ast.Expression], scope: Scope) -> list[object]:
        """The values of arguments or elements; `*expression` gives several."""
        result: list[object] = []
        for node in nodes:
            inner = unwrapped(node)
            if isinstance(inner, ast.UnfoldExpression):
                several = self.evaluate(inner, scope)
                assert isinstance(several, tuple)
                result += several
            else:
                result.append(self.evaluate(inner, scope))
        return result

    def is_true(self, value: object) -> bool:
        """Whether a value counts as true: all do but undef and false. Raises UnknownValue when that depends."""
        if isinstance(value, Unknown):
            if isinstance(value.type, Type) and not _may_be_false(value.type):
                return True
            raise UnknownValue
        return value is not None and value is not False


def _may_be_false(type: Type) -> bool:
    from puppet_typesys.types.relate import is_assignable

    return is_assignable(type, model.UNDEF) or is_assignable(type, model.Boolean(False)) or isinstance(type, model.Boolean | model.Unit)


def unwrapped(node: ast.Expression) -> ast.Expression:
    """An expression without the parentheses around it."""
    while isinstance(node, ast.ParenthesizedExpression):
        node = node.expr
    return node


def _blamed(node: ast.Node, blame: str | int) -> ast.Node:
    match node:
        case ast.AccessExpression():
            if isinstance(blame, int):
                return node.keys[blame] if blame < len(node.keys) else node
            return node.left_expr if blame == LEFT else node
        case ast.BinaryExpression():
            return node.left_expr if blame == LEFT else node.right_expr if blame == RIGHT else node
    return node


def as_list(value: object, budget: Budget) -> tuple[object, ...]:
    """What `*value` stands for."""
    match value:
        case None:
            return ()
        case tuple():
            return value
        case Hash():
            return tuple(value.items())
        case Iterator():
            result = []
            for each in value:
                budget.spend(1)
                result.append(each)
            return tuple(result)
        case Unknown():
            return (Unknown(model.ANY),)
    return (value,)
