"""Rendering of EPP templates, and the functions `epp` and `inline_epp`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from puppet_grammar import ast
from puppet_grammar.lower import lower, reference_error
from puppet_grammar.named import NamedTuple
from puppet_grammar.parse import Mode, parse
from puppet_grammar.problems import Problem
from puppet_grammar.reference_message import reference_message
from puppet_grammar.text import Text
from puppet_typesys.convert.text import text as text_of
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.evaluate.closures import Lambda, default_value
from puppet_typesys.evaluate.definitions import Evaluates
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates
from puppet_typesys.evaluate.frames import Frame
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.scope import PRINTED, NoVariable, Scope
from puppet_typesys.evaluate.unconditional import unconditional_nodes
from puppet_typesys.functions.control_flow import NextIteration, ReturnFromFunction
from puppet_typesys.functions.elements import literal
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.issues.evaluation.names import unknown_file, variable_not_given
from puppet_typesys.issues.evaluation.parameters import words, wrong_template_parameter
from puppet_typesys.types import model
from puppet_typesys.types.describe import parameter_mismatches
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import members
from puppet_typesys.types.parse import parse_builtin
from puppet_typesys.validate.run import validate
from puppet_typesys.values.errors import ArgumentError, CertainError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend_new_text
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

INLINE = "inlined-epp-text"
TEMPLATES = 64
"""How many templates stay parsed, as the catalogs of several nodes have the same."""


@evaluates(ast.EppExpression)
def _epp(ev: Evaluator, node: ast.EppExpression, scope: Scope) -> object:
    printed: list[object] = []
    scope.assign(PRINTED, printed)
    ev.evaluate(node.body, scope)
    if any(map(contains_unknown, printed)):
        unknown = Unknown(model.STRING if all(isinstance(each, str) or _is_text(each) for each in printed) else model.ANY)
        return ev.observer.joined(printed, unknown)
    secret = any(isinstance(each, Sensitive) for each in printed)
    parts = [text_of(each.value) if isinstance(each, Sensitive) else str(each) for each in printed]
    spend_new_text(sum(map(len, parts)))
    whole = "".join(parts)
    return Sensitive(whole) if secret else whole


def _is_text(value: object) -> bool:
    return isinstance(value, Unknown) and value.type == model.STRING


def _print(scope: Scope, value: object) -> None:
    try:
        printed = scope.lookup(PRINTED)
    except NoVariable:
        return  # A tag outside of a template, which the parser has reported.
    assert isinstance(printed, list)
    printed.append(value)


@evaluates(ast.RenderStringExpression)
def _render_string(ev: Evaluator, node: ast.RenderStringExpression, scope: Scope) -> object:
    _print(scope, node.value)
    return None


@evaluates(ast.RenderExpression)
def _render(ev: Evaluator, node: ast.RenderExpression, scope: Scope) -> object:
    value = ev.evaluate(node.expr, scope)
    try:
        _print(scope, value if isinstance(value, Sensitive) else text_of(value))
    except UnknownValue:
        secret = isinstance(value, Unknown) and isinstance(value.type, Type) and "sensitive" in kinds(value.type)
        _print(scope, ev.observer.joined((value,), Unknown(model.ANY if secret else model.STRING)))
    return None


def _template_type(call: TypedCall, template: Type, *parameters: Type) -> Type:
    """A String, which is a secret if a parameter that is printed is one, or what else an unknown text prints."""
    is_known = call.name == "epp" or literal(template) is not None
    secret = not is_known or any("sensitive" in kinds(inner) for given in parameters for inner in _inside(given))
    return parse_builtin("Variant[String, Sensitive[String]]" if secret else "String")


def _inside(type: Type) -> Iterator[Type]:
    """The types of the values of a hash."""
    for each in members(type):
        if isinstance(each, model.Struct):
            yield from (element.value for element in each.elements)
        else:
            yield each.value if isinstance(each, model.Hash) else model.ANY


@dispatch("inline_epp", "String $template, Hash[Pattern[/^\\w+$/], Any] $parameters = undef", types=_template_type)
def inline_epp(call: Invocation, template: str, given: Hash | None = None) -> object:
    """Render a template given as text."""
    scope = call.scope
    return _evaluate(call, "inline_epp", template, INLINE, given, scope)


@dispatch("epp", "String $path, Hash[Pattern[/^\\w+$/], Any] $parameters = undef", types=_template_type)
def epp(call: Invocation, path: str, given: Hash | None = None) -> object:
    """Render a template file, which sees the variables of the top scope and its own parameters."""
    name = path if path.endswith(".epp") else f"{path}.epp"
    call.log("debug", f"Retrieving epp template {name}")
    if call.world.find_template(name) == "":
        raise CertainError(unknown_file(name))
    template = call.world.read_template(name)
    if template is None:
        return Unknown(model.STRING)
    scope = call.scope
    outer = scope.global_scope()
    with outer.with_frame(outer.base):
        return _evaluate(call, "epp", template, name, given, outer)


class Parsed(NamedTuple):
    """A template, and the syntax error in it."""

    text: Text
    program: ast.Program
    problem: Problem | None


@lru_cache(TEMPLATES)
def _parsed(template: str) -> Parsed:
    tree = parse(template, Mode(epp=True))
    program, problems = lower(tree)
    return Parsed(tree.text, program, reference_error(tree.text, tree.mode, problems))


@lru_cache(TEMPLATES)
def _errors(template: str) -> tuple[Diagnostic, ...]:
    """The errors of validation of a template."""
    return tuple(each for each in validate(_parsed(template).program) if each.severity is Severity.ERROR)


def _evaluate(call: Invocation, function: str, template: str, file: str, given: Hash | None, scope: Scope) -> object:
    text, program, problem = _parsed(template)
    is_evaluated = function != "epp" or call.evaluator.compiler.given.evaluates_templates
    if not is_evaluated and (problem is not None or program.definitions):
        return Unknown(model.STRING)  # The errors are reported by the check of the template itself.
    if problem is not None:
        words = reference_message(problem, text)
        place = f"file: {file}" + ("" if words.line is None else f", line: {words.line}, column: {words.column}")
        raise ArgumentError(f"{function}(): Invalid EPP: {words.message} ({place})")
    errors = _errors(template) if is_evaluated else ()
    if len(errors) == 1:
        line, column = text.position(errors[0].start)
        place = f"file: {file}, line: {line + 1}, column: {column + 1}"
        raise ArgumentError(f"{function}(): Invalid EPP: {errors[0].message} ({place})")
    if errors:
        for each in errors:
            call.evaluator.compiler.log.add("err", each.message)
        raise ArgumentError(f"{function}(): Invalid EPP: Language validation logged {len(errors)} errors. Giving up (file: {file})")
    body = program.body
    if not isinstance(body, ast.LambdaExpression) or not isinstance(body.body, ast.EppExpression):
        raise ArgumentError(f"{function}(): the parser did not produce a LambdaExpression")
    if program.definitions:
        raise ArgumentError(f"{function}(): The EPP template contains illegal expressions (definitions)")
    values = {} if given is None else {str(name): value for name, value in given.items()}
    if (stepper := call.evaluator.compiler.observation.stepper) is not None:
        stepper.open_template(text, call.world.find_template(file) if function == "epp" else None)
    compiler = call.evaluator.compiler
    render = partial(_rendered, call, body, body.body, function, file, values, is_bound=given is None, scope=scope)
    if compiler.repeats is None or not is_evaluated or function != "epp" or compiler.observation.stepper is not None:
        return render(call.evaluator.of_template(text))
    return compiler.repeats.template(compiler, call.evaluator, text, given, scope, render)


def _rendered(
    call: Invocation,
    body: ast.LambdaExpression,
    epp: ast.EppExpression,
    function: str,
    file: str,
    values: dict[str, object],
    ev: Evaluates,
    *,
    is_bound: bool,
    scope: Scope,
) -> object:
    """Evaluate a template with an evaluator. `is_bound` is whether it sees the variables of the caller instead of parameters."""
    assert isinstance(ev, Evaluator)
    is_evaluated = function != "epp" or call.evaluator.compiler.given.evaluates_templates
    call.evaluator.budget.enter()
    try:
        if epp.parameters_specified or is_bound:
            values = _checked(ev, Lambda(ev, body, scope), values, scope, function if file == INLINE else file)
        if not is_evaluated:
            if is_bound and b"<%" not in call.evaluator.text.source:
                # A template called from a template sees the caller's variables. If arguments are passed, the check of the called template
                # reports what is missing.
                _check_reads(ev, epp, values, scope, file)
            return Unknown(model.STRING)
        with scope.with_frame(Frame(scope.frame, values)):
            return ev.evaluate(epp, scope)
    except (NextIteration, ReturnFromFunction) as signal:
        return signal.value
    finally:
        call.evaluator.budget.leave()


def _check_reads(ev: Evaluator, body: ast.EppExpression, given: dict[str, object], scope: Scope, file: str) -> None:
    """Raise an error if a template without declared parameters unconditionally reads a variable that the caller does not pass."""
    if body.parameters_specified:
        return
    own = {node.left_expr.name for node in ast.walk(body) if isinstance(node, ast.AssignmentExpression) and hasattr(node.left_expr, "name")}
    with scope.with_frame(Frame(scope.frame, given)):
        for node in unconditional_reads(body):
            if node.name in own:
                continue
            try:
                ev.evaluate(node, scope)
            except EvaluationError:
                raise CertainError(variable_not_given(file, node.name)) from None


def unconditional_reads(body: ast.Node) -> Iterator[ast.VariableExpression]:
    """The variables that a body reads unconditionally."""
    for node in unconditional_nodes(body):
        if isinstance(node, ast.VariableExpression) and isinstance(node.expr, ast.QualifiedName) and not node.name[0].isdigit():
            yield node


def _checked(ev: Evaluator, closure: Lambda, given: dict[str, object], scope: Scope, template: str) -> dict[str, object]:
    """The values of the parameters that a template declares, checked against their types."""
    frame = Frame(scope.frame, {name: value for name, value in given.items() if value is not None})
    names = [each.name for each in closure.parameters]
    frame.pending = frozenset(names)
    elements = []
    with scope.with_frame(frame):
        for each in closure.parameters:
            type = closure.type_of(each.type_expr)
            key: model.Type = model.String(each.name)
            elements.append(model.StructElement(key if each.value is None else model.Optional(key), type))
            if given.get(each.name) is not None:
                continue
            if each.value is not None:
                frame.variables[each.name] = default_value(ev, "lambda", each, names, frame, scope)
            elif each.name in given:
                frame.variables[each.name] = None
    mismatches = parameter_mismatches(model.Struct(tuple(elements)), Hash(frame.variables.items()))
    if mismatches:
        # The reference calls every template `lambda`.
        raise CertainError(wrong_template_parameter(template, tuple(mismatches), tuple(names)), words("lambda:", mismatches))
    return frame.variables
