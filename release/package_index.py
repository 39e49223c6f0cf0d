"""What packages bring under other names, from the package index of Debian: folders of `/etc`, services, and programs.

The index has a line for each file: its path, and the sections and names of the packages that bring it. A name is one of a package if no
other package brings it, or if those that bring it are related; what many packages share, such as `/etc/default`, belongs to none.
"""

from __future__ import annotations

import gzip
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from puppet_typesys.ordering.names import OTHER_PARTS, bare, family, service_key

SHARED = re.compile(
    r"\.d$|^(default|init|systemd|X11|alternatives|dbus-1|udev|opt|skel|xdg|fonts|emacs|cron\..*|apt|dpkg|sgml|xml|security|ssl|network|kernel|perl"
    r"|python3|java.*|menu.*|logcheck|bash_completion|modprobe|modules.*|insserv|rc.*|init\..*|php|apache2|nginx|lighttpd|dhcp|ppp|needrestart"
    r"|reportbug|resolvconf|pm|acpi|vim|texmf|gconf|grub|initramfs.*)$"
)
"""The folders of `/etc` that packages share."""
SECTIONS = frozenset("admin comm database httpd interpreters java mail misc net news otherosfs php ruby text utils vcs web".split())
"""The sections of packages whose programs administrators run."""
MOST_PROGRAMS = 25
"""A package with more programs is a collection."""
PROGRAMS = ("usr/bin/", "usr/sbin/", "bin/", "sbin/")
UNITS = ("lib/systemd/system/", "usr/lib/systemd/system/")
SERVICE = ".service"
Row = tuple[str, str, str]
"""A package, what it brings (`folders`, `services` or `programs`), and its name."""


@dataclass
class Index:
    """The packages that bring each name, and the sections that packages are in."""

    folders: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    services: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    programs: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    sections: dict[str, str] = field(default_factory=dict)

    def read(self, path: Path) -> None:
        """Add a file `Contents-*.gz`."""
        with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith(("etc/", *UNITS, *PROGRAMS)):
                    name, _, places = line.rstrip().rpartition(" ")
                    for each in places.split(","):
                        section, _, package = each.rpartition("/")
                        self.sections[package] = section.rpartition("/")[2]
                        self._add(name.strip(), package)

    def _add(self, path: str, package: str) -> None:
        first, *others = path.split("/")
        name = others[-1]
        if first == "etc":
            if len(others) > 1 and SHARED.search(others[0]) is None:
                self.folders[others[0]].add(package)
        elif path.startswith(PROGRAMS):
            self.programs[name].add(package)
        elif name.endswith(SERVICE) and "@" not in name and path.removesuffix(name) in UNITS:
            self.services[name.removesuffix(SERVICE)].add(package)

    def rows(self) -> Iterator[Row]:
        """The names that the packages have not themselves."""
        with_services = set[str]().union(*self.services.values())
        for name, owners in self.folders.items():
            serving = owners & with_services
            for package in _related(serving) or (_related(owners) if not serving else ()):
                if name not in (package, bare(package)) and not OTHER_PARTS.search(package):
                    yield package, "folders", name
        for name, owners in self.services.items():
            for package in owners if len(owners) == 1 else ():
                keys = map(service_key, (package, bare(package)))
                if service_key(name) not in keys and not OTHER_PARTS.search(package):
                    yield package, "services", name
        counts = Counter(each for owners in self.programs.values() if len(owners) == 1 for each in owners)
        for name, owners in self.programs.items():
            for package in owners if len(owners) == 1 else ():
                if name != package and self.sections[package] in SECTIONS and counts[package] <= MOST_PROGRAMS:
                    yield package, "programs", name


def _related(packages: Iterable[str]) -> Iterable[str]:
    """The packages, if all of them are related."""
    found = sorted(packages)
    return found if len({family(each) for each in found}) == 1 else ()
