"""What groups say of their examples by methods such as `params` and `facts`, which `let` defines."""

from __future__ import annotations

from puppet_check.specs.groups import Group
from puppet_check.specs.machine import SpecMachine
from puppet_typesys.ruby.objects import Object
from puppet_typesys.ruby.outcome import Unsupported


def group_of(receiver: Object) -> Group:
    """The group of an example object."""
    if not isinstance(receiver.kind, Group):
        raise Unsupported("subject", "outside of a group")
    return receiver.kind


def class_name(receiver: Object) -> str:
    """The name of what the outermost group describes."""
    return group_of(receiver).outermost.description.lower()


def given(machine: SpecMachine, receiver: Object, name: str) -> object:
    """The value of a method that a group may define, such as `params`; None without one."""
    return machine.send(receiver, name, [], None, True) if machine.responds(receiver, name) else None


def setting(machine: SpecMachine, receiver: Object, name: str) -> object:
    """The value of a setting: of a method of the group, or of the configuration."""
    if machine.responds(receiver, name):
        return machine.send(receiver, name, [], None, True)
    return machine.configured.settings.get(name)
