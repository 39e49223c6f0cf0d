"""Timespan: a duration in nanoseconds."""

from __future__ import annotations

from functools import total_ordering

from puppet_typesys.values.hash import Hash
from puppet_typesys.values.timespan_format import compiled, parse

MICROSECOND = 1_000
MILLISECOND = 1_000 * MICROSECOND
SECOND = 1_000 * MILLISECOND
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
PARTS = {
    "days": DAY,
    "hours": HOUR,
    "minutes": MINUTE,
    "seconds": SECOND,
    "milliseconds": MILLISECOND,
    "microseconds": MICROSECOND,
    "nanoseconds": 1,
}


@total_ordering
class Timespan:
    """A duration, possibly negative."""

    __slots__ = ("nanoseconds",)
    RUBY_NAME = "Puppet::Pops::Time::Timespan"

    def __init__(self, nanoseconds: int) -> None:
        self.nanoseconds = nanoseconds

    @staticmethod
    def parse(text: str, formats: str | tuple[str, ...] | None = None) -> Timespan:
        """The Timespan that a text denotes in a format, in the first matching one of several, or in one of the default formats."""
        return Timespan(parse(text, formats))

    @staticmethod
    def from_hash(given: Hash) -> Timespan:
        """The Timespan that a Hash denotes, which has either `string` and `format` or the parts as numbers."""
        if "string" in given:
            formats = given.get("format")
            return Timespan.parse(str(given["string"]), formats or None)  # type: ignore[arg-type]  # the signature of `new` said so
        total = sum(int(given.get(part) or 0) * size for part, size in PARTS.items())  # type: ignore[call-overload]  # likewise
        return Timespan(-total if given.get("negative") else total)

    def format(self, pattern: str) -> str:
        """Format the duration."""
        return compiled(pattern).text(self.nanoseconds)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timespan) and self.nanoseconds == other.nanoseconds

    def __lt__(self, other: Timespan) -> bool:
        return self.nanoseconds < other.nanoseconds

    def __hash__(self) -> int:
        return hash(("Timespan", self.nanoseconds))

    def __str__(self) -> str:
        return self.format("%D-%H:%M:%S.%-N")

    def __repr__(self) -> str:
        return f"Timespan({self.nanoseconds})"
