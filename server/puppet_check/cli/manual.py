"""The manual pages of codes."""

from __future__ import annotations

from puppet_check.config.codes import pages


def page(code: str) -> str | None:
    """The text of the manual page of a code; None without one."""
    path = pages().get(code.lower())
    if path is None:
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


def summary(code: str) -> str:
    """The summary of a code: the first paragraph of its page."""
    text = page(code)
    return "" if text is None else " ".join(text.split("\n\n")[1].split())
