"""The facts of the node of an example, and other Hashes that groups give it, as values of Puppet."""

from __future__ import annotations

from functools import partial

from puppet_check.specs.facts import VERSION, put
from puppet_check.specs.lets import given
from puppet_check.specs.machine import SpecMachine
from puppet_check.specs.outcomes import Broken
from puppet_typesys.ruby.convert import to_puppet
from puppet_typesys.ruby.objects import Hash, Object, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.values.hash import EMPTY
from puppet_typesys.values.hash import Hash as PuppetHash

NONE = Hash()
"""No facts; nothing is added to it."""


def facts_of(machine: SpecMachine, receiver: Object, node: str, environment: str) -> PuppetHash:
    """The facts of an example: the defaults, those of the node's name, and those that it gives. Equal ones are the same object."""
    settings = machine.configured.settings
    defaults = settings.get("default_facts")
    own = given(machine, receiver, "facts")
    if own is None and machine.responds(receiver, "facts"):
        raise Broken("the facts are nil: no implicit conversion of nil into Hash")
    if own is not None and not isinstance(own, Hash):
        raise Unsupported("facts", "that are no Hash")
    implementation = settings.get("facter_implementation")
    is_of_facter = implementation is None or to_s(implementation) == "facter"
    derives = machine.responds(receiver, "node") and settings.get("derive_node_facts_from_nodename") is not False
    make = partial(_facts, defaults if isinstance(defaults, Hash) else NONE, own or NONE, node, environment, is_of_facter, derives)
    shapes = shape(defaults) if isinstance(defaults, Hash) else (), () if own is None else shape(own)
    return make() if None in shapes else machine.catalogs.shared((*shapes, node, environment, is_of_facter, derives), make)


def _facts(defaults: Hash, own: Hash, node: str, environment: str, is_of_facter: bool, derives: bool) -> PuppetHash:
    facts = munged(defaults)
    host, _, domain = node.partition(".")
    of_node = {"hostname": host, "fqdn": node, "domain": domain or node, "clientcert": node}
    if is_of_facter:
        of_node["ipaddress6"] = "FE80:0000:0000:0000:AAAA:AAAA:AAAA"
    for name, value in of_node.items():
        if facts.get(name) is None:
            facts[name] = value
    networking = {name: of_node[name] for name in ("hostname", "fqdn", "domain")}
    facts["networking"] = networked(facts.get("networking"), networking, replaces=False)
    facts |= {"clientversion": VERSION, "environment": environment}
    facts.update(munged(own))
    if derives:
        facts.update(of_node)
        facts["networking"] = networked(facts.get("networking"), networking, replaces=True)
    return PuppetHash([(name.lower(), value) for name, value in facts.items()])


def shape(value: Hash) -> tuple[object, ...] | None:
    """What is equal for two Hashes exactly if their keys and values are the same, in the same order; None if that is not plain to see."""
    made: list[object] = [PuppetHash]
    for key, each in value.entries.values():
        name = key.text if isinstance(key, String) else key.name if isinstance(key, Symbol) else None
        part = each.text if isinstance(each, String) and not each.binary else _shape(each)
        if name is None or part is None:
            return None
        made += (name, part)
    return tuple(made)


def _shape(value: object) -> object:
    kind = value.__class__
    if kind is String:
        assert isinstance(value, String)
        return None if value.binary else value.text
    if kind is int or value is None:
        return value if value is not None else ()
    if kind is bool or kind is float:
        return (kind, repr(value))
    if isinstance(value, Hash):
        return shape(value)
    if isinstance(value, list):
        parts = [list, *map(_shape, value)]
        return None if None in parts else tuple(parts)
    return None


def networked(known: object, more: dict[str, str], *, replaces: bool) -> PuppetHash:
    """The fact `networking` with the names of the node."""
    made = dict(known.items()) if isinstance(known, PuppetHash) else {}
    for name, value in more.items():
        if replaces or made.get(name) is None:
            made[name] = value
    return PuppetHash(list(made.items()))


def munged(facts: Hash) -> dict[str, object]:
    """Facts by their names as values of Puppet."""
    return {to_s(key): munged_value(value) for key, value in facts.items()}


def munged_value(value: object) -> object:
    """A value of a fact: the keys of Hashes become Strings."""
    if value.__class__ is String:  # Most values of facts are such.
        assert isinstance(value, String)
        if not value.binary:
            return value.text
    if isinstance(value, Hash):
        return PuppetHash([(to_s(key), munged_value(each)) for key, each in value.items()])
    if isinstance(value, list):
        return tuple(munged_value(each) for each in value)
    if isinstance(value, Symbol):
        raise Unsupported("fact", "that is a Symbol")
    return to_puppet(value)


def merged_settings(machine: SpecMachine, receiver: Object, default: str, name: str) -> Hash:
    """A Hash of the configuration with that of the group."""
    made = Hash()
    for each in (machine.configured.settings.get(default), given(machine, receiver, name)):
        if isinstance(each, Hash):
            for key, value in each.items():
                put(made, key, value)
        elif each is not None:
            raise Unsupported(name, "that is no Hash")
    return made


def puppet_hash(found: Hash) -> PuppetHash:
    """A Hash by Strings as a value of Puppet."""
    return PuppetHash(list(munged(found).items())) if len(found) else EMPTY
