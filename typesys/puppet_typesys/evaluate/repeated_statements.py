"""Statements of classes and defines that are evaluated once for several catalogs: what one reads, and what it then does.

A statement is repeated if all that it reads is answered as before: what is known of the node (`given.Reads`), variables, and what is
declared. The answers are verified in the order in which an evaluation reads them, so nothing is read that an evaluation would not read.
What it does to the catalog is done anew, with the scope, the resource defaults and the containers of each catalog, and fails there as it
does in an evaluation. Statements that do anything else are evaluated; of an `if` or `case`, those inside may be repeated. The parameters of
a class, which are looked up or have defaults, are bound in the same way.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple, TypeVar

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.calls import call
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.classes import name_class
from puppet_typesys.evaluate.collectors import add_collector
from puppet_typesys.evaluate.context import Context
from puppet_typesys.evaluate.definitions import Definition, Evaluates
from puppet_typesys.evaluate.evaluator import HANDLERS, Evaluator, Handler
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.recorded import Override
from puppet_typesys.evaluate.recorded_statements import Assigned, Called, Collected, Effect, Logged, Numbered, Read, Related
from puppet_typesys.evaluate.recorder import exact
from puppet_typesys.evaluate.relationships import connect
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.resource_expressions import Declared, declare, override
from puppet_typesys.evaluate.scope import NotEvaluatedYet, NoVariable, Scope
from puppet_typesys.evaluate.statement_handlers import tables
from puppet_typesys.evaluate.statement_recorder import StatementRecorder, held, plain
from puppet_typesys.evaluate.variables import assign_name
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING

T = TypeVar("T")
MOST = 100_000_000
"""The number of bytes that recordings hold, counted as `size_of` does, above which they are forgotten: some ten thousand recordings."""
MOST_SPOILT = 2
"""The number of times that a statement may turn out not to be repeatable, after which it is evaluated."""
MOST_MISSED = 12
"""The number of recordings of a statement above which each must have been of use once on average."""


class Recording(NamedTuple):
    """What a statement has done."""

    effects: tuple[Effect, ...]
    bound: Bound | None
    """What the parameters of a class are, which are bound like a statement."""
    value: object
    """Its value; None where nobody asks for it."""
    functions: frozenset[str]
    types: frozenset[str]
    """The names of functions and types that it has looked up."""
    steps: int
    """The steps that it took besides those of its effects."""
    code: frozenset[object]
    """What it has asked of code and data."""


class Bound(NamedTuple):
    """The parameters of a class that were looked up or have their defaults, and the variables of all."""

    parameters: tuple[Parameter, ...]
    variables: dict[str, object]


class Branch:
    """What a statement reads after some answers, and what follows from each answer."""

    __slots__ = ("read", "ways")

    def __init__(self, read: Read) -> None:
        self.read = read
        self.ways: dict[object, Branch | Recording] = {}


class Site:
    """What is known of a statement."""

    __slots__ = ("made", "node", "root", "spoilt", "used")

    def __init__(self, node: ast.Node) -> None:
        self.node = node
        self.root: Branch | Recording | None = None
        self.made = self.used = self.spoilt = 0

    @property
    def is_evaluated(self) -> bool:
        """Whether it is not worth a recording."""
        return self.spoilt > MOST_SPOILT or self.made > MOST_MISSED + self.used

    def note_use(self) -> None:
        """Note that a recording was of use."""
        self.used += 1

    def note_spoilt(self) -> None:
        """Note that an evaluation could not be recorded."""
        self.spoilt += 1

    def find(self, answer: Callable[[Read], object]) -> Recording | None:
        """The recording that has read what is read now."""
        found = self.root
        while isinstance(found, Branch):
            found = found.ways.get(answer(found.read))
        return found

    def enter(self, answers: list[tuple[Read, object]], made: Recording) -> None:
        """Add a recording; one that has read something else after the same answers is not kept."""
        self.made += 1
        if not answers:
            self.root = made
            return
        if self.root is None:
            self.root = Branch(answers[0][0])
        at: Branch | Recording = self.root
        for index, (read, answer) in enumerate(answers):
            if not isinstance(at, Branch) or at.read != read:
                self.spoilt += 1
                return
            if index + 1 == len(answers):
                at.ways[answer] = made
                return
            at = at.ways.setdefault(answer, Branch(answers[index + 1][0]))


class RepeatedStatements:
    """The recordings of one environment. Used on the thread of its project."""

    def __init__(self) -> None:
        self._sites: dict[tuple[int, tuple[object, ...]], Site] = {}
        self._sets: dict[frozenset[object], frozenset[object]] = {}
        self._size = 0

    def site(self, node: ast.Node, catalog: Catalog) -> Site:
        """What is known of a statement in catalogs of which the same is unknown."""
        key = (id(node), catalog.openness)
        found = self._sites.get(key)
        if found is None:
            found = self._sites[key] = Site(node)
        return found

    def enter(self, site: Site, recorder: StatementRecorder, bound: Bound | None, value: object) -> None:
        """Add what was recorded of a statement, and forget all before it if that is too much."""
        functions, types, code = [self._one_of(frozenset(each)) for each in (recorder.functions, recorder.types, recorder.code)]
        made = Recording((*recorder.effects,), bound, value, functions, types, recorder.steps, code)  # type: ignore[arg-type]  # of names
        self._size += size_of((recorder.answers, made.effects, bound, value))
        if self._size > MOST:
            self.forget()
        site.enter(recorder.answers, made)

    def forget(self) -> None:
        """Forget all recordings."""
        self._sites.clear()
        self._sets.clear()
        self._size = 0

    def _one_of(self, given: frozenset[object]) -> frozenset[object]:
        """A set, of which many recordings have equal ones."""
        known = self._sets.setdefault(given, given)
        self._size += sys.getsizeof(given) + size_of((*given,)) if known is given else 0
        return known


class Repetition:
    """The `context.Statements` of one compilation."""

    def __init__(self, known: RepeatedStatements, context: Context) -> None:
        self._known = known
        self._context = context
        self._reads = context.given.reads
        self._called: set[str] = set()
        self._named: set[str] = set()
        """The names of functions and of types, which are looked up once."""

    def evaluate(self, ev: Evaluates, body: ast.Expression | None, scope: Scope) -> None:
        if type(ev) is not Evaluator or self._context.observation.stepper is not None:
            ev.evaluate(body, scope)
            return
        inner = StatementEvaluator(ev, self)
        for each in body.statements if isinstance(body, ast.BlockExpression) else (body,):
            if each is not None:
                self.statement(inner, each, scope, is_used=False)

    def statement(self, ev: StatementEvaluator, node: ast.Expression, scope: Scope, *, is_used: bool) -> object:
        """Evaluate a statement, or repeat it; its value is None unless it is used."""
        if not self._is_certain() or scope.frame is not scope.base or node.__class__ in PLAIN:
            return ev.evaluate(node, scope)
        site = self._known.site(node, self._context.catalog)
        if site.is_evaluated:
            return ev.evaluate(node, scope)
        found = site.find(partial(self.answer, ev=ev, scope=scope))
        if found is not None:
            site.note_use()
            self._repeat(found, ev, scope)
            return found.value
        return self._recorded(site, node, ev, scope, is_used=is_used)

    def bind(self, ev: Evaluates, resource: Resource, scope: Scope, bind: Callable[[Evaluates], dict[str, object]]) -> dict[str, object]:
        definition = resource.kind
        assert isinstance(definition, Definition)
        if type(ev) is not Evaluator or definition.node is None or resource.is_open or not self._is_certain():
            return bind(ev)
        site = self._known.site(definition.node, self._context.catalog)
        if site.is_evaluated:
            return bind(ev)
        answer = partial(self.answer, ev=ev, scope=scope, resource=resource)
        found = site.find(answer)
        if found is not None and found.bound is not None:
            site.note_use()
            self._prepare(found, ev)
            for each in found.bound.parameters:
                resource.set(each._replace(source=definition))
            name_class(self._context, resource, definition, scope)
            return dict(found.bound.variables)
        recorder = StatementRecorder(ev, scope, answer, self._reads, tables())
        recorder.note_given()
        given = dict(resource.parameters)
        run = partial(bind, recorder)
        with self._context.followed_by(recorder):
            values, is_whole = self._record(recorder, scope, run if self._reads is None else partial(self._reads.recorded, run))
        changed = [each._replace(source=None) for name, each in resource.parameters.items() if given.get(name) is not each]
        kept = [*values.values(), *(each.value for each in changed)]
        if not is_whole or recorder.effects or any(plain(each) is None for each in kept):
            site.note_spoilt()
        else:
            self._known.enter(site, recorder, Bound((*changed,), dict(values)), None)
        return values

    def _is_certain(self) -> bool:
        reach = self._context.reach
        return not (reach.possible or reach.uncalled)

    def answer(self, read: Read, ev: Evaluator, scope: Scope, resource: Resource | None = None) -> object:
        """The answer to what a statement reads; None for one that is not plain."""
        match read.kind:
            case "node":
                assert self._reads is not None
                return self._reads.answer(read.about)
            case "local":
                return held(scope.variables.get(read.name, MISSING), self._reads)
            case "variable":
                try:
                    return held(self._context.variable(read.name, scope), self._reads)
                except (NoVariable, NotEvaluatedYet):
                    return MISSING
            case "given":
                assert resource is not None
                made = [(name, plain(each.value)) for name, each in resource.parameters.items()]
                return None if any(value is None for _, value in made) else (*made,)
        assert isinstance(read.about, tuple) and read.node is not None
        return Invocation(ev, read.node, scope).function("defined", read.about)

    def _repeat(self, recording: Recording, ev: Evaluator, scope: Scope) -> None:
        self._prepare(recording, ev)
        collectors: list[object] = []
        for each in recording.effects:
            ev.located(each.node, partial(DOING[each.__class__], each, ev, scope, collectors))

    def _prepare(self, recording: Recording, ev: Evaluator) -> None:
        """Read what the recording has read of code."""
        context = self._context
        if not recording.functions <= self._called:
            for name in recording.functions - self._called:
                if context.function_named(name) is None:
                    context.resolver.function(name)
            self._called |= recording.functions
        if not recording.types <= self._named:
            for name in recording.types - self._named:
                context.type_named(name)
            self._named |= recording.types
        if recording.code and self._reads is not None:
            self._reads.read_again(recording.code)
        ev.budget.spend(recording.steps)

    def _recorded(self, site: Site, node: ast.Expression, ev: StatementEvaluator, scope: Scope, *, is_used: bool) -> object:
        recorder = StatementRecorder(ev, scope, partial(self.answer, ev=ev, scope=scope), self._reads, tables())
        value, is_whole = self._record(recorder, scope, lambda: recorder.evaluate(node, scope))
        if not is_whole or (is_used and exact(value) is None):
            site.note_spoilt()
        else:
            self._known.enter(site, recorder, None, value if is_used else None)
        return value

    def _record(self, recorder: StatementRecorder, scope: Scope, run: Callable[[], T]) -> tuple[T, bool]:
        """What a function makes that evaluates by a recorder, and whether all of that is recorded."""
        context, reads, catalog = self._context, self._reads, self._context.catalog
        before = (context.log.said, catalog.openness, len(catalog.uncertain))
        recorder.begin()
        around = None if reads is None else reads.follow(recorder)
        try:
            made = run()
        finally:
            if reads is not None:
                reads.follow(around)
        recorder.end()
        return made, not recorder.is_spoilt and not self._has_changed(before, scope)

    def _has_changed(self, before: tuple[object, ...], scope: Scope) -> bool:
        """Whether an evaluation has done what is not recorded."""
        context, catalog = self._context, self._context.catalog
        after = (context.log.said, catalog.openness, len(catalog.uncertain))
        return before != after or not self._is_certain() or scope.frame is not scope.base


def size_of(value: object) -> int:
    """About how many bytes a value takes with all that it is made of, apart from code."""
    if isinstance(value, tuple | list):
        return sys.getsizeof(value) + sum(map(size_of, value))
    if isinstance(value, dict):
        return sys.getsizeof(value) + sum(map(size_of, value.values()))
    if isinstance(value, Hash):
        return OF_OBJECT + sum(size_of(part) for entry in value.items() for part in entry)
    if isinstance(value, ast.Node | Text):
        return 0
    return sys.getsizeof(value) if isinstance(value, str) else OF_OBJECT


OF_OBJECT = 200
"""About how many bytes an object takes that is no text."""
PLAIN: frozenset[type[ast.Node]] = frozenset(
    (ast.Nop, ast.LiteralString, ast.LiteralUndef, ast.LiteralBoolean, ast.LiteralInteger, ast.QualifiedName, ast.VariableExpression)
)
"""Statements that are evaluated faster than repeated."""


class StatementEvaluator(Evaluator):
    """Evaluates what is not repeated, and repeats statements in it."""

    def __init__(self, ev: Evaluator, repetition: Repetition) -> None:
        self.__dict__.update(ev.__dict__)
        self._handlers = handlers()
        self.repetition = repetition


def _block(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, StatementEvaluator) and isinstance(node, ast.BlockExpression)
    value: object = None
    for each in node.statements:
        value = ev.repetition.statement(ev, each, scope, is_used=True)
    return value


@cache
def handlers() -> dict[type[ast.Node], Handler]:
    """What evaluates the nodes of statements that are not repeated."""
    return {**HANDLERS.entries, ast.BlockExpression: _block}


def _assign(effect: Assigned, ev: Evaluator, scope: Scope, collectors: list[object]) -> None:
    assign_name(ev, effect.name, effect.value, effect.node, scope)


def _declare(effect: Declared, ev: Evaluator, scope: Scope, collectors: list[object]) -> None:
    declare(ev, effect._replace(parameters=_set_by(scope, effect.parameters)), scope)


def _override(effect: Override, ev: Evaluator, scope: Scope, collectors: list[object]) -> None:
    override(ev, effect.node, effect.value, _set_by(scope, effect.parameters), scope)


def _relate(effect: Related, ev: Evaluator, scope: Scope, collectors: list[object]) -> None:
    left, right = effect.left, effect.right
    if effect.has_collectors:
        left, right = _with(collectors, left), _with(collectors, right)
    connect(ev, effect.node, left, right)  # type: ignore[arg-type]  # they are operands


def _call(effect: Called, ev: Evaluator, scope: Scope, collectors: list[object]) -> None:
    call(ev, effect.function, effect.arguments, effect.node, scope)


def _collect(effect: Collected, ev: Evaluator, scope: Scope, collectors: list[object]) -> None:
    collectors.append(add_collector(ev, effect.node, _set_by(scope, effect.parameters), effect.query, scope))


def _log(effect: Logged, ev: Evaluator, scope: Scope, collectors: list[object]) -> None:
    for level, message in effect.entries:
        ev.compiler.log.add(level, message)


DOING: dict[type[object], Callable[..., None]] = {
    Assigned: _assign,
    Declared: _declare,
    Override: _override,
    Related: _relate,
    Called: _call,
    Collected: _collect,
    Logged: _log,
}
"""What does an effect for an evaluator and a scope, with the collectors that its statement has made so far."""


def _set_by(scope: Scope, parameters: list[Parameter]) -> list[Parameter]:
    """Parameters that code of a scope sets."""
    source = scope.source
    return [Parameter(name, value, source, place, adds, possible, origin) for name, value, _, place, adds, possible, origin in parameters]


def _with(collectors: list[object], operands: tuple[object, ...]) -> tuple[object, ...]:
    """Operands with the collectors that were made."""
    return tuple([collectors[each.number] if isinstance(each, Numbered) else each for each in operands])
