"""Makers of Timespans and Timestamps."""

from __future__ import annotations

from math import isfinite

from puppet_typesys.convert.new.table import Caller, makes
from puppet_typesys.types import model
from puppet_typesys.values.errors import InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.timespan import PARTS, Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import UnknownValue

SECOND = 1_000_000_000
Formats = str | tuple[str, ...] | None


def _nanoseconds(seconds: float) -> int:
    exact = seconds * SECOND
    if not isfinite(exact):
        raise InternalError("Infinity")
    return int(exact)


@makes(model.Timespan)
def _span_of_seconds(call: Caller, seconds: float) -> Timespan:
    return Timespan(_nanoseconds(seconds))


@makes(model.Timespan)
def _span_of_text(call: Caller, text: str, formats: Formats = None) -> Timespan:
    return Timespan.parse(text, formats)


@makes(model.Timespan)
def _span_of_parts(call: Caller, *parts: int) -> Timespan:
    return Timespan(sum(count * size for count, size in zip(parts, PARTS.values(), strict=False)))


@makes(model.Timespan)
@makes(model.Timespan)
def _span_of_hash(call: Caller, given: Hash) -> Timespan:
    return Timespan.from_hash(given)


@makes(model.Timestamp)
def _now(call: Caller) -> Timestamp:
    now = call.world.now()
    if now is None:
        raise UnknownValue
    return Timestamp(now)


@makes(model.Timestamp)
def _stamp_of_seconds(call: Caller, seconds: float) -> Timestamp:
    return Timestamp(_nanoseconds(seconds))


@makes(model.Timestamp)
def _stamp_of_text(call: Caller, text: str, formats: Formats = None, zone: str | None = None) -> Timestamp:
    return Timestamp.parse(text, formats, zone)


@makes(model.Timestamp)
def _stamp_of_hash(call: Caller, given: Hash) -> Timestamp:
    return Timestamp.from_hash(given)
