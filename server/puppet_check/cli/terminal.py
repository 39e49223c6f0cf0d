"""What a terminal needs: colours, and text that cannot command it."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from typing import TextIO

ESCAPE = "\x1b["
SEVERITIES = {"error": "1;31", "warning": "1;33", "info": "1;34", "hint": "1;36"}


@dataclass(frozen=True, slots=True)
class Colours:
    """Colours, or none."""

    on: bool

    def bold(self, text: str) -> str:
        """Text that stands out."""
        return self._with("1", text)

    def faint(self, text: str) -> str:
        """Text that stands back."""
        return self._with("2", text)

    def severity(self, severity: str, text: str) -> str:
        """Text in the colour of a severity."""
        return self._with(SEVERITIES.get(severity, "1"), text)

    def _with(self, style: str, text: str) -> str:
        return f"{ESCAPE}{style}m{text}{ESCAPE}0m" if self.on else text


def colours_for(stream: TextIO) -> Colours:
    """Colours when the stream is a terminal that shows them and nobody forbids them (no-color.org)."""
    return Colours(is_terminal(stream) and not os.environ.get("NO_COLOR"))


def is_terminal(stream: TextIO) -> bool:
    """Whether a person looks at the stream, on a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def printable(text: str) -> str:
    """The text with every character that is not shown, except tabs, replaced by U+FFFD: it may come from anywhere."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\t" else "\ufffd" for each in text)


def usable(stream: TextIO) -> None:
    """Let a stream print every character, if need be as an escape, instead of failing at one it cannot encode."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
