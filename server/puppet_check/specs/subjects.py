"""The subjects of rspec-puppet: catalogs of classes, defines and hosts, type aliases and functions."""

from __future__ import annotations

import os
from collections.abc import Callable

from puppet_check.reading.files import LARGEST_SEARCHED, read_text
from puppet_check.reading.folders import names_in
from puppet_check.reading.places import exists
from puppet_check.specs.catalogs.compiling import ENVIRONMENT, Job, Made
from puppet_check.specs.configuration import FEATURES, OF_HELPER, OF_VOXPUPULI
from puppet_check.specs.facts import VERSION, put
from puppet_check.specs.groups import BASE, MEMORY, Group
from puppet_check.specs.machine import SpecMachine, of
from puppet_check.specs.manifest import class_code, code_of, condition, define_code
from puppet_check.specs.outcomes import Broken, Undecided
from puppet_check.specs.puppet import settings_given
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.table import Table
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.convert import to_puppet
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Module, NativeProc, Object, Raised, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.values.hash import EMPTY
from puppet_typesys.values.hash import Hash as PuppetHash

FOLDERS = {
    "defines": "define",
    "classes": "class",
    "functions": "function",
    "hosts": "host",
    "types": "type",
    "type_aliases": "type_alias",
    "provider": "provider",
    "providers": "provider",
}
TYPE_OF_FOLDER = lazy_pattern(r"spec[/\\](defines|classes|functions|hosts|types|type_aliases|providers?)(?=[/\\]|\b)")
NODE = "localhost"
"""The name of the node that rspec-puppet takes from the machine that it runs on."""
CATALOG = "Puppet::Resource::Catalog"
CATALOG_KIND = Module(CATALOG, CLASSES["Object"])


SITE = "code of the site"
"""The name under which the machine remembers it."""
OF_CATALOGS = ("class", "define", "host")
"""What groups are about whose subject is a catalog."""
SUBJECTS: Table[str, Callable[[SpecMachine, Object], object]] = Table("the subjects of further kinds of groups")
"""What makes the subjects of further kinds of groups. Filled while modules are imported."""


CATALOGS: Table[str, Callable[[SpecMachine, Object], Made]] = Table("the catalogs of further kinds of groups")
"""What makes the catalogs of further kinds of groups. Filled while modules are imported."""


def type_of(group: Group) -> str:
    """What a group is about: `class`, `define`, `function`, `host`, `type_alias`; empty if rspec-puppet has nothing for it."""
    for each in group.lineage():
        given = each.tags.get("type")
        if isinstance(given, Symbol):
            return "function" if given.name == "puppet_function" else given.name
        # A group of shared examples in another folder is of the type of the group around it.
        found = TYPE_OF_FOLDER.search(each.place[0] or each.path)
        if found:
            return FOLDERS[found[1]]
    return ""


