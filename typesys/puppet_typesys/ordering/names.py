"""Names of packages, and those of the folders, services and programs that they bring."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import table_of
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import text
from puppet_typesys.values.unknown import Unknown

SYSTEM_PROVIDERS = frozenset(
    "apt aptitude aptrpm dnf dnfmodule dpkg fink freebsd openbsd opkg pacman pkg pkgin pkgng portage ports rpm urpmi yum zypper".split()
)
OTHER_PARTS = lazy_pattern(
    r"-(clients?|common|libs?|dev|devel|doc|docs|data|dbg|utils?|tools?|plugins?|modules?|agent|cli)\Z|-(client|common|lib)-|\Alib"
    r"|\A(python|python2|python3|ruby|perl|php|golang|node|rubygem)\d*-"
)
"""Names of packages that bring parts of something, but not its server, its folder or its program."""
SHORTEST_PART = 4
"""The length of a part of a name that says what it is about."""
DECORATION = lazy_pattern(r"(-(server|daemon|ce|ee|oss|core|enterprise)|[-_.]?v?\d+(\.\d+)*|\d+u)\Z")
EDITION = lazy_pattern(r"-(ce|ee|oss|core|enterprise)\Z")
"""What a name says of the edition of a program."""
EVERYWHERE = frozenset(
    """apt base-files base-passwd bash coreutils dash debconf debianutils dpkg dnf facter filesystem findutils gawk glibc grep gzip hiera
    hostname init initscripts iproute2 iproute login mawk mount openvox-agent passwd perl-base procps puppet puppet-agent puppet8 rpm ruby
    sed shadow-utils
    systemd sysvinit-utils tar util-linux yum
    adduser bsdutils ca-certificates dbus diffutils e2fsprogs gpgv init-system-helpers libc-bin ncurses-bin tzdata udev""".split()
)
"""Packages that a system has before an agent first runs there, or that bring the agent."""


def package_name(resource: Resource) -> str | None:
    """The name of a package that the system's own package manager installs, in lower case."""
    provider = resource.get("provider")
    if isinstance(provider, Unknown) or (provider is not None and str(provider) not in SYSTEM_PROVIDERS):
        return None
    name = text(resource, "name")
    return None if name is None or "/" in name or not name else name.lower()


def is_everywhere(package: str) -> bool:
    """Whether a package is on each system that an agent manages."""
    return package in EVERYWHERE


def bare(name: str) -> str:
    """A name without what says the kind or version of a package."""
    while True:
        shorter = DECORATION.sub("", name)
        if shorter == name or not shorter:
            return name
        name = shorter


def family(name: str) -> str:
    """The first word of a name, which related packages share."""
    return re.split(r"[-_.:\d]", bare(name), maxsplit=1)[0] or name


def folders(package: str) -> Iterator[str]:
    """The folders of `/etc` that a package brings by its name."""
    yield from _brought(package, "folders")


def services(package: str) -> Iterator[str]:
    """The services that a package brings by its name."""
    yield from _brought(package, "services")


def programs(package: str) -> Iterator[str]:
    """The programs that a package brings by its name."""
    yield package
    program = EDITION.sub("", package)
    if program != package:
        yield program
    yield from _table().get(package, {}).get("programs", ())


def _brought(package: str, what: str) -> Iterator[str]:
    listed = _table().get(package, {}).get(what, ())
    yield from listed
    yield from dict.fromkeys((package,) if OTHER_PARTS.search(package) else (package, bare(package)))


@cache
def _table() -> Mapping[str, Mapping[str, list[str]]]:
    return table_of("packages.json")


def service_key(name: str) -> str:
    """What the names of a package and its service have in common."""
    plain = bare(name.lower())
    return plain[:-1] if plain.endswith("d") and len(plain) > 3 else plain
