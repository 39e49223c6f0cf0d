"""`environment.conf`: the settings of an environment."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator

from puppet_check.workspace.project_files.codes import finding
from puppet_check.workspace.workspace import Known
from puppet_typesys.infer.model import Finding
from puppet_typesys.spelling import hint

SETTINGS = (
    "modulepath",
    "manifest",
    "config_version",
    "environment_timeout",
    "environment_data_provider",
    "static_catalogs",
    "rich_data",
)
_SECTION = re.compile(rb"\s*\[([\w:]+)\]")
_SETTING = re.compile(rb"\s*(\w+)\s*=[ \t]*(.*?)\s*$")


def check_environment_conf(path: str, source: bytes, known: Known) -> list[Finding]:
    """What is wrong in an environment's settings."""
    return list(_lines(os.path.dirname(os.path.abspath(path)), source))


def _lines(folder: str, source: bytes) -> Iterator[Finding]:
    start = 0
    in_section = False
    for line in source.split(b"\n"):
        section = _SECTION.match(line)
        setting = _SETTING.match(line)
        if section is not None and section[1] != b"main":
            in_section = True
            place = start + section.start(1) - 1, start + section.end(1) + 1
            yield finding("environment-setting", *place, "an environment.conf has no sections, and what is in one is ignored")
        elif section is not None:
            in_section = False
        elif setting is not None and not in_section:
            yield from _setting(folder, setting, start)
        start += len(line) + 1


def _setting(folder: str, setting: re.Match[bytes], line: int) -> Iterator[Finding]:
    name = setting[1].decode()
    if name not in SETTINGS:
        message = f"'{name}' is no setting of an environment, and is ignored{hint(name, SETTINGS)}"
        yield finding("environment-setting", line + setting.start(1), line + setting.end(1), message)
        return
    start = line + setting.start(2)
    parts: list[bytes] = []
    if name == "modulepath":
        parts = setting[2].split(b":")
    elif name in ("manifest", "config_version"):
        parts = [setting[2].split(b" ")[0] if name == "config_version" else setting[2]]
    for each in parts:
        text = each.decode("utf-8", "replace")
        plain = text.strip().strip("\"'")
        if plain and "$" not in plain and not os.path.isabs(plain) and not glob.glob(os.path.join(folder, plain)):
            yield finding("environment-folder", start, start + len(each), f"'{plain}' does not exist in the environment")
        start += len(each) + 1
