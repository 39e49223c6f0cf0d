"""Blocks of Puppet code in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of code."""

    language: str
    tags: str
    code: str


def blocks(markdown: str) -> Iterator[Block]:
    """The blocks of Puppet code of a page."""
    for language, tags, code in _FENCE.findall(markdown):
        if language in ("puppet", "epp"):
            yield Block(language, tags, code)
