"""`compile` and the counts of resources."""

from __future__ import annotations

from puppet_check.specs.catalogs.compiling import Made
from puppet_check.specs.catalogs.judgements import Refusal
from puppet_check.specs.catalogs.refusals import refused
from puppet_check.specs.catalogs.relationships import cycles_of, require_titles
from puppet_check.specs.catalogs.resources import resource_counts
from puppet_check.specs.examples import MADE, MATCHER, called, matcher
from puppet_check.specs.machine import SpecMachine
from puppet_check.specs.outcomes import NotMet, Undecided
from puppet_check.specs.subjects import CATALOG, View
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Object, Raised, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, message_of, to_s
from puppet_typesys.values.regexp import Regexp

COMPILE = f"{MATCHER}::Compile"
BASE = "RSpec::Core::ExampleGroup"


def compiled(machine: SpecMachine, actual: object) -> object:
    """The catalog of a subject, which is called; a catalog itself cannot be."""
    if isinstance(actual, Object) and actual.kind.name == CATALOG:
        raise Raised(Object(CLASSES["NoMethodError"], f"undefined method `call' for an instance of {CATALOG}"))
    return called(machine, actual)


class Compile:
    """That a catalog can be compiled, or that it fails with an error."""

    def __init__(self) -> None:
        self.error: object = None
        self.with_deps = False
        self.said = ""

    def expect_error(self, error: object) -> None:
        """Expect that compiling fails with an error."""
        self.error = error

    def matches(self, machine: SpecMachine, actual: object) -> bool:
        self.said = ""
        try:
            catalog = compiled(machine, actual)
        except Raised as raised:
            if not raised.value.kind.is_below("Puppet::Error"):
                raise
            self.said = message_of(raised.value)
            return self._is_expected()
        if not isinstance(catalog, Object) or catalog.kind.name != CATALOG:
            raise Unsupported("matcher", "of a catalog for another value")
        made = catalog.holding(View).made
        if made.doubt:
            raise Undecided(made.doubt)
        refusal = refused(made, machine.catalogs.judged)
        if refusal is not None:
            return self._is_refused(refusal)
        require_titles(made)
        cycle = cycles_of(made)
        if cycle:
            self.said = f"dependency cycles found: {cycle}"
            return False
        return self.error is None

    def _is_refused(self, refusal: Refusal) -> bool:
        kind = CLASSES.get(refusal.kind)
        if kind is None or not kind.is_below("Puppet::Error"):
            # The matcher handles errors of Puppet alone.
            raise Raised(Object(kind or CLASSES["StandardError"], refusal.message))
        self.said = refusal.message
        if self.error is not None and not refusal.is_exact:
            raise Undecided(f"the text of the error: {refusal.message}")
        return self._is_expected()

    def _is_expected(self) -> bool:
        if self.error is None:
            return False
        if isinstance(self.error, Regexp):
            return self.error.match(self.said) is not None
        if isinstance(self.error, String):
            return self.said == self.error.text
        raise Unsupported("compile", "with an error of another kind")

    def failure(self, machine: SpecMachine, *, negated: bool) -> NotMet:
        if negated:
            return NotMet("expected that the catalogue would not compile but it does")
        if self.said and self.error is None:
            return NotMet(f"error during compilation: {self.said}")
        return NotMet(f"expected that the catalogue would {self.description()}", expected=inspect(self.error), actual=self.said)

    def description(self) -> str:
        if self.error is None:
            return "compile into a catalogue without dependency cycles"
        if isinstance(self.error, Regexp):
            return f"fail to compile and raise an error matching {inspect(self.error)}"
        return f"fail to compile and raise the error {inspect(self.error)}"


@yields(BASE, "compile", keeps=True)
def make(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """The matcher."""
    return matcher(Compile(), COMPILE)


@yields(COMPILE, "with_all_deps", keeps=True)
def with_all_deps(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """Relationships to resources that are not there are errors of compiling anyway."""
    return receiver


@yields(COMPILE, "and_raise_error", keeps=True)
def and_raise_error(machine: Machine, block: AnyProc | None, receiver: Object, error: object) -> object:
    """Expect that compiling fails."""
    receiver.holding(Compile).expect_error(error)
    return receiver


class Count:
    """The number of resources, or of those of a type."""

    def __init__(self, kind: str, expected: int) -> None:
        self.kind = kind
        self.type = "::".join(each.capitalize() for each in kind.split("__"))
        self.expected = expected
        self.actual = 0

    def matches(self, machine: SpecMachine, actual: object) -> bool:
        catalog = compiled(machine, actual)
        if not isinstance(catalog, Object) or catalog.kind.name != CATALOG:
            raise Unsupported("matcher", "of a catalog for another value")
        self.actual = self._number(catalog.holding(View).made, catalog.holding(View).is_exported)
        return self.actual == self.expected

    def _number(self, made: Made, is_exported: bool) -> int:
        counts = resource_counts(made, is_exported=is_exported)
        if self.kind == "resource":
            return sum(number for type, number in counts.items() if type not in ("Class", "Node"))
        return counts.get(self.type, 0)

    def failure(self, machine: SpecMachine, *, negated: bool) -> NotMet:
        if negated:
            return NotMet(f"expected that the catalogue would not {self.description()} but it does")
        return NotMet(
            f"expected that the catalogue would {self.description()} but it contains {self.actual}",
            expected=str(self.expected),
            actual=str(self.actual),
        )

    def description(self) -> str:
        if self.kind == "class":
            return f"contain exactly {self.expected} {'class' if self.expected == 1 else 'classes'}"
        type = "" if self.kind == "resource" else f"{self.type} "
        return f"contain exactly {self.expected} {type}{'resource' if self.expected == 1 else 'resources'}"


NAME = lazy_pattern(r"have_(.+?)(_resource)?_count\Z")


def _count(machine: SpecMachine, name: str, arguments: list[object], block: AnyProc | None) -> Object:
    found = NAME.match(name)
    if found is None or len(arguments) != 1:
        raise Unsupported("method", name)
    if found[1] not in ("class", "resource") and not found[2]:
        raise Unsupported("method", name)
    number = arguments[0]
    if not isinstance(number, int):
        number = int(to_s(number))
    return matcher(Count(found[1], number))


MADE.append(("have_", _count))
