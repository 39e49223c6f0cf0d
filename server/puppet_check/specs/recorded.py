"""The recorded facts of systems, as rspec-puppet-facts finds them: by the name, the beginning of the release and the hardware."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from puppet_check.config.recorded_facts import FACTER, UNTIL, RecordedSystem, facts_of, systems
from puppet_grammar.patterns import lazy_pattern

SERVER = lazy_pattern(r"\A(?:Server )?(.+)", re.IGNORECASE)


class System(NamedTuple):
    """A system as metadata names it."""

    name: str
    release: str | None
    hardware: str


class Wanted(NamedTuple):
    """What the facts of a system must be."""

    name: str
    hardware: str
    release: str | None
    is_whole: bool
    """Whether the release must be the same; otherwise it is the beginning of the full one."""

    def accepts(self, full: str) -> bool:
        """Whether a full release is the wanted one."""
        if self.release is None:
            return True
        return full == self.release if self.is_whole else full.startswith(self.release)


def wanted_of(system: System) -> Wanted:
    """What the facts of a system must be."""
    name, release, hardware = system
    word = None if release is None else release.split(" ")[0]
    lower = name.lower()
    if "bsd" in lower:
        return Wanted(name, "amd64", word, False)
    if "solaris" in lower:
        return Wanted(name, "i86pc", word, False)
    if "windows" in lower:
        server = None if release is None else SERVER.match(release)
        return Wanted(lower, "x86_64", None if server is None else server[1], True)
    return Wanted(name, hardware, word, "amazon" in lower and word == "2")


@lru_cache(256)
def recorded(system: System, newest: tuple[int, int] = FACTER) -> dict[str, object] | None:
    """The facts of a system by the latest version of Facter up to one; None without any. Not to be changed."""
    wanted = wanted_of(system)
    best: tuple[tuple[int, ...], dict[str, object]] | None = None
    for each in systems(UNTIL):
        version = tuple(map(int, each.facter.split(".")))
        if (each.name, each.hardware) != (wanted.name, wanted.hardware) or version[:2] > newest:
            continue
        if best is not None and version <= best[0]:
            continue
        facts = _facts(each)
        if wanted.accepts(full_release(facts)):
            best = version, facts
    return None if best is None else best[1]


@lru_cache(64)
def _facts(system: RecordedSystem) -> dict[str, object]:
    return facts_of(system, UNTIL)


def full_release(facts: dict[str, object]) -> str:
    """The full release of a system."""
    match facts.get("os"):
        case {"release": {"full": str(full)}}:
            return full
    return ""
