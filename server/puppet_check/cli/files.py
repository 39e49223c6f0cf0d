"""The files that a run checks."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from puppet_check.config import Configuration
from puppet_check.reading.patterns import Patterns
from puppet_check.reading.places import exists, is_there
from puppet_check.reports.asked_files import asked_files
from puppet_check.workspace.kinds import DATA, HIERA_CONFIG, is_checked, is_foreign, kind_of
from puppet_check.writing import Allowed, LeadsOutError, allowed_by
from puppet_typesys.builtins.targets import target

STDIN = "-"


def files_to_check(asked: Iterable[str], config: Configuration) -> list[str]:
    """The files to check. Raises ConfigError if the settings of any of them are invalid."""
    paths = asked_files((path for path in asked if path != STDIN and is_there(path)), config)
    verify_settings(paths, config)
    return paths


def of_no_kind(asked: Iterable[str], paths: Sequence[str], config: Configuration) -> dict[str, str]:
    """The files that are named although no rule is about them, each with the reason."""
    checked = {*paths}
    return {path: reason for path in map(os.path.normpath, asked) if path in checked and (reason := _reason(path, config))}


def _reason(path: str, config: Configuration) -> str:
    if path.endswith(".rb"):
        is_read = target(config.of(os.path.dirname(path) or ".").target).rubies
        return "" if is_read else "Ruby code is checked for versions that run it in another way, such as --target openvox9"
    if is_foreign(path):
        return "it is not a manifest, template, Hiera data or another file that puppet-check knows"
    return "" if kind_of(path) is not DATA or is_checked(path) or _may_be_read(path, config) else "no hiera.yaml is beside or above it"


def _may_be_read(path: str, config: Configuration) -> bool:
    """Whether a hierarchy may read a data file that is in no folder for data."""
    folder = os.path.dirname(os.path.abspath(path))
    while True:
        if exists(os.path.join(folder, HIERA_CONFIG.names[0])):
            return True
        above = os.path.dirname(folder)
        if above == folder:
            return bool(config.of(os.path.dirname(path) or ".").hiera)
        folder = above


def changeable(asked: Sequence[str], paths: list[str], program: str = "puppet-check") -> list[str]:
    """The files that a program may change: those that no link outside of the repositories of the paths asked for leads to.

    The number of the others is printed on the standard error.
    """
    inside = [*_allowed(allowed_by(asked), paths)]
    if left := len(paths) - len(inside):
        files = "file is" if left == 1 else "files are"
        print(f"{program}: {left} {files} left alone, to which links lead out of the repository", file=sys.stderr)
    return inside


def _allowed(allowed: Allowed, paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        with suppress(LeadsOutError):
            allowed.target(path)
            yield path


def without(exclude: str | None, paths: list[str]) -> list[str]:
    """The files that no pattern of the option `--exclude` matches, relative to the current folder."""
    if exclude is None:
        return paths
    patterns = Patterns(exclude.split(","))
    return [path for path in paths if not patterns.matches(os.path.relpath(path).replace(os.sep, "/"))]


def verify_settings(paths: Iterable[str], config: Configuration) -> None:
    """Raise ConfigError if the settings or facts of any path are invalid, before anything is checked."""
    facts = {config.of(path).facts for path in paths} - {None}
    if facts:
        from puppet_check.config.facts import read_facts  # most checks are for any node

        for each in sorted(filter(None, facts)):
            read_facts(each)


def first_path(asked: Sequence[str]) -> str:
    """The path whose settings apply to the whole run."""
    return next((path for path in asked if path != STDIN), ".")
