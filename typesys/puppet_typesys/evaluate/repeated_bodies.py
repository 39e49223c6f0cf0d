"""Bodies of defines that are evaluated once for several catalogs: what a body declares is kept, with what it depends on.

A body is repeated only if it has read nothing but its parameters, variables of other scopes that now have the same values, and functions
that depend on their arguments alone, and if all of that and all that it declares is known. Whatever else it evaluates spoils the
recording. Resources are declared anew in each catalog, with its resource defaults, containers and tags, and fail there as they do in an
evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple, TypeVar

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.access import access_in
from puppet_typesys.evaluate.context import Context
from puppet_typesys.evaluate.definitions import Definition, Evaluates
from puppet_typesys.evaluate.evaluator import HANDLERS, Evaluator, Handler
from puppet_typesys.evaluate.frames import MISSING as MISSING_LOCALLY
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.relationships import relate
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.resource_expressions import Declared, attributes, declare, declared, override
from puppet_typesys.evaluate.scope import NotEvaluatedYet, NoVariable, Scope
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import contains_unknown

T = TypeVar("T")
Run = Callable[[Evaluates], None]
MOST = 20_000
"""The number of recordings above which they are forgotten."""
MOST_OF_KEY = 8
"""The number of recordings for the same parameters, which differ in other variables."""
LARGE = 16
"""The number of entries from which on the exact value of a Hash is remembered, and the number of those that are."""
PURE = frozenset(
    "abs any2array assert_type basename bool2num bool2str camelcase capitalize ceiling chomp chop compare delete delete_undef_values "
    "dirname downcase empty flatten floor join keys length lstrip max md5 member min pick prefix regsubst round rstrip sha1 sha256 size "
    "split sprintf stdlib::ensure str2bool strip suffix unique upcase values versioncmp".split()
)
"""Functions that depend on their arguments alone."""
READING = frozenset(("getvar",))
"""Functions that read the variable which their only argument names."""


class Override(NamedTuple):
    """A resource override, with its values."""

    node: ast.ResourceOverrideExpression
    value: object
    parameters: list[Parameter]


class Relation(NamedTuple):
    """A relationship expression, with the values of its operands."""

    node: ast.RelationshipExpression
    left: object
    right: object


Statement = Declared | Override | Relation


class Recording(NamedTuple):
    """What the evaluation of a body has read and declared."""

    body: ast.Expression
    text: Text
    variables: Mapping[str, object]
    """Those of the scope before the body."""
    defaults: tuple[Parameter, ...]
    """The parameters that have their defaults."""
    reads: tuple[tuple[str, object], ...]
    """The variables of other scopes, with their values in the form of `exact`."""
    found: tuple[tuple[str, object], ...]
    """Those that a function has read, which may be missing."""
    functions: frozenset[str]
    statements: tuple[Statement, ...]
    steps: int
    """The steps that the evaluation took besides what the statements take."""


class Recorder(Evaluator):
    """Evaluates a body, and records what it reads and declares."""

    def __init__(self, ev: Evaluator) -> None:
        self.__dict__.update(ev.__dict__)
        self._handlers = handlers()
        self.is_spoilt = False
        self.reads: dict[str, object] = {}
        self.found: dict[str, object] = {}
        self.functions: set[str] = set()
        self.statements: list[Statement] = []
        self.aside = 0
        """The steps that the statements took, without those of their values."""

    def spoil(self) -> None:
        """Note that the body cannot be repeated."""
        self.is_spoilt = True

    def note(self, statement: Statement, values: Sequence[object]) -> None:
        """Note a statement with all values in it."""
        if any(exact(each) is None for each in values):
            self.spoil()
        self.statements.append(statement)

    def run(self, make: Callable[[], T]) -> T:
        """Run a statement whose values are known."""
        before = self.budget.used
        made = make()
        self.aside += self.budget.used - before
        return made

    def read(self, table: dict[str, object], name: str, value: object) -> None:
        """Note the value of a variable of another scope."""
        held = exact(value)
        if held is None:
            self.spoil()
        table[name] = held


class RepeatedBodies:
    """The recordings of one project, for catalogs with equal settings, data and code of the site. Used on one thread."""

    def __init__(self) -> None:
        self._recordings: dict[object, list[Recording]] = {}
        self._count = 0
        self._types: dict[int, tuple[ast.Expression, Type | None]] = {}
        """The types that expressions denote by names and literals alone; None for other expressions."""
        self._of_tables: dict[int, tuple[Hash, object]] = {}
        """The exact values of the last large Hashes, such as the facts, by their identity."""

    def evaluate(self, context: Context, resource: Resource, scope: Scope, bind: Run, run: Run) -> bool:
        """Evaluate a define by a recording, or make one; return False if neither is possible, so that nothing was evaluated."""
        definition = resource.kind
        assert isinstance(definition, Definition)
        ev, body = definition.ev, definition.body
        if type(ev) is not Evaluator or body is None or resource.is_open or not _is_certain(context, resource):
            return False
        caller = scope.parent.source if scope.parent is not None else None
        module = caller.module_name if isinstance(caller, Definition) else None
        parameters = exact(tuple(part for name, each in resource.parameters.items() for part in (name, each.value)))
        if parameters is None:
            return False
        key = (id(body), resource.title, module, parameters)
        known = self._recordings.get(key, ())
        for each in known:
            if each.body is body and each.text is ev.text and self._holds(each, ev, body, scope):
                _repeat(each, ev, definition, resource, scope)
                return True
        if len(known) >= MOST_OF_KEY:
            return False
        recorder = Recorder(ev)
        made = _recorded(recorder, body, resource, scope, bind, run)
        if made is not None:
            self._enter(key, made)
        return True

    def type_of(self, node: ast.Expression, evaluate: Callable[[ast.Expression], object]) -> object:
        """The value of an expression in the top scope, such as the type of a parameter, which is evaluated once if it is a plain type."""
        known = self._types.get(id(node))
        if known is not None and known[1] is not None:
            return known[1]
        made = evaluate(node)
        if known is None:
            is_plain = isinstance(made, Type) and all(isinstance(each, OF_TYPES) for each in ast.walk(node))
            self._types[id(node)] = node, made if is_plain and isinstance(made, Type) else None
        return made

    def _holds(self, recording: Recording, ev: Evaluator, body: ast.Expression, scope: Scope) -> bool:
        """Whether a body would read now what it has read when it was recorded."""
        compiler = ev.compiler
        if not all(is_of_language(ev, each) for each in recording.functions):
            return False
        try:
            if any(self._exact(compiler.variable(name, scope)) != value for name, value in recording.reads):
                return False
        except (NoVariable, NotEvaluatedYet):
            return False
        call = Invocation(ev, body, scope)
        return all(exact(call.find_variable(name)) == value for name, value in recording.found)

    def _exact(self, value: object) -> object:
        if not isinstance(value, Hash) or len(value) < LARGE:
            return exact(value)
        known = self._of_tables.get(id(value))
        if known is not None:
            return known[1]
        if len(self._of_tables) >= LARGE:
            self._of_tables.clear()
        made = exact(value)
        self._of_tables[id(value)] = value, made
        return made

    def _enter(self, key: object, made: Recording) -> None:
        if self._count >= MOST:
            self._recordings.clear()
            self._count = 0
        self._recordings.setdefault(key, []).append(made)
        self._count += 1


def _is_certain(context: Context, resource: Resource) -> bool:
    return context.reach.certainty.is_present and resource.is_certain and not context.catalog.is_partial


def _repeat(recording: Recording, ev: Evaluator, definition: Definition, resource: Resource, scope: Scope) -> None:
    ev.budget.spend(recording.steps)
    scope.variables.update(recording.variables)
    for given in recording.defaults:
        resource.set(given._replace(source=definition))
    resource.note_checked()
    for each in recording.statements:
        match each:
            case Declared():
                parameters = [given._replace(source=scope.source) for given in each.parameters]
                ev.located(each.node, partial(declare, ev, each._replace(parameters=parameters), scope))
            case Override():
                parameters = [given._replace(source=scope.source) for given in each.parameters]
                ev.located(each.node, partial(override, ev, each.node, each.value, parameters, scope))
            case Relation():
                ev.located(each.node, partial(relate, ev, each.node, each.left, each.right))


def _recorded(recorder: Recorder, body: ast.Expression, resource: Resource, scope: Scope, bind: Run, run: Run) -> Recording | None:
    """Evaluate a define; return its recording if it can be repeated."""
    context = recorder.compiler
    catalog = context.catalog
    before = (context.log.since(0), catalog.certainty, len(catalog.uncertain))
    started = recorder.budget.used
    given = {*resource.parameters}
    bind(recorder)
    variables = dict(scope.variables)
    defaults = [each for name, each in resource.parameters.items() if name not in given or each.source is resource.kind]
    run(recorder)
    if recorder.is_spoilt or catalog.is_partial or before != (context.log.since(0), catalog.certainty, len(catalog.uncertain)):
        return None
    steps = recorder.budget.used - started - recorder.aside
    return Recording(
        body,
        recorder.text,
        variables,
        (*defaults,),
        (*recorder.reads.items(),),
        (*recorder.found.items(),),
        frozenset(recorder.functions),
        (*recorder.statements,),
        steps,
    )


def exact(value: object) -> object:
    """What is equal for values exactly if no program can tell them apart; None for values of which that is not plain to see."""
    kind = value.__class__
    if kind is str:
        return value
    if kind is int or kind is bool:
        return (kind, value)
    if value is None or value is MISSING:
        return (kind,)
    if kind is tuple:
        assert isinstance(value, tuple)
        return _exact_parts("Array", value)
    if isinstance(value, Hash):
        return _exact_parts("Hash", [part for entry in value.items() for part in entry])
    if kind is float:
        return (kind, repr(value))
    if isinstance(value, model.Resource | model.Class):
        return value
    return None


def _exact_parts(kind: str, values: Sequence[object]) -> object:
    made = [kind, *map(exact, values)]
    return None if None in made else tuple(made)


def is_of_language(ev: Evaluator, function: str) -> bool:
    """Whether a function is built in, and neither the program nor a module defines one of its name."""
    return ev.compiler.function_named(function) is None and ev.compiler.resolver.builtin_function(function) is not None


# ---- what is evaluated while a body is recorded

AS_USUAL: tuple[type[ast.Node], ...] = (
    *(ast.Nop, ast.BlockExpression, ast.LiteralBoolean, ast.LiteralDefault, ast.LiteralUndef, ast.LiteralInteger, ast.LiteralFloat),
    *(ast.LiteralString, ast.LiteralRegularExpression, ast.QualifiedName, ast.QualifiedReference, ast.ConcatenatedString),
    *(ast.TextExpression, ast.HeredocExpression, ast.LiteralList, ast.LiteralHash, ast.NotExpression, ast.UnaryMinusExpression),
    *(ast.UnfoldExpression, ast.ParenthesizedExpression, ast.ArithmeticExpression, ast.ComparisonExpression, ast.MatchExpression),
    *(ast.InExpression, ast.AndExpression, ast.OrExpression, ast.IfExpression, ast.UnlessExpression, ast.CaseExpression),
    ast.SelectorExpression,
)
"""Expressions whose values depend on those of their parts alone."""


OF_TYPES = (ast.QualifiedReference, ast.AccessExpression, ast.LiteralValue, ast.LiteralList, ast.LiteralHash, ast.KeyedEntry)
"""Expressions of types that depend on the definitions of types alone."""


def _spoiling(kind: type[ast.Node]) -> Handler:
    def evaluate(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
        assert isinstance(ev, Recorder)
        ev.spoil()
        return HANDLERS.entries[kind](ev, node, scope)

    return evaluate


def _variable(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder) and isinstance(node, ast.VariableExpression)
    value = HANDLERS.entries[ast.VariableExpression](ev, node, scope)
    if not isinstance(node.expr, ast.QualifiedName | ast.LiteralInteger):
        ev.spoil()
        return value
    name = str(node.expr.value)
    if "::" in name or scope.find_local(name) is MISSING_LOCALLY:
        ev.read(ev.reads, name, value)
    elif contains_unknown(value):
        ev.spoil()
    return value


def _call(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder)
    match node:
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), lambda_=None) if name in PURE:
            ev.functions.add(name)
        case ast.CallNamedFunctionExpression(
            functor_expr=ast.QualifiedName(value=name), arguments=(ast.LiteralString(value=read),), lambda_=None
        ) if name in READING and read.replace("::", "").isidentifier():
            ev.functions.add(name)
            ev.read(ev.found, read, Invocation(ev, node, scope).find_variable(read))
        case ast.CallMethodExpression(functor_expr=ast.NamedAccessExpression(right_expr=ast.QualifiedName(value=name)), lambda_=None):
            ev.functions.add(name)
            if name not in PURE:
                ev.spoil()
        case _:
            ev.spoil()
    value = HANDLERS.entries[node.__class__](ev, node, scope)
    if contains_unknown(value) or not all(is_of_language(ev, each) for each in ev.functions):
        ev.spoil()
    return value


def _access(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    """Elements of known values, and references; parameters of resources depend on the catalog."""
    assert isinstance(ev, Recorder) and isinstance(node, ast.AccessExpression)
    left = ev.evaluate(node.left_expr, scope)
    value = access_in(ev, node, left, scope)
    if isinstance(node.left_expr, ast.QualifiedReference):
        if not all(isinstance(each, Type) for each in (value if isinstance(value, tuple) else (value,))):
            ev.spoil()
    elif not isinstance(left, str | tuple | Hash):
        ev.spoil()
    if contains_unknown(value):
        ev.spoil()
    return value


def _assignment(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    """An assignment to several variables may take those of a class."""
    assert isinstance(ev, Recorder) and isinstance(node, ast.AssignmentExpression)
    value = HANDLERS.entries[ast.AssignmentExpression](ev, node, scope)
    if not isinstance(node.left_expr, ast.VariableExpression):
        ev.spoil()
    return value


def _resources(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder) and isinstance(node, ast.ResourceExpression)
    result: list[object] = []
    for each in declared(ev, node, scope):
        is_class = each.type_name is None or each.type_name.lower().removeprefix("::") == "class"
        ev.note(each, [MISSING_LOCALLY if is_class else each.type_name, *each.titles, *(given.value for given in each.parameters)])
        result += ev.run(partial(declare, ev, each, scope))
    return tuple(result)


def _override(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder) and isinstance(node, ast.ResourceOverrideExpression)
    value = ev.evaluate(node.resources, scope)
    parameters = attributes(ev, node.operations, scope)
    ev.note(Override(node, value, parameters), [value, *(each.value for each in parameters)])
    ev.run(partial(override, ev, node, value, parameters, scope))
    return value


def _relation(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder) and isinstance(node, ast.RelationshipExpression)
    left, right = ev.evaluate(node.left_expr, scope), ev.evaluate(node.right_expr, scope)
    ev.note(Relation(node, left, right), [left, right])
    return ev.run(partial(relate, ev, node, left, right))


OTHERWISE: dict[type[ast.Node], Handler] = {
    ast.VariableExpression: _variable,
    ast.CallNamedFunctionExpression: _call,
    ast.CallMethodExpression: _call,
    ast.AccessExpression: _access,
    ast.AssignmentExpression: _assignment,
    ast.ResourceExpression: _resources,
    ast.ResourceOverrideExpression: _override,
    ast.RelationshipExpression: _relation,
}


@cache
def handlers() -> dict[type[ast.Node], Handler]:
    """What evaluates nodes while a body is recorded."""
    usual = {kind: HANDLERS.entries[kind] for kind in AS_USUAL if kind in HANDLERS}
    return {**{kind: _spoiling(kind) for kind in HANDLERS}, **usual, **OTHERWISE}
