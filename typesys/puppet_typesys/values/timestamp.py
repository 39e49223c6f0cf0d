"""Timestamp: a point in time, in nanoseconds since the epoch."""

from __future__ import annotations

from functools import total_ordering

from puppet_typesys.values.calendar import days_of
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash

SECOND = 1_000_000_000
FORMATS_WITHOUT_ZONE = ("%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F")
FORMATS = ("%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z", *FORMATS_WITHOUT_ZONE)


@total_ordering
class Timestamp:
    """A point in time."""

    __slots__ = ("nanoseconds",)
    RUBY_NAME = "Puppet::Pops::Time::Timestamp"

    def __init__(self, nanoseconds: int) -> None:
        self.nanoseconds = nanoseconds

    @staticmethod
    def parse(text: str, formats: str | tuple[str, ...] | None = None, zone: str | None = None) -> Timestamp:
        """The time that a text denotes in a format or in the first matching one of several; `zone` applies to texts without a zone."""
        return _parse(text, formats, zone)

    @staticmethod
    def from_hash(given: Hash) -> Timestamp:
        """The time that a Hash with `string`, `format` and `timezone` denotes."""
        return _parse(given.get("string"), given.get("format"), given.get("timezone"))  # type: ignore[arg-type]  # the signature of `new` said so

    def format(self, pattern: str, zone: str | None = None) -> str:
        """Format the time, in a time zone."""
        from puppet_typesys.values.strftime import Moment, strftime  # 1.4 ms, and most programs write no times

        return strftime(pattern, Moment(self.nanoseconds, _clock_offset(zone) if zone else None))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timestamp) and self.nanoseconds == other.nanoseconds

    def __lt__(self, other: Timestamp) -> bool:
        return self.nanoseconds < other.nanoseconds

    def __hash__(self) -> int:
        return hash(("Timestamp", self.nanoseconds))

    def __str__(self) -> str:
        return self.format("%FT%T.%N %Z")

    def __repr__(self) -> str:
        return f"Timestamp({self.nanoseconds})"


def _parse(text: str, formats: str | tuple[str, ...] | None, zone: str | None) -> Timestamp:
    from puppet_typesys.values.strptime import strptime  # 1.5 ms, and most programs read no times

    if not isinstance(text, str):
        raise InternalError("only a text can be read as a time")
    if isinstance(formats, str):
        parsed = strptime(text, formats)
        if parsed is None or parsed.leftover:
            raise ArgumentError(f"Unable to parse '{text}' using format '{formats}'")
        if zone and parsed.zone is not None:
            raise ArgumentError(
                "Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument"
            )
        return _timestamp(parsed.numbers, parsed.fraction, zone or parsed.zone)
    tried = formats or (FORMATS_WITHOUT_ZONE if zone else FORMATS)
    for each in tried:
        parsed = strptime(text, each)
        if parsed is not None and not parsed.leftover and not (zone and parsed.zone is not None):
            return _timestamp(parsed.numbers, parsed.fraction, zone or parsed.zone)
    raise ArgumentError(f"Unable to parse '{text}' using any of the formats {', '.join(tried)}")


def _timestamp(numbers: dict[str, int], fraction: int | None, zone: str | None) -> Timestamp:
    if "year" not in numbers:
        raise InternalError("no implicit conversion of nil into Integer")
    hour, minute, second = (numbers.get(name, 0) for name in ("hour", "min", "sec"))
    if fraction is not None and fraction < 0:
        raise InternalError("subsecx out of range")
    if hour == 24 and (minute or second):
        raise InternalError("argument out of range")
    days = days_of(numbers["year"], numbers.get("mon", 1), numbers.get("mday", 1))
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    return Timestamp(seconds * SECOND + (fraction or 0) - (_offset(zone) if zone is not None else 0))


def _offset(zone: str) -> int:
    """The offset of a time zone in nanoseconds; the current zone is UTC."""
    from puppet_typesys.values.zone import offset_of, zone_at  # 1.3 ms, and most programs name no time zones

    if zone.lower() == "current":
        return 0
    found = zone_at(zone, 0)
    offset = None if found is None else offset_of(found)
    if offset is None:
        raise ArgumentError(f"Illegal timezone '{zone}'")
    return offset


def _clock_offset(zone: str) -> int:
    """The offset of a time zone in seconds, truncated to whole minutes."""
    minutes = _offset(zone) // (60 * SECOND)
    if abs(minutes) >= 24 * 60:
        raise InternalError("utc_offset out of range")
    return minutes * 60
