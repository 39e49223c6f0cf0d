"""The names of legacy facts that agents do not send, and the structured facts with the same values."""

from __future__ import annotations

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


def legacy_named(name: str) -> Fact | None:
    """The legacy fact of a name; None if it is not one."""
    found = fact(name)
    return found if found is not None and found.legacy else None


def legacy(name: str, known: Known) -> Fact | None:
    """The same, unless nodes send it or a module defines a fact of that name."""
    found = legacy_named(name)
    given = known.facts
    if found is None or known.settings.target == "puppet7" or (given is not None and name in given):
        return None
    return None if known.external.load(TypedName(FACT, name)) is not None else found


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
