"""The files of a revision, written to a folder as the repository has them, without filters and other line ends."""

from __future__ import annotations

import os
from collections import defaultdict

from puppet_check.cli.repository import LINK, SUBMODULE, Repository
from puppet_check.reading.places import real
from puppet_check.writing import make_empty, make_file, make_folder, make_link


def write_files(repository: Repository, commit: str, folder: str) -> None:
    """Write the files and links of a commit below an empty folder without links. Raises OSError, and ConfigError."""
    entries = repository.tree(commit)
    paths: dict[str, list[str]] = defaultdict(list)
    for path, entry in entries.items():
        if entry.mode != SUBMODULE:
            paths[entry.name].append(path)
    links = {}
    # A commit that was not made by git may have files below a link. While there are no links, none can lead out.
    for name, content, size in repository.contents(paths):
        for path in paths[name]:
            if entries[path].mode == LINK:
                links[path] = os.fsdecode(content or b"")
            else:
                _write_file(os.path.join(folder, path), content, size)
    for path, target in links.items():
        place = os.path.join(folder, path)
        parent = os.path.dirname(place)
        if target and "\0" not in target and real(parent) == parent and not os.path.lexists(place):
            make_folder(parent)
            make_link(place, target)


def _write_file(path: str, content: bytes | None, size: int) -> None:
    make_folder(os.path.dirname(path))
    if content is None:
        # Too large to be read; that is what is reported of it.
        make_empty(path, size)
    else:
        make_file(path, content)
