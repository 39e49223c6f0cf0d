"""Matchers that specs define themselves: `RSpec::Matchers.define :name do |expected| match do |actual| … end end`."""

from __future__ import annotations

from puppet_check.specs.examples import MADE, MATCHER, matcher, value_of
from puppet_check.specs.machine import SpecMachine, of
from puppet_check.specs.outcomes import NotMet
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.equality import is_true
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Module, Object, Proc
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s

DEFINED = "defined matchers"
"""The name under which the machine remembers them."""
OWN = f"{MATCHER}::Defined"
BODY = "RSpec::Matchers::OfSpecs"
BODY_KIND = Module(BODY, CLASSES["Object"])


class Defined:
    """A matcher by its blocks."""

    def __init__(self, name: str, receiver: Object) -> None:
        self.name = name
        self.receiver = receiver
        self.blocks: dict[str, Proc] = {}

    def add(self, kind: str, block: AnyProc | None) -> None:
        """Note a block: of `match`, or of what is said."""
        if not isinstance(block, Proc):
            raise Unsupported("matcher", f"{self.name} with another block")
        self.blocks[kind] = block

    def matches(self, machine: SpecMachine, actual: object) -> bool:
        block = self.blocks.get("match")
        if block is None:
            raise Unsupported("matcher", self.name)
        return is_true(machine.call_with_self(block, self.receiver, [value_of(machine, actual)]))

    def is_absent(self, machine: SpecMachine, actual: object) -> bool:
        """Whether a negative expectation is met."""
        block = self.blocks.get("match_when_negated")
        if block is None:
            return not self.matches(machine, actual)
        return is_true(machine.call_with_self(block, self.receiver, [value_of(machine, actual)]))

    def failure(self, machine: SpecMachine, *, negated: bool) -> NotMet:
        return NotMet(f"expected {'not ' if negated else ''}to {self.description()}")

    def description(self) -> str:
        return self.name.replace("_", " ")


@yields("RSpec::Matchers.", "define", keeps=True)
def define(machine: Machine, block: AnyProc | None, receiver: object, name: object) -> object:
    """Define a matcher."""
    if not isinstance(block, Proc):
        raise Unsupported("method", "define without a block")
    known(of(machine))[to_s(name)] = block
    return None


def known(machine: SpecMachine) -> dict[str, Proc]:
    """The matchers that were defined."""
    found = machine.used.setdefault(DEFINED, {})
    assert isinstance(found, dict)
    return found


@yields("RSpec::Matchers.", "define_negated_matcher", keeps=True)
def define_negated(machine: Machine, block: AnyProc | None, receiver: object, name: object, base: object) -> object:
    """Define the negation of a matcher."""
    raise Unsupported("method", "define_negated_matcher")


def _block(kind: str, *names: str) -> None:
    @yields(BODY, *names, keeps=True)
    def enter(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
        receiver.holding(Defined).add(kind, block)
        return None


_block("match", "match")
_block("match_when_negated", "match_when_negated")
_block("said", "failure_message", "failure_message_when_negated", "description", "diffable", "failure_message_for_should")


def make(machine: SpecMachine, name: str, arguments: list[object], block: AnyProc | None) -> Object | None:
    """The matcher of a name that was defined; None without one."""
    body = known(machine).get(name)
    if body is None:
        return None
    receiver = Object(BODY_KIND)
    held = Defined(name, receiver)
    receiver.hold(held)
    machine.call_with_self(body, receiver, arguments)
    return matcher(held, OWN)


MADE.insert(0, ("", make))
