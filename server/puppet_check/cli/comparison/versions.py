"""The version that a release with some changes should have, by semantic versioning, and what the metadata say."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.cli.comparison.changes import VersionPart
from puppet_check.cli.comparison.modules import Compared
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.semver import SemVer


class Verdict(NamedTuple):
    """What the changes of a module mean for its version."""

    step: VersionPart
    next: SemVer | None
    """The lowest version that the release may have; None if the version before is not known."""
    is_raised: bool
    """Whether the metadata have another version than before."""
    is_enough: bool
    """Whether their version allows the changes: the one before allows those that break nothing, as it is raised before a release."""


def verdict(compared: Compared) -> Verdict:
    """What the changes of a module mean for its version."""
    step = max((each.step for each in compared.changes), default=VersionPart.PATCH)
    before, after = _version(compared.before), _version(compared.after)
    if before is None:
        return Verdict(step, None, False, step < VersionPart.MAJOR)
    needed = _next(before, step)
    if after is None or after == before:
        return Verdict(step, needed, False, step < VersionPart.MAJOR)
    return Verdict(step, needed, True, _numbers(after) >= _numbers(needed))


def _next(version: SemVer, step: VersionPart) -> SemVer:
    """The version after a step. Below 1.0.0, where anything may change, a minor version stands for a major one."""
    major, minor, patch = _numbers(version)
    if step is VersionPart.MAJOR and major:
        return SemVer(major + 1, 0, 0)
    if (step is VersionPart.MAJOR) or (step is VersionPart.MINOR and major):
        return SemVer(major, minor + 1, 0)
    # A prerelease comes before the version with its numbers.
    return SemVer(major, minor, patch + version.is_stable)


def _numbers(version: SemVer) -> tuple[int, int, int]:
    return int(version.major), version.minor, version.patch


def _version(text: str | None) -> SemVer | None:
    try:
        return None if text is None else SemVer.parse(text)
    except ArgumentError:
        return None
