"""What evaluates the expressions of a statement while that is recorded: as usual, and it tells the recorder what is read and done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from puppet_grammar import ast
from puppet_typesys.evaluate.access import access_in
from puppet_typesys.evaluate.calls import call
from puppet_typesys.evaluate.collectors import add_collector, collected, has_collected_type
from puppet_typesys.evaluate.evaluator import HANDLERS, Evaluator, Handler
from puppet_typesys.evaluate.importing import written
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.recorded import Override
from puppet_typesys.evaluate.recorded_statements import Called, Collected, Logged, Numbered, Related
from puppet_typesys.evaluate.recorder import ITERATING, PURE, handlers, is_of_language
from puppet_typesys.evaluate.relationships import has_unknown, operands, relate
from puppet_typesys.evaluate.repeated_templates import PRINTING
from puppet_typesys.evaluate.resource_expressions import attributes, declare, declared, override
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.evaluate.statement_recorder import InnerTemplateRecorder, StatementRecorder, Tables
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown, contains_unknown

INCLUDING = frozenset(("include", "contain", "require"))
DECLARING = frozenset(
    ("create_resources", "ensure_packages", "ensure_resource", "ensure_resources", "realize", "stdlib::ensure_packages", "tag")
)
"""Functions that change the catalog, and whose values depend on their arguments alone."""
BY_NAME = frozenset(("assert_type",))
"""Functions of which an argument may name a type."""
UNDECIDED = '["unknown"]'
"""What the text of a query contains that compares with an unknown value."""


def _variable(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.VariableExpression)
    value = HANDLERS.entries[ast.VariableExpression](ev, node, scope)
    match node.expr:
        case ast.QualifiedName(value=name):
            ev.note_variable(name, scope)
        case ast.LiteralInteger() if scope.find_local(str(node.expr.value)) is not MISSING:
            pass  # What a regular expression of the statement has matched.
        case _:
            ev.spoil()
    return value


def _text(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.TextExpression)
    if isinstance(node.expr, ast.QualifiedName):
        ev.note_variable(node.expr.value, scope)
    return HANDLERS.entries[ast.TextExpression](ev, node, scope)


def _type_name(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.QualifiedReference)
    ev.types.add(node.value)
    return HANDLERS.entries[ast.QualifiedReference](ev, node, scope)


def _access(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    """Elements of known values, and references; parameters of resources depend on the catalog."""
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.AccessExpression)
    left = ev.evaluate(node.left_expr, scope)
    ev.types.update(each.value for each in node.keys if isinstance(each, ast.QualifiedReference))
    value = access_in(ev, node, left, scope)
    if isinstance(node.left_expr, ast.QualifiedReference):
        if not all(isinstance(each, Type) for each in (value if isinstance(value, tuple) else (value,))):
            ev.spoil()
    elif not isinstance(left, str | tuple | Hash):
        ev.spoil()
    if not _is_table(value) and contains_unknown(value):
        ev.spoil()
    return value


def _is_table(value: object) -> bool:
    return isinstance(value, Hash) and type(value) is not Hash


def _assignment(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    """An assignment to several variables may take those of a class."""
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.AssignmentExpression)
    value = HANDLERS.entries[ast.AssignmentExpression](ev, node, scope)
    match node.left_expr:
        case ast.VariableExpression(expr=ast.QualifiedName(value=name)):
            if scope.variables.get(name, MISSING) is value:
                ev.assign(node, name, value)
        case _:
            ev.spoil()
    return value


def _call(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder)
    match node:
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), lambda_=None) if name in INCLUDING | DECLARING:
            return _called(ev, node, name, scope)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value="defined"), lambda_=None):
            return _defined(ev, node, scope)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), lambda_=None) if _is_computed(ev, name):
            pass
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value="epp"), lambda_=None) if is_of_language(ev, "epp"):
            return _template(ev, node, scope)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name)) if name in ITERATING and is_of_language(ev, name):
            ev.functions.add(name)
        case ast.CallMethodExpression(functor_expr=ast.NamedAccessExpression(right_expr=ast.QualifiedName(value=name))):
            ev.functions.add(name)
            if not (_is_computed(ev, name) if node.lambda_ is None else name in ITERATING and is_of_language(ev, name)):
                ev.spoil()
        case _:
            ev.spoil()
    value = ev.note_definitions(partial(HANDLERS.entries[node.__class__], ev, node, scope))
    if not ev.is_spoilt and contains_unknown(value):
        ev.spoil()
    return value


def _template(ev: StatementRecorder, node: ast.CallNamedFunctionExpression, scope: Scope) -> object:
    """The text of a template, in which calls of templates are parts of the same statement."""
    ev.functions.add("epp")
    log = ev.compiler.log
    count = log.count
    value = ev.note_definitions(partial(HANDLERS.entries[node.__class__], ev, node, scope))
    if contains_unknown(value):
        ev.spoil()
    if not isinstance(ev, InnerTemplateRecorder) and log.count > count:
        ev.effects.append(Logged(node, log.since(count)))
    return value


def _is_computed(ev: StatementRecorder, name: str) -> bool:
    """Whether what a function returns depends on its arguments alone; all functions that compute it are noted."""
    if is_of_language(ev, name):
        ev.functions.add(name)
        return name in PURE and name not in BY_NAME
    computing = ev.compiler.computing(name) if ev.compiler.function_named(name) is None else None
    ev.functions.update(computing or ())
    return computing is not None


def _called(ev: StatementRecorder, node: ast.CallNamedFunctionExpression, name: str, scope: Scope) -> object:
    arguments = tuple(ev.unfold(node.arguments, scope))
    if not _is_known(ev, name):
        ev.spoil()
    ev.do(Called(node, name, arguments), arguments, evaluates=True)
    return ev.run(partial(call, ev, name, arguments, node, scope))


def _is_known(ev: Evaluator, name: str) -> bool:
    """Whether a function is that of the language, or one of stdlib in Ruby."""
    return ev.compiler.function_named(name) is None


def _defined(ev: StatementRecorder, node: ast.CallNamedFunctionExpression, scope: Scope) -> object:
    arguments = tuple(ev.unfold(node.arguments, scope))
    if not is_of_language(ev, "defined") or any(isinstance(each, str) and each.startswith("$") for each in arguments):
        ev.spoil()
    ev.functions.add("defined")
    answer = call(ev, "defined", arguments, node, scope)
    if not isinstance(answer, bool):
        ev.spoil()
    else:
        ev.note_defined(arguments, node)
    return answer


def _resources(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.ResourceExpression)
    result: list[object] = []
    for each in declared(ev, node, scope):
        if each.type_name is None:
            ev.spoil()
        is_class = each.type_name is None or each.type_name.lower().removeprefix("::") == "class"
        kept = each._replace(parameters=_unset(each.parameters))
        ev.do(kept, [*each.titles, *(given.value for given in each.parameters)], evaluates=is_class)
        result += ev.run(partial(declare, ev, each, scope))
    return tuple(result)


def _unset(parameters: Sequence[Parameter]) -> list[Parameter]:
    """Parameters without what sets them, which belongs to one compilation."""
    return [each._replace(source=None) for each in parameters]


def _override(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.ResourceOverrideExpression)
    value = ev.evaluate(node.resources, scope)
    parameters = attributes(ev, node.operations, scope)
    ev.do(Override(node, value, _unset(parameters)), [value, *(each.value for each in parameters)])
    ev.run(partial(override, ev, node, value, parameters, scope))
    return value


def _relation(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.RelationshipExpression)
    left, right = ev.evaluate(node.left_expr, scope), ev.evaluate(node.right_expr, scope)
    if has_unknown(left) or has_unknown(right):
        ev.spoil()
        return relate(ev, node, left, right)
    sides = ev.numbered(operands(ev, left)), ev.numbered(operands(ev, right))
    found = [each for side in sides for each in side]
    has_collectors = any(isinstance(each, Numbered) for each in found)
    ev.do(Related(node, *sides, has_collectors), [each for each in found if not isinstance(each, Numbered)])
    return ev.run(partial(relate, ev, node, left, right))


def _collect(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.CollectExpression)
    if not has_collected_type(ev, node):
        ev.spoil()
        return Unknown(model.ANY)
    assert isinstance(node.type_expr, ast.QualifiedReference)
    ev.types.add(node.type_expr.value)
    parameters, query = collected(ev, node, scope)
    text = written(query)
    if text is None or UNDECIDED in text:
        ev.spoil()
    ev.do(Collected(node, query, _unset(parameters)), [each.value for each in parameters])
    made = ev.run(partial(add_collector, ev, node, parameters, query, scope))
    ev.note_collector(made)
    return made


OTHERWISE: dict[type[ast.Node], Handler] = {
    ast.VariableExpression: _variable,
    ast.TextExpression: _text,
    ast.QualifiedReference: _type_name,
    ast.CallNamedFunctionExpression: _call,
    ast.CallMethodExpression: _call,
    ast.AccessExpression: _access,
    ast.AssignmentExpression: _assignment,
    ast.ResourceExpression: _resources,
    ast.ResourceOverrideExpression: _override,
    ast.RelationshipExpression: _relation,
    ast.CollectExpression: _collect,
}


@cache
def tables() -> Tables:
    """What evaluates nodes while a statement is recorded."""
    statement = {**handlers(), **OTHERWISE}
    return Tables(statement, statement | {kind: HANDLERS.entries[kind] for kind in PRINTING} | {ast.AssignmentExpression: _of_template})


def _of_template(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    """An assignment to a variable that the template alone has."""
    assert isinstance(ev, StatementRecorder) and isinstance(node, ast.AssignmentExpression)
    if not isinstance(node.left_expr, ast.VariableExpression):
        ev.spoil()
    return HANDLERS.entries[ast.AssignmentExpression](ev, node, scope)
