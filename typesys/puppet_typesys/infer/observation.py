"""Observers for checks: they report errors and continue, record values, and report expressions that may fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Message, Severity
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.catalog import Catalog, Connecting
from puppet_typesys.evaluate.closures import Lambda, PuppetFunction
from puppet_typesys.evaluate.definitions import Definition, Evaluates
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.observer import DEFAULT_OBSERVER, Observation, Observer
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import NoVariable, Scope
from puppet_typesys.evaluate.typed_calls import evaluate_uncalled
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.infer.call_findings import errors_of_classes, is_call, template_findings
from puppet_typesys.infer.exhaustiveness import is_exhaustive, shown_values
from puppet_typesys.infer.fixes.selectors import with_default
from puppet_typesys.infer.issues import (
    capture_without_match,
    possibly_undef,
    possibly_unset_variable,
    selector_without_default,
    selector_without_options,
    unfinished_statement,
)
from puppet_typesys.infer.model import FileModel, Mark
from puppet_typesys.infer.resolution import assigned_names, assigned_variables, names_assigned_by
from puppet_typesys.issues.evaluation.names import missing_overridden, missing_realized, unknown_classes, unknown_file
from puppet_typesys.issues.evaluation.parameters import wrong_template_parameter
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import is_never
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.unknown import (
    ForgottenInClass,
    ImplicitParameter,
    PossiblyUnset,
    Selected,
    Unknown,
    UnsetInOneBranch,
    UnsetWithoutElse,
)


class Checker(Protocol):
    """The reporter of errors, with the state of the evaluation; see `CheckCompiler`."""

    catalog: Catalog
    reach: Reach
    budget: Budget
    models: dict[int, FileModel]

    def report(
        self,
        error: EvaluationError,
        node: ast.Node | None = None,
        resource: Resource | None = None,
        text: Text | None = None,
        severity: Severity | None = None,
    ) -> None:
        """Add an error to the model of the text that contains it."""

    def function_named(self, name: str) -> PuppetFunction | None:
        """Return a function written in Puppet."""


class Stopped(ControlFlow):
    """Raised at a call of `fail`, to end the evaluation."""

    name = "fail"

    def __init__(self, offset: int) -> None:
        super().__init__()
        self.offset = offset


KEYS = (ast.LiteralString, ast.QualifiedName)


def _parameters(scope: Scope) -> tuple[ast.Parameter, ...]:
    """The parameters of the definition whose body is evaluated."""
    return scope.source.parameters if isinstance(scope.source, Definition) else ()


class CheckObservation(Observation):
    """Reports the errors of a program and continues."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker

    def observer_of(self, text: Text) -> Observer:
        found = self.checker.models.get(id(text))
        return DEFAULT_OBSERVER if found is None else TextObserver(self.checker, found)

    def interrupted(self, error: MessageError | ControlFlow, about: Resource | Connecting | None) -> bool:
        if isinstance(error, ControlFlow):
            return True
        if not isinstance(error, EvaluationError):
            place = about.place if about is not None else None
            error = EvaluationError(error.message, None, place and place.offset, place and place.text)
        self.checker.report(error, resource=about if isinstance(about, Resource) else None)
        return True

    def missing_resources(self, catalog: Catalog) -> bool:
        for several in catalog.overrides.values():
            for each in several:
                self.checker.report(EvaluationError(missing_overridden(str(each))), resource=each)
        for collector in catalog.collectors:
            for name in collector.unresolved():
                place = collector.place
                self.checker.report(EvaluationError(missing_realized(name), None, place and place.offset, place and place.text))
        return True


