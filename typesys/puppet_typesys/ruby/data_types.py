"""Functions of data types in Ruby: `Puppet::DataTypes.create_type('X') do interface ... implementation do ... end end`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.compiling.file import compiled
from puppet_typesys.ruby.convert import from_puppet, to_puppet
from puppet_typesys.ruby.core.puppet_types import Building
from puppet_typesys.ruby.functions import raise_error
from puppet_typesys.ruby.machine import Machine, method_of
from puppet_typesys.ruby.objects import Jump, Module, Object, Raised, Symbol
from puppet_typesys.ruby.outcome import Host, Meter, NotComputed, Reason, Unsupported
from puppet_typesys.types import model
from puppet_typesys.values.unknown import UnknownValue

OTHER_WAYS = ("create", "from_asserted_hash", "from_hash", "_pcore_init_from_hash")
"""Methods of a class that Puppet calls to make instances, in place of `new`."""


class Built(NamedTuple):
    """An instance of a data type that the text of a Ruby file defines."""

    source: str
    type: str
    attributes: Mapping[str, object]
    """The values of its attributes, in the order of the arguments of `new`."""
    has_defaults: bool
    """Whether some attributes may be omitted."""


def call_member(instance: Built, function: str, arguments: Sequence[object], host: Host, meter: Meter) -> object:
    """The result of a function of an instance; a `NotComputed` with the reason if it is unknown.

    Raises ArgumentError if the function raises an exception, and BudgetError if it does not end.
    """
    with meter.metered():
        try:
            with Machine(host, meter, compiled) as machine:
                return _call(machine, instance, function, arguments)
        except Unsupported as failure:
            return NotComputed(model.ANY, failure.reason)
        except UnknownValue:
            return NotComputed(model.ANY, Reason("value", "unknown"))
        except RecursionError:
            return NotComputed(model.ANY, Reason("depth of", "calls"))
        except Raised as raised:
            if raised.value.kind.is_below("NameError"):
                # The class that Puppet makes has further methods.
                return NotComputed(model.ANY, Reason("method of", instance.type))
            return raise_error(raised)
        except Jump:
            return NotComputed(model.ANY, Reason("syntax", "jump out of a function"))


def _call(machine: Machine, instance: Built, function: str, arguments: Sequence[object]) -> object:
    machine.run(instance.source)
    name = instance.type
    built = machine.data_types.get(name)
    if not isinstance(built, Building):
        raise Unsupported("type", name)
    values = {key: from_puppet(each) for key, each in instance.attributes.items()}
    given = [from_puppet(each) for each in arguments]
    machine.begin((*values.values(), *given))
    made = _object(machine, built, instance, values)
    if method_of(made.kind, function) is None:
        raise Unsupported("function", f"{name}.{function}")
    return to_puppet(machine.send(made, function, given))


def _object(machine: Machine, built: Building, instance: Built, values: Mapping[str, object]) -> Object:
    """An object of the class that implements a type."""
    name = instance.type
    if built.implementation is not None and built.kind is None:
        kind = Module(name, CLASSES["Object"], parent=machine.top)
        machine.send(kind, "attr_reader", [Symbol.named(each) for each in values], own=True)
        machine.call_with_self(built.implementation, kind, [], module=kind)
        made = Object(kind)
        made.state.update({f"@{key}": each for key, each in values.items()})
        return made
    kind_of = built.kind
    is_plain = built.implementation is None and not instance.has_defaults
    if kind_of is None or not is_plain or any(each in kind_of.singleton for each in OTHER_WAYS):
        raise Unsupported("implementation of", name)
    found = machine.send(kind_of, "new", list(values.values()))
    if not isinstance(found, Object):
        raise Unsupported("implementation of", name)
    return found
