"""`check_program`: check one text by evaluating it with values that may be unknown.

First the statements of the program are evaluated, then the body of each definition, with parameters that are known only by their types.
Under an unknown condition all branches are evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.evaluate.classes import KIND, finish
from puppet_typesys.evaluate.closures import PuppetFunction
from puppet_typesys.evaluate.collectors import Realizer
from puppet_typesys.evaluate.completion import complete
from puppet_typesys.evaluate.definitions import HOSTCLASS, Definition
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.families import load
from puppet_typesys.evaluate.frames import Frame
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.control_flow import ControlFlow, NextIteration, ReturnFromFunction
from puppet_typesys.infer.attribute_values import invalid_values
from puppet_typesys.infer.compiler import STEPS, CheckCompiler
from puppet_typesys.infer.cycle_findings import report_cycles
from puppet_typesys.infer.defaults import check_defaults, mismatches, report_misfit
from puppet_typesys.infer.external import ExternalDefinition
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.infer.forwarded_values import Asked, refused_where_forwarded
from puppet_typesys.infer.issues import always_fails, circular_inheritance, unfinished_check, unknown_type
from puppet_typesys.infer.model import FileModel
from puppet_typesys.infer.observation import Stopped
from puppet_typesys.infer.parts import STATEMENTS, Questions
from puppet_typesys.infer.recorder import Recorder
from puppet_typesys.infer.resolution import assigned_variables
from puppet_typesys.issues.evaluation.general import illegal_jump, unnamed_node
from puppet_typesys.issues.evaluation.parameters import malformed_reference, words, wrong_argument
from puppet_typesys.issues.evaluation.types import bad_type
from puppet_typesys.types import model
from puppet_typesys.types.describe import describe_result
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import difference
from puppet_typesys.types.parse import TypeSyntaxError
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.errors import ArgumentError, BudgetError, InternalError
from puppet_typesys.values.unknown import ImplicitParameter, Unknown

STEPS_OF_A_FILE = 120_000
"""The number of expressions that are evaluated of all bodies of a file, and one more for each of its bytes; usual code takes one for 16."""
SECONDS, SECONDS_PER_BYTE = 1.2, 12e-6
"""The limits of processor time of a file: the last resort, which code within the limits of steps does not reach."""


def check_program(
    program: ast.Program,
    text: Text,
    compiler: CheckCompiler,
    questions: Questions,
    *,
    whole: bool = False,
    earlier: FileModel | None = None,
) -> FileModel | None:
    """Return the findings and types of a text; `whole` means that it is the site manifest, where the evaluation of a server begins.

    Definitions are not evaluated again whose results in the model of an earlier text still hold. None if limits are reached, so that the
    order of evaluation matters: the text then has to be checked without that model, by another compiler.
    """
    load()
    found = FileModel(text, program)
    compiler.open(found)
    recorder = Recorder(compiler, found, questions)
    with compiler.budget.metered():
        try:
            _check_program(compiler, found, recorder, whole=whole, earlier=earlier)
        except (BudgetError, RecursionError):
            found.report(unfinished_check().at(0, 0))
    return found if recorder.is_valid() else None


def _check_program(compiler: CheckCompiler, found: FileModel, recorder: Recorder, *, whole: bool, earlier: FileModel | None) -> None:
    program, text = found.program, found.text
    ev = compiler.evaluator(text, compiler.module_name)
    # The budget limits loops, not the length of a text.
    size = len(text)
    compiler.budget.begin(max(STEPS, size), STEPS_OF_A_FILE + size, SECONDS + SECONDS_PER_BYTE * size)
    _define(compiler, ev, program, found, recorder)
    recorder.part(STATEMENTS, partial(_statements, compiler, ev, program, found, whole=whole))
    compiler.resolver.end_strictness()
    recorder.keep(earlier)
    for number, definition in enumerate(program.definitions):
        if compiler.budget.is_used_up():
            break
        if not recorder.take(number):
            recorder.part(number, partial(_part, compiler, found, partial(_definition, compiler, ev, definition, found)))
    if compiler.budget.is_used_up():
        found.report(unfinished_check().at(0, 0))


def _statements(compiler: CheckCompiler, ev: Evaluator, program: ast.Program, found: FileModel, *, whole: bool) -> None:
    if isinstance(program.body, ast.LambdaExpression) and isinstance(program.body.body, ast.EppExpression):
        _part(compiler, found, lambda: _template(compiler, ev, program.body))
    else:
        _part(compiler, found, lambda: evaluate_statements(compiler, ev, program, found))
    _malformed(compiler)
    if whole:
        _part(compiler, found, lambda: complete(compiler))
        for resource in compiler.catalog.resources:
            compiler.check_guards(resource)
        _values(compiler)
        _part(compiler, found, lambda: report_cycles(compiler))
    else:
        _finish(compiler)


def _part(compiler: CheckCompiler, found: FileModel, run: Callable[[], None]) -> None:
    if not bounded(compiler, run):
        found.report(unfinished_check().at(0, 0))


def bounded(compiler: CheckCompiler, run: Callable[[], None]) -> bool:
    """Run a part of a check with a budget of its own; tells whether that was enough."""
    compiler.budget.renew()
    try:
        with compiler.budget.metered():
            run()
    except (BudgetError, RecursionError):
        return False
    except EvaluationError as error:
        compiler.report(error)
    except (ArgumentError, InternalError):
        return True
    return True


def _define(compiler: CheckCompiler, ev: Evaluator, program: ast.Program, found: FileModel, recorder: Recorder) -> None:
    for number, definition in enumerate(program.definitions):
        single = ast.Program(program.start, program.end, program.body, (definition,), ())
        try:
            with recorder.header(number):
                compiler.define(ev, single)
        except BudgetError:
            found.report(unfinished_check().at(0, 0))
            found.parts.failed.update(range(number, len(program.definitions)))
            return
        except EvaluationError as error:
            start, end = _name_of(definition)
            if error.offset is None or error.line_only:
                error.moved_to(start, end, found.text)
            compiler.report(error)
            found.parts.failed.add(number)
    recorder.resolve()


def _name_of(definition: ast.Node) -> tuple[int, int]:
    span = getattr(definition, "name_span", None)
    return (definition.start, min(definition.end, definition.start + 4)) if span is None else (span.start, span.end)


def evaluate_statements(compiler: CheckCompiler, ev: Evaluator, program: ast.Program, found: FileModel) -> None:
    """Evaluate the statements of a program in the top scope."""
    try:
        ev.evaluate(program.body, compiler.top)
    except Stopped as stop:
        start = stop.offset or 0
        found.report(always_fails().at(start, start + 4))
    except ControlFlow as signal:
        start = signal.offset or 0
        found.report(illegal_jump(signal.name).at(start, start + len(signal.name)))


def _template(compiler: CheckCompiler, ev: Evaluator, body: ast.Expression | None) -> None:
    assert isinstance(body, ast.LambdaExpression)
    scope = Scope(compiler.top, kind="definition")
    values: dict[str, object] = {}
    for each in body.parameters:
        values[each.name] = Unknown(_declared(ev, each, scope))
    assert isinstance(body.body, ast.EppExpression)
    if not body.body.parameters_specified:
        # A template without a parameter list has all variables of its caller.
        scope.mark_open()
    with scope.with_frame(Frame(scope.frame, values)):
        for each in body.parameters:
            ev.evaluate(each.value, scope)
        _run(lambda: ev.evaluate(body.body, scope))


def _declared(ev: Evaluator, parameter: ast.Parameter, scope: Scope) -> Type:
    if parameter.type_expr is None:
        return model.ANY
    value = ev.evaluate(parameter.type_expr, scope)
    return value if isinstance(value, Type) else model.ANY


def _run(run: Callable[[], object]) -> object:
    """Return the value of a body; it is unknown if `break`, `next` or `return` leaves the body."""
    try:
        return run()
    except (ReturnFromFunction, NextIteration) as signal:
        return signal.value
    except ControlFlow:
        return Unknown(model.ANY)


def _definition(compiler: CheckCompiler, ev: Evaluator, definition: ast.Definition, found: FileModel) -> None:
    compiler.begin()
    match definition:
        case ast.HostClassDefinition():
            known = compiler.catalog.classes.get(definition.name.lower())
            if known is not None and known.node is definition:
                cycle = _inheritance_cycle(compiler, known)
                if not cycle:
                    _body(compiler, known)
                elif _is_first(known, cycle):
                    start, end = _name_of(definition)
                    found.report(circular_inheritance(known.name, known.parent).at(start, end))
        case ast.ResourceTypeDefinition():
            known = compiler.catalog.defines.get(definition.name.lower())
            if known is not None and known.node is definition:
                _body(compiler, known)
        case ast.NodeDefinition():
            for known in compiler.catalog.nodes.values():
                if known.node is definition:
                    _body(compiler, known)
                    break
            _lookarounds(compiler, definition, found)
        case ast.FunctionDefinition():
            function = compiler.function_named(definition.name)
            if function is not None and function.node is definition:
                _function(compiler, function, found)
        case ast.TypeAlias():
            _alias(compiler, definition, found)
    _finish(compiler)


def _lookarounds(compiler: CheckCompiler, definition: ast.NodeDefinition, found: FileModel) -> None:
    """Report the regular expressions with which no catalog of a matching node compiles."""
    if compiler.resolver.target.names_lookarounds:
        return
    patterns = [each for each in definition.host_matches if isinstance(each, ast.LiteralRegularExpression)]
    unnamed = {each.pattern.source for each in compiler.catalog.nodes.values() if each.pattern is not None and not each.is_named}
    for each in patterns:
        if each.pattern in unnamed:
            found.report(unnamed_node().at(each.start, each.end))


def _inheritance_cycle(compiler: CheckCompiler, definition: Definition) -> list[Definition]:
    """Return the classes through which a class inherits from itself, beginning with it; an empty list if it does not."""
    found: list[Definition] = []
    following: Definition | None = definition
    while following is not None and following not in found:
        found.append(following)
        parent = following.parent
        following = None if parent is None else compiler.catalog.class_named(parent)
    return found if following is definition else []


def _is_first(definition: Definition, cycle: list[Definition]) -> bool:
    """Return whether a cycle is reported at this class: the first in its text, or the first by name if the cycle spans several files."""
    if all(each.node is not None for each in cycle):
        return definition is min(cycle, key=lambda each: each.node.start if each.node is not None else 0)
    return definition is min(cycle, key=lambda each: each.name)


def _finish(compiler: CheckCompiler) -> None:
    """Check the attributes of all declared resources."""
    _malformed(compiler)
    for resource in (*compiler.catalog.resources, *compiler.catalog.uncertain):
        compiler.attempt(partial(finish, resource, is_final=False), resource)
        compiler.check_guards(resource)
    _values(compiler)
    report_cycles(compiler)


def _malformed(compiler: CheckCompiler) -> None:
    """Report strings that `realize` cannot parse as references."""
    for collector in compiler.catalog.collectors:
        if isinstance(collector, Realizer) and collector.place is not None:
            for text in collector.without_malformed():
                compiler.report_at(collector.place, malformed_reference(text))


def _values(compiler: CheckCompiler) -> None:
    """Report values that attributes do not accept."""
    loaded = compiler.resolver.loaded
    asked = Asked(loaded.load, compiler.resolver.target, loaded.wanted, loaded.type_named, compiler.world.read_template)
    for resource in (*compiler.catalog.resources, *compiler.catalog.uncertain):
        type = resource.type.lower()
        refusal = partial(compiler.refusal, type)
        for wrong in invalid_values(resource, partial(compiler.resolver.allowed, type), refusal, compiler.resolver.target):
            compiler.report_value(resource, wrong)
        for wrong in refused_where_forwarded(resource, asked._replace(may_have_default=partial(compiler.may_have_default, resource))):
            compiler.report_value(resource, wrong)


def _body(compiler: CheckCompiler, definition: Definition) -> None:
    """Evaluate the body of a class, define or node with parameters that are known by their types."""
    scope = _scope(compiler, definition, frozenset())
    ev = definition.ev
    assert ev is not None
    defined = check_defaults(compiler, ev, definition, scope)
    for each in definition.parameters:
        scope.variables[each.name] = Unknown(_type_inside(definition, each, is_defined=each.name in defined))
    node = definition.node
    if isinstance(node, ast.NodeDefinition) and any(isinstance(each, ast.LiteralRegularExpression) for each in node.host_matches):
        scope.frame.expect_match()  # The body of a node can read the match of its name.
    _run(lambda: ev.evaluate(definition.body, scope))


def _type_inside(definition: Definition, parameter: ast.Parameter, *, is_defined: bool = False) -> Type:
    """The type of a parameter in the body: undef, even where it is passed or found in data, stands for the default."""
    type = definition.types[parameter.name]
    is_defined = is_defined or isinstance(parameter.value, DEFINED)
    return difference(type, model.UNDEF) if is_defined and not isinstance(type, model.Any) else type


DEFINED = (
    ast.LiteralString,
    ast.ConcatenatedString,
    ast.LiteralInteger,
    ast.LiteralFloat,
    ast.LiteralBoolean,
    ast.LiteralList,
    ast.LiteralHash,
    ast.QualifiedName,
    ast.QualifiedReference,
    ast.LiteralRegularExpression,
)
"""Expressions whose values are not undef."""


def _scope(compiler: CheckCompiler, definition: Definition, seen: frozenset[str]) -> Scope:
    """The scope of a definition's body, whose parent is the scope of the class that it inherits from."""
    parent: Scope | None = None
    above = None
    try:
        above = definition.parent_in(compiler.catalog)
    except EvaluationError as error:
        if definition.kind == HOSTCLASS:  # That a node inherits at all is an error of its own.
            compiler.report(error)
    if above is not None and above.name not in seen:
        parent = _scope(compiler, above, seen | {definition.name})
        if isinstance(above, ExternalDefinition):
            above.add_variables(parent)
        else:
            _fill(above, parent)
        compiler.catalog.class_scopes[above.name] = parent
    scope = Scope(parent or compiler.top, name=definition.name, kind=definition.kind)
    scope.inherited = parent
    scope.source = definition
    kind = KIND.get(definition.kind, "Define")
    title = capitalize_segments(definition.name) if kind == "Class" else definition.name
    resource = Resource(kind, title, definition, compiler.top, source=definition)
    resource.evaluated = resource.finished = True
    scope.resource = resource
    if definition.parent is not None and parent is None:
        scope.mark_open()
    for name in ("title", "name"):
        scope.variables[name] = definition.name if definition.kind == HOSTCLASS else Unknown(model.STRING)
    if definition.kind != "node":
        scope.variables["module_name"] = definition.module_name or Unknown(model.STRING)
        scope.variables["caller_module_name"] = Unknown(model.STRING)
        for name in metaparameters():
            scope.variables.setdefault(name, ImplicitParameter(model.ANY))
    if definition.kind == HOSTCLASS:
        compiler.catalog.class_scopes[definition.name] = scope
        compiler.catalog.table["Class", title] = resource
    return scope


