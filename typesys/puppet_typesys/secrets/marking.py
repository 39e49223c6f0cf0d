"""What marks the secrets of an evaluation: values of parameters and Hiera keys that are secrets, and all that becomes Sensitive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.evaluate.definitions import Definition, Evaluates
from puppet_typesys.evaluate.observer import Stepper
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.causes import Causes
from puppet_typesys.node_catalogs.inclusions import Inclusions
from puppet_typesys.node_catalogs.observation import FinishedCall, NodeObservation, NodeObserver
from puppet_typesys.secrets.marks import Marks, Origin, Span
from puppet_typesys.secrets.names import accepts_sensitive, is_secret_name, is_secret_text, is_secret_type
from puppet_typesys.secrets.partial_texts import PASSING, partly_known, passed, printed
from puppet_typesys.types.model import ANY, String, Type
from puppet_typesys.types.model import Sensitive as SensitiveType
from puppet_typesys.types.relate import is_instance
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown

LOGGING = frozenset(("debug", "info", "notice", "warning", "err", "alert", "crit", "emerg", "fail"))
LOOKUPS = functions_with(Role.HIERA_KEY)
SAMPLE = "s3cretvalueOfSome"
"""What is marked where the value of a secret is not known."""

IDENTIFIER = lazy_pattern(rb"\s--?(?:[\w-]*[-_])?(?:id|name|arn)[ =]+['\"]?\$\{?(\w+)")
"""An option of a command that takes the name of something."""


class Logged(NamedTuple):
    """A secret in a message of the log."""

    text: Text
    node: ast.Node
    origin: Origin
    name: str
    """The function."""


class MarkingObservation(NodeObservation):
    """Observes the evaluation of a node like any other, and marks its secrets.

    With `gives_secrets`, parameters of classes that take a Sensitive get one where they have an unknown value, their default, or none;
    with `to_untyped` also those without a type.
    """

    def __init__(
        self,
        marks: Marks,
        causes: Causes,
        inclusions: Inclusions,
        reach: Reach,
        stepper: Stepper | None = None,
        *,
        gives_secrets: bool = False,
        to_untyped: bool = False,
    ) -> None:
        super().__init__(causes, inclusions, reach, stepper)
        self.marks = marks
        self.gives_secrets = gives_secrets
        self.to_untyped = to_untyped
        self.has_untyped = False
        """Whether a class has a parameter without a type that is a secret."""
        self.logged: list[Logged] = []
        self._identifiers: dict[tuple[str, str], bool] = {}
        self._observer = MarkingObserver(self, causes, inclusions, reach)

    def note_logged(self, found: Iterable[Logged]) -> None:
        """Note secrets in a message of the log."""
        self.logged.extend(found)

    def bound(self, resource: Resource, definition: Definition, values: dict[str, object]) -> dict[str, object]:
        made = dict(values)
        for name, type in definition.types.items():
            source = Origin(f"`${name}` of `{definition.name}`", is_sensitive=False, place=_place(definition, name))
            value = values.get(name)
            if isinstance(value, Sensitive):
                made[name] = Sensitive(self.sensitive(value.value, source, type))
            elif is_secret_name(name) and (is_secret_type(type) or accepts_sensitive(type)) and not self._is_identifier(definition, name):
                made[name] = self._secret(value, type, source, may_be_given=self.gives_secrets and resource.is_class)
        return made

    def _is_identifier(self, definition: Definition, name: str) -> bool:
        """Whether a command passes a parameter as the name of a secret that is elsewhere, as in `--secret-id ${token_secret}`."""
        if definition.ev is None:
            return False
        known = self._identifiers.get((definition.name, name))
        if known is None:
            found = (each[1].decode() for each in IDENTIFIER.finditer(definition.ev.text.source))
            known = self._identifiers[definition.name, name] = name in found
        return known

    def _secret(self, value: object, type: Type, source: Origin, *, may_be_given: bool) -> object:
        """The value of a parameter that is a secret by its name, with a mark if it has none."""
        marks = self.marks
        if isinstance(value, str) and any(marks.within(value)):
            return value
        self.has_untyped |= may_be_given and type == ANY
        takes_sensitive = accepts_sensitive(type) or (self.to_untyped and type == ANY)
        if may_be_given and takes_sensitive and (value is None or isinstance(value, Unknown | str)):
            made = Sensitive(marks.marked(SAMPLE, replace(source, is_sensitive=True)))
            return made if is_instance(type, made) else value
        if may_be_given and isinstance(value, Unknown):
            text = marks.marked(SAMPLE, source)
            return text if is_instance(type, text) else value
        if not isinstance(value, str) or not is_secret_text(value):
            return value
        return marks.marked(value, source, lambda text: is_instance(type, text))

    def sensitive(self, value: object, source: Origin, type: Type | None = None) -> object:
        """What a Sensitive holds, with marks."""
        marks, origin = self.marks, replace(source, is_sensitive=True)
        if isinstance(value, str) and len(value) > 1 and not any(marks.within(value)):
            return marks.marked(value, origin, lambda text: type is None or is_instance(type, Sensitive(text)))
        if isinstance(value, Unknown) and type is not None and self.gives_secrets:
            text = marks.marked(SAMPLE, origin)
            return text if is_instance(type, Sensitive(text)) else value
        made = marks.made_sensitive(value, origin)
        return made if type is None or is_instance(type, Sensitive(made)) else value


def _place(definition: Definition, name: str) -> Span | None:
    """The name of a parameter of a class or define, where it is declared."""
    found = next((each for each in definition.parameters if each.name == name), None)
    return None if found is None or definition.ev is None else Span(definition.ev.text, *found.name_span)


def _span(ev: Evaluates, node: ast.Node) -> Span:
    return Span(ev.text, node.start, node.end)


class MarkingObserver(NodeObserver):
    """Marks what functions make Sensitive or find in Hiera, and notes secrets in messages of the log."""

    def __init__(self, owner: MarkingObservation, causes: Causes, inclusions: Inclusions, reach: Reach) -> None:
        super().__init__(causes, inclusions, reach)
        self._owner = owner

    def call_ended(self, ev: Evaluates, call: FinishedCall, result: object) -> object:
        name, node, arguments, block = call
        if name in LOGGING:
            origins = dict.fromkeys(origin for each in arguments for origin in self._owner.marks.found_in(each))
            self._owner.note_logged(Logged(ev.text, node, each, name) for each in origins)
        if isinstance(result, Sensitive):
            return Sensitive(self._owner.sensitive(result.value, Origin("a secret", is_sensitive=True, place=_span(ev, node))))
        if isinstance(result, Unknown) and block is None and name in PASSING:
            return self._of_unknown(name, arguments, result)
        key = arguments[0] if name in LOOKUPS and arguments else None
        if isinstance(key, str) and is_secret_name(key) and isinstance(result, str) and is_secret_text(result):
            return (
                result
                if any(self._owner.marks.within(result))
                else self._owner.marks.marked(result, Origin(f"Hiera key `{key}`", False, _span(ev, node)))
            )
        return result

    def _of_unknown(self, name: str, arguments: Sequence[object], result: Unknown) -> object:
        """The result of a function for arguments that are known in parts."""
        if name != "new":
            return partly_known(tuple(passed(name, arguments)), result, self._owner.marks)
        made, *given = arguments
        text = partly_known(tuple(passed(name, given)), result, self._owner.marks)
        if text is result or not isinstance(made, String | SensitiveType):
            return result
        return Sensitive(text) if isinstance(made, SensitiveType) else text

    def joined(self, parts: Sequence[object], unknown: Unknown) -> object:
        return partly_known(parts, unknown, self._owner.marks)

    def not_rendered(self, template: str, variable: Callable[[str], object], unknown: Unknown) -> object:
        return partly_known(tuple(printed(template, variable)), unknown, self._owner.marks)
