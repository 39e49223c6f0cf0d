"""Observers: callbacks for the events of an evaluation.

An `Observation` accompanies the evaluation of a program and has an `Observer` for each text. The ones here behave
like the reference; those of a checker continue after errors, record values, and report expressions that may fail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Message
from puppet_typesys.evaluate.catalog import Catalog, Connecting
from puppet_typesys.evaluate.definitions import Definition, Evaluates
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.types.block import Block
from puppet_typesys.values.errors import ArgumentError, BudgetError, MessageError
from puppet_typesys.values.unknown import Selected, Unknown

H = TypeVar("H")


class Stepper(Protocol):
    """Follows an evaluation statement by statement; see `debugging.stepper` and `coverage.recorder`."""

    def stepping(self, handlers: H, text: Text) -> H:
        """The functions that evaluate the nodes of a text, by the class of a node, so that some are preceded by something."""

    def open_template(self, text: Text, path: str | None) -> None:
        """Called before the text of a template is evaluated; `path` is None if it is in no file."""


class Observer:
    """The events of the expressions of one text."""

    evaluates_blocks = False
    """Whether a lambda that a function does not call, because arguments are unknown, is evaluated with arguments known by their types."""

    def evaluated(self, node: ast.Node, value: object) -> None:
        """Called when an expression has been evaluated, for every node."""

    def failed(self, error: EvaluationError, node: ast.Node) -> object:
        """Called when an expression has failed; return the value to use for it, or None to raise the error."""
        return None

    def warned(self, error: EvaluationError, node: ast.Node) -> None:
        """Called when an expression is doubtful, of which the settings say that it is only a warning."""

    def mark(self) -> object:
        """What has been found so far, for `forget`."""
        return None

    def forget(self, mark: object) -> None:
        """Drop what has been found since a mark."""

    def goes_on(self, error: BudgetError, statement: ast.Node, scope: Scope) -> bool:
        """Called when a statement has exceeded the budget: whether the next statement is to be evaluated. If not, the error is raised."""
        return False

    def skipped(self, branches: Sequence[ast.Expression | None], scope: Scope) -> None:
        """Called after a conditional expression with the branches that were not evaluated; None stands for an empty one."""

    def chosen(self, node: ast.Expression, number: int) -> None:
        """Called before a branch of a conditional expression is evaluated, with its number in the text.

        That of an `else` is 1; that of a `case` of which no option matches is the number of its options.
        """

    def may_choose(self, node: ast.Expression, numbers: Sequence[int]) -> None:
        """Called instead before branches of which one is taken, if it is unknown which."""

    def before_call(self, name: str, node: ast.Node) -> None:
        """Called before a function is called."""

    def after_call(self, ev: Evaluates, name: str, arguments: Sequence[object], block: Block | None, result: object) -> object:
        """Called after a function has been called; return the result to use."""
        return result

    def joined(self, parts: Sequence[object], unknown: Unknown) -> object:
        """Called when a text is made of parts of which some are unknown; return the text to use."""
        return unknown

    def not_rendered(self, template: str, variable: Callable[[str], object], unknown: Unknown) -> object:
        """Called when a template in Ruby is not computed; return the text to use. `variable` looks up what it names with `@`."""
        return unknown

    def element_read(self, node: ast.AccessExpression, unknown: Unknown) -> Unknown:
        """Called when an element of an unknown value is read; return the value to use."""
        return unknown

    def undef_refused(self, node: ast.Expression, user: str, scope: Scope) -> None:
        """Called when an operand or argument may be undef, which alone of its values is refused; `user` words what refuses it."""

    def default_failed(self, parameter: ast.Parameter, message: Message) -> MessageError:
        """Called when the default of a parameter cannot be evaluated; return the error. The reference reports it at the caller."""
        return ArgumentError(message)

    def option_tried(self, option: ast.CaseOption | ast.SelectorEntry, selected: Selected) -> None:
        """Called for each option of a `case` or selector over an unknown value of a path, with what it selects and leaves."""

    def missing_default(self, node: ast.SelectorExpression, value: Unknown) -> None:
        """Called when a selector without a default has an unknown value; `value` is what its options leave."""

    def missing_match(self, node: ast.Node, name: str) -> None:
        """Called when a variable such as `$1` is read where no regular expression has matched."""

    def variable_read(self, node: ast.Node, name: str, value: object) -> object:
        """Called when a variable is read; return the value to use."""
        return value


class Observation:
    """The events of the evaluation of a program."""

    stepper: Stepper | None = None
    """What follows the evaluation statement by statement, as a debugger does."""

    def observer_of(self, text: Text) -> Observer:
        """Return the observer of a text."""
        return DEFAULT_OBSERVER

    def bound(self, resource: Resource, definition: Definition, values: dict[str, object]) -> dict[str, object]:
        """Called with the values of the parameters of a class or define before their types are checked; return those to use."""
        return values

    def interrupted(self, error: MessageError | ControlFlow, about: Resource | Connecting | None) -> bool:
        """Called when a step of the completion of a catalog has failed or ended early; return whether to continue."""
        return False

    def missing_resources(self, catalog: Catalog) -> bool:
        """Called when resources are overridden or realized that are not in the catalog; return whether to continue."""
        return False


DEFAULT_OBSERVER = Observer()