def _fill(definition: Definition, scope: Scope) -> None:
    """Add the variables of a class of the same text without evaluating its body."""
    for each in definition.parameters:
        scope.variables[each.name] = Unknown(_type_inside(definition, each))
    if definition.body is not None:
        for name in assigned_variables(definition.body):
            scope.variables.setdefault(name, Unknown(model.ANY))


def _function(compiler: CheckCompiler, function: PuppetFunction, found: FileModel) -> None:
    scope = function.scope
    parameters = function.signature.type.parameters
    assert parameters is not None
    variables: dict[str, object] = {}
    for index, each in enumerate(function.parameters):
        type = parameters.types[index]
        variables[each.name] = Unknown(model.Array(type) if each.captures_rest else type)
    with scope.with_frame(Frame(scope.base, variables)):
        for each, type in zip(function.parameters, parameters.types, strict=True):
            value = function.ev.evaluate(each.value, scope)
            if each.value is not None:
                _function_default(compiler, function, each, type, value)
        value = _run(lambda: function.ev.evaluate(function.body, scope))
    returns = function.signature.type.returns
    if returns is None or function.called:
        return
    actual = infer_set(value)
    if disjoint(returns, actual):
        message = describe_result(f"value returned from {function.name}", function.name, returns, actual)
        found.report(message.at(*_name_of(function.node)))


