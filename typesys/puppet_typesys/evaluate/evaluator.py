"""Evaluator: the evaluation of expressions.

`Evaluator.evaluate` dispatches on the class of a node. Errors of values and operators become EvaluationErrors here, located at the
innermost node that was being evaluated, as in the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from puppet_grammar import ast
from puppet_grammar.table import Table
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Message
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.context import Context
from puppet_typesys.evaluate.errors import RUNTIME_ERROR, EvaluationError
from puppet_typesys.evaluate.observer import Observer
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.issues.labels import a_label
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import may_be_false, may_be_true
from puppet_typesys.types.parse import TypeSyntaxError
from puppet_typesys.types.refusal import LEFT, RIGHT, Refusal
from puppet_typesys.validate.anchor import anchor
from puppet_typesys.values.errors import ArgumentError, BudgetError, InternalError, MessageError, is_too_long
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.unknown import Unknown, UnknownValue

Handler = Callable[["Evaluator", ast.Expression, Scope], object]
HANDLERS: Table[type[ast.Node], Handler] = Table("the evaluation of nodes")
N = TypeVar("N", bound=ast.Node)


def evaluates(*kinds: type[N]) -> Callable[[Callable[[Evaluator, N, Scope], object]], Callable[[Evaluator, N, Scope], object]]:
    """Register a function that evaluates nodes of these classes."""

    def enter(function: Callable[[Evaluator, N, Scope], object]) -> Callable[[Evaluator, N, Scope], object]:
        for kind in kinds:
            HANDLERS[kind] = function  # type: ignore[assignment]  # it is only called with nodes of that class
        return function

    return enter


LITERALS = frozenset[type[ast.Node]]((ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.QualifiedName))
"""Expressions that have their value with them. Two of five that are evaluated are such, so no function is called for them."""
UNLOCATED_ERRORS = (Refusal, ArgumentError, TypeSyntaxError, InternalError, UnknownValue, KeyError, ValueError, OverflowError)
"""Exceptions raised below the evaluator, without a location."""


class Evaluator:
    """Evaluates the expressions of one text; `compiler` holds functions, types, the catalog and the log."""

    def __init__(self, compiler: Context, text: Text, module_name: str | None = None, observer: Observer | None = None) -> None:
        """`module_name` is the module that the text belongs to, empty for code outside of modules; None if that is not known.

        `observer` replaces the one that the observation of the program has for the text.
        """
        self.compiler = compiler
        self.text = text
        self.module_name = module_name
        self.budget = compiler.budget
        self.observer = observer or compiler.observation.observer_of(text)
        evaluated = self.observer.evaluated
        self._evaluated = None if getattr(evaluated, "__func__", None) is Observer.evaluated else evaluated
        stepper = compiler.observation.stepper
        self._literals = LITERALS if stepper is None else frozenset[type[ast.Node]]()
        self._handlers = HANDLERS.entries if stepper is None else stepper.stepping(HANDLERS, text)

    def of_template(self, text: Text) -> Evaluator:
        """The evaluator of a template that its text renders."""
        return Evaluator(self.compiler, text)

    def evaluate(self, node: ast.Expression | None, scope: Scope) -> object:
        """The value of an expression; raises EvaluationError."""
        if node is None:
            return None
        self.budget.left -= 1
        if self.budget.left < 0:
            self.budget.spend(0)
        if node.__class__ in self._literals:
            value = node.value  # type: ignore[attr-defined]  # literals have one
            if self._evaluated is not None:
                self._evaluated(node, value)
            return value
        try:
            value = self._handlers[node.__class__](self, node, scope)
        except EvaluationError as error:
            value = self.observer.failed(error, node)
            if value is None:
                raise
        except UNLOCATED_ERRORS as error:
            try:
                value = self._handle(error, node)
            except EvaluationError as placed:
                value = self.observer.failed(placed, node)
                if value is None:
                    raise
        if self._evaluated is not None:
            self._evaluated(node, value)
        return value

    def top_value(self, node: ast.Expression) -> object:
        """The value of an expression in the top scope."""
        repeats = self.compiler.repeats
        return self._top_value(node) if repeats is None else repeats.type_of(node, self._top_value)

    def _top_value(self, node: ast.Expression) -> object:
        return self.evaluate(node, self.compiler.top)

    def located(self, node: ast.Expression, make: Callable[[], object]) -> object:
        """What a function returns; its errors are located at a node, as if the node were evaluated."""
        try:
            return make()
        except UNLOCATED_ERRORS as error:
            return self._handle(error, node)

    def _handle(self, error: Exception, node: ast.Node) -> object:
        """Handle an exception raised while a node was evaluated: raise it with a location, or return an unknown value."""
        match error:
            case Refusal():
                raise self.refused(error, node) from None
            case UnknownValue():
                return Unknown(model.ANY)
            case OverflowError():
                raise BudgetError("a number is out of range") from None
            case ValueError():
                if not is_too_long(error):
                    raise error
                raise BudgetError("a number has too many digits") from None
            case KeyError():
                if node.__class__ in HANDLERS:
                    raise error
                if isinstance(node, ast.ErrorNode):
                    return Unknown(model.ANY)  # The syntax error is already reported.
                raise self.failed(f"{a_label(node)} cannot be evaluated", node) from None
        assert isinstance(error, MessageError)
        raise self.failed(error.message, node, reference=error.reference, internal=isinstance(error, InternalError)) from None

    def failed(self, message: Message | str, node: ast.Node, *, reference: str | None = None, internal: bool = False) -> EvaluationError:
        """An error at a node, for which the reference has no code."""
        during = a_label(node)
        return EvaluationError(message, RUNTIME_ERROR, anchor(node), self.text, during=during, reference=reference, internal=internal).at(
            node
        )

    def error(self, message: Message, node: ast.Node) -> EvaluationError:
        """An error at a node."""
        return EvaluationError(message, message.wording.reference, anchor(node), self.text, during="").at(node)

    def allow(self, severity: str, message: Message, node: ast.Node) -> None:
        """Raise the error of doubtful code, warn about it, or do nothing; `severity` is a value of the setting `strict`."""
        if severity == "off":
            return
        if severity == "error":
            raise self.error(message, node)
        self.compiler.log.add("warning", message.text)
        self.observer.warned(self.error(message, node), node)

    def refused(self, refusal: Refusal, node: ast.Node) -> EvaluationError:
        """The error for operands that an operator does not support, at the part of the expression that is to blame."""
        return self.error(refusal.message, _blamed(node, refusal.blame))

    def default_failed(self, parameter: ast.Parameter, message: Message) -> MessageError:
        """The error for a default that cannot be evaluated."""
        return self.observer.default_failed(parameter, message)

    # ---- shared by several kinds of expressions

    def unfold(self, nodes: Iterable[ast.Expression], scope: Scope) -> list[object]:
        """The values of arguments or elements, with `*expression` unfolded."""
        result: list[object] = []
        for node in nodes:
            inner = unwrapped(node) if node.__class__ is ast.ParenthesizedExpression else node
            value = self.evaluate(inner, scope)
            if inner.__class__ is ast.UnfoldExpression:
                assert isinstance(value, tuple)
                result += value
            else:
                result.append(value)
        return result

    def is_true(self, value: object) -> bool:
        """Whether a value is truthy: all values but undef and false are. Raises UnknownValue if that is unknown."""
        if isinstance(value, Unknown):
            if isinstance(value.type, Type):
                if not may_be_false(value.type):
                    return True
                if not may_be_true(value.type):
                    return False
            raise UnknownValue
        return value is not None and value is not False


def unwrapped(node: ast.Expression) -> ast.Expression:
    """An expression without enclosing parentheses."""
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
    """The values that `*value` unfolds to."""
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