@yields(BASE, "subject", keeps=True)
def subject(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The subject of a group that declares none."""
    spec = of(machine)
    kind = type_of(group_of(receiver))
    if kind in OF_CATALOGS:
        return NativeProc(lambda: machine.send(receiver, "catalogue", [], None, True), 0)
    if kind == "type_alias":
        return NativeProc(lambda value: alias_catalog(spec, receiver, value), 1)
    if kind in SUBJECTS:
        return SUBJECTS[kind](spec, receiver)
    raise Unsupported("subject", f"of {kind or 'another group'}")


def group_of(receiver: Object) -> Group:
    """The group of an example object."""
    if not isinstance(receiver.kind, Group):
        raise Unsupported("subject", "outside of a group")
    return receiver.kind


@yields(BASE, "catalogue", "catalog", keeps=True)
def catalogue(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The catalog of an example, compiled once for it."""
    known = receiver.state.setdefault(MEMORY, {})
    assert isinstance(known, dict)
    if "@catalogue" not in known:
        known["@catalogue"] = compiled(of(machine), receiver, type_of(group_of(receiver)))
    return known["@catalogue"]


@yields(BASE, "exported_resources", keeps=True)
def exported_resources(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The exported resources of the catalog."""
    spec = of(machine)

    def catalog() -> Object:
        found = compiled(spec, receiver, type_of(group_of(receiver)))
        return Object(CATALOG_KIND, View(found.holding(View).made, is_exported=True))

    return NativeProc(catalog, 0)


class View:
    """A catalog as specs see it: the resources that are not virtual, or those that are exported."""

    def __init__(self, made: Made, *, is_exported: bool = False) -> None:
        self.made = made
        self.is_exported = is_exported


def compiled(machine: SpecMachine, receiver: Object, kind: str) -> Object:
    """The catalog of an example; raises the exception of Puppet if there is none."""
    if kind in CATALOGS:
        return view(CATALOGS[kind](machine, receiver))
    if kind not in OF_CATALOGS:
        raise Unsupported("catalog", f"of {kind or 'another group'}")
    return view(machine.catalogs.of(job_of(machine, receiver, kind, body_of(machine, receiver, kind))))


def view(made: Made) -> Object:
    """A catalog as an object of the program. Raises its error as an exception, and Undecided if it is not certain."""
    if made.error is not None:
        if made.doubt:
            raise Undecided(made.doubt)
        raise Raised(Object(CLASSES["Puppet::PreformattedError"], made.message))
    if made.unfinished:
        raise Undecided(made.unfinished)
    return Object(CATALOG_KIND, View(made))


def body_of(machine: SpecMachine, receiver: Object, kind: str) -> str | None:
    """The code that declares what the example is about."""
    name = class_name(receiver)
    params = given(machine, receiver, "params")
    if params is not None and not isinstance(params, Hash):
        raise Unsupported("params", "that are no Hash")
    if kind == "class":
        return class_code(machine, name, params)
    if kind == "define":
        return define_code(machine, name, given(machine, receiver, "title"), params)
    return None


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


def job_of(machine: SpecMachine, receiver: Object, kind: str, body: str | None) -> Job:
    """What the catalog of an example is compiled of."""
    conditions = [condition(given(machine, receiver, each)) for each in ("pre_condition", "post_condition")]
    refuse_other_settings(machine, receiver)
    parts = (site_code(machine), conditions[0], body, conditions[1]) if kind != "function" else (conditions[0],)
    code = "\n".join(each for each in parts if each is not None)
    named = given(machine, receiver, "node")
    node = to_s(named) if named is not None else NODE if kind != "host" else class_name(receiver)
    environment = given(machine, receiver, "environment")
    env = ENVIRONMENT if environment is None else to_s(environment)
    facts = facts_of(machine, receiver, node, env)
    hiera, set_there = hiera_of(machine, receiver), settings_given(machine)
    return Job(
        code,
        node,
        facts,
        puppet_hash(merged_settings(machine, receiver, "default_trusted_facts", "trusted_facts")),
        puppet_hash(merged_settings(machine, receiver, "default_trusted_external_data", "trusted_external_data")),
        puppet_hash(merged_settings(machine, receiver, "default_node_params", "node_params")),
        env,
        hiera,
        None if hiera is None else machine.written.get(hiera),
        set_there.get("strict_variables", setting(machine, receiver, "strict_variables")) not in (None, False),
        to_s(set_there.get("strict", Symbol.named("error"))),
    )


def refuse_other_settings(machine: SpecMachine, receiver: Object) -> None:
    """Refuse settings that change what is compiled in ways that are not supported."""
    settings = machine.configured.settings
    for name in ("hiera_data", "module_path", "manifest", "manifest_dir", "config", "confdir"):
        if machine.responds(receiver, name):
            raise Unsupported("setting", name)
    path = settings.get("module_path")
    if path is not None:
        folders = [os.path.normpath(os.path.join(machine.folder, each)) for each in to_s(path).split(":") if each]
        if folders != [os.path.join(machine.folder, "spec", "fixtures", "modules")]:
            raise Unsupported("setting", "module_path")
    if settings.get("manifest") is not None or any(settings.get(each) for each in ("disable_module_hiera", "use_fixture_spec_hiera")):
        raise Unsupported("setting", "manifest or hiera of fixtures")


def site_code(machine: SpecMachine) -> str:
    """The code of the manifests among the fixtures, which is compiled before that of all examples; it is read once for a spec file."""
    known = machine.used.get(SITE)
    if not isinstance(known, str):
        known = machine.used[SITE] = _site_code(machine)
    return known


def _site_code(machine: SpecMachine) -> str:
    site = os.path.join(machine.folder, "spec", "fixtures", "manifests")
    texts = [read_text(os.path.join(site, name), LARGEST_SEARCHED) for name in sorted(names_in(site)) if name.endswith(".pp")]
    if not any(texts):
        return ""
    if machine.configured.settings.get("environmentpath") is not None or not _has_helper(machine):
        # They are looked for in the environment path, which the helper sets to `spec`.
        raise Unsupported("manifests", "of fixtures")
    return "\n".join(texts)


def _has_helper(machine: SpecMachine) -> bool:
    required = machine.used.get(FEATURES)
    return isinstance(required, dict) and not (OF_HELPER | OF_VOXPUPULI).isdisjoint(required)


def hiera_of(machine: SpecMachine, receiver: Object) -> str | None:
    """The path of the `hiera.yaml` of an example; None without one."""
    found = setting(machine, receiver, "hiera_config")
    if found is None:
        return None
    path = os.path.normpath(os.path.join(machine.folder, to_s(found)))
    if path not in machine.written and (path == "/dev/null" or not exists(path)):
        if exists(os.path.join(os.path.dirname(path), "data", "common.yaml")):
            # Puppet then has the hierarchy of its own default, beside the file.
            raise Unsupported("hiera_config", "of a missing file")
        return None
    return path


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
    kind = value.__class__
    if kind is String and not value.binary:  # type: ignore[attr-defined]  # Strings have it; most values of facts are such
        return value.text  # type: ignore[attr-defined]
    if kind is bool or value is None:
        return value
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


def alias_catalog(machine: SpecMachine, receiver: Object, value: object) -> object:
    """The catalog for a value of a type alias; raises the exception of Puppet if the alias does not accept it."""
    code = f"$test = {code_of(machine, value)}\nassert_type({group_of(receiver).outermost.description}, $test)"
    return view(machine.catalogs.of(job_of(machine, receiver, "type_alias", code)))


@yields(BASE, "class_name", keeps=True)
def class_name_of(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The name of what the outermost group describes."""
    return String(class_name(receiver))


@yields(BASE, "nodename", keeps=True)
def nodename(machine: Machine, block: AnyProc | None, receiver: Object, kind: object) -> object:
    """The name of the node."""
    named = given(of(machine), receiver, "node")
    return named if named is not None else String(NODE)


def doubt_of(catalog: object) -> None:
    """Raise Undecided if a catalog is not certain."""
    if isinstance(catalog, Object) and catalog.kind.name == CATALOG and (doubt := catalog.holding(View).made.doubt):
        raise Undecided(doubt)
