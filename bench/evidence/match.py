"""Whether a refusal of the reference and a finding are about the same error."""

from __future__ import annotations

import re

SUGGESTION = re.compile(r", did you mean '[^']*'\?")
ADDED = re.compile(r"; \w+ [\d.]+ removed it.*|; there is no class '[^']*'.*| \(\d+ more [^()]*\)$")
"""What puppet-check adds to a message of the reference: the replacement of a removed name, and a count of other uses."""
PLACE = re.compile(r" \((?:file: [^()]*, )?line: \d+(?:, column: \d+)?\)")
TITLE_END = re.compile(r"\]: (?=has no |expects |parameter )")
ROOT = re.compile(r"(?<![\w:])::(?=\w)")
TYPE = re.compile(r"\b[A-Z]\w*(?:::[A-Z]\w*)*(?:\[[^']*?\])?(?= [<>]| ?,|$)")
KIND = re.compile(r"The value, an? \w+, cannot")


def is_same(code: str, found: str, refused: str) -> bool:
    """Whether each line of a finding is in a refusal, where titles and types of unknown values may be more exact."""
    refusal = _plain(refused)
    return all(
        _pattern(code, _plain(line)).search(refusal)
        for line in TITLE_END.sub("]:\n", ADDED.sub("", SUGGESTION.sub("", found))).splitlines()
    )


def _plain(text: str) -> str:
    """A message without places and without the `::` that names may begin with."""
    return ROOT.sub("", PLACE.sub("", text)).strip()


def _pattern(code: str, line: str) -> re.Pattern[str]:
    text = line.rstrip(".")
    if code == "comparison-not-possible":
        text = TYPE.sub("…", text)
    text = KIND.sub("The value … cannot", text).replace("…", "\0")
    return re.compile(".*".join(map(re.escape, text.split("\0"))), re.DOTALL | re.IGNORECASE)
