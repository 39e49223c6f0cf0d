"""Writing: replaces a file as a whole, so that whatever happens it is either the old one or the new one."""

from __future__ import annotations

import errno
import os
import stat
import time
from contextlib import suppress
from functools import cache

_PREFIX, _SUFFIX = ".puppet-check-", ".part"
"""What the name of an unfinished file begins and ends with; between them is the number of the process that writes it."""
_NAMED = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
_UNNAMED = getattr(os, "O_TMPFILE", 0) | os.O_WRONLY
"""For a file that gets its name when it is complete. Without `O_TMPFILE`, a folder cannot be opened so."""


class ChangedMeanwhileError(OSError):
    """Raised when a file is not as it was when it was read."""


def replace(path: str, before: bytes, after: bytes) -> None:
    """Replace the contents of a file, which keeps its mode and owner; a link stays, and its target is replaced.

    What runs that were killed left in its folder is removed. Raises OSError if that is not possible, and ChangedMeanwhileError if the file
    does not have the contents `before` any more.
    """
    path = os.path.realpath(path)
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
    target = os.path.realpath(path)
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
