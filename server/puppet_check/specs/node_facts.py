"""The facts of the node of an example, and other Hashes that groups give it, as values of Puppet."""

from __future__ import annotations

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


def facts_of(machine: SpecMachine, receiver: Object, node: str, environment: str) -> PuppetHash:
    """The facts of an example: the defaults, those of the node's name, and those that it gives."""
    settings = machine.configured.settings
    facts: dict[str, object] = {}
    defaults = settings.get("default_facts")
    if isinstance(defaults, Hash):
        facts.update(munged(defaults))
    host, _, domain = node.partition(".")
    of_node = {"hostname": host, "fqdn": node, "domain": domain or node, "clientcert": node}
    implementation = settings.get("facter_implementation")
    if implementation is None or to_s(implementation) == "facter":
        of_node["ipaddress6"] = "FE80:0000:0000:0000:AAAA:AAAA:AAAA"
    for name, value in of_node.items():
        if facts.get(name) is None:
            facts[name] = value
    networking = {name: of_node[name] for name in ("hostname", "fqdn", "domain")}
    known = facts.get("networking")
    facts["networking"] = networked(known, networking, replaces=False)
    facts |= {"clientversion": VERSION, "environment": environment}
    own = given(machine, receiver, "facts")
    if own is None and machine.responds(receiver, "facts"):
        raise Broken("the facts are nil: no implicit conversion of nil into Hash")
    if own is not None:
        if not isinstance(own, Hash):
            raise Unsupported("facts", "that are no Hash")
        facts.update(munged(own))
    if machine.responds(receiver, "node") and settings.get("derive_node_facts_from_nodename") is not False:
        facts.update(of_node)
        facts["networking"] = networked(facts.get("networking"), networking, replaces=True)
    return PuppetHash([(name.lower(), value) for name, value in facts.items()])


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
