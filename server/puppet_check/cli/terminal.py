"""Terminal output: colours, and text without control characters."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TextIO

ESCAPE = "\x1b["
SEVERITIES = {"error": "1;31", "warning": "1;33", "info": "1;34", "hint": "1;36"}


@dataclass(frozen=True, slots=True)
class Colours:
    """Formatting for a terminal; off, text is returned unchanged."""

    on: bool

    def bold(self, text: str) -> str:
        """Bold text."""
        return self.styled("1", text)

    def faint(self, text: str) -> str:
        """Faint text."""
        return self.styled("2", text)

    def severity(self, severity: str, text: str) -> str:
        """Text in the colour of a severity."""
        return self.styled(SEVERITIES.get(severity, "1"), text)

    def styled(self, style: str, text: str) -> str:
        """Text in a style, given as the parameters of the escape sequence."""
        return f"{ESCAPE}{style}m{text}{ESCAPE}0m" if self.on else text


def colours_for(stream: TextIO) -> Colours:
    """Colours for a stream: on if it is a terminal that supports them and `NO_COLOR` is not set (no-color.org)."""
    return Colours(is_terminal(stream) and not os.environ.get("NO_COLOR"))


def is_terminal(stream: TextIO) -> bool:
    """Whether the stream is an interactive terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def printable(text: str) -> str:
    """Replace unprintable characters other than tabs by U+FFFD, as the text may be untrusted."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\t" else "\ufffd" for each in text)
