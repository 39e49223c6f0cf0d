"""What specs ask of Puppet itself: its version, its settings and its versions' comparison; and of the process that runs them."""

from __future__ import annotations

from puppet_check.specs.facts import VERSION
from puppet_check.specs.groups import BASE
from puppet_check.specs.machine import DYNAMIC, SpecMachine, of
from puppet_check.specs.mocks import FEATURES_KIND
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Module, Object, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s

SETTINGS = "Puppet::SettingsOfSpecs"
SETTINGS_KIND = Module(SETTINGS, CLASSES["Object"])
WITHOUT_EFFECT = frozenset(
    "digest_algorithm environmentpath user group vardir confdir codedir logdir rundir statedir libdir log_level disable_warnings "
    "basemodulepath vendormoduledir config autosign ssldir privatekeydir".split()
)
"""Settings that no catalog depends on, besides `$settings`."""
GIVEN = "settings of Puppet"
"""The name under which the machine remembers the settings that specs have set."""


def _puppet(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    match name:
        case "version":
            return String(VERSION)
        case "features":
            return Object(FEATURES_KIND, True)
        case "settings":
            return Object(SETTINGS_KIND, True)
        case "[]=":
            return set_setting(machine, to_s(arguments[0]), arguments[1])
        case "[]" if to_s(arguments[0]) == "version":
            return String(VERSION)
        case "[]":
            known = settings_given(machine)
            if to_s(arguments[0]) in known:
                return known[to_s(arguments[0])]
            if to_s(arguments[0]) == "strict":
                return Symbol.named("error")
    raise Unsupported("method", f"Puppet.{name}")


DYNAMIC["Puppet."] = _puppet


def settings_given(machine: SpecMachine) -> dict[str, object]:
    """The settings of Puppet that the example has set."""
    found = machine.used.setdefault(GIVEN, {})
    assert isinstance(found, dict)
    return found


def set_setting(machine: SpecMachine, name: str, value: object) -> object:
    """Set a setting of Puppet, for the rest of the example."""
    if name not in WITHOUT_EFFECT and name not in ("strict", "strict_variables"):
        raise Unsupported("setting of Puppet", name)
    settings_given(machine)[name] = value
    return value


@yields(SETTINGS, "[]=", keeps=True)
def put_setting(machine: Machine, block: AnyProc | None, receiver: object, name: object, value: object) -> object:
    """Set a setting."""
    return set_setting(of(machine), to_s(name), value)


@yields(SETTINGS, "[]", keeps=True)
def get_setting(machine: Machine, block: AnyProc | None, receiver: object, name: object) -> object:
    """The value of a setting."""
    return _puppet(of(machine), receiver, "[]", [name], None)


@yields(f"RSpec::Main {BASE} {BASE}.", "at_exit", keeps=True)
def at_exit(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """Reports at the end are not made."""
    return None


@yields(f"RSpec::Main {BASE} {BASE}.", "debugger", keeps=True)
def debugger(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """No debugger is started."""
    return None


class Named:
    """A user or a group."""


PERSON = Module("Etc::OfSpecs", CLASSES["Object"])


def _etc(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    if name in ("getpwuid", "getgrgid"):
        return Object(PERSON, Named())
    raise Unsupported("method", f"Etc.{name}")


def _process(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    if name in ("uid", "gid", "pid", "euid"):
        return 0
    raise Unsupported("method", f"Process.{name}")


@yields("Etc::OfSpecs", "name", keeps=True)
def name_of(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """The name of a user or group."""
    return String("root")


def _platform(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    """The system is not Windows while a file is loaded; in examples it is what the facts say."""
    if name == "windows?" and machine.example is None:
        return False
    raise Unsupported("method", f"Puppet::Util::Platform.{name}")


DYNAMIC.update({"Etc.": _etc, "Process.": _process, "Puppet::Util::Platform.": _platform})
