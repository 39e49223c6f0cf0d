"""What stands for arguments in stubs, such as `anything` and `kind_of(String)`, and matches values elsewhere too."""

from __future__ import annotations

from collections.abc import Callable

from puppet_check.specs.groups import BASE
from puppet_check.specs.machine import SpecMachine, of
from puppet_check.specs.matchers.values import holds
from puppet_check.specs.mocks import ARGUMENT
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.equality import is_true
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Module, Object
from puppet_typesys.ruby.outcome import Unsupported

Test = Callable[[SpecMachine, object], bool]


def _made(name: str, test: Test) -> Object:
    return Object(Module(f"{ARGUMENT}::{name}", KIND), Argument(test))


KIND = Module(ARGUMENT, CLASSES["Object"])


class Argument:
    """A test of an argument."""

    def __init__(self, test: Test) -> None:
        self.test = test


@yields(ARGUMENT, "===", keeps=True)
def matches(machine: Machine, block: AnyProc | None, receiver: Object, value: object) -> object:
    """Whether a value is such an argument."""
    return receiver.holding(Argument).test(of(machine), value)


@yields(BASE, "anything", "any_args", keeps=True)
def anything(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """Any value."""
    return _made("Any", lambda spec, value: True)


@yields(BASE, "kind_of", keeps=True)
def kind_of(machine: Machine, block: AnyProc | None, receiver: object, kind: object) -> object:
    """A value of a class."""
    return _made("KindOf", lambda spec, value: is_true(spec.send(value, "kind_of?", [kind])))


@yields(BASE, "instance_of", keeps=True)
def instance_of(machine: Machine, block: AnyProc | None, receiver: object, kind: object) -> object:
    """A value of exactly a class."""
    return _made("InstanceOf", lambda spec, value: is_true(spec.send(value, "instance_of?", [kind])))


@yields(BASE, "boolean", keeps=True)
def boolean(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """True or false."""
    return _made("Boolean", lambda spec, value: isinstance(value, bool))


@yields(BASE, "hash_including", keeps=True)
def hash_including(machine: Machine, block: AnyProc | None, receiver: object, entries: object) -> object:
    """A Hash that has entries."""
    if not isinstance(entries, Hash):
        raise Unsupported("method", "hash_including of keys")

    def test(spec: SpecMachine, value: object) -> bool:
        if not isinstance(value, Hash):
            return False
        theirs = value.entries
        return all(at in theirs and holds(spec, wanted, theirs[at][1]) for at, (_, wanted) in entries.entries.items())

    return _made("HashIncluding", test)


@yields(BASE, "array_including", keeps=True)
def array_including(machine: Machine, block: AnyProc | None, receiver: object, *wanted: object) -> object:
    """An Array that has elements."""

    def test(spec: SpecMachine, value: object) -> bool:
        return isinstance(value, list) and all(any(holds(spec, each, one) for one in value) for each in wanted)

    return _made("ArrayIncluding", test)


def is_kind(value: object) -> bool:
    """Whether it is `kind_of`."""
    return isinstance(value, Object) and value.kind.name == f"{ARGUMENT}::KindOf"
