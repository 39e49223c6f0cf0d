"""The matcher `run`: that a function gives a value, or fails with an error."""

from __future__ import annotations

from puppet_check.specs.arguments import is_kind
from puppet_check.specs.examples import MATCHER, matcher
from puppet_check.specs.functions import FUNCTION, Function, executed
from puppet_check.specs.groups import BASE
from puppet_check.specs.machine import SpecMachine
from puppet_check.specs.manifest import SENSITIVE
from puppet_check.specs.matchers.values import is_matcher, shown
from puppet_check.specs.messages import is_expected
from puppet_check.specs.mocks import ARGUMENT
from puppet_check.specs.outcomes import NotMet
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.convert import OTHER, from_puppet
from puppet_typesys.ruby.equality import equal, is_true
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Module, Object, Raised
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, message_of
from puppet_typesys.values.hash import Hash as PuppetHash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.sensitive import Sensitive

RUN = f"{MATCHER}::Run"


class Run:
    """That a function gives a value, or fails with an error."""

    def __init__(self) -> None:
        self.arguments: list[object] = []
        self.block: AnyProc | None = None
        self.wanted: object = None
        self.has_wanted = False
        self.error: object = None
        self.words: object = None
        self.has_error = False
        self.name = ""
        self.got = ""

    def give(self, arguments: list[object]) -> None:
        """Call it with arguments."""
        self.arguments = arguments

    def pass_block(self, block: AnyProc | None) -> None:
        """Call it with a block."""
        self.block = block

    def expect_value(self, value: object) -> None:
        """Expect a value."""
        self.wanted, self.has_wanted = value, True

    def expect_error(self, error: object, message: object) -> None:
        """Expect an exception of a class, or with a message."""
        self.has_error = True
        self.error, self.words = (error, message) if isinstance(error, Module) else (CLASSES["Exception"], error)

    def matches(self, machine: SpecMachine, actual: object) -> bool:
        if not isinstance(actual, Object) or actual.kind.name != FUNCTION:
            raise Unsupported("run", "of another subject")
        function = actual.holding(Function)
        self.name = function.name
        depth = machine.depth
        try:
            value = executed(machine, function, self.arguments, self.block)
        except Raised as raised:
            machine.unwind(depth)
            return self._is_error(raised)
        self.got = shown(value)
        if self.has_error:
            return False
        return not self.has_wanted or self._is_value(machine, value)

    def _is_value(self, machine: SpecMachine, value: object) -> bool:
        if is_kind(self.wanted):
            return is_true(machine.send(self.wanted, "===", [value]))
        if is_matcher(self.wanted) or (isinstance(self.wanted, Object) and self.wanted.kind.is_below(ARGUMENT)):
            raise Unsupported("and_return", "with a matcher")
        if isinstance(self.wanted, Regexp):
            return is_true(machine.send(value, "=~", [self.wanted]))
        if isinstance(value, Sensitive) or (isinstance(self.wanted, Object) and self.wanted.kind.name == SENSITIVE):
            if not isinstance(value, Sensitive) or not isinstance(self.wanted, Object) or self.wanted.kind.name != SENSITIVE:
                raise Unsupported("comparison with", "a sensitive value")
            return equal(self.wanted.held, from_puppet(value.value) if isinstance(value.value, str | tuple | PuppetHash) else value.value)
        return is_true(machine.send(value, "==", [self.wanted]))

    def _is_error(self, raised: Raised) -> bool:
        kind = raised.value.kind
        try:
            text = message_of(raised.value)
        except Unsupported:
            text = ""
            if self.words is not None and self.has_error:
                raise
        self.got = f"{kind.name}: {text}"
        if not self.has_error:
            return False
        assert isinstance(self.error, Module)
        if not self._is_kind(kind, self.error):
            return False
        return is_expected(text, self.words, Unsupported("and_raise_error", "with another message"))

    def _is_kind(self, kind: Module, wanted: Module) -> bool:
        general = wanted.name in ("Exception", "StandardError")
        if kind.name == OTHER and not general:
            raise Unsupported("class of", "the error of a function")
        if kind.name == "Puppet::PreformattedError" and wanted.name in ("Puppet::ParseError", "Puppet::ParseErrorWithIssue"):
            return True
        return kind.is_below(wanted.name)

    def failure(self, machine: SpecMachine, *, negated: bool) -> NotMet:
        no = "not " if negated else ""
        end = "have run successfully"
        if self.has_wanted:
            end = f"have returned {shown(self.wanted)}"
        elif self.has_error:
            end = f"have raised {shown(self.error)}" + ("" if self.words is None else f" matching {shown(self.words)}")
        given = ", ".join(map(shown, self.arguments))
        text = f"expected {self.name}({given}) to {no}{end} instead of {self.got}"
        return NotMet(text, expected=shown(self.wanted) if self.has_wanted else "", actual=self.got)

    def description(self) -> str:
        given = inspect(self.arguments)[1:-1]
        end = "without error"
        if self.has_wanted:
            end = f"and {'match' if isinstance(self.wanted, Regexp) else 'return'} {shown(self.wanted)}"
        elif self.has_error:
            end = f"and raise an {shown(self.error)}"
        return f"run {self.name}({given}) {end}"


@yields(BASE, "run", keeps=True)
def run(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """The matcher."""
    return matcher(Run(), RUN)


@yields(RUN, "with_params", keeps=True)
def with_params(machine: Machine, block: AnyProc | None, receiver: Object, *arguments: object) -> object:
    """Call it with arguments."""
    receiver.holding(Run).give(list(arguments))
    return receiver


@yields(RUN, "with_lambda", keeps=True)
def with_lambda(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """Call it with a block."""
    receiver.holding(Run).pass_block(block)
    return receiver


@yields(RUN, "and_return", keeps=True)
def and_return(machine: Machine, block: AnyProc | None, receiver: Object, value: object) -> object:
    """Expect a value."""
    receiver.holding(Run).expect_value(value)
    return receiver


@yields(RUN, "and_raise_error", keeps=True)
def and_raise_error(machine: Machine, block: AnyProc | None, receiver: Object, error: object, message: object = None) -> object:
    """Expect an error."""
    receiver.holding(Run).expect_error(error, message)
    return receiver
