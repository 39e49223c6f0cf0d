"""The recorded facts of systems."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import json, glob, os

FOLDER = "/tmp/w/scratch-s43/facterdb/facts"


class System(NamedTuple):
    name: str
    release: str | None
    hardware: str


@lru_cache
def _index() -> list[tuple[tuple[int, ...], str, str]]:
    found = []
    for path in glob.glob(f"{FOLDER}/*/*.facts"):
        version = tuple(map(int, os.path.basename(os.path.dirname(path)).split(".")))
        found.append((version, os.path.basename(path)[:-6], path))
    return sorted(found, reverse=True)


@lru_cache(400)
def _read(path: str) -> dict[str, object]:
    return json.load(open(path))


def recorded(system: System, newest: tuple[int, int]) -> dict[str, object] | None:
    """The newest recorded facts of a system."""
    hardware, name, release = system.hardware, system.name, system.release
    exact = False
    if release is not None:
        release = release.split(" ")[0] if "windows" not in name.lower() else re.sub(r"(?i)\AServer ", "", release)
    if re.search("BSD", name, re.I):
        hardware = "amd64"
    elif re.search("solaris", name, re.I):
        hardware = "i86pc"
    elif re.search("windows", name, re.I):
        hardware, name, exact = "x86_64", name.lower(), True
    elif re.search("amazon", name, re.I) and release == "2":
        exact = True
    for version, base, path in _index():
        if version[:2] > newest:
            continue
        if not base.startswith(name.lower().replace(" ", "")[:4]):
            continue
        facts = _read(path)
        o = facts.get("os", {})
        if o.get("name") != name or o.get("hardware") != hardware:
            continue
        full = str(o.get("release", {}).get("full"))
        if release is not None and not (full == release if exact else full.startswith(release)):
            continue
        return facts
    return None
