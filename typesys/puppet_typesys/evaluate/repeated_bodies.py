"""Bodies of defines that are evaluated once for several catalogs: what a body declares is kept, with what it depends on.

A body is repeated only if it has read nothing but its parameters, variables of other scopes that now have the same values, and functions
that depend on their arguments alone, and if all of that and all that it declares is known. Whatever else it evaluates spoils the
recording. Resources are declared anew in each catalog, with its resource defaults, containers and tags, and fail there as they do in an
evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.calls import call
from puppet_typesys.evaluate.context import Context
from puppet_typesys.evaluate.definitions import Definition, Evaluates
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.recorded import Asked, Inclusion, Override, Reads, Relation, Statement
from puppet_typesys.evaluate.recorder import Recorder, exact, is_of_language
from puppet_typesys.evaluate.relationships import relate
from puppet_typesys.evaluate.repeated_templates import RepeatedTemplates
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.resource_expressions import Declared, declare, override
from puppet_typesys.evaluate.scope import NotEvaluatedYet, NoVariable, Scope
from puppet_typesys.types.model import Type
from puppet_typesys.values.hash import Hash

Run = Callable[[Evaluates], None]
MOST = 20_000
"""The number of recordings above which they are forgotten."""
MOST_OF_KEY = 8
"""The number of recordings for the same parameters, which differ in other variables."""
NOTHING = Reads({}, {}, ())
LARGE = 16
"""The number of entries from which on the exact value of a Hash is remembered, and the number of those that are."""
OF_TYPES = (ast.QualifiedReference, ast.AccessExpression, ast.LiteralValue, ast.LiteralList, ast.LiteralHash, ast.KeyedEntry)
"""Expressions of types that depend on the definitions of types alone."""


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
    asked: tuple[Asked, ...]
    """What it asked `defined` after the first statements."""
    early: Reads
    """What it has read before the first statements."""
    leading: tuple[Inclusion, ...]
    """The first statements, if they include classes, whose variables the body may read."""
    functions: frozenset[str]
    statements: tuple[Statement, ...]
    steps: int
    """The steps that the evaluation took besides what the statements take."""


class RepeatedBodies:
    """The recordings of one project, for catalogs with equal settings, data and code of the site. Used on one thread."""

    def __init__(self) -> None:
        self._recordings: dict[object, list[Recording]] = {}
        self._count = 0
        self._types: dict[int, tuple[ast.Expression, Type | None]] = {}
        """The types that expressions denote by names and literals alone; None for other expressions."""
        self._templates = RepeatedTemplates()
        self._functions: dict[str, bool] = {}
        """Whether functions are those of the language."""
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
        parts: list[object] = [id(body), resource.title, module]
        for name, given in resource.parameters.items():
            value = given.value
            if value.__class__ is not str and (value := exact(value)) is None:
                return False
            parts += (name, value)
        key = tuple(parts)
        known = self._recordings.get(key, ())
        for each in known:
            if each.body is body and each.text is ev.text and self._repeat(each, ev, resource, scope):
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

    def _repeat(self, recording: Recording, ev: Evaluator, resource: Resource, scope: Scope) -> bool:
        """Repeat a body if it would read now what it has read when it was recorded."""
        if not all(self._is_of_language(ev, each) for each in recording.functions):
            return False
        early = recording.early
        if recording.leading and not self._holds(early.variables.items(), early.found.items(), early.asked, ev, recording.body, scope):
            return False
        if not recording.leading and not self._all_holds(recording, ev, scope):
            return False
        scope.variables.update(recording.variables)
        for given in recording.defaults:
            resource.set(given._replace(source=scope.source))
        resource.note_checked()
        for first in recording.leading:
            _do(first, ev, scope)
        if recording.leading and not self._all_holds(recording, ev, scope):
            # The classes are included once, so that the body can be evaluated from its beginning.
            resource.unset(recording.defaults)
            scope.variables.clear()
            return False
        ev.budget.spend(recording.steps)
        for each in recording.statements:
            _do(each, ev, scope)
        return True

    def _all_holds(self, recording: Recording, ev: Evaluator, scope: Scope) -> bool:
        return self._holds(recording.reads, recording.found, recording.asked, ev, recording.body, scope)

    def _holds(
        self,
        variables: Iterable[tuple[str, object]],
        found: Iterable[tuple[str, object]],
        asked: Iterable[Asked],
        ev: Evaluator,
        body: ast.Expression,
        scope: Scope,
    ) -> bool:
        """Whether what a body has read is the same now."""
        compiler = ev.compiler
        try:
            if any(self._exact(compiler.variable(name, scope)) != value for name, value in variables):
                return False
        except (NoVariable, NotEvaluatedYet):
            return False
        call = Invocation(ev, body, scope)
        if not all(self._exact(call.find_variable(name)) == value for name, value in found):
            return False
        return all((each.is_first or not scope.has_defaults()) and _answer(call, each) is each.answer for each in asked)

    def template(
        self, context: Context, caller: Evaluates, text: Text, given: object, scope: Scope, render: Callable[[Evaluates], object]
    ) -> object:
        """What a template makes of its parameters in a scope, which other catalogs may have rendered already."""
        return self._templates.rendered(context, caller, text, given, scope, render, self._exact)

    def _is_of_language(self, ev: Evaluator, function: str) -> bool:
        """Whether a function is that of the language, which is so in all catalogs or in none."""
        found = self._functions.get(function)
        if found is None:
            found = self._functions[function] = is_of_language(ev, function)
        return found

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


def _answer(call: Invocation, asked: Asked) -> object:
    return call.function("defined", asked.arguments)


def _do(statement: Statement, ev: Evaluator, scope: Scope) -> None:
    match statement:
        case Declared():
            parameters = [_of(scope, given) for given in statement.parameters]
            made = Declared(statement.node, statement.type_name, statement.titles, parameters)
            ev.located(statement.node, partial(declare, ev, made, scope))
        case Override():
            parameters = [_of(scope, given) for given in statement.parameters]
            ev.located(statement.node, partial(override, ev, statement.node, statement.value, parameters, scope))
        case Relation():
            ev.located(statement.node, partial(relate, ev, statement.node, statement.left, statement.right))
        case Inclusion():
            ev.located(statement.node, partial(call, ev, statement.function, statement.arguments, statement.node, scope))


def _of(scope: Scope, given: Parameter) -> Parameter:
    """A parameter that code of a scope sets."""
    name, value, _, place, adds, possible, origin = given
    return Parameter(name, value, scope.source, place, adds, possible, origin)


def _recorded(recorder: Recorder, body: ast.Expression, resource: Resource, scope: Scope, bind: Run, run: Run) -> Recording | None:
    """Evaluate a define; return its recording if it can be repeated."""
    context = recorder.compiler
    catalog = context.catalog
    before = (context.log.said, catalog.certainty, len(catalog.uncertain))
    started = recorder.budget.used
    given = dict(resource.parameters)
    bind(recorder)
    variables = dict(scope.variables)
    defaults = [each for name, each in resource.parameters.items() if given.get(name) is not each]
    run(recorder)
    if recorder.is_spoilt or catalog.is_partial or before != (context.log.said, catalog.certainty, len(catalog.uncertain)):
        return None
    steps = recorder.budget.used - started - recorder.aside
    leading = [each for each in recorder.statements[: recorder.leading] if isinstance(each, Inclusion)]
    early = recorder.early or NOTHING
    return Recording(
        body,
        recorder.text,
        variables,
        (*defaults,),
        (*recorder.reads.items(),),
        (*recorder.found.items(),),
        (*recorder.asked[len(early.asked) :],),
        early,
        (*leading,),
        frozenset(recorder.functions),
        (*recorder.statements[len(leading) :],),
        steps,
    )
