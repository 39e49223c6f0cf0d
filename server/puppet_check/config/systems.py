"""The facts that an operating system and its release determine; all other facts of Facter are unknown."""

from __future__ import annotations

from puppet_typesys.builtins.facts import facts
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

FAMILIES = {
    "RedHat": ("RedHat", "CentOS", "OracleLinux", "Scientific", "Rocky", "AlmaLinux", "Fedora", "Amazon", "VirtuozzoLinux"),
    "Debian": ("Debian", "Ubuntu", "LinuxMint"),
    "Suse": ("SLES", "SLED", "OpenSuSE"),
    "Archlinux": ("Archlinux",),
    "Gentoo": ("Gentoo",),
    "windows": ("windows",),
    "Solaris": ("Solaris",),
    "AIX": ("AIX",),
    "Darwin": ("Darwin",),
    "FreeBSD": ("FreeBSD",),
    "OpenBSD": ("OpenBSD",),
}
"""The values of `os.name` by that of `os.family`."""
FAMILY_OF = {name: family for family, names in FAMILIES.items() for name in names}
KERNELS = {"windows": "windows", "Solaris": "SunOS", "AIX": "AIX", "Darwin": "Darwin", "FreeBSD": "FreeBSD", "OpenBSD": "OpenBSD"}
"""The value of `kernel` by family, where that is not `Linux`."""
WHOLE = ("Ubuntu", "windows")
"""The systems whose releases have no smaller releases, such as 22.04."""
IN_OS = ("architecture", "distro", "hardware", "macosx", "selinux", "windows")
"""The facts below `os` that are unknown."""
UNKNOWN = Unknown(model.ANY)


def system_facts(system: str, release: str) -> Hash | None:
    """The facts of a system as `metadata.json` names it; None for one of which nothing is known. The release may be empty."""
    name = "windows" if system == "Windows" else system
    family = FAMILY_OF.get(name)
    if family is None:
        return None
    os = Hash([("family", family), ("name", name), ("release", _release(name, release)), *((each, UNKNOWN) for each in IN_OS)])
    others = ((each.name, UNKNOWN) for each in facts().values() if each.pattern is None and each.name not in ("os", "kernel"))
    return Hash([("os", os), ("kernel", KERNELS.get(family, "Linux")), *others])


def _release(name: str, release: str) -> object:
    if not release or not release.replace(".", "").isdigit():
        return UNKNOWN
    if name in WHOLE:
        return Hash((("full", release), ("major", release)))
    major, _, minor = release.partition(".")
    return Hash((("full", release if minor else Unknown(model.STRING)), ("major", major), ("minor", minor or Unknown(model.STRING))))
