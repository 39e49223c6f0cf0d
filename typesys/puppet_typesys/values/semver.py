"""SemVer: a version by the rules of semver.org."""

from __future__ import annotations

from typing import ClassVar, Final

from puppet_grammar.dataclass import dataclass
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.errors import ArgumentError

Parts = tuple[int | str, ...]
LONGEST = 4000
"""The number of characters of a version, past which its numbers cannot be read."""

_PARTS = r"([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)"
_NUMBER = r"(0|[1-9][0-9]*)"
_VERSION = lazy_pattern(rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-{_PARTS})?(?:\+{_PARTS})?\n?")


@dataclass(frozen=True, slots=True)
class SemVer:
    """A version. The build metadata counts for equality and not for precedence."""

    RUBY_NAME: ClassVar[str] = "SemanticPuppet::Version"
    major: float
    """An integer; infinite for the version above all others."""
    minor: int
    patch: int
    prerelease: Parts | None = None
    build: Parts | None = None

    @staticmethod
    def parse(text: str) -> SemVer:
        """The version that a text denotes. Raises ArgumentError if it denotes none, or is too long."""
        found = _VERSION.fullmatch(text)
        if found is None:
            raise ArgumentError(f"Unable to parse '{text}' as a semantic version identifier")
        if len(text) > LONGEST:
            raise ArgumentError(f"a version of {len(text)} characters is too long")
        return SemVer(int(found[1]), int(found[2]), int(found[3]), prerelease_parts(found[4]), build_parts(found[5]))

    @property
    def is_stable(self) -> bool:
        """Whether it is not a prerelease."""
        return not self.prerelease

    def same_numbers(self, other: SemVer) -> bool:
        """Whether two versions differ at most in prerelease and build."""
        return (self.major, self.minor, self.patch) == (other.major, other.minor, other.patch)

    def next_patch(self) -> SemVer:
        """The next patch release."""
        return SemVer(self.major, self.minor, self.patch + 1)

    def compare(self, other: SemVer) -> int:
        """A number below, equal to or above 0 if this version precedes, equals or follows another."""
        mine, theirs = (self.major, self.minor, self.patch), (other.major, other.minor, other.patch)
        if mine != theirs:
            return -1 if mine < theirs else 1
        if self.prerelease is None or other.prerelease is None:
            return (self.prerelease is None) - (other.prerelease is None)
        return _compare_parts(self.prerelease, other.prerelease)

    def __lt__(self, other: SemVer) -> bool:
        return self.compare(other) < 0

    def __le__(self, other: SemVer) -> bool:
        return self.compare(other) <= 0

    def __gt__(self, other: SemVer) -> bool:
        return self.compare(other) > 0

    def __ge__(self, other: SemVer) -> bool:
        return self.compare(other) >= 0

    def __str__(self) -> str:
        major = str(self.major) if self.major != float("inf") else "Infinity"
        text = f"{major}.{self.minor}.{self.patch}"
        if self.prerelease is not None:
            text += "-" + ".".join(map(str, self.prerelease))
        return text if self.build is None else text + "+" + ".".join(map(str, self.build))


LOWEST: Final = SemVer(0, 0, 0, ())
HIGHEST: Final = SemVer(float("inf"), 0, 0)


def prerelease_parts(text: str | None) -> Parts | None:
    """The identifiers of a prerelease, numeric ones as integers."""
    if text is None:
        return None
    parts = text.split(".")
    if any(part.isdecimal() and len(part) > 1 and part.startswith("0") for part in parts):
        raise ArgumentError("Numeric pre-release identifiers MUST NOT contain leading zeroes")
    return tuple(int(part) if part.isdecimal() else part for part in parts)


def build_parts(text: str | None) -> Parts | None:
    """The identifiers of a build."""
    return None if text is None else tuple(text.split("."))


def _compare_parts(mine: Parts, theirs: Parts) -> int:
    """Compare identifiers: numbers precede words; if all are equal, the shorter list precedes."""
    for a, b in zip(mine, theirs, strict=False):
        if isinstance(a, int) != isinstance(b, int):
            return -1 if isinstance(a, int) else 1
        if a != b:
            return -1 if a < b else 1  # type: ignore[operator]  # both are of one kind
    return (len(mine) > len(theirs)) - (len(mine) < len(theirs))
