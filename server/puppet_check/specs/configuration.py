"""What spec helpers configure: `RSpec.configure`, hooks, and the libraries that they require."""

from __future__ import annotations

import os
from collections.abc import Callable

from puppet_check.reading.files import LARGEST_SEARCHED, read_text
from puppet_check.reading.places import is_file
from puppet_check.specs.dsl import MAIN, mix_in
from puppet_check.specs.facts import add_openstack_facts
from puppet_check.specs.groups import BASE, tags_of
from puppet_check.specs.machine import DYNAMIC, SpecMachine, of
from puppet_check.specs.manifest import RAW_KIND, SENSITIVE_KIND
from puppet_typesys.ruby.classes import CLASSES, string_of
from puppet_typesys.ruby.core.kernel import LIBRARIES
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Module, Object, Raised, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.values.unknown import UnknownValue

CONFIGURATION = "RSpec::Core::Configuration"
KIND = Module(CONFIGURATION, CLASSES["Object"])
KNOWN = frozenset(
    "rspec rspec/core rspec/expectations rspec/mocks rspec/its rspec-puppet rspec-puppet-facts rspec-puppet-utils facter facterdb "
    "mocha puppetlabs_spec_helper/module_spec_helper puppetlabs_spec_helper/puppet_spec_helper "
    "puppetlabs_spec_helper/puppetlabs_spec_helper voxpupuli/test/spec_helper voxpupuli/test/facts hiera hiera/util rubygems "
    "bundler/setup simplecov simplecov-console coveralls codecov deep_merge pry byebug parallel_tests rake puppet/test/test_helper "
    "puppet/type puppet/provider puppet/pops puppet/reports puppet-lint metadata-json-lint facter/util/file_read "
    "facter/util/resolution webmock/rspec semantic_puppet puppet-openstack_spec_helper/facts puppet-openstack_spec_helper/defaults "
    "rspec-puppet/spec_helper simp/rspec-puppet-facts simp/rspec-puppet-facts/version puppet/util/network_device "
    "puppet/generate/models/type/type "
    "puppet/parser/functions rspec-puppet/support tmpdir pathname yaml puppet/util/feature rspec/json_expectations rspec/retry".split()
)
"""Libraries that are built in, or whose effects no example sees."""
OF_VOXPUPULI = frozenset(("voxpupuli/test/spec_helper",))
OF_HELPER = frozenset(("puppetlabs_spec_helper/module_spec_helper",))
FEATURES = "libraries"
"""The name under which the machine remembers the libraries that were required."""