class TextObserver(Observer):
    """Records the values of the expressions of one text, and continues after errors with unknown values."""

    evaluates_blocks = True

    def __init__(self, checker: Checker, found: FileModel) -> None:
        self.checker = checker
        self.model = found
        self.evaluated = found.note  # type: ignore[method-assign]  # called for every node, so without a detour

    def failed(self, error: EvaluationError, node: ast.Node) -> object:
        if error.message.wording is wrong_template_parameter and is_call(node):
            for finding in template_findings(error.message, node, self.model.text):
                self.model.report(finding)
            return Unknown(model.STRING)
        if error.message.wording is unknown_classes and is_call(node):
            for each in errors_of_classes(error.message, node, self.model.text):
                self.checker.report(each, None if each.is_placed else node, text=self.model.text)
        else:
            self.checker.report(error, None if error.is_placed else node, text=self.model.text)
        self.checker.catalog.mark_partial()
        # Whatever a file contains, what is read of it is text.
        return Unknown(model.STRING if error.message.issue is unknown_file.issue else model.ANY)

    def warned(self, error: EvaluationError, node: ast.Node) -> None:
        self.checker.report(error, None if error.is_placed else node, text=self.model.text, severity=Severity.WARNING)

    def mark(self) -> object:
        return self.model.mark()

    def forget(self, mark: object) -> None:
        if isinstance(mark, Mark):
            self.model.forget(mark)

    def goes_on(self, error: BudgetError, statement: ast.Node, scope: Scope) -> bool:
        if not self.checker.budget.resume(error):
            return False
        self.model.report(unfinished_statement().at(statement.start, statement.end))
        self.checker.catalog.mark_partial()
        for name in assigned_variables(statement):
            if not scope.is_bound(name):
                scope.assign(name, Unknown(model.ANY))
        return True

    def skipped(self, branches: Sequence[ast.Expression | None], scope: Scope) -> None:
        # The types of facts and of variables that may be unset can be narrower than what occurs, so nothing follows from what is missing.
        for branch in filter(None, branches):
            nodes = ast.by_class(branch)
            if ast.nodes_of(nodes, ast.ResourceExpression):
                self.checker.catalog.mark_partial()
            for name in names_assigned_by(ast.nodes_of(nodes, ast.AssignmentExpression)):
                try:
                    scope.lookup(name)
                except NoVariable:
                    scope.assign(name, ImplicitParameter(model.ANY))

    def before_call(self, name: str, node: ast.Node) -> None:
        if name == "fail" and self.checker.function_named(name) is None:
            raise Stopped(node.start)

    def after_call(self, ev: Evaluates, name: str, arguments: Sequence[object], block: Block | None, result: object) -> object:
        # With a known value, `then` and `lest` do not call a block that is not meant for it.
        is_unreachable = name in ("then", "lest") and arguments and not isinstance(arguments[0], Unknown)
        if isinstance(block, Lambda) and not block.called and not is_unreachable:
            evaluate_uncalled(block)
        return result

    def default_failed(self, parameter: ast.Parameter, message: Message) -> MessageError:
        node = parameter.value or parameter
        return EvaluationError(message, None, node.start, self.model.text).exactly_at(node)

    def option_tried(self, option: ast.CaseOption | ast.SelectorEntry, selected: Selected) -> None:
        self.model.note(option, selected)

    def missing_default(self, node: ast.SelectorExpression, value: Unknown) -> None:
        rest = value.type if isinstance(value.type, Type) else model.ANY
        if not is_never(rest) and not is_exhaustive(node, rest):
            missing = shown_values(rest)
            # With several options, the author has usually thought of all values that occur.
            severity = Severity.WARNING if len(node.selectors) == 1 else Severity.INFO
            fixes = with_default(node, self.model.text)
            reported = selector_without_default() if missing is None else selector_without_options(missing)
            self.model.report(reported.at(node.left_expr.start, node.end, severity=severity, fixes=fixes))

    def undef_refused(self, node: ast.Expression, user: str, scope: Scope) -> None:
        if self._is_of_elsewhere(node, scope):
            return
        shown = " ".join(self.model.text.slice(node.start, node.end).split())
        severity = Severity.WARNING if self._is_undef_by_default(node, scope) else Severity.INFO
        self.model.report(possibly_undef(f"`{shown}`", user).at(node.start, node.end, severity=severity))

    def _is_undef_by_default(self, node: ast.Expression, scope: Scope) -> bool:
        """Whether an expression is always evaluated, and reads a parameter of the definition that is undef unless it is passed."""
        if not isinstance(node, ast.VariableExpression) or not self.checker.reach.certainty.is_present:
            return False
        given = next((each for each in _parameters(scope) if each.name == node.name), None)
        return given is not None and isinstance(given.value, ast.LiteralUndef)

    def _is_of_elsewhere(self, node: ast.Expression, scope: Scope) -> bool:
        """Whether a variable may be undef only as an element that may be missing, a fact or a variable of another class may.

        Nothing around says that it is.
        """
        if not isinstance(node, ast.VariableExpression):
            return False
        for parameter in _parameters(scope):
            if parameter.name == node.name:
                return parameter.value is not None and not isinstance(parameter.value, ast.LiteralUndef)
        if scope.inherited is not None and node.name in scope.inherited.variables:
            return True
        return any(
            self._is_element(each.right_expr) if isinstance(each.left_expr, ast.VariableExpression) else True
            for each in self.model.assignments[0]
            if node.name in assigned_names(each.left_expr)
        )

    def _is_element(self, value: ast.Expression) -> bool:
        if isinstance(value, ast.VariableExpression):
            return "::" in value.name
        if any(each.name.isdigit() for each in ast.of_class(value, ast.VariableExpression)):
            return True  # Most groups of a regular expression that matches have matched as well.
        if not isinstance(value, ast.AccessExpression):
            return False
        container = self.model.value_in_part(value.left_expr)
        type = container.type if isinstance(container, Unknown) else None
        return not isinstance(type, model.Struct) or type.is_open or not all(isinstance(each, KEYS) for each in value.keys)

    def missing_match(self, node: ast.Node, name: str) -> None:
        self.model.report(capture_without_match(name).at(node.start, node.end))

    def variable_read(self, node: ast.Node, name: str, value: object) -> object:
        if isinstance(value, ImplicitParameter):
            return Unknown(value.type)
        if isinstance(value, PossiblyUnset):
            from puppet_typesys.infer import unset_guards as guards  # few files have such variables

            in_one_branch = isinstance(value, UnsetInOneBranch) and value.around == self.checker.reach.branch
            if isinstance(value, ForgottenInClass) and not in_one_branch:
                return Unknown(value.type)  # A class that reads it under a condition may do so only where it is set.
            if guards.is_guarded(node, name, self.model.program, self.model.assignments[0], self.model.text):
                return Unknown(value.type)
            if not in_one_branch and isinstance(value, UnsetWithoutElse) and value.around == self.checker.reach.branch:
                in_one_branch = guards.depends_on_parameter(node, name, self.model.program, self.model.assignments[0])
            if not in_one_branch:
                in_one_branch = guards.is_expected_unset(node, name, self.model.program, self.model.assignments[0])
            if not in_one_branch:
                in_one_branch = guards.is_undef_instead(node, name, self.model.program, self.model.assignments[0])
            if in_one_branch:
                in_one_branch = not guards.may_fail_instead(node, name, self.model.program, self.model.assignments[0])
            severity = Severity.WARNING if in_one_branch else Severity.INFO
            self.model.report(possibly_unset_variable(name).at(node.start, node.end, severity=severity))
            return Unknown(value.type)
        return value
