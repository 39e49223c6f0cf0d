"""`allow_value` of type aliases."""

from __future__ import annotations

from puppet_check.specs.examples import matcher
from puppet_check.specs.groups import BASE
from puppet_check.specs.machine import SpecMachine
from puppet_check.specs.matchers.values import shown
from puppet_check.specs.outcomes import NotMet
from puppet_check.specs.subjects import doubt_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, NativeProc, Proc, Raised
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import message_of


class AllowValue:
    """That a type alias accepts values."""

    def __init__(self, values: list[object]) -> None:
        self.values = values
        self.errors: list[str] = []

    def matches(self, machine: SpecMachine, actual: object) -> bool:
        if not isinstance(actual, Proc | NativeProc):
            raise Unsupported("allow_value", "of another subject")
        self.errors = []
        for value in self.values:
            try:
                doubt_of(machine.call_proc(actual, [value]))
            except Raised as raised:
                if not raised.value.kind.is_below("Puppet::Error"):
                    raise
                self.errors.append(message_of(raised.value))
        return not self.errors

    def failure(self, machine: SpecMachine, *, negated: bool) -> NotMet:
        text = f"expected that the type alias would {self.description()} but"
        if negated:
            return NotMet(f"{text.replace('would', 'would not')} it does")
        word = "error" if len(self.errors) == 1 else "errors"
        return NotMet(f"{text} it raised the {word} {', '.join(self.errors)}", actual="\n".join(self.errors))

    def description(self) -> str:
        return f"match value{'' if len(self.values) == 1 else 's'} {', '.join(map(shown, self.values))}"


@yields(BASE, "allow_value", "allow_values", keeps=True)
def allow_value(machine: Machine, block: AnyProc | None, receiver: object, *values: object) -> object:
    """The matcher."""
    return matcher(AllowValue(list(values)))
