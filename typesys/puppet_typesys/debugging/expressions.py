"""Expressions that a debugger evaluates while an evaluation is paused. They change nothing."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_typesys.debugging.stepper import Frame, Stepper
from puppet_typesys.evaluate.effects import has_effects
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.values.errors import BudgetError, MessageError


class ExpressionError(Exception):
    """Raised for an expression that is not evaluated, with the reason."""


def value_of(text: str, frame: Frame, stepper: Stepper) -> object:
    """The value of an expression in a frame. Raises ExpressionError."""
    compiler = stepper.compiler
    assert compiler is not None
    tree = parse(text, Mode())
    program, problems = lower(tree)
    refused = next((each for each in problems if each.severity == "error"), None)
    if refused is not None:
        raise ExpressionError(refused.message)
    if program.definitions or _changes(program.body) or has_effects(program.body, compiler.is_pure):
        raise ExpressionError("the expression would change variables or the catalog")
    try:
        with compiler.apart() as budget, stepper.quiet(), budget.metered(), frame.scope.with_frame(frame.variables):
            return Evaluator(compiler, tree.text, frame.module_name).evaluate(program.body, frame.scope)
    except MessageError as error:
        raise ExpressionError(error.message if isinstance(error.message, str) else str(error)) from None
    except (BudgetError, RecursionError):
        raise ExpressionError("the evaluation takes too long") from None
    except ControlFlow as signal:
        raise ExpressionError(f"{signal.name}() cannot be used here") from None


def _changes(body: ast.Node) -> bool:
    """Whether code assigns a variable that is not one of a lambda in the code itself."""
    waiting = [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AssignmentExpression):
            return True
        if not isinstance(node, ast.LambdaExpression):
            waiting += ast.children(node)
    return False
