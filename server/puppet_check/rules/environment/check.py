"""Reads `environment.conf`: the settings of an environment."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from puppet_check.rules.documents import Subjects
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text

_SECTION = lazy_pattern(rb"\s*+\[([\w:]++)\]")
_SETTING = lazy_pattern(rb"\s*+(\w++)\s*+=[ \t]*+(.*)", re.DOTALL)


class Section(NamedTuple):
    """The name of a section with its brackets."""

    start: int
    end: int


class Setting(NamedTuple):
    """A setting outside of ignored sections."""

    text: Text
    folder: str
    """The folder of the environment."""
    name: str
    start: int
    """Where the name begins."""
    value: bytes
    value_start: int


def subjects(path: str, source: bytes, known: Known) -> Subjects:
    """The sections other than `main`, and the settings that are not in one of them."""
    text, folder = Text(source), os.path.dirname(os.path.abspath(path))
    found: list[object] = []
    start = 0
    in_section = False
    for line in source.split(b"\n"):
        section, setting = _SECTION.match(line), _SETTING.match(line.rstrip())
        if section is not None:
            in_section = section[1] != b"main"
            if in_section:
                found.append(Section(start + section.start(1) - 1, start + section.end(1) + 1))
        elif setting is not None and not in_section:
            name, value = setting[1].decode(), setting[2]
            found.append(Setting(text, folder, name, start + setting.start(1), value, start + setting.start(2)))
        start += len(line) + 1
    return Subjects(tuple(found))
