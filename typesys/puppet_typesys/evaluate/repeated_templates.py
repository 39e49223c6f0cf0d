"""Templates that are rendered once for several catalogs: the text is kept, with the variables that were read.

As with bodies (`repeated_bodies.py`), whatever may depend on more than parameters, variables and pure functions spoils the recording.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.context import Context
from puppet_typesys.evaluate.definitions import Evaluates
from puppet_typesys.evaluate.evaluator import HANDLERS, Evaluator, Handler
from puppet_typesys.evaluate.recorder import Recorder, exact, handlers, is_of_language
from puppet_typesys.evaluate.scope import NotEvaluatedYet, NoVariable, Scope
from puppet_typesys.values.unknown import contains_unknown

MOST = 5_000
"""The number of texts above which they are forgotten."""
MOST_OF_KEY = 4
"""The number of texts for the same parameters, which differ in variables."""


PRINTING: tuple[type[ast.Node], ...] = (ast.EppExpression, ast.RenderExpression, ast.RenderStringExpression)
DECLARING: tuple[type[ast.Node], ...] = (ast.ResourceExpression, ast.ResourceOverrideExpression, ast.RelationshipExpression)


class Rendered(NamedTuple):
    """What a template made, and what it has read."""

    reads: dict[str, object]
    functions: frozenset[str]
    value: object
    steps: int


class RepeatedTemplates:
    """What templates made of parameters. Used on one thread."""

    def __init__(self) -> None:
        self._rendered: dict[object, list[Rendered]] = {}
        self._others: set[bytes] = set()
        """The templates that depend on more."""

    def rendered(
        self,
        context: Context,
        caller: Evaluates,
        text: Text,
        given: object,
        scope: Scope,
        render: Callable[[Evaluates], object],
        exactly: Callable[[object], object],
    ) -> object:
        """What a template makes of its parameters in a scope; whoever records the caller notes what it reads."""
        ev = Evaluator(context, text)
        parameters = exact(given)
        if text.source in self._others or parameters is None:
            return render(ev)
        key = (text.source, parameters)
        known = self._rendered.get(key, ())
        for each in known:
            if _holds(each, ev, scope, exactly):
                context.budget.spend(each.steps)
                return _noted(each, caller, scope)
        recorder = TemplateRecorder(ev)
        before, started = context.log.said, context.budget.used
        value = render(recorder)
        depends = recorder.is_spoilt or recorder.found or recorder.asked or recorder.statements or before != context.log.said
        if depends or contains_unknown(value) or len(known) >= MOST_OF_KEY:
            if len(self._others) < MOST:
                self._others.add(text.source)
            return value
        made = Rendered(recorder.reads, frozenset(recorder.functions), value, context.budget.used - started)
        if len(self._rendered) >= MOST:
            self._rendered.clear()
        self._rendered.setdefault(key, []).append(made)
        return _noted(made, caller, scope)


def _noted(rendered: Rendered, caller: Evaluates, scope: Scope) -> object:
    if isinstance(caller, Recorder):
        caller.note_template(rendered.reads, rendered.functions, scope)
    return rendered.value


def _holds(rendered: Rendered, ev: Evaluator, scope: Scope, exactly: Callable[[object], object]) -> bool:
    """Whether a template would read the same now."""
    if not all(is_of_language(ev, each) for each in rendered.functions):
        return False
    try:
        return all(exactly(ev.compiler.variable(name, scope)) == value for name, value in rendered.reads.items())
    except (NoVariable, NotEvaluatedYet):
        return False


class TemplateRecorder(Recorder):
    """Evaluates a template, and records which variables of the top scope it reads."""

    def __init__(self, ev: Evaluator) -> None:
        super().__init__(ev)
        self._handlers = template_handlers()


def _variable(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder) and isinstance(node, ast.VariableExpression)
    value = HANDLERS.entries[ast.VariableExpression](ev, node, scope)
    if not isinstance(node.expr, ast.QualifiedName):
        ev.spoil()  # What a regular expression has matched.
        return value
    name = node.expr.value
    if "::" in name or not is_of_template(name, scope):
        ev.read(ev.reads, name, value)
    elif contains_unknown(value):
        ev.spoil()
    return value


def is_of_template(name: str, scope: Scope) -> bool:
    """Whether a variable is a parameter or one that the template has set, not one of the scope around it."""
    frame = scope.frame
    while frame is not scope.base and frame.parent is not None:
        if frame.is_local and name in frame.variables:
            return True
        frame = frame.parent
    return False


def _spoiling(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    assert isinstance(ev, Recorder)
    ev.spoil()
    return HANDLERS.entries[node.__class__](ev, node, scope)


@cache
def template_handlers() -> dict[type[ast.Node], Handler]:
    """What evaluates nodes while a template is recorded, which declares nothing."""
    found = dict(handlers())
    found[ast.VariableExpression] = _variable
    found |= {kind: HANDLERS.entries[kind] for kind in PRINTING}
    return found | dict.fromkeys(DECLARING, _spoiling)
