"""Calls of single methods of the core for readers of Ruby that run no program."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.ruby.alone import Alone
from puppet_typesys.ruby.compiling.file import compiled
from puppet_typesys.ruby.convert import from_puppet, to_puppet
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.objects import Jump, Raised
from puppet_typesys.ruby.outcome import Meter, NotComputed, Unsupported
from puppet_typesys.types import model
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.unknown import Unknown, UnknownValue


def call_method(receiver: object, name: str, arguments: Sequence[object], meter: Meter) -> object:
    """The result of a method of a value, as values of Puppet; an Unknown if it fails or is not supported."""
    with meter.metered():
        try:
            with Machine(Alone(), meter, compiled) as machine:
                given = [from_puppet(each) for each in (receiver, *arguments)]
                machine.begin(given)
                return to_puppet(machine.send(given[0], name, given[1:]))
        except Unsupported as failure:
            return NotComputed(model.ANY, failure.reason)
        except (Raised, UnknownValue, RecursionError, Jump, MessageError, BudgetError):
            return Unknown(model.ANY)
