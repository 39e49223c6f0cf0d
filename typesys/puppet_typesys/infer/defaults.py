"""Checks of parameter defaults against the types of their parameters."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.diagnostics import Message, Severity
from puppet_typesys.evaluate.closures import OF_RESOURCE, default_value
from puppet_typesys.evaluate.definitions import HOSTCLASS, Definition, Evaluates
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.frames import Frame
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.infer.compiler import CheckCompiler
from puppet_typesys.issues.evaluation.parameters import default_too_early, wrong_default
from puppet_typesys.types.describe import default_mismatches
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.mismatches import Mismatch
from puppet_typesys.types.model import ANY, UNDEF, Type
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.unknown import Unknown, contains_unknown


def check_defaults(compiler: CheckCompiler, ev: Evaluates, definition: Definition, scope: Scope) -> frozenset[str]:
    """Evaluate the default of each parameter in order, report those that do not match the parameter's type, and return the names of
    those whose default is not undef.
    """
    defined: set[str] = set()
    names = [each.name for each in definition.parameters]
    frame = Frame(scope.frame, {})
    frame.pending = frozenset(names)
    label = str(scope.resource) if definition.kind == HOSTCLASS else f"{capitalize_segments(definition.name)}[title]"
    for each in definition.parameters:
        if each.value is not None:
            with scope.with_frame(frame):
                value = _default(compiler, ev, definition, each, scope, label)
            if disjoint(infer_set(value), UNDEF):
                defined.add(each.name)
        frame.variables[each.name] = Unknown(definition.types[each.name])
    return frozenset(defined)


def _default(compiler: CheckCompiler, ev: Evaluates, definition: Definition, parameter: ast.Parameter, scope: Scope, label: str) -> object:
    try:
        value = default_value(ev, label, parameter, definition.types, scope.frame, scope, wordings=OF_RESOURCE)
    except EvaluationError as error:
        compiler.report(error, severity=Severity.INFO if _is_itself(definition, error.message) else None)
        return Unknown(ANY)
    except ArgumentError as error:
        assert parameter.value is not None
        compiler.report(_at_default(error.message, parameter.value, ev))
        return Unknown(ANY)
    expected = definition.types[parameter.name]
    details = mismatches(parameter, expected, value)
    if details:
        message = wrong_default(parameter.name, f"{label}:", details)
        report_misfit(compiler, ev, parameter, message, is_of_define=definition.kind != HOSTCLASS)
    return value


def _is_itself(definition: Definition, message: Message) -> bool:
    """Whether a message is about the default of a define's parameter that is the parameter itself, so that a value has to be given."""
    arguments = message.arguments
    return message.wording is default_too_early and definition.kind != HOSTCLASS and arguments["variable"] == arguments["needed"]


def _severity(default: ast.Expression, *, is_of_define: bool) -> Severity:
    """How serious a default is that does not fit: `undef`, and what is empty, may stand for a value that is required."""
    match default:
        case ast.LiteralUndef():
            return Severity.WARNING
        case ast.LiteralList(values=()) | ast.LiteralHash(entries=()) | ast.LiteralString(value=""):
            return Severity.INFO if is_of_define else Severity.WARNING
        case _:
            return Severity.ERROR


def mismatches(parameter: ast.Parameter, expected: Type, value: object) -> tuple[Mismatch, ...]:
    """The mismatches between a default and the type of its parameter; empty unless the default is certainly invalid."""
    return () if _fits(expected, value) else default_mismatches(parameter.name, expected, value)


def report_misfit(
    compiler: CheckCompiler, ev: Evaluates, parameter: ast.Parameter, message: Message, *, is_of_define: bool = False
) -> None:
    """Report a default that does not match the type of its parameter."""
    if parameter.value is not None:
        failure = _at_default(message, parameter.value, ev)
        compiler.report(failure, severity=_severity(parameter.value, is_of_define=is_of_define))


def _at_default(message: Message, default: ast.Expression, ev: Evaluates) -> EvaluationError:
    return EvaluationError(message, None, default.start, ev.text).at(default)


def _fits(expected: Type, value: object) -> bool:
    if contains_unknown(value):
        return not disjoint(expected, infer_set(value))
    return False
