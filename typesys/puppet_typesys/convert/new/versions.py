"""Makers of SemVers and SemVerRanges."""

from __future__ import annotations

from puppet_typesys.convert.new.table import Caller, makes, refuses
from puppet_typesys.types import model
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange


@makes(model.SemVer)
def _version(call: Caller, text: str) -> SemVer:
    return SemVer.parse(text)


@makes(model.SemVer)
def _version_of_parts(call: Caller, major: int, minor: int, patch: int, prerelease: str | None = None, build: str | None = None) -> SemVer:
    return SemVer(major, minor, patch, _identifiers(prerelease), _identifiers(build))


def _identifiers(text: str | None) -> tuple[int | str, ...] | None:
    """The identifiers of a prerelease or build; unlike in the text of a version, a number may have leading zeros."""
    if not text:
        return None
    return tuple(int(part) if part.isdecimal() and str(int(part)) == part else part for part in text.split("."))


@makes(model.SemVer)
def _version_of_hash(call: Caller, given: Hash) -> SemVer:
    return _version_of_parts(call, *(given.get(part) for part in ("major", "minor", "patch", "prerelease", "build")))  # type: ignore[arg-type]  # the signature says so


@refuses(model.SemVer)
def _no_version(call: Caller, text: str) -> str:
    return f"The string '{text}' cannot be converted to a SemVer"


@makes(model.SemVerRange)
def _range(call: Caller, text: str) -> SemVerRange:
    return SemVerRange.parse(text)


@makes(model.SemVerRange)
def _range_of_versions(call: Caller, low: object, high: object = DEFAULT, exclude_high: bool = False) -> SemVerRange:
    lowest = low if isinstance(low, SemVer) else None
    highest = high if isinstance(high, SemVer) else None
    return SemVerRange.between(lowest, highest, excludes_end=exclude_high)


@makes(model.SemVerRange)
def _range_of_hash(call: Caller, given: Hash) -> SemVerRange:
    return _range_of_versions(call, given.get("min"), given.get("max", DEFAULT), given.get("exclude_max") is True)
