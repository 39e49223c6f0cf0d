"""The facts of a system as `metadata.json` names it, from those that were recorded of one machine that runs it.

What machines of one system have in common is as recorded, its release included; what varies between them is unknown: names, addresses,
disks, memory, processors, virtualization, kernel, the versions of the agent, and what administrators choose, such as SELinux.
"""

from __future__ import annotations

from functools import cache

from puppet_check.config.facts import value_of
from puppet_check.config.recorded_facts import RecordedSystem, facts_of, systems
from puppet_check.config.systems import system_facts
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

HARDWARE = ("x86_64", "amd64", "i86pc")
"""The hardware whose facts are taken if those of several are recorded."""
OF_MACHINES = frozenset(("selinux", "windows"))
"""The parts of the fact `os` that vary between machines."""
IN_WINDOWS = ("edition_id", "installation_type", "product_name", "release_id", "display_version")
SYSTEM32 = "system32"
RELEASES = {"AIX": {"5.3": "5300", "6.1": "6100", "7.1": "7100"}}
"""The releases that Facter names otherwise than modules do."""
UNKNOWN = Unknown(model.ANY)


def facts_of_system(system: str, release: str) -> Hash | None:
    """The facts of a system as `metadata.json` names it, with those that are recorded; None for one of which nothing is known."""
    derived = system_facts(system, release)
    found = recorded_system(system, release)
    if derived is None or found is None:
        return derived
    os = derived["os"]
    recorded = _of_os(found)
    assert isinstance(os, Hash)
    # A release that is named with its minor one is not that of the machine.
    own = Hash([("release", os["release"])]) if found.release != _release(found.name, release) else Hash(())
    return derived.merged(Hash([("os", recorded.merged(own))]))


@cache
def recorded_system(system: str, release: str) -> RecordedSystem | None:
    """The recorded system that fits best; None without a release, or if there is none of that release."""
    name = system.lower()
    wanted = _release(system, release)
    same = [each for each in systems() if each.name.lower() == name]
    found = [each for each in same if each.release == wanted] or [each for each in same if each.release == wanted.partition(".")[0]]
    return max(found, key=lambda each: each.hardware in HARDWARE) if release and found else None


def _release(system: str, release: str) -> str:
    return RELEASES.get(system, {}).get(release, release)


@cache
def _of_os(system: RecordedSystem) -> Hash:
    """The fact `os` of all machines with a system."""
    recorded = value_of(facts_of(system)["os"])
    assert isinstance(recorded, Hash)
    parts = [(name, each) for name, each in recorded.items() if name not in OF_MACHINES]
    windows = recorded.get("windows")
    if isinstance(windows, Hash):
        known = Hash((name, UNKNOWN) for name in IN_WINDOWS).merged(Hash([(SYSTEM32, windows.get(SYSTEM32))]))
        return Hash([*parts, ("windows", known)])
    return Hash([*parts, ("selinux", UNKNOWN), *([] if "distro" in recorded else [("distro", UNKNOWN)])])
