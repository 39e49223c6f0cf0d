"""Whether two answers agree: value, types, log, and the error with its words and place."""

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
"""What only the reference's runtime says: that there is an error binds, its words do not."""
RUNTIME = re.compile(
    r"0x0000|^ORACLE TIMEOUT|#<[A-Z]\w+:|undefined (private )?method|can't convert|no implicit conversion"
    r"|Puppet::Pops::(?!Parser)|\(\?x-mi:"
)
"""The same where the language's own message quotes it."""
UNSTABLE = re.compile(r"0x0000|#<(Proc|Puppet|Object)")
"""Texts that hold an address in memory."""
FIELDS = ("value", "type", "generic", "output")


def difference(expected: Answer, actual: Answer) -> str | None:
    """What differs, or None if the answers agree."""
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
    """Whether the words of an error of the reference do not bind."""
    message = str(error["message"])
    if error.get("internal") or RUNTIME.search(message):
        return True
    return error["issue_code"] in (None, "RUNTIME_ERROR") and INTERNAL.search(message) is not None
