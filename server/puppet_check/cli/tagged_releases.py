"""The releases in a git repository of a module: the tags that are versions, as folders with the files that define something.

A tag is that of a release if the metadata of its commit have its version. The newest commit is one as well if its version is later than all
tags; without tags of versions it may have more than the release of its version. Nothing is checked out: git only lists and prints objects.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import NamedTuple

from puppet_check.cli.interface_making import FULL_NAME, METADATA, Checkout
from puppet_check.cli.modulefile import metadata_text
from puppet_check.cli.repository import DOT_GIT, LINK, SUBMODULE, Entry, Repository
from puppet_check.config.error import ConfigError
from puppet_check.reading.places import exists, is_folder, real
from puppet_check.workspace.metadata import metadata_of
from puppet_check.writing import make_folder, write_below
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.semver import SemVer

TAG = lazy_pattern(r"v?([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})")
PLACEHOLDER = 999
"""The major version of releases that only say that a module has another author now."""
MODULEFILE = "Modulefile"
NEEDED = ("manifests/", "functions/", "types/", "plans/", "lib/", "data/")
"""Where a module has definitions and titles."""


class Tagged(NamedTuple):
    """A release and the files of its commit."""

    version: SemVer
    metadata: str
    """The text of its metadata."""
    files: dict[str, Entry]
    is_release: bool = True


def is_repository(folder: str) -> bool:
    """Whether a folder is a git repository, with or without a work tree."""
    return _git_folder(folder) is not None


def releases_of(folder: str, every: str) -> Iterator[Checkout]:
    """The releases of a module, the oldest first; the folder of each exists until the next one is asked for. Raises ConfigError."""
    git = _git_folder(folder)
    if git is None:
        raise ConfigError(f"{folder}: not a git repository")
    repository = Repository(git, git)
    for each in _tagged(repository, every):
        with TemporaryDirectory(prefix="puppet-check-") as made:
            _write(repository, each, made)
            yield Checkout(made, each.is_release)


def _git_folder(folder: str) -> str | None:
    for path in (os.path.join(folder, DOT_GIT), folder):
        if is_folder(os.path.join(path, "objects")) and exists(os.path.join(path, "HEAD")):
            return real(path)
    return None


def _tagged(repository: Repository, every: str) -> list[Tagged]:
    """The releases, the oldest first: of versions from 1.0.0 on, and of minor versions before, where any of them may break code."""
    tags = ((TAG.fullmatch(name), commit) for name, commit in repository.tags())
    listed = sorted((int(found[1]), int(found[2]), int(found[3]), commit) for found, commit in tags if found is not None)
    last: dict[tuple[int, ...], Tagged] = {}
    for major, minor, patch, commit in listed:
        if major >= PLACEHOLDER:
            continue
        group = {"release": (major, minor, patch), "minor": (major, minor), "major": (major,) if major else (major, minor)}[every]
        found = _release(repository, commit)
        if found is not None and found.version == SemVer(major, minor, patch):
            last[group] = found
    newest = _release(repository, "HEAD")
    if newest is None or int(newest.version.major) >= PLACEHOLDER:
        return [*last.values()]
    if not listed:
        return [newest._replace(is_release=False)]
    is_untagged = newest.version.prerelease is None and newest.version > SemVer(*listed[-1][:3])
    return [*last.values(), newest] if is_untagged else [*last.values()]


def _release(repository: Repository, commit: str) -> Tagged | None:
    """The release that a commit is; None if its metadata have no version."""
    files = repository.tree(commit)
    text = _metadata(repository, files)
    metadata = None if text is None else metadata_of(text)
    if text is None or metadata is None or metadata.version is None or not FULL_NAME.fullmatch(metadata.name or ""):
        return None
    try:
        return Tagged(SemVer.parse(metadata.version), text, files)
    except (ArgumentError, ValueError):
        return None


def _metadata(repository: Repository, files: dict[str, Entry]) -> str | None:
    if METADATA in files:
        return _text(repository, files[METADATA])
    found = _text(repository, files[MODULEFILE]) if MODULEFILE in files else None
    return None if found is None else metadata_text(found)


def _text(repository: Repository, entry: Entry) -> str | None:
    return next((None if data is None else data.decode(errors="replace") for _, data, _ in repository.contents([entry.name])), None)


def _write(repository: Repository, tagged: Tagged, folder: str) -> None:
    wanted = {path: each.name for path, each in tagged.files.items() if each.mode not in (LINK, SUBMODULE) and path.startswith(NEEDED)}
    contents = {name: data for name, data, _ in repository.contents(wanted.values()) if data is not None}
    write_below(os.path.join(folder, METADATA), tagged.metadata.encode(), folder)
    for path, name in wanted.items():
        if name in contents:
            target = os.path.join(folder, *path.split("/"))
            make_folder(os.path.dirname(target))
            write_below(target, contents[name], folder)
