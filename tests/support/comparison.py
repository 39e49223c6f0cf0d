"""Comparison of two answers: value, types, log, and the message and position of an error."""

from __future__ import annotations

import re
from typing import cast

Answer = dict[str, object]

INTERNAL = re.compile(
    r"undefined local variable|uninitialized constant|wrong number of arguments|comparison of .+ failed|can't be coerced|invalid value for "
    r"|malformed format string|too few arguments|numbered\(|unnumbered\(|named<|one hash required|key<.*> not found|stack level too deep"
    r"|can't iterate|can't modify|bad value for range|can't dup|malformed .*%|flag after|width given|precision given|width too big"
    r"|wrong argument type|incompatible character encodings|invalid byte sequence|argument out of range|out of char range|bignum too big"
    r"|failed to allocate|too big to convert|premature end of|bad URI|invalid format character"
    r"|invalid index|mixed with|after unnumbered|after numbered"
    r"|given twice|float .* out of range|invalid c(haracter|odepoint)|end pattern with"
    r"|the scheme .* does not accept|bad component|negative string size|argument too big"
)
"""Messages of the reference's own runtime, of which only the occurrence is compared, not the text."""
RUNTIME = re.compile(
    r"0x0000|^ORACLE TIMEOUT|#<[A-Z]\w+:|undefined (private )?method|can't convert|no implicit conversion"
    r"|Puppet::Pops::(?!Parser)|\(\?x-mi:"
)
"""Messages of the language that quote such a message."""
UNSTABLE = re.compile(r"0x0000|#<(Proc|Puppet|Object)")
"""Texts that contain an address in memory."""
FIELDS = ("value", "type", "generic", "output")


def difference(expected: Answer, actual: Answer) -> str | None:
    """The difference between two answers; None if they agree."""
    if "failure" in actual:
        return "failure"
    wanted, given = cast("Answer | None", expected.get("error")), cast("Answer | None", actual.get("error"))
    if wanted is not None or given is not None:
        if wanted is None:
            return "an error that the reference does not make"
        if is_internal(wanted):
            return None if given is not None else "no error"
        if given is None:
            return "no error"
        found = next((each for each in ("message", "issue_code", "line", "pos") if wanted[each] != given[each]), None)
        return found or ("output" if expected.get("output") != actual.get("output") else None)
    if "result" in expected:
        return None if expected["result"] == actual.get("result") else "result"
    if any(UNSTABLE.search(str(expected[each])) for each in FIELDS):
        return None
    return next((each for each in FIELDS if expected[each] != actual.get(each)), None)


def is_internal(error: Answer) -> bool:
    """Whether the text of an error of the reference is not compared."""
    message = str(error["message"])
    if error.get("internal") or RUNTIME.search(message):
        return True
    return error["issue_code"] in (None, "RUNTIME_ERROR") and INTERNAL.search(message) is not None
