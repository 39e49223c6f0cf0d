"""Time zones in text: names, military letters and offsets."""

from __future__ import annotations

import re

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.zones import OFFSETS

ZONE = lazy_pattern(
    r"(?:gmt|utc?)?[-+][0-9]+(?:[,.:][0-9]+(?::[0-9]+)?)?"
    r"|[a-z.\s]+(?:standard|daylight)\s+time\b"
    r"|[a-z]+(?:\s+dst)?\b",
    re.IGNORECASE | re.ASCII,
)
WORD = lazy_pattern(r"(.*?)(?<!\s)\s++(standard\s+time|daylight\s+time|dst)\Z", re.IGNORECASE | re.DOTALL)
BILLION = 1_000_000_000


def zone_at(text: str, at: int) -> str | None:
    """The time zone that a text contains at an offset; None without one."""
    match = ZONE.match(text, at)
    return match[0] if match else None


def offset_of(zone: str) -> int | None:
    """The offset of a time zone in nanoseconds; None if there is no such zone."""
    word = WORD.match(zone)
    name = word[1] if word else zone
    known = OFFSETS.get(" ".join(name.lower().split()))
    if known is not None:
        summer = word is not None and not word[2].lower().startswith("standard")
        return (known + (3600 if summer else 0)) * BILLION
    return _numeric(name)


def _numeric(name: str) -> int | None:
    if len(name) > 3 and name[:3].lower() in ("gmt", "utc"):
        name = name[3:]
    if name[:1] not in ("+", "-"):
        return None
    sign = -1 if name[0] == "-" else 1
    digits = name[1:]
    if ":" in digits:
        return _with_colons(sign, digits.split(":"))
    if "," in digits or "." in digits:
        hours, fraction = re.split("[,.]", digits, maxsplit=1)
        return None if int(hours) > 23 else sign * (int(hours) * 3600 * BILLION + _part_of_hour(fraction))
    if len(digits) < 2:
        return sign * int(digits or "0") * 3600 * BILLION
    hours, rest = digits[: 2 - len(digits) % 2], digits[2 - len(digits) % 2 :]
    return sign * (int(hours) * 3600 + int(rest[:2] or "0") * 60 + int(rest[2:4] or "0")) * BILLION


def _with_colons(sign: int, parts: list[str]) -> int | None:
    hours, minutes, seconds = (int(part or "0") for part in (*parts, "0", "0")[:3])
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    return sign * (hours * 3600 + minutes * 60 + seconds) * BILLION


def _part_of_hour(fraction: str) -> int:
    """A fraction of an hour in nanoseconds; seven digits count, and the eighth is rounded half to even."""
    kept = fraction[:7]
    units = int(kept or "0")
    if len(fraction) > 7 and fraction[7] >= ("5" if units & 1 else "6"):
        units += 1
    return units * 3600 * int("1" + "0" * (9 - len(kept)))
