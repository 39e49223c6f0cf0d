"""The installed program: which version it is, and where it keeps what it computed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

from puppet_check.fingerprint import digest

NAME = "puppet-check"
"""The name of the folder for results."""
LIBRARIES = ("PyYAML", "rapidfuzz", "regex", "tree-sitter", "tree-sitter-ruby")
"""The packages whose versions findings may depend on."""


def cache_folder() -> str:
    """The folder for results of earlier runs; it may not exist."""
    platform: str = sys.platform
    if platform.startswith("linux"):
        # As `platformdirs` has it.
        return os.path.join(os.environ.get("XDG_CACHE_HOME", "").strip() or os.path.expanduser("~/.cache"), NAME)
    from platformdirs import user_cache_dir  # measured: 9 ms

    return user_cache_dir(NAME, appauthor=False)


@cache
def version() -> str:
    """A fingerprint of the installed program on this machine, as any change of it may change findings."""
    listed = _listed_files()
    if listed is not None:
        return digest(sys.version.encode(), *listed)
    parts = [sys.version]
    for top, inner in _files():
        stat = os.stat(os.path.join(top, inner))
        parts.append(f"{top}/{inner} {stat.st_size} {stat.st_mtime_ns}")
    return digest("\n".join(parts).encode())


def _listed_files() -> tuple[bytes, ...] | None:
    """The list of files, with their hashes, that an installer writes beside the packages, and when; None for a program from elsewhere.

    It stands for all files of the program, two thousand of which would have to be asked for each run. What is edited where it is
    installed is not noticed.
    """
    import puppet_check  # as below

    folder = os.path.dirname(puppet_check.__path__[0])
    try:
        (info,) = (each for each in os.listdir(folder) if each.startswith("puppet_check-") and each.endswith(".dist-info"))
        with open(os.path.join(folder, info, "RECORD"), "rb") as file:
            return folder.encode("utf-8", "surrogateescape"), str(os.fstat(file.fileno()).st_mtime_ns).encode(), file.read()
    except (OSError, ValueError):
        return None


@cache
def contents() -> str:
    """A fingerprint of the contents of the program, which is the same for each installation of it. It takes longer than `version`."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of  # measured: 12 ms

    parts = [sys.version.encode(), sys.platform.encode()]
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            parts.append(f"{name} {version_of(name)}".encode())
    for top, inner in _files():
        with open(os.path.join(top, inner), "rb") as file:
            parts += (inner.encode(), file.read())
    return digest(*parts)


def _files() -> Iterator[tuple[str, str]]:
    """The files of the program: the folder of a package, and the path below it."""
    import puppet_check  # a circle: the packages are only asked where they are
    import puppet_grammar
    import puppet_typesys

    for package in (puppet_check, puppet_typesys, puppet_grammar):
        for top in package.__path__:
            for folder, folders, files in os.walk(top):
                folders[:] = sorted(each for each in folders if each != "__pycache__")
                yield from ((top, os.path.join(folder, name)[len(top) + 1 :]) for name in sorted(files))
