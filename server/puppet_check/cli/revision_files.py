"""The files of a revision, written to a folder as the repository has them, without filters and other line ends."""

from __future__ import annotations

import os
from collections import defaultdict

from puppet_check.cli.repository import LINK, SUBMODULE, Repository
from puppet_check.reading.places import real
from puppet_check.writing import make_empty, make_file, make_folder, make_link, make_name

Written = dict[str, str]
"""Where contents were written, by the names of their objects."""


def write_files(repository: Repository, commit: str, folder: str, written: Written) -> None:
    """Write the files and links of a commit below an empty folder without links. Raises OSError, and ConfigError.

    Contents that another revision has were written already: they are not asked for again, and a file gets one more name.
    """
    entries = repository.tree(commit)
    paths: dict[str, list[str]] = defaultdict(list)
    for path, entry in entries.items():
        if entry.mode != SUBMODULE:
            paths[entry.name].append(path)
    links = {}
    # A commit that was not made by git may have files below a link. While there are no links, none can lead out.
    for parent in {os.path.dirname(path) for path, entry in entries.items() if entry.mode not in (LINK, SUBMODULE)}:
        make_folder(os.path.join(folder, parent))
    for name in [name for name in paths if name in written]:
        if all(entries[path].mode != LINK and _has_name(written[name], os.path.join(folder, path)) for path in paths[name]):
            del paths[name]
    for name, content, size in repository.contents(paths):
        for path in paths[name]:
            if entries[path].mode == LINK:
                links[path] = os.fsdecode(content or b"")
            else:
                _write_file(os.path.join(folder, path), content, size)
                written[name] = os.path.join(folder, path)
    for path, target in links.items():
        place = os.path.join(folder, path)
        parent = os.path.dirname(place)
        if target and "\0" not in target and real(parent) == parent and not os.path.lexists(place):
            make_folder(parent)
            make_link(place, target)


def _has_name(path: str, other: str) -> bool:
    """Whether a file could be given another name."""
    try:
        make_name(path, other)
    except OSError:
        return False
    return True


def _write_file(path: str, content: bytes | None, size: int) -> None:
    if content is None:
        # Too large to be read; that is what is reported of it.
        make_empty(path, size)
    else:
        make_file(path, content)
