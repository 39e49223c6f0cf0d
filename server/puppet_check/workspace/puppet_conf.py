"""Files with settings of Puppet, `environment.conf` and `puppet.conf`, and what the latter says of servers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.config import Settings
from puppet_check.reading.files import LARGEST_SEARCHED, read
from puppet_check.reading.places import exists
from puppet_check.workspace.unsaved import NO_TEXTS, Unsaved
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.targets import OF_LANGUAGE

NAME = "puppet.conf"
MAIN = "main"
SERVER_SECTIONS = (MAIN, "master", "server")
"""The sections that apply to servers; a later one takes precedence."""
_SECTION = lazy_pattern(rb"\s*+\[([\w:]++)\]")
_SETTING = lazy_pattern(rb"\s*+(\w++)\s*+=[ \t]*+(.*)", re.DOTALL)


class Section(NamedTuple):
    """The beginning of a section; the offsets are those of its name with the brackets."""

    name: str
    start: int
    end: int


class Line(NamedTuple):
    """A setting."""

    section: str
    name: str
    start: int
    """Where the name begins."""
    value: bytes
    value_start: int


def lines(source: bytes) -> Iterator[Section | Line]:
    """The sections and settings of a file, in order."""
    start, section = 0, MAIN
    for text in source.split(b"\n"):
        begin, setting = _SECTION.match(text), _SETTING.match(text.rstrip())
        if begin is not None:
            section = begin[1].decode()
            yield Section(section, start + begin.start(1) - 1, start + begin.end(1) + 1)
        elif setting is not None:
            yield Line(section, setting[1].decode(), start + setting.start(1), setting[2], start + setting.start(2))
        start += len(text) + 1


def of_servers(settings: Settings, root: str, unsaved: Unsaved = NO_TEXTS) -> Settings:
    """The settings, with what a `puppet.conf` in the root of the project says of the language where they say nothing."""
    path = os.path.join(root, NAME)
    source = unsaved.get(path)
    if source is None:
        if not exists(path):
            return settings
        try:
            source = read(path, LARGEST_SEARCHED)
        except OSError:
            return settings
    found: dict[str, dict[str, str]] = {each: {} for each in SERVER_SECTIONS}
    for line in lines(source):
        if isinstance(line, Line) and line.section in found and line.name in OF_LANGUAGE:
            value = line.value.decode(errors="replace").strip()
            if value in OF_LANGUAGE[line.name]:
                found[line.section][line.name] = value
    given = {name: value for each in SERVER_SECTIONS for name, value in found[each].items()}
    strict = settings.strict or given.get("strict")
    variables = given.get("strict_variables")
    is_strict = settings.strict_variables if settings.strict_variables is not None or variables is None else variables == "true"
    return settings._replace(strict=strict, strict_variables=is_strict)
