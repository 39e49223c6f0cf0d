"""Values of Puppet as values of Ruby, and back."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.ruby.classes import CLASSES, name_of_class
from puppet_typesys.ruby.equality import INSTANCE, key_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.objects import AnyProc, Hash, Module, NativeProc, Object, Proc, Raised, String, Symbol
from puppet_typesys.ruby.outcome import Failed, NotComputed, RubyError, Unsupported
from puppet_typesys.ruby.shown import UNSAID
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.lookup_context import LookupContext
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Instance
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.default import DEFAULT, Default
from puppet_typesys.values.hash import Hash as PuppetHash
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.meter import spend
from puppet_typesys.values.numbers import MAX_INTEGER, MIN_INTEGER
from puppet_typesys.values.reference import Reference
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.runtime_object import RuntimeSymbol
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown

SAME = (Type, Regexp, SemVer, SemVerRange, Timestamp, Timespan, Binary, Unknown)
"""The classes of values that are the same on both sides."""


def argument(value: object) -> object:
    """An argument of a function as its program sees it: one that it may hand on, whatever it is."""
    return from_puppet(value, hands_on=True)


def from_puppet(value: object, *, hands_on: bool = False) -> object:
    """A value of Puppet as Ruby programs see it; what they change is a copy.

    Raises Unsupported for an instance of an Object type, such as Deferred, unless the program `hands_on` what it gets.
    """
    kind = value.__class__
    if kind is str:
        assert isinstance(value, str)
        return String(value)
    if value is None or kind in (int, bool, float):
        return value
    if isinstance(value, tuple):
        spend(1 + (len(value) >> 2))
        return [from_puppet(each, hands_on=hands_on) for each in value]
    if isinstance(value, PuppetHash):
        spend(1 + (len(value) >> 2))
        made = Hash()
        for key, each in value.items():
            name = from_puppet(key)
            if isinstance(name, String):
                name.freeze()
            made.entries[key_of(name)] = (name, from_puppet(each, hands_on=hands_on))
        return made
    if isinstance(value, Default):
        return Symbol.named("default")
    if isinstance(value, Sensitive):
        return Sensitive(from_puppet(value.value, hands_on=hands_on))
    if isinstance(value, SAME):
        return value
    if isinstance(value, Reference):
        return Object(CLASSES["Puppet::Resource"], value)
    if isinstance(value, LookupContext):
        return Object(CLASSES["Puppet::LookupContext"], value)
    if isinstance(value, RuntimeSymbol):
        return Symbol.named(value.name)
    if isinstance(value, Instance) and hands_on:
        return Object(CLASSES[INSTANCE], value)
    raise Unsupported("value of", "an Iterator" if isinstance(value, Iterator) else value.__class__.__name__)


def to_puppet(value: object) -> object:
    """A value of Ruby as a value of Puppet."""
    if isinstance(value, String):
        if value.binary and not value.text.isascii():
            raise Unsupported("value of", "a binary String")
        return value.text
    if isinstance(value, int) and not isinstance(value, bool) and not MIN_INTEGER <= value <= MAX_INTEGER:
        raise Unsupported("value of", "a large Integer")
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        raise Unsupported("value of", "a Float that is no number")
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, list):
        spend(1 + (len(value) >> 2))
        return tuple([to_puppet(each) for each in value])
    if isinstance(value, Hash):
        spend(1 + (len(value) >> 2))
        return PuppetHash([(to_puppet(key), to_puppet(each)) for key, each in value.items()])
    if isinstance(value, Symbol) and value.name in ("undef", "default"):
        return None if value.name == "undef" else DEFAULT
    if isinstance(value, Sensitive):
        return Sensitive(to_puppet(value.value))
    if isinstance(value, (Default, *SAME)):
        return value
    if isinstance(value, Object) and value.kind.name == INSTANCE:
        return value.held
    if isinstance(value, Object) and isinstance(value.held, Reference):
        if value.held.type == "Class":
            return model.Class(value.held.title.lower())
        return model.Resource(value.held.type, value.held.title)
    raise Unsupported("value of", name_of_class(value))


OTHER = "Puppet::ErrorOfFunction"
"""The class of the errors of functions that are not written in Ruby, whose class in the reference is not known."""


class RubyBlock(Block):
    """A block of a program, passed to a function of Puppet."""

    __slots__ = ("machine", "proc")

    def __init__(self, machine: Machine, proc: Proc) -> None:
        self.machine = machine
        self.proc = proc

    @property
    def type(self) -> model.Callable:
        parameters = self.proc.parameters
        low = len(parameters.required) + len(parameters.after)
        high = None if parameters.rest is not None else low + len(parameters.optional)
        return model.Callable(model.Tuple((model.ANY,), model.Integer(low, high)))

    def call(self, arguments: Sequence[object]) -> object:
        return to_puppet(self.machine.call_proc(self.proc, list(map(from_puppet, arguments))))


def block_of_puppet(block: Block) -> NativeProc:
    """A lambda of Puppet as a block."""
    return NativeProc(lambda *arguments: from_puppet(block.call(tuple(map(to_puppet, arguments)))), -1, block)


def block_for_puppet(machine: Machine, proc: AnyProc | None) -> Block | None:
    """A block as an argument of a function of Puppet."""
    if proc is None:
        return None
    if isinstance(proc, Proc):
        return RubyBlock(machine, proc)
    if isinstance(proc.origin, Block):
        return proc.origin
    raise Unsupported("syntax", "& of another value")


def call_host(machine: Machine, name: str, arguments: Sequence[object], block: AnyProc | None = None) -> object:
    """Call a function of Puppet by name."""
    machine.spend(10)
    given = tuple(map(to_puppet, arguments))
    try:
        result = machine.host.call(name, given, block_for_puppet(machine, block))
    except RubyError as failure:
        kind = failure.kind
        raised = Raised(Object(kind if isinstance(kind, Module) else CLASSES[OTHER], str(failure)))
        raised.origin = failure
        raise raised from None
    except Failed as failure:
        raised = Raised(Object(CLASSES[OTHER], UNSAID))
        raised.origin = failure.error
        raise raised from None
    if isinstance(result, NotComputed):
        # The function may also raise an exception.
        raise Unsupported(result.reason.kind, result.reason.name)
    if isinstance(result, Unknown):
        machine.note_unknown()
        return result
    made = from_puppet(result)
    machine.note(made)
    return made
