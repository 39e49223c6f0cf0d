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
    if problems:
        raise ExpressionError(problems[0].message)
    if program.definitions or _changes(program.body) or has_effects(program.body, compiler.is_pure):
        raise ExpressionError("the expression would change variables or the catalog")
    stepper.is_quiet = True
    try:
        with compiler.budget.metered(), frame.scope.with_frame(frame.variables):
            return Evaluator(compiler, tree.text, frame.module_name).evaluate(program.body, frame.scope)
    except MessageError as error:
        raise ExpressionError(error.message if isinstance(error.message, str) else str(error)) from None
    except (BudgetError, RecursionError):
        raise ExpressionError("the evaluation takes too long") from None
    except ControlFlow as signal:
        raise ExpressionError(f"{signal.name}() cannot be used here") from None
    finally:
        stepper.is_quiet = False


def _changes(body: ast.Node) -> bool:
    return any(isinstance(each, ast.AssignmentExpression) and not _is_local(each, body) for each in ast.walk(body))


def _is_local(assignment: ast.Node, body: ast.Node) -> bool:
    """Whether a variable is one of a lambda in the expression itself."""
    return any(isinstance(each, ast.LambdaExpression) and each.start <= assignment.start < each.end for each in ast.walk(body))
