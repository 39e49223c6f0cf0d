"""Bounds of what is reported about a file: the number of findings of a code, and the length of messages.

Each finding costs time and memory wherever it goes: fixes, records, output. A hostile or generated file may have one for every byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from puppet_check.config.profiles import is_style
from puppet_typesys.diagnostics import Diagnostic, Fix, Plain

MOST_FINDINGS = 100
"""How many findings of a code are reported for a file; the last one tells how many more there are."""
MOST_OF_STYLE = 1000
"""The same for a style rule, of which a file in another style has many."""
LENGTH = 5000
"""The number of characters of a message, or of one of its arguments."""
REPLACED = 100_000
"""The number of characters that the fixes of a finding may insert."""
CUT = " … "


def bounded(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings in order, at most `MOST` of each code, with messages of bounded length."""
    if len(found) > MOST_FINDINGS:
        found = [*_fewer(found)]
    return tuple(map(_short, found))


def _fewer(found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    counts = Counter(each.code for each in found)
    most = {code: MOST_OF_STYLE if is_style(code) else MOST_FINDINGS for code in counts}
    seen: Counter[str] = Counter()
    for each in found:
        seen[each.code] += 1
        rest = counts[each.code] - most[each.code]
        if seen[each.code] < most[each.code] or not rest:
            yield each
        elif seen[each.code] == most[each.code]:
            yield each._replace(message=f"{_cut(each.message)} (and {rest} more of this kind in this file)")


def _short(found: Diagnostic) -> Diagnostic:
    if len(found.message) <= LENGTH and not found.data and not found.fixes and not found.related:
        return found
    data = tuple((name, _short_argument(value)) for name, value in found.data)
    related = tuple(each._replace(message=_cut(each.message)) for each in found.related)
    return found._replace(message=_cut(found.message), data=data, related=related, fixes=tuple(filter(_is_small, found.fixes)))


def _short_argument(value: Plain) -> Plain:
    if isinstance(value, str):
        return _cut(value)
    return None if isinstance(value, int) and value.bit_length() > LENGTH else value


def _cut(text: str) -> str:
    """A text without its middle if it is too long."""
    return text if len(text) <= LENGTH else text[: LENGTH // 2] + CUT + text[-LENGTH // 4 :]


def _is_small(fix: Fix) -> bool:
    return sum(len(each.replacement) for each in fix.edits) <= REPLACED
