"""Stubs. Those that change nothing of a catalog are accepted: which provider of services an agent would choose, and Puppet's features."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.specs.groups import BASE
from puppet_check.specs.machine import DYNAMIC, SpecMachine, of
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Module, Object, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s

ALLOWED = "RSpec::Mocks::Allowed"
ALLOWED_KIND = Module(ALLOWED, CLASSES["Object"])
RECEIVE = "RSpec::Mocks::Receive"
RECEIVE_KIND = Module(RECEIVE, CLASSES["Object"])
FEATURES = "Puppet::FeaturesOfSpecs"
FEATURES_KIND = Module(FEATURES, CLASSES["Object"])
MODULES = ("Puppet::FileSystem", "Puppet::Util::Platform", "Puppet::Util::Log", "Puppet::Util::Suidmanager", "RSpec::Puppet::Coverage")
"""Modules of Puppet and RSpec that specs name in stubs and reports."""
OF_KERNEL = "/proc/"
ARGUMENT = "RSpec::Mocks::ArgumentMatchers"
"""The beginning of the names of the classes of what stands for arguments."""
ANY = f"{ARGUMENT}::Any"
"""The class of what stands for any arguments."""


class Message(NamedTuple):
    """A method that is stubbed, with the arguments that it is stubbed for."""

    name: str
    arguments: tuple[object, ...] | None = None
    is_original: bool = False
    """Whether it does what it does without the stub."""


@yields(BASE, "allow", keeps=True)
def allow(machine: Machine, block: AnyProc | None, receiver: object, target: object) -> object:
    """The object whose methods are stubbed."""
    return Object(ALLOWED_KIND, (target,))


@yields(BASE, "receive", keeps=True)
def receive(machine: Machine, block: AnyProc | None, receiver: object, name: object) -> object:
    """A method that is stubbed."""
    return Object(RECEIVE_KIND, Message(to_s(name)))


@yields(BASE, "receive_messages", keeps=True)
def receive_messages(machine: Machine, block: AnyProc | None, receiver: object, messages: object) -> object:
    """Several methods that are stubbed."""
    if not isinstance(messages, Hash) or len(messages) != 1:
        raise Unsupported("stub", "of several methods")
    return Object(RECEIVE_KIND, Message(to_s(messages.items()[0][0])))


@yields(RECEIVE, "with", keeps=True)
def with_(machine: Machine, block: AnyProc | None, receiver: Object, *arguments: object) -> object:
    """Stub it for some arguments."""
    return Object(RECEIVE_KIND, receiver.holding(Message)._replace(arguments=arguments))


@yields(RECEIVE, "and_return", "and_raise", "and_yield", "at_least", "once", "twice", keeps=True)
def and_return(machine: Machine, block: AnyProc | None, receiver: Object, *arguments: object) -> object:
    """Say what it gives."""
    return Object(RECEIVE_KIND, receiver.holding(Message)._replace(is_original=False))


@yields(RECEIVE, "and_call_original", keeps=True)
def and_call_original(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """Say that it gives what it gives without the stub."""
    return Object(RECEIVE_KIND, receiver.holding(Message)._replace(is_original=True))


@yields(ALLOWED, "to", keeps=True)
def to(machine: Machine, block: AnyProc | None, receiver: Object, message: object) -> object:
    """Stub a method, if that changes nothing of a catalog."""
    held = receiver.holding(tuple)
    if isinstance(message, Object) and isinstance(message.held, Message) and _has_no_effect(held[0], message.held):
        return None
    name = message.held.name if isinstance(message, Object) and isinstance(message.held, Message) else "?"
    raise Unsupported("stub", f"of {name}")


def is_any(value: object) -> bool:
    """Whether a value stands for any arguments."""
    return isinstance(value, Object) and value.kind.name == ANY


def _has_no_effect(target: object, message: Message) -> bool:
    if message.is_original and (message.arguments is None or all(map(is_any, message.arguments))):
        # Without another stub of the method, which is refused, this changes nothing.
        return True
    if isinstance(target, Object) and target.kind is FEATURES_KIND:
        return True
    if not isinstance(target, Module):
        return False
    if target.name == "Puppet::FileSystem":
        given = message.arguments or ()
        return message.arguments is None or all(isinstance(each, String) and each.text.startswith(OF_KERNEL) for each in given)
    return target.name in ("Puppet::Util::Log", "Selinux")


@yields(FEATURES, "stubs", keeps=True)
def stubs(machine: Machine, block: AnyProc | None, receiver: Object, *arguments: object) -> object:
    """Stub a feature in the old form."""
    return receiver


@yields(FEATURES, "returns", keeps=True)
def returns(machine: Machine, block: AnyProc | None, receiver: Object, *arguments: object) -> object:
    """Say what the feature is."""
    return receiver


def _report(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    """Reports of coverage and logs are not made."""
    if name in ("report!", "filters", "filters_regex", "level=", "newdestination", "level"):
        return None
    raise Unsupported("method", name)


DYNAMIC.update({"RSpec::Puppet::Coverage.": _report, "Puppet::Util::Log.": _report})


@yields("RSpec::Mocks.", "setup", "verify", "teardown", keeps=True)
def renew(machine: Machine, block: AnyProc | None, receiver: object, *arguments: object) -> object:
    """Stubs end with their example anyway."""
    return None


@yields("RSpec::Mocks::Syntax.", "enable_expect", keeps=True)
def enable(machine: Machine, block: AnyProc | None, receiver: object, *arguments: object) -> object:
    """The words of stubs, which are methods everywhere anyway."""
    return None


def _function(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    raise Unsupported("method", f"{name} in a spec")


DYNAMIC.update({"Puppet::Parser::Functions.": _function, "Puppet::Functions.": _function})
__all__ = ["of"]
