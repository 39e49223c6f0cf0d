"""Data files in the folders of a hierarchy that none of its levels reads."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.reading.folders import walk
from puppet_check.reading.places import exists
from puppet_check.workspace.hiera.config import DATA_FUNCTIONS, Config, Level, Location
from puppet_check.workspace.hiera.hiera import Hiera
from puppet_check.workspace.hiera.interpolation import replaced
from puppet_check.workspace.kinds import DATA, is_checked, kind_of
from puppet_check.workspace.roots import PUPPETFILE
from puppet_grammar.patterns import lazy_pattern

GLOB = lazy_pattern(r"\*\*/?|\*|\?|\{[^}]*\}|\[[^]]*\]|\\.|.", re.DOTALL)
OF_HIERA = ("hieradata", "hiera")
FOLDERS = (*OF_HIERA, "data")
ALWAYS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def unread_files(config: Config) -> Iterator[str]:
    """The data files that no level of a hierarchy can name; none unless all levels are known."""
    levels = (*config.levels, *config.default_levels)
    root = config.document.root
    if not config.is_known or root is None or root.entry("plan_hierarchy") is not None:
        return
    if any(each.function not in DATA_FUNCTIONS or not each.locations or "%{" in each.datadir for each in levels):
        return
    if any(location.kind == "uri" for each in levels for location in each.locations):
        return
    patterns = [re.compile(_pattern(each, location), re.DOTALL) for each in levels for location in each.locations]
    for folder in sorted({os.path.normpath(os.path.join(config.folder, each.datadir)) for each in levels}):
        if not folder.startswith(config.folder + os.sep):
            continue
        for path in _data_files(config.folder, os.path.relpath(folder, config.folder)):
            inner = os.path.relpath(path, config.folder).replace(os.sep, "/")
            if not any(each.fullmatch(inner) for each in patterns):
                yield path


def unlisted_files(hiera: Hiera) -> Iterator[str]:
    """The data files of an environment without a hierarchy of its own, in which a server keeps data, and those of a module for it."""
    for folder in _folders_of_servers(hiera):
        yield from _data_files(hiera.project.root, folder)


def _folders_of_servers(hiera: Hiera) -> tuple[str, ...]:
    project, config = hiera.project, hiera.config(None)
    if not project.is_environment:
        own = next((each for each in project.modules.values() if each.folder == project.root), None)
        is_read = own is not None and hiera.config(own) is not None
        return OF_HIERA if exists(os.path.join(project.root, PUPPETFILE)) or not is_read else ()
    if config is not None and config.is_known:
        return ()
    return FOLDERS if project.sites else OF_HIERA


def _data_files(root: str, folder: str) -> Iterator[str]:
    for where, folders, files in walk(root, folder):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for path in (os.path.join(where, name) for name in sorted(files)):
            if kind_of(path) is DATA and is_checked(path):
                yield path


def _pattern(level: Level, location: Location) -> str:
    """A regular expression for the files of a location, relative to the folder of the `hiera.yaml`."""
    text = os.path.normpath(os.path.join(level.datadir, replaced(location.text, "\0")))
    if location.kind != "glob":
        return re.escape(text).replace("\0", ".*").replace("\\.*", ".*")
    return "".join(_glob_part(each) for each in GLOB.findall(text))


def _glob_part(text: str) -> str:
    if text == "\0":
        return ".*"
    if text in ALWAYS:
        return ALWAYS[text]
    if text.startswith("{") and text.endswith("}"):
        return f"(?:{'|'.join(''.join(map(_glob_part, GLOB.findall(each))) for each in text[1:-1].split(','))})"
    if text.startswith("[") and len(text) > 1:
        return "[^/]"
    return re.escape(text.removeprefix("\\") or text)
