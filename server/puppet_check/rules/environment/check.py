"""Reads `environment.conf`, the settings of an environment, and `puppet.conf`, those of servers and agents."""

from __future__ import annotations

import os
from typing import NamedTuple

from puppet_check.rules.documents import Subjects
from puppet_check.workspace import puppet_conf
from puppet_check.workspace.known import Known
from puppet_grammar.text import Text


class Section(NamedTuple):
    """The name of a section of `environment.conf` with its brackets."""

    start: int
    end: int


class Setting(NamedTuple):
    """A setting of an environment outside of ignored sections."""

    text: Text
    folder: str
    """The folder of the file."""
    name: str
    start: int
    """Where the name begins."""
    value: bytes
    value_start: int


class ServerSetting(NamedTuple):
    """A setting in `puppet.conf`; the fields are those of `Setting`."""

    text: Text
    folder: str
    name: str
    start: int
    value: bytes
    value_start: int


def subjects(path: str, source: bytes, known: Known) -> Subjects:
    """The settings, and the sections other than `main` of `environment.conf`, whose settings are ignored."""
    text, folder = Text(source), os.path.dirname(os.path.abspath(path))
    is_of_server = os.path.basename(path) == puppet_conf.NAME
    found: list[object] = []
    for line in puppet_conf.lines(source):
        match line:
            case puppet_conf.Line() if is_of_server:
                found.append(ServerSetting(text, folder, *line[1:]))
            case puppet_conf.Line(section=puppet_conf.MAIN):
                found.append(Setting(text, folder, *line[1:]))
            case puppet_conf.Section(name, start, end) if name != puppet_conf.MAIN and not is_of_server:
                found.append(Section(start, end))
    return Subjects(tuple(found))
