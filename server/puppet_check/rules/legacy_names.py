"""The names of legacy facts that agents do not send, and the structured facts with the same values."""

from __future__ import annotations

import re

from puppet_check.workspace.known import Known
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.facts import Fact, fact, has_equal_replacement, is_on_all_nodes
from puppet_typesys.loader import FACT, NODE_VARIABLE, TOP_VARIABLE, TypedName

Keys = tuple[str | int, ...]
MEBIBYTES = {"memoryfree": "system.available", "memorysize": "system.total", "swapfree": "swap.available", "swapsize": "swap.total"}
"""The facts `memoryfree_mb` and so on are in MiB, the structured ones in bytes."""
OTHERWISE: dict[str, str | None] = {
    **{f"{name}_mb": "$facts['memory']['{}']['{}_bytes'] / 1048576.0".format(*path.split(".")) for name, path in MEBIBYTES.items()},
    "blockdevices": "keys($facts['disks']), an array",
    "dhcp_servers": None,
    "interfaces": "keys($facts['networking']['interfaces']), an array",
    "xendomains": "$facts['xen']['domains'], an array",
    **dict.fromkeys(("sp_<name>", "sshfp_<algorithm>", "zone_<name>_iptype", "zone_<name>_name")),
    "zones": "length($facts['solaris_zones']['zones'])",
}
"""What to use instead of facts whose structured counterparts have another unit, type or name, so that no fix can replace them."""


PART = lazy_pattern(r"[A-Za-z0-9]+\Z")
"""The part of a name that is also the key of the structured fact. Facter writes `_` for other characters of an interface's name."""
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


def is_set_by_main_manifest(name: str, known: Known) -> bool:
    """Whether a main manifest sets a variable, at its top or for nodes. Nodes do not send a fact of that name then."""
    return any(known.external.load(TypedName(kind, name)) is not None for kind in (TOP_VARIABLE, NODE_VARIABLE))


def _is_plausible(name: str, found: Fact) -> bool:
    """Whether the part of a name that varies between nodes is one that nodes have, so that no other fact is likely to be meant."""
    if found.pattern is None:
        return True
    part = _part(name, found)
    match found.name.partition("<")[2].partition(">")[0]:
        case "interface":
            return INTERFACE.match(part) is not None
        case "algorithm":
            return ALGORITHM.match(part) is not None
    return not name.startswith("sp_") or name in OF_PROFILER


def keys_of(name: str, found: Fact) -> Keys | None:
    """The keys of the structured fact in `facts`; None without one, or if the name of the legacy fact does not show them."""
    if found.name in OTHERWISE or found.replacement is None:
        return None
    if "<" not in found.replacement:
        return tuple(found.replacement.split("."))
    part = _part(name, found)
    if not PART.match(part):
        return None
    return tuple((int(part) if part.isdecimal() else part) if each[0] == "<" else each for each in found.replacement.split("."))


def _part(name: str, found: Fact) -> str:
    """What the name of a fact has in place of the part in angle brackets."""
    before, _, rest = found.name.partition("<")
    return name.removeprefix(before).removesuffix(rest.partition(">")[2])


def replacement_of(name: str, found: Fact) -> Replacement | None:
    """The structured fact for a legacy one."""
    keys = keys_of(name, found)
    return None if keys is None else Replacement(keys, has_equal_replacement(found))


class Replacement(NamedTuple):
    """A structured fact in place of a legacy one."""

    keys: Keys
    is_equal: bool
    """Whether it has the same value on all nodes."""

    @property
    def is_indexed(self) -> bool:
        """Whether the fact around it is on all nodes, so that an access by key cannot fail."""
        return is_on_all_nodes(map(str, self.keys[:-1]))

    @property
    def access(self) -> str:
        """The accesses in Puppet and in Ruby: by key, or by `dig`, which is undef or nil on nodes without the fact around it."""
        return indexed(self.keys) if self.is_indexed else f".dig({', '.join(map(_literal, self.keys))})"


def indexed(keys: Keys) -> str:
    """Accesses by key in Puppet and in Ruby."""
    return "".join(f"[{_literal(each)}]" for each in keys)


def _literal(key: str | int) -> str:
    return str(key) if isinstance(key, int) else f"'{key}'"
