"""Writing: the only place that does. A file is replaced as a whole, so that whatever happens it is either the old one or the new one.

Links are followed, but out of the repository only if the user has named the path: a repository can contain a link in any place where a
program writes. So there is a function for each degree of trust: `write_named` for a path of the command line, `write_below` and `replace`
for what is found from there, and `write` for files of our own.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache

from puppet_check.reading.places import LEADS_OUT, is_below, is_folder, real, territory
from puppet_grammar.named import NamedTuple

_PREFIX, _SUFFIX = ".puppet-check-", ".part"
"""What the name of an unfinished file begins and ends with; between them is the number of the process that writes it."""
_NAMED = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
_UNNAMED = getattr(os, "O_TMPFILE", 0) | os.O_WRONLY
"""For a file that gets its name when it is complete. Without `O_TMPFILE`, a folder cannot be opened so."""


class ChangedMeanwhileError(OSError):
    """Raised when a file is not as it was when it was read."""


class LeadsOutError(OSError):
    """Raised for a link out of the repository in a place where something is to be written."""


class Allowed(NamedTuple):
    """Where files may be written."""

    tops: tuple[str, ...] = ()
    """Folders without links, whose files may be written whatever link leads to them: repositories."""
    named: frozenset[str] = frozenset()
    """Paths that the user has named, wherever a link there leads."""

    def target(self, path: str) -> str:
        """The file to write for a path, without links. Raises LeadsOutError."""
        actual = real(path)
        if os.path.normpath(path) in self.named or any(is_below(actual, each) for each in self.tops):
            return actual
        raise LeadsOutError(errno.EPERM, LEADS_OUT, path)


def allowed_by(asked: Iterable[str]) -> Allowed:
    """Where files may be written of which a user has named paths: these themselves, and the repositories that they are in."""
    named = [*asked]
    tops = (territory(each if is_folder(each) else os.path.dirname(os.path.abspath(each))) for each in named)
    return Allowed(tuple(dict.fromkeys(tops)), frozenset(map(os.path.normpath, named)))


def replace(path: str, before: bytes, after: bytes, allowed: Allowed) -> None:
    """Replace the contents of a file, which keeps its mode and owner; a link stays, and its target is replaced.

    What runs that were killed left in its folder is removed. Raises OSError if that is not possible, LeadsOutError if the file is not
    where it may be written, and ChangedMeanwhileError if it does not have the contents `before` any more.
    """
    path = allowed.target(path)
    with open(path, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or file.read(len(before) + 1) != before:
            raise ChangedMeanwhileError(0, "the file was changed meanwhile", path)
    if not os.access(path, os.W_OK):
        raise PermissionError(0, "Permission denied", path)
    folder = os.path.dirname(path)
    _remove_left(folder)
    part = os.path.join(folder, f"{_PREFIX}{os.getpid()}-{time.monotonic_ns()}{_SUFFIX}")
    try:
        try:
            _fill(os.open(folder, _UNNAMED, 0o600), part, after, status)
        except OSError:  # Not all systems and file systems have files without names.
            _fill(os.open(part, _NAMED, 0o600), part, after, status)
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise
    _sync(folder)


def _fill(descriptor: int, part: str, content: bytes, status: os.stat_result) -> None:
    """Write a new file with the mode and owner of another one, and name it if it has no name."""
    with open(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        own = os.fstat(descriptor)
        if hasattr(os, "fchown") and (status.st_uid, status.st_gid) != (own.st_uid, own.st_gid):
            os.fchown(descriptor, status.st_uid, status.st_gid)
        os.chmod(descriptor if os.chmod in os.supports_fd else part, stat.S_IMODE(status.st_mode))
        os.fsync(descriptor)
        if own.st_nlink == 0:
            # With a folder, the link in /proc is followed.
            os.link(f"/proc/self/fd/{descriptor}", part, src_dir_fd=descriptor)


@cache
def _remove_left(folder: str) -> None:
    """Remove the unfinished files of processes that do not run any more from a folder, once in a process."""
    with suppress(OSError):
        for name in os.listdir(folder):
            number = name.removeprefix(_PREFIX).partition("-")[0]
            if name.startswith(_PREFIX) and name.endswith(_SUFFIX) and number.isdecimal() and not _is_running(int(number)):
                with suppress(OSError):
                    os.unlink(os.path.join(folder, name))


def _is_running(process: int) -> bool:
    """Whether a process runs, as far as this system can tell without harm to it."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def write(path: str, content: bytes, mode: int | None = None) -> None:
    """Write a file of our own as a whole, over another one if there is one. Raises OSError if that is not possible."""
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "xb") as file:
            file.write(content)
        if mode is not None:
            os.chmod(part, mode)
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            os.unlink(part)
        raise


def write_named(path: str, content: bytes) -> None:
    """Write a file that a user named. Raises OSError if that is not possible.

    Devices and pipes get the content, and stay what they are; a link stays, and its target is replaced. A file keeps its mode.
    """
    if is_stream(path):
        with open(path, "ab") as stream:
            stream.write(content)
        return
    _write_target(os.path.realpath(path), content, path)


def write_below(path: str, content: bytes, folder: str) -> None:
    """Write a file below a folder that a user named. Raises OSError, and LeadsOutError if a link leads out of the folder's repository."""
    _write_target(Allowed((territory(folder),)).target(path), content, path)


def write_asked(path: str, content: bytes, folder: str | None) -> None:
    """Write a file that a user named, or one of a name from elsewhere below a folder. Raises OSError as the two functions above."""
    if folder is None:
        write_named(path, content)
    else:
        write_below(path, content, folder)


def write_new(path: str, content: bytes) -> None:
    """Write a file that does not exist yet, in a folder that a user named. Raises OSError, also if there is a link in its place."""
    with open(path, "xb") as file:
        file.write(content)


def make_folder(path: str) -> None:
    """Make a folder of our own, or one that a user named, and those above it. Raises OSError."""
    os.makedirs(path, exist_ok=True)


def make_file(path: str, content: bytes) -> None:
    """Write a file in a folder that this process has made. Raises OSError."""
    with open(path, "wb") as file:
        file.write(content)


def make_empty(path: str, size: int) -> None:
    """Make a file of so many null bytes, which need no place, in a folder that this process has made. Raises OSError."""
    with open(path, "wb") as file:
        file.truncate(size)


def make_link(path: str, target: str) -> None:
    """Make a link in a folder that this process has made. Raises OSError."""
    os.symlink(target, path)


def make_name(path: str, other: str) -> None:
    """Give a file that this process has written another name. Raises OSError."""
    os.link(path, other)


def remove(path: str) -> None:
    """Remove a file of our own. Raises OSError."""
    os.remove(path)


def _write_target(target: str, content: bytes, path: str) -> None:
    """Write a file without links; it keeps its mode if it exists. Errors name a path that leads to it."""
    if not os.path.exists(target):
        write(target, content)
        return
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    write(target, content, stat.S_IMODE(os.stat(target).st_mode))


def is_stream(path: str) -> bool:
    """Whether a path is a device or a pipe, in whose place no file may be put."""
    if path.startswith("/dev/shm/"):
        return False
    return path.startswith(("/dev/", "/proc/")) or (os.path.exists(path) and not os.path.isfile(path))


def _sync(folder: str) -> None:
    """Make the new entry of a folder durable, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
