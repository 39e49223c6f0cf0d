"""The function strftime."""

from __future__ import annotations

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import UnknownValue


@dispatch("strftime", "Timespan $time_object, String $format", types="String")
def _strftime_timespan(call: Call, time: Timespan, pattern: str) -> object:
    return time.format(pattern)


@dispatch("strftime", "Timestamp $time_object, String $format, String $timezone = 'UTC'", types="String")
def _strftime_timestamp(call: Call, time: Timestamp, pattern: str, zone: str | None = None) -> object:
    return time.format(pattern, zone)


@dispatch("strftime", "String $format, String $timezone = 'UTC'", types="String")
def _strftime_now(call: Call, pattern: str, zone: str | None = None) -> object:
    message = (
        "The argument signature (String format, [String timezone]) is deprecated for #strftime. "
        "See #strftime documentation and Timespan type for more info"
    )
    call.warn("deprecations", f"{message}\n   (file: unknown, line: {call.line})")
    now = call.world.now()
    if now is None:
        raise UnknownValue
    return Timestamp(now).format(pattern, zone)
