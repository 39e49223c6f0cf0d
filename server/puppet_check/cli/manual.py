"""The manual pages: one `<code>.md` beside the rule, in this package or in the type system's."""

from __future__ import annotations

import os
from collections.abc import Iterator

import puppet_check
import puppet_typesys


def page(code: str) -> str | None:
    """The text of a code's page."""
    for found, path in _pages():
        if found == code.lower():
            with open(path, encoding="utf-8") as file:
                return file.read()
    return None


def codes() -> list[str]:
    """All codes that have a page."""
    return sorted(code for code, _ in _pages())


def _pages() -> Iterator[tuple[str, str]]:
    for package in (puppet_check, puppet_typesys):
        for folder, _, files in os.walk(package.__path__[0]):
            for file in files:
                if file.endswith(".md"):
                    yield file.removesuffix(".md").replace("_", "-"), os.path.join(folder, file)
