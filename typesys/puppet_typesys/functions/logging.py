"""The logging functions: debug, info, notice, warning, err, alert, emerg and crit."""

from __future__ import annotations

from puppet_typesys.convert.text import text
from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import dispatch

LEVELS = ("debug", "info", "notice", "warning", "err", "alert", "emerg", "crit")


def _log(call: Call, *values: object) -> None:
    call.log(call.name, " ".join(map(text, values)))


for level in LEVELS:
    dispatch(level, "Any *$values", returns="Undef")(_log)