def _function_default(compiler: CheckCompiler, function: PuppetFunction, parameter: ast.Parameter, expected: Type, value: object) -> None:
    details = mismatches(parameter, expected, value)
    if details:
        text = words(f"'{function.name}'", details)
        report_misfit(compiler, function.ev, parameter, wrong_argument(function.name, parameter.name, details, text))


def _alias(compiler: CheckCompiler, definition: ast.TypeAlias, found: FileModel) -> None:
    """Check a type alias. Evaluation alone would report an unknown type only when a value is matched against the alias."""
    expression = definition.type_expr
    try:
        compiler.type_of_name(definition.name.lower())
    except EvaluationError as error:
        compiler.report(error)
        return
    except (ArgumentError, InternalError, TypeSyntaxError) as error:
        message = error.message if error.message.issue is bad_type.issue else bad_type(error.reference)
        found.report(message.at(expression.start, expression.end))
        return
    # The types of a TypeSet name each other without the name of the set.
    outer = expression.left_expr if isinstance(expression, ast.AccessExpression) else None
    is_set = isinstance(outer, ast.QualifiedReference) and outer.value == "typeset"
    for node in () if is_set else ast.walk(expression):
        if isinstance(node, ast.QualifiedReference) and not _is_type_known(compiler, node.value):
            message = unknown_type(node.cased_value)
            from puppet_typesys.infer.fixes.table import fixes_of  # ten modules, and most files have no errors

            context = Context(compiler, message, found.text, found.program, node.start, node.end, node)
            found.report(message.at(node.start, node.end, fixes=fixes_of(context)))


def _is_type_known(compiler: CheckCompiler, name: str) -> bool:
    """Whether a name denotes a type, or may do so because its module is not installed."""
    return compiler.type_named(name) is not None or compiler.resolver.unknown_type(name) is not None
