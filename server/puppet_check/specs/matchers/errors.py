"""`raise_error`: that a block, or a subject that is called, raises an exception."""

from __future__ import annotations

from puppet_check.specs.examples import MATCHER, block_called, matcher
from puppet_check.specs.groups import BASE
from puppet_check.specs.machine import SpecMachine
from puppet_check.specs.messages import is_expected
from puppet_check.specs.outcomes import Broken, NotMet, Undecided
from puppet_check.specs.subjects import CATALOG, View
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Module, Object, Raised
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, message_of
from puppet_typesys.values.regexp import Regexp

RAISE = f"{MATCHER}::RaiseError"
CERTAIN = frozenset(("Exception", "StandardError", "RuntimeError", "Puppet::Error"))
"""The classes that an exception of a catalog certainly has; others of Puppet are not told apart."""

EVALUATION = "Evaluation Error: "
OF_EVALUATION = frozenset(("Puppet::PreformattedError", "Puppet::ParseErrorWithIssue", "Puppet::ParseError"))
"""The classes that an error of an evaluation has as well, whose message begins like that."""


class RaiseError:
    """An exception of a class, or with a message."""

    def __init__(self, kind: object, message: object) -> None:
        self.kind: object = kind if isinstance(kind, Module) else None
        self.words = message if isinstance(kind, Module) or kind is None else kind
        self.got = ""

    def expect_message(self, message: object) -> None:
        """Expect a message."""
        self.words = message

    def matches(self, machine: SpecMachine, actual: object) -> bool:
        self.got = "nothing"
        depth = machine.depth
        try:
            value = block_called(machine, actual)
        except Raised as raised:
            machine.unwind(depth)
            return self._is_expected(raised)
        except Broken:
            raise
        except NotMet as failure:
            machine.unwind(depth)
            return self._is_failure(failure)
        if isinstance(value, Object) and value.kind.name == CATALOG and (doubt := value.holding(View).made.doubt):
            raise Undecided(doubt)
        return False

    def _is_failure(self, failure: NotMet) -> bool:
        """Whether the failure of an inner expectation, which is an exception as well, is expected."""
        self.got = f"RSpec::Expectations::ExpectationNotMetError: {failure.text}"
        if isinstance(self.kind, Module) and self.kind.name != "Exception":
            if self.kind.name in ("StandardError", "RuntimeError", "ArgumentError") or self.kind.name.startswith("Puppet::"):
                return False
            raise Unsupported("class of", "a failed expectation")
        if self.words is None or (isinstance(self.words, Regexp) and self.words.match(failure.text) is not None):
            return True
        raise Unsupported("text of", "a failed expectation")

    def _is_expected(self, raised: Raised) -> bool:
        value = raised.value
        try:
            text = message_of(value)
        except Unsupported:
            if self.words is not None:
                raise
            text = ""
        self.got = f"{value.kind.name}: {text}"
        if isinstance(self.kind, Module):
            of_evaluation = self.kind.name in OF_EVALUATION and text.startswith(EVALUATION)
            is_told_apart = of_evaluation or self.kind.name in CERTAIN or not self.kind.name.startswith("Puppet")
            if value.kind.is_below("Puppet::Error") and not is_told_apart:
                raise Unsupported("class of", "an exception of Puppet")
            if not of_evaluation and not value.kind.is_below(self.kind.name):
                return False
        return is_expected(text, self.words, Unsupported("raise_error", "with a matcher"))

    def failure(self, machine: SpecMachine, *, negated: bool) -> NotMet:
        no = "no " if negated else ""
        return NotMet(f"expected {no}exception {self.description().removeprefix('raise ')}, got {self.got}", actual=self.got)

    def description(self) -> str:
        kind = self.kind.name if isinstance(self.kind, Module) else "Exception"
        return f"raise {kind}" if self.words is None else f"raise {kind} with {inspect(self.words)}"


@yields(BASE, "raise_error", "raise_exception", keeps=True)
def raise_error(machine: Machine, block: AnyProc | None, receiver: object, kind: object = None, message: object = None) -> object:
    """The matcher."""
    if block is not None:
        raise Unsupported("raise_error", "with a block")
    return matcher(RaiseError(kind, message), RAISE)


@yields(RAISE, "with_message", keeps=True)
def with_message(machine: Machine, block: AnyProc | None, receiver: Object, message: object) -> object:
    """Expect a message."""
    receiver.holding(RaiseError).expect_message(message)
    return receiver
