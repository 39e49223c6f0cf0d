"""Whether the reference's refusal means the same as a finding."""

from __future__ import annotations

import re

SUGGESTION = re.compile(r", did you mean '[^']*'\?")
TYPES = re.compile(r"Comparison of: .*?, is not possible")
TYPE = r"[A-Z][\w:]*(?:\[[^']*?\])?"


def is_same(code: str, found: str, refused: str) -> bool:
    """Whether each line of a finding is in a refusal; types of unknown values and titles may be more exact there."""
    return all(_pattern(code, line).search(refused) for line in SUGGESTION.sub("", found).splitlines())


def _pattern(code: str, line: str) -> re.Pattern[str]:
    text = line.strip().rstrip(".")
    if code == "comparison-not-possible":
        return re.compile(TYPE.join(map(re.escape, re.split(TYPE, text.replace("Comparison of", "comparison of")))), re.IGNORECASE)
    text = re.sub(r"The value, an? \w+, cannot", "The value … cannot", text)
    if code in ("unknown-class", "unknown-resource-type", "unknown-function", "unknown-variable"):
        # A leading `::` and the case of a type's name are no difference.
        return re.compile(r"(?:::)?".join(map(re.escape, text.split("::"))).replace("'(?:::)?", "'(?:::)?"), re.IGNORECASE)
    return re.compile(".*".join(map(re.escape, text.split("…"))), re.DOTALL)
