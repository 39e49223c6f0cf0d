"""Facts of systems, as rspec-puppet-facts selects them from those that were recorded, and those that a catalog gets."""

from __future__ import annotations

from puppet_check.config.recorded_facts import FACTER
from puppet_check.reading.files import LARGEST_DATA, read_text
from puppet_check.reading.json_data import loads
from puppet_check.specs.groups import BASE
from puppet_check.specs.machine import CustomFact, SpecMachine, keyword, merged, of
from puppet_check.specs.recorded import System, recorded
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.equality import key_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, NativeProc, Proc, Raised, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s

EVERYWHERE = f"RSpec::Main {BASE} {BASE}. RspecPuppetFacts."
DEBIAN = lazy_pattern(r"(debian|ubuntu)")
REDHAT = lazy_pattern(r"(redhat|centos|rocky|almalinux|oracle)")
VERSION = "8.10.0"


@yields(EVERYWHERE, "on_supported_os", keeps=True)
def on_supported_os(machine: Machine, block: AnyProc | None, receiver: object, options: object = None) -> object:
    """The facts of the systems that the metadata names, by the name of the system."""
    spec = of(machine)
    made = Hash()
    for name, recorded_facts in limited(spec, selected(spec, options)).items():
        facts = symbolised(spec, recorded_facts)
        add_common(spec, facts)
        add_custom(spec, name, facts)
        key = String(name, True)
        made.entries[key_of(key)] = (key, facts)
    return made


def selected(machine: SpecMachine, options: object) -> dict[str, dict[str, object]]:
    """The recorded facts by the names of systems, in the order of the metadata."""
    version = keyword(options, "facterversion") or machine.configured.settings.get("default_facter_version")
    newest = FACTER if version is None else (*map(int, to_s(version).split(".")[:2]), 0)[:2]
    models = keyword(options, "hardwaremodels")
    hardware = ["x86_64"] if models is None else [to_s(each) for each in (models if isinstance(models, list) else [models])]
    supported = keyword(options, "supported_os")
    wanted = of_metadata(machine) if supported is None else of_option(supported)
    found: dict[str, dict[str, object]] = {}
    for system, release in wanted:
        for each in hardware:
            got = recorded(System(system, release, each), newest)
            if got is None:
                continue
            found[name_of(got)] = got
    return found


def name_of(facts: dict[str, object]) -> str:
    """The name of a system, such as `debian-12-x86_64`."""
    os = facts["os"]
    assert isinstance(os, dict)
    return f"{os['name'].lower()}-{os['release']['major']}-{os['hardware']}"


