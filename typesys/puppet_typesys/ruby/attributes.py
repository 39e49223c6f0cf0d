"""What blocks in Ruby say about the value of an attribute: `validate` and `munge` of `newparam` and `newproperty`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puppet_typesys.ruby.alone import Alone
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.compiling.file import compiled
from puppet_typesys.ruby.convert import from_puppet
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.objects import Jump, Object, Proc, Raised
from puppet_typesys.ruby.outcome import Meter, Unsupported
from puppet_typesys.ruby.shown import message_of
from puppet_typesys.values.errors import MessageError
from puppet_typesys.values.unknown import UnknownValue

REFUSING = frozenset(("ArgumentError", "Puppet::Error", "RuntimeError"))
"""The classes of the exceptions with which blocks refuse values. Others may only show that the interpreter lacks something."""


def refusal(blocks: Sequence[str], value: object, meter: Meter, doubt: Callable[[str], None] | None = None) -> str | None:
    """The message of the exception with which one of some blocks refuses a value.

    None if they accept it, and if that is not known, because they do what is not supported: `doubt` gets the reason.
    """
    with meter.metered():
        try:
            for each in blocks:
                _run(each, value, meter)
        except Raised as raised:
            message = _message(raised)
            if message is None and doubt is not None:
                doubt(f"an exception of the class {raised.value.kind.name}")
            return message
        except (Unsupported, UnknownValue, RecursionError, Jump, MessageError) as reason:
            if doubt is not None:
                doubt(str(reason))
    return None


def _run(block: str, value: object, meter: Meter) -> None:
    machine = Machine(Alone(), meter, compiled)
    made = machine.run(f"lambda {block}")
    assert isinstance(made, Proc)
    machine.call_with_self(made, Object(CLASSES["Puppet::Parameter"]), [from_puppet(value)], strict=True)


def _message(raised: Raised) -> str | None:
    if raised.origin is not None or REFUSING.isdisjoint(each.name for each in raised.value.kind.ancestors()):
        return None
    try:
        return message_of(raised.value)
    except Unsupported:
        return None
