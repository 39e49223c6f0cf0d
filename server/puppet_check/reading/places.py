"""Questions about paths that never fail, and how far a path may lead.

A path with a null character, one that is too long, one that a link leads around in circles and one that may not be read are all the same
here: there is nothing.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from functools import cache, lru_cache
from stat import S_ISDIR, S_ISLNK, S_ISREG

from puppet_check.reading.dependencies import RECORDER, link_status_of, status_of
from puppet_check.reading.files import LARGEST, RefusedFile, kernel, read
from puppet_grammar.named import NamedTuple

OF_PROJECTS = ("metadata.json", "environment.conf", "Puppetfile", "hiera.yaml", ".puppet-check.toml")
"""Files in the root of a project."""
NESTED = 50
"""How deep folders are for which those above are kept as well."""
LEADS_OUT = "a link that leads out of the repository"


class _Marks(NamedTuple):
    """What the files in a folder say of it."""

    repository: bool
    project: bool


def is_folder(path: str) -> bool:
    """Whether a path is that of a folder, or of a link to one."""
    found = status_of(path)
    return found is not None and S_ISDIR(found.st_mode)


def is_file(path: str) -> bool:
    """Whether a path is that of a regular file, or of a link to one."""
    found = status_of(path)
    return found is not None and S_ISREG(found.st_mode)


def exists(path: str) -> bool:
    """Whether there is anything at a path; a link counts if its target exists."""
    return status_of(path) is not None


def state(path: str) -> os.stat_result | None:
    """The size and times of what is at a path; None if there is nothing."""
    return status_of(path)


def is_there(path: str) -> bool:
    """Whether there is anything at a path; a link counts even if its target does not exist."""
    return link_status_of(path) is not None


def is_too_long(path: str) -> bool:
    """Whether the system refuses a path because of its length, so that it cannot tell whether there is anything."""
    try:
        os.lstat(path)
    except (OSError, ValueError) as error:
        return isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG
    return False


def is_link(path: str) -> bool:
    """Whether there is a link at a path."""
    found = link_status_of(path)
    return found is not None and S_ISLNK(found.st_mode)


def real(path: str) -> str:
    """A path without links."""
    try:
        if RECORDER.is_on:
            status_of(path)
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.path.abspath(path.replace("\0", ""))


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or is below it; both have no links."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def is_of_system(folder: str) -> bool:
    """Whether a folder is the root of the file system, or belongs to the kernel. No module and no data is there."""
    found = state(folder)
    return found is not None and _is_of_system(found)


def is_missing_or_of_system(folder: str) -> bool:
    """Whether there is nothing at a path, or a folder of the system."""
    found = state(folder)
    return found is None or _is_of_system(found)


def with_those_above(folder: str) -> Iterator[str]:
    """A folder and all folders above it, from the innermost one."""
    yield folder
    while (above := os.path.dirname(folder)) != folder:
        folder = above
        yield folder


@lru_cache(10_000)
def territory(folder: str) -> str:
    """How far links in a folder may lead: the root of its repository, without links.

    Without a repository it is the outermost folder above that looks like a project, else the current folder if that is above. Neither
    may be the home of the user or above it; else it is the folder itself.
    """
    folder = _real_folder(os.path.abspath(folder))
    above = [*with_those_above(folder)]
    for each in above:
        if _marks(each).repository:
            return each
    home, current = _home_and_current()
    for each in reversed(above):
        if (each == current or _marks(each).project) and not is_below(home, each):
            return each
    return folder


def is_outside(path: str, folder: str) -> bool:
    """Whether links lead from a path below a trusted folder out of the repository of that folder, and of the one where it is linked."""
    tops = [territory(folder)]
    if is_link(folder):
        tops.append(territory(os.path.dirname(os.path.abspath(folder))))
    actual = _real_folder(os.path.dirname(path))
    if not any(is_below(actual, each) for each in tops):
        return True
    if not is_link(path):
        return False
    actual = real(path)
    return not any(is_below(actual, each) for each in tops)


def is_named_outside(path: str, folder: str) -> bool:
    """Whether a folder or file is named that is out of the repository of a folder. It may be a link there, wherever that leads."""
    return is_of_system(path) or is_outside(os.path.join(os.path.dirname(os.path.normpath(path)), ""), folder)


def read_in(path: str, folder: str | None, most: int = LARGEST) -> bytes:
    """The contents of a file below a trusted folder, if there is one. Raises OSError, as `read`, also if links lead elsewhere."""
    if folder is not None and is_outside(path, folder):
        raise RefusedFile(LEADS_OUT, path)
    return read(path, most)


def read_own(path: str, most: int = LARGEST) -> bytes:
    """The contents of a file that is checked and shown. Raises OSError, as `read`, also if it is a link that leads elsewhere."""
    if is_link(path) and not is_below(real(path), territory(os.path.dirname(os.path.abspath(path)))):
        raise RefusedFile(LEADS_OUT, path)
    return read(path, most)


def forget() -> None:
    """Discard what is known about links and repositories."""
    territory.cache_clear()
    _real_folder.cache_clear()
    _marks.cache_clear()
    _home_and_current.cache_clear()


@lru_cache(10_000)
def _real_folder(folder: str) -> str:
    """A folder without links; folders of one parent ask the file system only once for those above them."""
    parent, name = os.path.split(folder)
    if not name or name in (os.curdir, os.pardir) or not parent or folder.count(os.sep) > NESTED or is_link(folder):
        return real(folder)
    return os.path.join(_real_folder(parent), name)


@cache
def _home_and_current() -> tuple[str, str]:
    return real(os.path.expanduser("~")), real(os.curdir)


def _is_of_system(found: os.stat_result) -> bool:
    return found.st_dev in kernel() or (found.st_dev, found.st_ino) == _root()


@lru_cache(10_000)
def _marks(folder: str) -> _Marks:
    return _Marks(is_there(os.path.join(folder, ".git")), any(is_there(os.path.join(folder, name)) for name in OF_PROJECTS))


@cache
def _root() -> tuple[int, int]:
    found = os.stat(os.path.abspath(os.sep))
    return found.st_dev, found.st_ino
