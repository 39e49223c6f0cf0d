"""The names of legacy facts that agents do not send, and the structured facts with the same values."""

from __future__ import annotations

import re

from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.facts import Fact, fact
from puppet_typesys.loader import FACT, TypedName

MEBIBYTES = {"memoryfree": "system.available", "memorysize": "system.total", "swapfree": "swap.available", "swapsize": "swap.total"}
"""The facts `memoryfree_mb` and so on are in MiB, the structured ones in bytes."""
OTHERWISE: dict[str, str | None] = {
    **{f"{name}_mb": "$facts['memory']['{}']['{}_bytes'] / 1048576.0".format(*path.split(".")) for name, path in MEBIBYTES.items()},
    "blockdevices": "keys($facts['disks']), an array",
    "dhcp_servers": None,
    "interfaces": "keys($facts['networking']['interfaces']), an array",
    "xendomains": "$facts['xen']['domains'], an array",
    "zones": "length($facts['solaris_zones']['zones'])",
}
"""What to use instead of facts whose structured counterparts have another unit or type, so that no fix can replace them."""


PARTS = ("networking.interfaces.<", "disks.<")
"""The beginnings of the paths of structured facts about parts of a node."""
PART = lazy_pattern(r"[a-z]+6?_(?P<name>[A-Za-z0-9]+)(?:_(?:model|size|vendor))?\Z")


INTERFACE = lazy_pattern(r"(?:lo|loopback|wi_?fi|wireless|ethernet|local_area_connection)\Z|.*\d", re.IGNORECASE)
"""What the name of a network interface is or contains; `network_location` is another fact."""
ALGORITHM = lazy_pattern(r"(?:dsa|ecdsa|ed25519|rsa)\Z")
OF_PROFILER = frozenset(
    f"sp_{name}"
    for name in """64bit_kernel_and_kexts boot_mode boot_rom_version boot_volume cpu_type current_processor_speed kernel_version
    l2_cache_core l3_cache local_host_name machine_model machine_name mmm_entry number_processors os_version packages physical_memory
    platform_uuid secure_vm serial_number smc_version_system uptime user_name""".split()
)


def legacy_named(name: str) -> Fact | None:
    """The legacy fact of a name; None if it is not one."""
    found = fact(name)
    return found if found is not None and found.legacy else None


def legacy(name: str, known: Known) -> Fact | None:
    """The same, unless nodes send it or a module defines a fact of that name."""
    found = legacy_named(name)
    given = known.facts
    if found is None or known.settings.target == "puppet7" or (given is not None and name in given) or not _is_plausible(name, found):
        return None
    return None if known.external.load(TypedName(FACT, name)) is not None else found


def _is_plausible(name: str, found: Fact) -> bool:
    """Whether the part of a name that varies between nodes is one that nodes have, so that no other fact is likely to be meant."""
    if found.pattern is None:
        return True
    before, _, rest = found.name.partition("<")
    part = name.removeprefix(before).removesuffix(rest.partition(">")[2])
    match rest.partition(">")[0]:
        case "interface":
            return INTERFACE.match(part) is not None
        case "algorithm":
            return ALGORITHM.match(part) is not None
    return not name.startswith("sp_") or name in OF_PROFILER


def steps(found: Fact) -> tuple[str, ...] | None:
    """The keys of the structured fact in `facts`; None if they depend on the node, or if its value is another one."""
    if found.name in OTHERWISE or found.replacement is None or "<" in found.replacement:
        return None
    return tuple(found.replacement.split("."))


def steps_of_part(name: str, found: Fact) -> tuple[str, ...] | None:
    """The keys for a fact of one network interface or disk, which a node may lack; None for other facts and for changed names."""
    part = PART.match(name)
    if part is None or found.replacement is None or not found.replacement.startswith(PARTS):
        return None
    return tuple(part["name"] if each[0] == "<" else each for each in found.replacement.split("."))


def indexed(keys: tuple[str, ...]) -> str:
    """Accesses by key in Puppet and in Ruby."""
    return "".join(f"['{each}']" for each in keys)
