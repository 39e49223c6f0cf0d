"""Types of which some manifest of a project may declare resources whose titles are in data, as its text shows.

Of a control repository whose data are kept elsewhere, any class may get such titles: `package { $packages: }`, `create_resources('user',
lookup('users'))`. Titles that are computed in strings are compared with these and not meant here, nor are those that a define has itself.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache

from puppet_check.reading.places import is_file, is_folder
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.mentions import has_match, searched
from puppet_check.workspace.project import Project
from puppet_check.workspace.world import CheckWorld

IN_DATA = frozenset(("package", "service", "user", "group", "host", "mount", "sshkey"))
"""Types whose titles are often lists in data; a path in a variable is mostly that of a define."""
DATA_FOLDERS = ("data", "hieradata", "hiera")
LOOKED_UP = r"(?:lookup|hiera\w*)\b"


def has_data_elsewhere(project: Project) -> bool:
    """Whether the data of a control repository with a hierarchy of its own are not in it."""
    has_hierarchy = project.is_environment and is_file(os.path.join(project.root, "hiera.yaml"))
    return has_hierarchy and not any(is_folder(os.path.join(project.root, each)) for each in DATA_FOLDERS)


def may_be_in_data(type: str, project: Project, world: CheckWorld, disk: Disk) -> bool:
    """Whether titles of a type, given in lower case, may come from data. What is read is recorded as asked for."""
    pattern = _declaring(type)
    for folder, inner in searched(project):
        world.ask_below(folder, inner)
        if has_match(disk, folder, inner, pattern, type):
            return True
    return False


@lru_cache(100)
def _declaring(type: str) -> re.Pattern[str]:
    name = rf"(?:::)?{re.escape(type)}"
    from_data = rf"(?:\$(?!title\b|name\b)|{LOOKED_UP})" if type in IN_DATA else LOOKED_UP
    packages = rf"|\bensure_packages?\s*\(?\s*\[?\s*(?:\$|{LOOKED_UP})" if type == "package" else ""
    given = rf"\b(?:create_resources|ensure_resources?)\s*\(?\s*['\"]?@{{0,2}}{name}['\"]?\s*,\s*+(?!['\"\[{{])"
    return re.compile(rf"(?<![\w:]){name}\s*\{{\s*\[?\s*{from_data}|{given}{packages}")
