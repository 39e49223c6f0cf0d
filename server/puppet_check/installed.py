"""The installed program: which version it is, and where it keeps what it computed."""

from __future__ import annotations

import os
import sys
from functools import cache

from puppet_check.fingerprint import digest


def cache_folder() -> str:
    """The folder for results of earlier runs; it may not exist."""
    from platformdirs import user_cache_dir  # only needed when results are kept

    return user_cache_dir("puppet-check", appauthor=False)


@cache
def version() -> str:
    """A fingerprint of the installed program, as any change of it may change findings."""
    import puppet_check  # a circle: the packages are only asked where they are
    import puppet_grammar
    import puppet_typesys

    parts = [sys.version]
    for package in (puppet_check, puppet_typesys, puppet_grammar):
        for top in package.__path__:
            for folder, folders, files in os.walk(top):
                folders[:] = sorted(each for each in folders if each != "__pycache__")
                for name in sorted(files):
                    stat = os.stat(os.path.join(folder, name))
                    parts.append(f"{folder}/{name} {stat.st_size} {stat.st_mtime_ns}")
    return digest("\n".join(parts).encode())
