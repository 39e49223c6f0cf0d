"""Whether the body of a define of another file refuses the values that a declaration gives it.

Only its guards are evaluated: the statements that call `fail` or `assert_type`, and declarations of resources that may require attributes.
An error counts if it is certain with these values, and if the define does not fail with any values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from puppet_grammar.text import Text
from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.evaluate.classes import evaluate
from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.evaluate.definitions import Definition, Evaluates
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.observer import Observation, Observer
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.resource import UNTITLED, Resource
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.infer.attribute_values import missing_attributes
from puppet_typesys.infer.external import ExternalDefinition, LoadedDefinitions, Refusal
from puppet_typesys.infer.watched_world import WatchedWorld
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.show import show
from puppet_typesys.values.errors import ArgumentError, BudgetError, MessageError
from puppet_typesys.values.unknown import Unknown, contains_unknown

REFUSING = (b"fail", b"assert_type")
"""The beginnings of calls that refuse values."""


ANY_VALUES = ("any values",)
"""The key of what the guards of a define say of values of which only the types are known."""


class GuardObserver(Observer):
    """Ends the evaluation at a call of `fail` whose message is unknown."""

    def after_call(self, ev: Evaluates, name: str, arguments: Sequence[object], block: Block | None, result: object) -> object:
        if name == "fail":
            raise ArgumentError("the message of `fail` depends on values that are not known")
        return result


class GuardObservation(Observation):
    """The events of the evaluation of guards."""

    def observer_of(self, text: Text) -> Observer:
        return GUARD_OBSERVER


GUARD_OBSERVER = GuardObserver()


class GuardChecker:
    """Evaluates guards in a compiler of its own, which has no other definitions of the checked program."""

    def __init__(self, compiler: Compiler, loaded: LoadedDefinitions, world: WatchedWorld) -> None:
        """`world` is that of the compiler, whose observation is a `GuardObservation`."""
        self.compiler = compiler
        self._loaded = loaded
        self._world = world
        compiler.top.mark_open()
        self._known: dict[str, Definition | None] = {}

    def refusal(self, resource: Resource, kind: ExternalDefinition, key: tuple[object, ...]) -> str | None:
        """The error of the guards for a declaration with the values of a key; None if they accept it, or if that is unknown."""
        return self._recorded(kind, key, lambda: self._refusal(resource, kind)).reason

    def _refusal(self, resource: Resource, kind: ExternalDefinition) -> str | None:
        guards = self._of(kind)
        if guards is None:
            return None
        given = _given(resource, kind)
        reason = self._error(guards, _title(resource, kind), given)
        if reason is None or self._refuses_all(guards, kind):
            return None
        # The message may have the title, even if the answer does not depend on it.
        return self._error(guards, resource.title, given) or reason

    def _refuses_all(self, guards: Definition, kind: ExternalDefinition) -> bool:
        """Whether the guards of a define refuse any values."""
        refusal = kind.refusals.get(ANY_VALUES)
        if refusal is None:
            anything: dict[str, object] = {name: Unknown(type) for name, type in guards.types.items()}
            refusal = self._recorded(kind, ANY_VALUES, lambda: self._error(guards, None, anything))
        self._loaded.ask_again(refusal.asked)
        return refusal.reason is not None

    def _of(self, kind: ExternalDefinition) -> Definition | None:
        """The guards of a define, as a definition of their own; None if there are none."""
        parsed = kind.guards
        if parsed is None:
            return None
        if kind.name not in self._known:
            text, program = parsed
            self._known[kind.name] = None
            try:
                self.compiler.define(self.compiler.evaluator(text), program)
            except MessageError:
                return None
            self._known[kind.name] = self.compiler.catalog.defines[kind.name]
        return self._known[kind.name]

    def _recorded(self, kind: ExternalDefinition, key: tuple[object, ...], make: Callable[[], str | None]) -> Refusal:
        """What the guards say of some values. It is only kept for other files if it depends on nothing but definitions."""
        refusal = Refusal(*self._loaded.recorded(make))
        if not self._world.was_asked:
            kind.refusals[key] = refusal
        return refusal

    def _error(self, definition: Definition, title: str | None, given: dict[str, object]) -> str | None:
        compiler = self.compiler
        compiler.start_over()
        compiler.budget.renew()
        resource = Resource(definition.name, title or UNTITLED, definition, compiler.top)
        if title is None:
            resource.title = Unknown(model.STRING)  # type: ignore[assignment]  # becomes the value of `$title`
        for name, value in given.items():
            resource.set(Parameter(name, value))
        try:
            with compiler.budget.metered():
                evaluate(compiler, resource)
        except EvaluationError as error:
            return error.message.text if _is_refusal(error) else None
        except (MessageError, ControlFlow, BudgetError, RecursionError):
            return None
        # Those with an unknown title are uncertain, but the guards declare none under a condition.
        declared = (*compiler.catalog.resources, *compiler.catalog.uncertain)
        return next(filter(None, map(_missing, declared)), None)


def values_key(resource: Resource, kind: ExternalDefinition) -> tuple[object, ...]:
    """What the answer of guards for a declaration depends on: the values that they read, and the types of those that are unknown."""
    return (_title(resource, kind), *_key(_given(resource, kind)))


def _title(resource: Resource, kind: ExternalDefinition) -> str | None:
    """The title of a declaration, if the guards depend on it and it is known."""
    title: object = resource.title
    return title if kind.guards_read_title and isinstance(title, str) and title != UNTITLED else None


def _given(resource: Resource, kind: ExternalDefinition) -> dict[str, object]:
    return {name: _plain(each.value) for name, each in resource.parameters.items() if name in kind.guard_parameters}


def _missing(resource: Resource) -> str | None:
    """The message about required attributes that a resource does not set; None if it is complete."""
    if not isinstance(resource.kind, NativeType) or resource.is_open:
        return None
    return next((f"{resource}: {each.message}" for each in missing_attributes(resource, resource.kind)), None)


def _is_refusal(error: EvaluationError) -> bool:
    """Whether an error was raised by a call that refuses values, as opposed to one that lacks the definitions of other files."""
    return error.text is not None and error.offset is not None and error.text.source.startswith(REFUSING, error.offset)


def _plain(value: object) -> object:
    """A value that is unknown as a whole if a part of it is."""
    return Unknown(infer_set(value)) if contains_unknown(value) else value


def _key(given: dict[str, object]) -> Iterator[object]:
    """What the answer for some values depends on, apart from the title."""
    for name, value in sorted(given.items()):
        yield name
        yield show(infer_set(value)) if isinstance(value, Unknown) else repr(value)
