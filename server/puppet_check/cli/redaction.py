"""Hides secrets in what a program prints."""

from __future__ import annotations

import html
import json
import sys
from collections.abc import Iterable
from io import TextIOWrapper

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.quoting import quote

REDACTED = "[redacted]"
INTERPOLATION = lazy_pattern(r"%\{[^}]*\}")
"""What becomes another text before it is printed."""
SHORTEST = 4
"""The number of characters from which a text is hidden: shorter ones are parts of many words."""


class Redacted(TextIOWrapper):
    """A stream in place of another one, in which secrets are replaced, also as JSON, HTML and Puppet write them, and line by line."""

    def __init__(self, stream: TextIOWrapper) -> None:
        encoding, errors, is_buffered = stream.encoding, stream.errors, stream.line_buffering
        super().__init__(stream.detach(), encoding, errors, line_buffering=is_buffered)
        self._hidden: list[str] = []
        """All forms of the secrets, longer ones first."""

    def hide(self, secrets: Iterable[str]) -> None:
        """Hide these from now on."""
        found = dict.fromkeys(self._hidden)
        for secret in secrets:
            whole = secret.rstrip("\r\n")
            for part in (whole, *whole.splitlines(), *INTERPOLATION.split(whole)):
                if len(part.strip()) >= SHORTEST:
                    found |= dict.fromkeys(_forms(part))
        self._hidden = sorted(found, key=len, reverse=True)

    def write(self, text: str, /) -> int:
        """Write a text without the secrets."""
        shown = text
        for each in self._hidden:
            if each in shown:
                shown = shown.replace(each, REDACTED)
        super().write(shown)
        return len(text)

    def writelines(self, lines: Iterable[str], /) -> None:  # type: ignore[override]  # the stub has another name
        """Write texts without the secrets."""
        for each in lines:
            self.write(each)


def hide(secrets: Iterable[str]) -> None:
    """Hide secrets in all that this process prints from now on."""
    wanted = [*secrets]
    for name in ("stdout", "stderr") if wanted else ():
        stream = getattr(sys, name)
        if not isinstance(stream, Redacted):
            stream = Redacted(stream)
            setattr(sys, name, stream)
        stream.hide(wanted)


def _forms(text: str) -> list[str]:
    """A text as it may be printed."""
    return [text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1], html.escape(text), quote(text)[1:-1]]
