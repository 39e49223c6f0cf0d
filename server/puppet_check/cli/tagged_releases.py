"""The releases in a git repository of a module: the tags that are versions, as folders with the files that define something.

A tag is that of a release if the `metadata.json` of its commit has its version. Without such tags, the newest commit is taken for a
release if its version is not that of a pre-release. Nothing is checked out: git only lists and prints objects.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import NamedTuple

from puppet_check.cli.interface_making import FULL_NAME
from puppet_check.cli.repository import DOT_GIT, LINK, SUBMODULE, Entry, Repository
from puppet_check.config.error import ConfigError
from puppet_check.reading.places import exists, is_folder, real
from puppet_check.workspace.metadata import metadata_of
from puppet_check.writing import make_folder, write_below
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.semver import SemVer

TAG = lazy_pattern(r"v?([0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9})")
PLACEHOLDER = 999
"""The major version of releases that only say that a module has another author now."""
NEEDED = ("manifests/", "functions/", "types/", "plans/", "lib/", "data/")
"""Where a module has definitions and titles."""
METADATA = "metadata.json"


class Tagged(NamedTuple):
    """A release and the commit that has it."""

    version: SemVer
    commit: str
    files: dict[str, Entry]


def is_repository(folder: str) -> bool:
    """Whether a folder is a git repository, with or without a work tree."""
    return _git_folder(folder) is not None


def releases_of(folder: str, every: str) -> Iterator[str]:
    """The folders of the releases of a module, the oldest first; each exists until the next one is asked for. Raises ConfigError."""
    git = _git_folder(folder)
    if git is None:
        raise ConfigError(f"{folder}: not a git repository")
    repository = Repository(git, git)
    for each in _tagged(repository, every):
        with TemporaryDirectory() as made:
            _write(repository, each.files, made)
            yield made


def _git_folder(folder: str) -> str | None:
    for path in (os.path.join(folder, DOT_GIT), folder):
        if is_folder(os.path.join(path, "objects")) and exists(os.path.join(path, "HEAD")):
            return real(path)
    return None


def _tagged(repository: Repository, every: str) -> list[Tagged]:
    """The releases, the oldest first: of versions from 1.0.0 on, and of minor versions before, where any of them may break code."""
    tags = ((TAG.fullmatch(name), commit) for name, commit in repository.tags())
    listed = sorted((tuple(map(int, found[1].split("."))), commit) for found, commit in tags if found is not None)
    last: dict[tuple[int, ...], Tagged] = {}
    for version, commit in listed:
        major, minor, _ = version
        if major >= PLACEHOLDER:
            continue
        group = {"release": version, "minor": (major, minor), "major": (major,) if major else (major, minor)}[every]
        found = _release(repository, commit)
        if found is not None and (found.version.major, found.version.minor, found.version.patch) == version:
            last[group] = found
    newest = _release(repository, "HEAD")
    if newest is not None and not last and newest.version.prerelease is None:
        return [newest]
    return [*last.values()]


def _release(repository: Repository, commit: str) -> Tagged | None:
    """The release that a commit is; None if its metadata have no version."""
    files = repository.tree(commit)
    entry = files.get(METADATA)
    text = None if entry is None else _text(repository, entry)
    metadata = None if text is None else metadata_of(text)
    if metadata is None or metadata.version is None or metadata.name is None or not FULL_NAME.fullmatch(metadata.name):
        return None
    try:
        return Tagged(SemVer.parse(metadata.version), commit, files)
    except (ArgumentError, ValueError):
        return None


def _text(repository: Repository, entry: Entry) -> str | None:
    return next((None if data is None else data.decode(errors="replace") for _, data, _ in repository.contents([entry.name])), None)


def _write(repository: Repository, files: dict[str, Entry], folder: str) -> None:
    wanted = {path: each.name for path, each in files.items() if _is_needed(path, each)}
    contents = {name: data for name, data, _ in repository.contents(wanted.values()) if data is not None}
    for path, name in wanted.items():
        if name in contents:
            target = os.path.join(folder, *path.split("/"))
            make_folder(os.path.dirname(target))
            write_below(target, contents[name], folder)


def _is_needed(path: str, entry: Entry) -> bool:
    return entry.mode not in (LINK, SUBMODULE) and (path == METADATA or path.startswith(NEEDED))
