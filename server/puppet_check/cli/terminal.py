"""Terminal output: colours, links, and text without control characters."""

from __future__ import annotations

import os
from typing import TextIO

from puppet_grammar.named import NamedTuple

LINKING = ("DOMTERM", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION")
"""Variables of the environment that only terminals with links set."""
LINKING_PROGRAMS = ("ghostty", "iTerm.app", "rio", "vscode", "WezTerm")
"""Values of `TERM_PROGRAM` of such terminals."""
LINKING_TERMS = ("alacritty", "foot", "xterm-ghostty", "xterm-kitty")
"""Values of `TERM` of such terminals."""
FIRST_VTE = 5000
"""The version of VTE, the library of GNOME's and other terminals, that brought links."""
ENVIRONMENT = ("CLICOLOR_FORCE", "FORCE_COLOR", "FORCE_HYPERLINK", "NO_COLOR", "TERM", "TERM_PROGRAM", "VTE_VERSION", *LINKING)
"""The variables of the environment that colours and links depend on."""
ESCAPE = "\x1b["
LINK = "\x1b]8;;"
LINK_END = "\x1b\\"
SEVERITIES = {"error": "1;31", "warning": "1;33", "info": "1;34", "hint": "1;36"}


class Colours(NamedTuple):
    """Formatting for a terminal; off, text is returned unchanged."""

    on: bool
    has_links: bool = False
    is_shown: bool = False
    """Whether people read it at once, so that a run may say what is of this moment."""

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

    def linked(self, address: str | None, text: str) -> str:
        """A text that leads to an address (OSC 8: gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda)."""
        return text if address is None or not self.has_links else f"{LINK}{address}{LINK_END}{text}{LINK}{LINK_END}"


def colours_for(stream: TextIO, choice: str = "auto") -> Colours:
    """Colours for a stream, as `--color` says: `always`, `never`, or `auto`, as its terminal and the environment say.

    `NO_COLOR` (no-color.org) precedes `FORCE_COLOR` (force-color.org) and `CLICOLOR_FORCE` (bixense.com/clicolors), as in Python itself.
    """
    is_shown = is_terminal(stream)
    if choice != "auto":
        return Colours(choice == "always", choice == "always" and is_shown and _has_links(), is_shown)
    if os.environ.get("NO_COLOR"):
        return Colours(on=False, has_links=is_shown and _has_links(), is_shown=is_shown)
    is_forced = any(os.environ.get(each, "0") not in ("", "0") for each in ("FORCE_COLOR", "CLICOLOR_FORCE"))
    return Colours(is_shown or is_forced, is_shown and _has_links(), is_shown)


def _has_links() -> bool:
    """Whether the terminal of this process is known to show links; one that does not know them may print the addresses."""
    known = os.environ
    if (forced := known.get("FORCE_HYPERLINK")) is not None:
        return forced not in ("", "0")
    is_named = known.get("TERM_PROGRAM") in LINKING_PROGRAMS or known.get("TERM") in LINKING_TERMS
    version = known.get("VTE_VERSION", "")
    return is_named or any(known.get(each) for each in LINKING) or (version.isdecimal() and int(version) >= FIRST_VTE)


def is_terminal(stream: TextIO) -> bool:
    """Whether the stream is an interactive terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def printable(text: str) -> str:
    """Replace unprintable characters other than tabs by U+FFFD, as the text may be untrusted."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\t" else "\ufffd" for each in text)
