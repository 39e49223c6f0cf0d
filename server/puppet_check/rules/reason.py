"""Why something is deprecated, as its documentation says, in a message."""

from __future__ import annotations

import re

LINK = re.compile(r"\[`?([^\]`]*)`?\]\([^)]*\)")


def reason(deprecated: str) -> str:
    """The end of a message: what a tag `@deprecated` says, without marks of Markdown."""
    words = LINK.sub(r"\1", " ".join(deprecated.split())).rstrip(".")
    return f": {words[0].lower()}{words[1:]}" if words else ""
