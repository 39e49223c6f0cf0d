"""Which releases of an interface a requirement accepts, and what these say of releases that the interface lacks.

By semantic versioning a release has everything that earlier ones of its major version have. So the accepted releases of an interface also
speak for older ones, and only for misspellings of what is newer:

* A requirement whose upper end lies within the releases of the interface is covered: what all accepted ones lack does not exist.
* One that accepts later releases of the newest major version, or major versions that the interface lacks, is partly covered: releases
  beyond may have more names and parameters. Only a name that is almost the same as an existing one is a mistake.
* One that accepts only what lies between two releases of the same major version is covered by both.
* One that accepts a later major version says nothing about code: its names are only shown.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange


class Coverage(Enum):
    """How far an interface speaks for all releases that a requirement accepts."""

    WHOLE = "whole"
    PARTIAL = "partial"
    SHOWN = "shown"


class Accepted(NamedTuple):
    """The accepted releases of an interface, as indices, the oldest first."""

    releases: tuple[int, ...]
    coverage: Coverage


FURTHER = 3
"""How many major versions after the newest release are tried."""
HIGH = 1 << 20
"""A minor version that no module reaches."""


@lru_cache(1024)
def accepted(requirement: str, releases: tuple[str, ...]) -> Accepted | None:
    """The releases that a requirement accepts; None if there are none, or if it is not valid."""
    wanted = SemVerRange.read(requirement)
    try:
        versions = [SemVer.parse(each) for each in releases]
    except (ArgumentError, InternalError):
        return None
    if wanted is None:
        return None
    found = tuple(index for index, version in enumerate(versions) if wanted.includes(version))
    if not found:
        return _between(wanted, versions)
    return Accepted(found, _coverage(wanted, versions))


def _between(wanted: SemVerRange, versions: list[SemVer]) -> Accepted | None:
    """The two releases around what a requirement accepts, if they are of the same major version: what both lack does not exist."""
    for index, (before, after) in enumerate(pairwise(versions)):
        lies_between = all(before.compare(each.begin) < 0 < after.compare(each.end) for each in wanted.spans)
        if before.major == after.major and wanted.spans and lies_between:
            return Accepted((index, index + 1), Coverage.WHOLE)
    return None


def _coverage(wanted: SemVerRange, versions: list[SemVer]) -> Coverage:
    oldest, newest = versions[0], versions[-1]
    majors = [SemVer(newest.major + more, minor, 0) for more in (1, 2, FURTHER) for minor in (0, HIGH)]
    if any(map(wanted.includes, majors)):
        return Coverage.SHOWN
    later = (newest.next_patch(), SemVer(newest.major, newest.minor + 1, 0), SemVer(newest.major, HIGH, 0))
    known = {each.major for each in versions}
    unknown = (SemVer(major, minor, 0) for major in range(int(newest.major)) if major not in known for minor in (0, HIGH))
    beyond = (SemVer(0, 0, 1),) if oldest.major > 0 else ()
    return Coverage.PARTIAL if any(map(wanted.includes, (*later, *unknown, *beyond))) else Coverage.WHOLE