@yields("RSpec.", "configure", keeps=True)
def configure(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """Run a block with the configuration."""
    machine.call(machine.needs(block, "configure"), configuration(of(machine)))
    return None


@yields("RSpec.", "configuration", keeps=True)
def get_configuration(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """The configuration."""
    return configuration(of(machine))


def configuration(machine: SpecMachine) -> Object:
    """The object that stands for the configuration."""
    found = machine.used.setdefault(CONFIGURATION, Object(KIND))
    assert isinstance(found, Object)
    return found


@yields(CONFIGURATION, "include", "extend", keeps=True)
def include(machine: Machine, block: AnyProc | None, receiver: object, module: object, *tags: object) -> object:
    """Include a module in all groups."""
    if tags or not isinstance(module, Module):
        raise Unsupported("include with", "metadata")
    of(machine).configured.modules.append(module)
    return None


@yields(CONFIGURATION, "alias_it_should_behave_like_to", "alias_it_behaves_like_to", keeps=True)
def alias(machine: Machine, block: AnyProc | None, receiver: object, name: object, word: object = None) -> object:
    """Declare another name of `it_behaves_like`."""
    of(machine).configured.aliases[to_s(name)] = "" if word is None else to_s(word)
    return None


QUIET = frozenset(
    "mock_with expect_with add_setting order add_formatter disable_monkey_patching! raise_errors_for_deprecations! filter_run_excluding "
    "filter_run_including filter_run filter_run_when_matching run_all_when_everything_filtered example_status_persistence_file_path "
    "define_derived_metadata add_facts shared_context_metadata_behavior profile_examples threadsafe alias_example_to "
    "disable_pending_on_warnings deprecation_stream backtrace_exclusion_patterns backtrace_inclusion_patterns reporter message".split()
)
"""What only changes which examples run, and how results are shown."""
SIMPLE = frozenset(
    ("color", "tty", "formatter", "fail_fast", "profile_examples", "order", "mock_framework", "silence_filter_announcements")
)


def _setting(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    settings = machine.configured.settings
    if name.endswith("="):
        settings[name[:-1]] = arguments[0]
        return arguments[0]
    if name == "filter_run_excluding":
        machine.configured.excluded.update(tags_of(arguments)[1])
        return None
    if name in ("filter_run_including", "filter_run", "define_derived_metadata", "alias_example_to"):
        raise Unsupported("configuration", name)
    if name in QUIET:
        return None
    if name.removesuffix("?") in settings:
        return settings[name.removesuffix("?")]
    if name in DEFAULTS:
        return settings.setdefault(name, DEFAULTS[name]())
    if name == "respond_to?":
        return to_s(arguments[0]).rstrip("=") in (*settings, *DEFAULTS, *SIMPLE, "manifest_dir", "backtrace_exclusion_patterns")
    raise Unsupported("configuration", name)


DEFAULTS: dict[str, Callable[[], object]] = {
    "default_facts": Hash,
    "default_node_params": Hash,
    "default_trusted_facts": Hash,
    "default_trusted_external_data": Hash,
    "hiera_config": lambda: String("/dev/null"),
    "module_path": lambda: None,
    "facterdb_string_keys": lambda: False,
    "derive_node_facts_from_nodename": lambda: True,
    "strict_variables": lambda: False,
}
"""The settings whose values code changes in place, or that are read without having been set."""
DYNAMIC[CONFIGURATION] = _setting


# ---- files and libraries


@yields(f"RSpec::Main {BASE} {BASE}. RSpec::Core::Configuration", "require", "require_relative", "load", keeps=True)
def require(machine: Machine, block: AnyProc | None, receiver: object, path: object) -> object:
    """Run a file of the repository, or note that a library is used."""
    name = string_of(path)
    return load_required(of(machine), name)


def load_required(machine: SpecMachine, name: str) -> bool:
    """Run the file of a name in the places where spec files look for it; whether it has not been run before."""
    found = find_file(machine, name)
    if found is not None:
        if found in machine.loaded:
            return False
        machine.loaded.add(found)
        machine.load(read_text(found, LARGEST_SEARCHED), found)
        return True
    if name in KNOWN or name in LIBRARIES:
        if name in OF_HELPER or name in OF_VOXPUPULI:
            machine.configured.settings["strict_variables"] = True
        if name in OF_HELPER:
            machine.top.constants.setdefault("PuppetlabsSpec", helper_constant())
        if name == "puppet-openstack_spec_helper/facts":
            add_openstack_facts(machine)
        known = machine.used.setdefault(FEATURES, {})
        assert isinstance(known, dict)
        known[name] = True
        return True
    raise Unsupported("require", name)


def find_file(machine: SpecMachine, name: str) -> str | None:
    """The file of the repository that `require` finds: beside the one that requires it, in `spec` or `lib`."""
    beside = os.path.dirname(machine.place[0]) if machine.place[0] else machine.folder
    for folder in (beside, machine.folder, os.path.join(machine.folder, "spec"), os.path.join(machine.folder, "lib")):
        for suffix in ("", ".rb"):
            path = os.path.normpath(os.path.join(folder, name + suffix))
            if path.endswith(".rb") and is_file(path) and (path.startswith(machine.folder + os.sep)):
                return path
    return None


def load_helper(machine: SpecMachine, path: str) -> None:
    """Run a spec helper; what is not supported in it makes all examples uncertain."""
    if path in machine.loaded:
        return
    machine.loaded.add(path)
    depth = machine.depth
    try:
        machine.load(read_text(path, LARGEST_SEARCHED), path)
    except OSError:
        return
    except (Unsupported, UnknownValue, Raised, RecursionError) as reason:
        machine.unwind(depth)
        machine.doubts.append(f"{os.path.relpath(path, machine.folder)}:{machine.place[1]}: {reason_text(reason)}")


def reason_text(reason: BaseException) -> str:
    """Why code was not run to its end."""
    if isinstance(reason, Unsupported):
        return f"{reason.reason.kind} `{reason.reason.name}`" if reason.reason.kind != "method" else f"method `{reason.reason.name}`"
    if isinstance(reason, UnknownValue):
        return "an unknown value"
    if isinstance(reason, Raised):
        from puppet_typesys.ruby.shown import message_of  # only for what is shown

        try:
            return f"{reason.value.kind.name}: {message_of(reason.value)}"
        except Unsupported:
            return reason.value.kind.name
    return type(reason).__name__


def constants() -> dict[str, object]:
    """The constants that spec files use of RSpec and the libraries of specs."""
    names = ("RSpec", "RspecPuppetFacts", "FacterDB", "SimpleCov", "Coveralls", "RSpecPuppetFacts")
    made: dict[str, object] = {name: Module(name, None, False) for name in names}
    rspec = made["RSpec"]
    assert isinstance(rspec, Module)
    rspec.constants.update(
        {name: Module(f"RSpec::{name}", None, False) for name in ("Puppet", "Matchers", "Core", "Mocks", "Expectations")}
    )
    puppet = rspec.constants["Puppet"]
    assert isinstance(puppet, Module)
    puppet.constants.update(RawString=RAW_KIND, Sensitive=SENSITIVE_KIND)
    puppet.constants["ManifestMatchers"] = Module("RSpec::Puppet::ManifestMatchers", None, False)
    mocks = rspec.constants["Mocks"]
    assert isinstance(mocks, Module)
    mocks.constants["Syntax"] = Module("RSpec::Mocks::Syntax", None, False)
    made["Simp"] = simp = Module("Simp", None, False)
    simp.constants["RspecPuppetFacts"] = made["RspecPuppetFacts"]
    made["OSDefaults"] = Module("OSDefaults", None, False)
    return made


def helper_constant() -> Module:
    """The module of temporary files, whose methods beside `cleanup` are not supported."""
    made = Module("PuppetlabsSpec", None, False)
    made.constants["Files"] = Module("PuppetlabsSpec::Files", None, False)
    return made


@yields("PuppetlabsSpec::Files.", "cleanup", keeps=True)
def cleanup(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """Remove temporary files, of which there are none."""
    return None


@yields(BASE, "make_absolute", "tmpfilename", "tmpdir", keeps=True)
def temporary(machine: Machine, block: AnyProc | None, receiver: object, name: object) -> object:
    """Temporary files are not made."""
    raise Unsupported("method", "of temporary files")


def included(machine: SpecMachine, kind: Module) -> None:
    """Include the modules of the configuration in the groups' base class."""
    for each in machine.configured.modules:
        mix_in(kind, each)  # type: ignore[arg-type]  # the base class inherits as groups do


__all__ = ["MAIN", "Symbol"]
