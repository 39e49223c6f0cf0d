"""What code inside of an example can call, and the expectations that it makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from puppet_check.specs.groups import BASE, Group
from puppet_check.specs.machine import ADDED, DYNAMIC, SpecMachine, of
from puppet_check.specs.outcomes import NotMet, Skipped
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.machine import Machine, method_of
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Module, NativeProc, Object, Proc, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, to_s

TARGET = "RSpec::Expectations::ExpectationTarget"
TARGET_KIND = Module(TARGET, CLASSES["Object"])
MATCHER = "RSpec::Matchers"
"""The beginning of the names of the classes of matchers."""


class Matcher(Protocol):
    """A matcher of RSpec."""

    def matches(self, machine: SpecMachine, actual: object) -> bool:
        """Whether it matches a value, or the block that `expect` was given. Raises Undecided if that depends on what is unknown."""

    def failure(self, machine: SpecMachine, *, negated: bool) -> NotMet:
        """The failure of the last match."""

    def description(self) -> str:
        """What follows `is expected to`."""


class Actual:
    """What `expect` was given: a value, or a block."""

    def __init__(self, value: object, block: AnyProc | None) -> None:
        self.value = value
        self.block = block


@yields(BASE, "expect", keeps=True)
def expect(machine: Machine, block: AnyProc | None, receiver: object, value: object = None) -> object:
    """An expectation about a value or a block."""
    return Object(TARGET_KIND, Actual(value, block))


@yields(BASE, "is_expected", keeps=True)
def is_expected(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """An expectation about the subject."""
    return Object(TARGET_KIND, Actual(_subject(of(machine), receiver), None))


@yields(BASE, "should", keeps=True)
def should(machine: Machine, block: AnyProc | None, receiver: object, matcher: object = None) -> object:
    """An expectation about the subject in the old form."""
    return _expect(of(machine), Actual(_subject(of(machine), receiver), None), matcher, negated=False)


@yields(BASE, "should_not", keeps=True)
def should_not(machine: Machine, block: AnyProc | None, receiver: object, matcher: object = None) -> object:
    """A negative expectation about the subject in the old form."""
    return _expect(of(machine), Actual(_subject(of(machine), receiver), None), matcher, negated=True)


def _subject(machine: SpecMachine, receiver: object) -> object:
    """What expectations without a value are about: the subject, or what `its` names of it."""
    name = ITS if isinstance(receiver, Object) and method_of(receiver.kind, ITS) is not None else "subject"
    return machine.send(receiver, name, [], None, True)


ITS = "__its_subject"
"""The name of the method of a group that `its` makes, whose value its example is about."""


@yields(TARGET, "to", keeps=True)
def to(machine: Machine, block: AnyProc | None, target: Object, matcher: object = None, message: object = None) -> object:
    """Expect that a matcher matches."""
    return _expect(of(machine), target.holding(Actual), matcher, negated=False)


@yields(TARGET, "not_to", "to_not", keeps=True)
def not_to(machine: Machine, block: AnyProc | None, target: Object, matcher: object = None, message: object = None) -> object:
    """Expect that a matcher does not match."""
    return _expect(of(machine), target.holding(Actual), matcher, negated=True)


def _expect(machine: SpecMachine, actual: Actual, matcher: object, *, negated: bool) -> object:
    found = matcher_of(matcher)
    given: object = actual if actual.block is not None else actual.value
    machine.used[LAST] = ("is expected not to " if negated else "is expected to ") + described(found)
    met = found.matches(machine, given)
    if met and not negated:
        return True
    # Not all matchers have a negation that is the opposite of what they match.
    is_absent = getattr(found, "is_absent", None)
    if negated and not met and (is_absent is None or is_absent(machine, given)):
        return True
    raise found.failure(machine, negated=negated)


def _should(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    if len(arguments) != 1:
        raise Unsupported("method", name)
    return _expect(machine, Actual(receiver, None), arguments[0], negated=name == "should_not")


ADDED.update({"should": _should, "should_not": _should})
LAST = "last expectation"
"""The name under which the machine remembers what the last expectation was."""


def described(matcher: Matcher) -> str:
    """The description of a matcher; empty if a value in it cannot be shown."""
    try:
        return matcher.description()
    except Unsupported:
        return ""


def matcher_of(value: object) -> Matcher:
    """The matcher that an object of a program stands for."""
    if isinstance(value, Object) and value.kind.name.startswith(MATCHER) and value.held is not None:
        return value.held  # type: ignore[return-value]  # only matchers are in such objects
    raise Unsupported("matcher", "of another class")


KINDS: dict[str, Module] = {}


def matcher(held: Matcher, name: str = MATCHER) -> Object:
    """The object of a program that stands for a matcher."""
    return Object(KINDS.setdefault(name, Module(name, CLASSES["Object"])), held)


def value_of(machine: SpecMachine, actual: object) -> object:
    """The value of an expectation about a value; one about a block fails whatever it expects."""
    if isinstance(actual, Actual):
        raise NotMet("You must pass an argument rather than a block to `expect` to use the provided matcher")
    return actual


def called(machine: SpecMachine, actual: object) -> object:
    """What a value that can be called gives; another value is taken as it is."""
    value = value_of(machine, actual)
    return machine.call_proc(value, []) if isinstance(value, Proc | NativeProc) else value


def block_called(machine: SpecMachine, actual: object) -> object:
    """What a block, or a value that can be called, gives."""
    if isinstance(actual, Actual):
        assert actual.block is not None
        return machine.call(actual.block)
    return called(machine, actual)


@yields(f"{BASE} RSpec::Main", "skip", keeps=True)
def skip(machine: Machine, block: AnyProc | None, receiver: object, reason: object = None) -> object:
    """End the example."""
    raise Skipped("" if reason is None else to_s(reason))


@yields(BASE, "pending", keeps=True)
def pending(machine: Machine, block: AnyProc | None, receiver: object, reason: object = None) -> object:
    """Note that the rest of the example is expected to fail."""
    of(machine).used[PENDING] = "" if reason is None else to_s(reason)
    return None


PENDING = "pending"
"""The name under which the machine remembers that the example is expected to fail."""


@yields(BASE, "described_class", keeps=True)
def described_class(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """What the group describes."""
    return machine.send(receiver.kind, "described_class", [])


@yields(BASE, "aggregate_failures", keeps=True)
def aggregate_failures(machine: Machine, block: AnyProc | None, receiver: object, label: object = None) -> object:
    """Run a block whose expectations are reported together."""
    return machine.call(machine.needs(block, "aggregate_failures"))


Make = Callable[[SpecMachine, str, list[object], AnyProc | None], Object | None]
MADE: list[tuple[str, Make]] = []
"""The matchers that are made by the beginning of their names."""


def _method(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    for prefix, make in MADE:
        if name.startswith(prefix) and (made := make(machine, name, arguments, block)) is not None:
            return made
    raise Unsupported("method", name)


DYNAMIC[BASE] = _method


@yields(BASE, "inspect", "to_s")
def shown(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The example as text."""
    raise Unsupported("method", "inspect")


__all__ = ["Group", "String", "Symbol", "inspect"]
