"""`its` of rspec-its: an example about a part of the subject, in a group of its own."""

from __future__ import annotations

from functools import partial

from puppet_check.specs.configuration import FEATURES
from puppet_check.specs.dsl import add_example, made_group
from puppet_check.specs.examples import ITS
from puppet_check.specs.groups import Group, memoise
from puppet_check.specs.machine import SpecMachine, of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Frame, Hash, Method, Parameters, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s

LIBRARY = "rspec/its"


@yields("RSpec::Core::ExampleGroup.", "its", keeps=True)
def its(machine: Machine, block: AnyProc | None, group: Group, attribute: object, *tags: object) -> object:
    """Declare an example about what a method of the subject gives, or an element of it."""
    spec = of(machine)
    required = spec.used.get(FEATURES)
    if not isinstance(required, dict) or LIBRARY not in required:
        raise Unsupported("method", "its")
    nested = made_group(spec, group, [String(to_s(attribute) if not isinstance(attribute, list) else spec.inspected(attribute))], {})
    group.children.append(nested)
    memoise(nested, ITS, Method(ITS, Parameters().finish(), partial(_part_of_subject, spec, attribute), nested))
    return add_example(spec, nested, [None, *tags], block, {})


def _part_of_subject(machine: SpecMachine, attribute: object, frame: Frame) -> object:
    found = machine.send(frame.receiver, "subject", [], None, True)
    if not isinstance(attribute, list):
        for name in to_s(attribute).split("."):
            found = machine.send(found, name, [], None, True)
        return found
    if not isinstance(found, Hash):
        return machine.send(found, "[]", attribute)
    for key in attribute:
        found = machine.send(found, "[]", [key])
    return found
