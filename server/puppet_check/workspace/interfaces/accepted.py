"""Which releases of an interface a requirement accepts, and what these say of releases that the interface lacks.

By semantic versioning a release has everything that earlier ones of its major version have. So the accepted releases of an interface also
speak for older ones. Later ones may have more, but most code does not use what is newer than the interface:

* A requirement whose upper end lies within the releases of the interface is covered: what all accepted ones lack does not exist.
* One that accepts later releases of the newest major version is covered as well, but what is absent is only probably so.
* One that accepts later major versions, or any version, says that of names alone: types and defaults may be other ones there.
* Where major versions in between are unknown, names may have come and gone: only one that is almost the same as a known one is a mistake.
* One that accepts only what lies between two releases is covered by both.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    LATER = "later"
    """A later release of the newest major version may have more."""
    PARTIAL = "partial"
    """Unknown releases may have had more."""
    OPEN = "open"
    """A later major version may have more, and other parameters."""
    SHOWN = "shown"
    """The same, where most of the releases that are accepted are unknown."""

    @property
    def is_of_values(self) -> bool:
        """Whether parameters and values are checked, as opposed to names alone."""
        return self in (Coverage.WHOLE, Coverage.LATER, Coverage.PARTIAL)

    @property
    def is_of_absence(self) -> bool:
        """Whether what all accepted releases lack is absent, for certain or probably."""
        return self in (Coverage.WHOLE, Coverage.LATER, Coverage.OPEN)


class Accepted(NamedTuple):
    """The accepted releases of an interface, as indices, the oldest first."""

    releases: tuple[int, ...]
    coverage: Coverage


FURTHER = 3
"""How many major versions after the newest release are tried."""
HIGH = 1 << 20
"""A minor version that no module reaches."""


@lru_cache(1024)
def accepted(requirement: str | None, releases: tuple[str, ...]) -> Accepted | None:
    """The releases that a requirement accepts, without one all; None if nothing is known of those, or if it is not valid."""
    wanted = SemVerRange.read(">= 0.0.0" if requirement is None else requirement)
    try:
        versions = [SemVer.parse(each) for each in releases]
    except (ArgumentError, InternalError):
        return None
    if wanted is None or not wanted.spans:
        return None
    found = tuple(index for index, version in enumerate(versions) if wanted.includes(version))
    if not found:
        return _between(wanted, versions) or _after(wanted, versions)
    return Accepted(found, _coverage(wanted, versions))


def inexact(found: Accepted) -> Accepted:
    """The same for releases that are not just what was released: their names alone are known."""
    return found._replace(coverage=Coverage.OPEN if found.coverage.is_of_absence else Coverage.SHOWN)


def of_revision(releases: tuple[str, ...]) -> Accepted:
    """All releases, which a revision of their repository may be before, between or after."""
    return Accepted(tuple(range(len(releases))), Coverage.SHOWN)


def _between(wanted: SemVerRange, versions: list[SemVer]) -> Accepted | None:
    """The two releases around what a requirement accepts: of the same major version, what both lack does not exist."""
    for index, (before, after) in enumerate(pairwise(versions)):
        if all(before.compare(each.begin) < 0 < after.compare(each.end) for each in wanted.spans):
            is_same = before.major == after.major
            is_next = is_same or all(each.begin.major == before.major for each in wanted.spans)
            return Accepted((index, index + 1), Coverage.WHOLE if is_same else Coverage.LATER) if is_next else None
    return None


def _after(wanted: SemVerRange, versions: list[SemVer]) -> Accepted | None:
    """The newest release, if a requirement accepts later ones alone, the first of them of its minor version, which adds no names."""
    newest = versions[-1]
    same = (newest.major, newest.minor)
    if not all(newest.compare(each.begin) < 0 and (each.begin.major, each.begin.minor) == same for each in wanted.spans):
        return None
    is_open = any(map(wanted.includes, _next_majors(newest)))
    return Accepted((len(versions) - 1,), Coverage.OPEN if is_open else Coverage.LATER)


def _coverage(wanted: SemVerRange, versions: list[SemVer]) -> Coverage:
    oldest, newest = versions[0], versions[-1]
    if any(map(wanted.includes, _next_majors(newest))):
        # What is accepted in this way is hardly older than the oldest release that is known, unless only one is.
        first = oldest.major if oldest.major < newest.major else 1
        return Coverage.SHOWN if any(map(wanted.includes, _unknown(versions, int(first)))) else Coverage.OPEN
    beyond = (SemVer(0, 0, 1),) if oldest.major > 0 else ()
    if any(map(wanted.includes, (*_unknown(versions, 0), *beyond))):
        return Coverage.PARTIAL
    later = (newest.next_patch(), SemVer(newest.major, newest.minor + 1, 0), SemVer(newest.major, HIGH, 0))
    return Coverage.LATER if any(map(wanted.includes, later)) else Coverage.WHOLE


def _next_majors(newest: SemVer) -> list[SemVer]:
    return [SemVer(newest.major + more, minor, 0) for more in (1, 2, FURTHER) for minor in (0, HIGH)]


def _unknown(versions: list[SemVer], first: int) -> Iterator[SemVer]:
    """The first and last versions of the major versions that are unknown, from one on to the newest."""
    known = {each.major for each in versions}
    return (SemVer(major, minor, 0) for major in range(first, int(versions[-1].major)) if major not in known for minor in (0, HIGH))