def limited(machine: SpecMachine, found: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """The systems that the user asks for: those with a name, or as many as asked, the newest of Debian's and Red Hat's families first."""
    if machine.options.only:
        found = {name: facts for name, facts in found.items() if name.startswith(machine.options.only)}
    most = machine.options.systems
    if not most or len(found) <= most:
        return found
    backwards = [*reversed(found)]
    pick = [next((each for each in backwards if family.match(each)), None) for family in (DEBIAN, REDHAT)]
    names = [*dict.fromkeys([each for each in pick if each is not None])]
    if len(names) < most:
        names = [*dict.fromkeys([*names, *found])]
    chosen = names[:most]
    return {name: facts for name, facts in found.items() if name in chosen}


def of_metadata(machine: SpecMachine) -> list[tuple[str, str | None]]:
    """The systems and releases that the metadata names."""
    try:
        data = loads(read_text(f"{machine.folder}/metadata.json", LARGEST_DATA))
    except (OSError, ValueError):
        raise Unsupported("metadata.json", "that cannot be read") from None
    listed = data.get("operatingsystem_support") if isinstance(data, dict) else None
    if not isinstance(listed, list):
        raise Unsupported("metadata.json", "without operatingsystem_support")
    found: list[tuple[str, str | None]] = []
    for each in listed:
        releases = each.get("operatingsystemrelease")
        name = str(each.get("operatingsystem"))
        found += [(name, None)] if not releases else [(name, str(release)) for release in releases]
    return found


def of_option(supported: object) -> list[tuple[str, str | None]]:
    """The systems and releases of the option `supported_os`."""
    found: list[tuple[str, str | None]] = []
    for each in supported if isinstance(supported, list) else [supported]:
        name, releases = keyword(each, "operatingsystem"), keyword(each, "operatingsystemrelease")
        if name is None:
            raise Unsupported("on_supported_os with", "supported_os")
        listed = releases if isinstance(releases, list) else [] if releases is None else [releases]
        found += [(to_s(name), to_s(release)) for release in listed] if listed else [(to_s(name), None)]
    return found


def ruby_of(data: object) -> object:
    """JSON as values of Ruby."""
    match data:
        case str():
            return String(data)
        case list():
            return [ruby_of(each) for each in data]
        case dict():
            made = Hash()
            for name, value in data.items():
                key = String(str(name), True)
                made.entries[key_of(key)] = (key, ruby_of(value))
            return made
    return data


def symbolised(machine: SpecMachine, facts: dict[str, object]) -> Hash:
    """Facts by Symbols, or by Strings where a spec helper asks for that."""
    made = Hash()
    for name, value in facts.items():
        put(made, fact_key(machine, name), ruby_of(value))
    return made


def fact_key(machine: SpecMachine, name: str) -> object:
    """The name of a fact as a key of facts."""
    is_text = machine.configured.settings.get("facterdb_string_keys") not in (None, False)
    return String(name, True) if is_text else Symbol.named(name)


def put(facts: Hash, key: object, value: object) -> None:
    """Set an entry."""
    facts.entries[key_of(key)] = (key, value)


def add_common(machine: SpecMachine, facts: Hash) -> None:
    """Add the facts that depend on the runtime."""
    put(facts, fact_key(machine, "puppetversion"), String(VERSION))
    put(facts, fact_key(machine, "rubyversion"), String("3.3.8"))
    put(facts, fact_key(machine, "rubysitedir"), String("/usr/local/lib/site_ruby/3.3.0"))
    put(facts, fact_key(machine, "implementation"), String("puppet"))


@yields(EVERYWHERE, "add_custom_fact", keeps=True)
def add_custom_fact(
    machine: Machine, block: AnyProc | None, receiver: object, name: object, value: object, options: object = None
) -> object:
    """Add a fact to those of all systems, or of some."""
    limits = [keyword(options, each) for each in ("confine", "exclude")]
    confine, exclude = (None if each is None else [to_s(one) for one in (each if isinstance(each, list) else [each])] for each in limits)
    merges = keyword(options, "merge_facts") not in (None, False)
    spec = of(machine)
    spec.configured.custom_facts[to_s(name)] = CustomFact(value, confine, exclude, merges)
    return None


def add_custom(machine: SpecMachine, system: str, facts: Hash) -> None:
    """Add the custom facts of a system."""
    for name, fact in machine.configured.custom_facts.items():
        if fact.confine is not None and system not in fact.confine:
            continue
        if fact.exclude is not None and system in fact.exclude:
            continue
        value = fact.value
        if isinstance(value, Proc | NativeProc):
            value = machine.call_proc(value, [String(system), facts])
        elif callable(value):
            value = value(facts)
        key = fact_key(machine, name)
        known = facts.entries.get(key_of(key))
        if fact.merges and known is not None:
            value = merged(known[1], value)
        put(facts, key, value)


# ---- the facts that depend on the modules that metadata names


@yields(EVERYWHERE, "add_mocked_facts!", keeps=True)
def add_mocked_facts(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """Add the facts of the modules that the metadata names, as voxpupuli-test does."""
    spec = of(machine)
    try:
        data = loads(read_text(f"{spec.folder}/metadata.json", LARGEST_DATA))
    except (OSError, ValueError):
        return None
    for each in data.get("dependencies") or () if isinstance(data, dict) else ():
        name = str(each.get("name", "")).replace("-", "/", 1)
        if name in ("camptocamp/systemd", "puppet/systemd"):
            spec.configured.custom_facts["systemd"] = CustomFact(lambda facts: provider(facts) == "systemd", None, None, False)
        elif name == "puppetlabs/stdlib":
            add_stdlib_facts(spec)
    return None


@yields(EVERYWHERE, "add_stdlib_facts", keeps=True)
def add_facts_of_stdlib(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """Add the facts of stdlib."""
    add_stdlib_facts(of(machine))
    return None


def add_stdlib_facts(machine: SpecMachine) -> None:
    """Add the facts of stdlib."""
    known = machine.configured.custom_facts
    known["puppet_environmentpath"] = CustomFact(String("/etc/puppetlabs/code/environments"), None, None, False)
    known["puppet_vardir"] = CustomFact(String("/opt/puppetlabs/puppet/cache"), None, None, False)
    known["root_home"] = CustomFact(String("/root"), None, None, False)
    known["service_provider"] = CustomFact(lambda facts: String(service_provider(facts)), None, None, False)


def provider(facts: Hash) -> str:
    """The fact `service_provider` of some facts."""
    found = keyword(facts, "service_provider")
    return "" if found is None else to_s(found)


PROVIDERS = {
    "archlinux": "systemd",
    "debian": "systemd",
    "redhat": "systemd",
    "darwin": "launchd",
    "freebsd": "freebsd",
    "gentoo": "openrc",
    "openbsd": "openbsd",
    "windows": "windows",
}


def service_provider(facts: Hash) -> str:
    """The provider of services by the family of the system."""
    os = keyword(facts, "os")
    family = to_s(keyword(os, "family")).lower()
    if family == "suse":
        return "systemd" if int(to_s(keyword(keyword(os, "release"), "major"))) >= 12 else "redhat"
    return PROVIDERS.get(family, "init")


@yields(EVERYWHERE, "override_facts", keeps=True)
def override_facts(machine: Machine, block: AnyProc | None, receiver: object, base: object, overrides: object = None) -> object:
    """Facts with others in their place, at any depth."""
    if not isinstance(base, Hash):
        raise Raised(machine.send(machine.main, "raise", []))  # type: ignore[arg-type]  # it raises by itself
    return overridden(base, overrides if isinstance(overrides, Hash) else Hash(), is_inner=False)


def overridden(base: Hash, overrides: Hash, *, is_inner: bool) -> Hash:
    """A Hash with the entries of another one, whose keys are Strings inside of facts."""
    made = Hash()
    made.entries.update(base.entries)
    for key, value in overrides.items():
        name = String(to_s(key), True) if is_inner else key
        if isinstance(value, Hash):
            old = made.entries.get(key_of(name))
            inner = old[1] if old is not None and isinstance(old[1], Hash) else Hash()
            value = overridden(inner, value, is_inner=True)
        put(made, name, value)
    return made


# ---- the facts of puppet-openstack_spec_helper

OPENSTACK: dict[str, object] = {
    "os_service_default": "<SERVICE DEFAULT>",
    "os_workers": 2,
    "os_workers_heat_engine": 2,
    "os_workers_keystone": 4,
}


def add_openstack_facts(machine: SpecMachine) -> None:
    """Add the facts of OpenStack's modules to all systems."""
    for name, value in OPENSTACK.items():
        machine.configured.custom_facts[name] = CustomFact(ruby_of(value), None, None, False)


@yields("OSDefaults.", "get_facts", keeps=True)
def openstack_facts(machine: Machine, block: AnyProc | None, receiver: object, more: object = None) -> object:
    """The facts of OpenStack's modules, with others."""
    made = Hash()
    for name, value in (*OPENSTACK.items(), ("puppetversion", VERSION), ("concat_basedir", "/dne")):
        put(made, Symbol.named(name), ruby_of(value))
    if isinstance(more, Hash):
        made.entries.update(more.entries)
    return made


@yields("OSDefaults.", "get_supported_os", keeps=True)
def openstack_systems(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """The systems of OpenStack's modules."""
    systems = (("CentOS", "9"), ("Ubuntu", "24.04"), ("Debian", "13"))
    return ruby_of([{"operatingsystem": name, "operatingsystemrelease": [release]} for name, release in systems])
