"""`Puppet::DataTypes.create_type`, and what its block can call."""

from __future__ import annotations

from dataclasses import dataclass

from puppet_typesys.ruby.classes import CLASSES, string_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import TABLES, method, yields
from puppet_typesys.ruby.objects import AnyProc, Module, Object, Proc
from puppet_typesys.ruby.outcome import Unsupported

BUILDER = "Puppet::DataTypes::TypeBuilder"


@dataclass(slots=True)
class Building:
    """A data type that is being read."""

    implementation: Proc | None = None
    """The body of the class that implements it."""
    kind: Module | None = None
    """The class that implements it, if it is named."""

    def implement(self, body: Proc) -> None:
        """Add the body of the class that implements it."""
        self.implementation = body

    def implement_by(self, kind: Module) -> None:
        """Add the class that implements it."""
        self.kind = kind


@yields("Puppet::DataTypes.", "create_type")
def _create_type(machine: Machine, block: AnyProc | None, module: object, name: object) -> object:
    if not isinstance(block, Proc):
        raise Unsupported("method", "create_type")
    made = machine.data_types[string_of(name)] = Building()
    machine.call_with_self(block, Object(CLASSES[BUILDER], made), [])
    return None


def _held(builder: Object) -> Building:
    return builder.holding(Building)


@method(BUILDER, "interface")
def _interface(builder: Object, text: object) -> object:
    """The checker reads it from the text of the file."""
    return None


@yields(BUILDER, "implementation")
def _implementation(machine: Machine, block: AnyProc | None, builder: Object) -> object:
    if not isinstance(block, Proc):
        raise Unsupported("method", "implementation")
    _held(builder).implement(block)
    return None


@method(BUILDER, "implementation_class")
def _implementation_class(builder: Object, kind: object) -> object:
    if not isinstance(kind, Module):
        raise Unsupported("method", "implementation_class")
    _held(builder).implement_by(kind)
    return None


@yields(BUILDER, "load_file")
def _load_file(machine: Machine, block: AnyProc | None, builder: object, path: object) -> object:
    return machine.call_native(TABLES["Kernel."]["require"], builder, [path], None)
