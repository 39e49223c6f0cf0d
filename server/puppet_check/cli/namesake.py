"""Another program of the name `puppet-check` on PATH: a RubyGem has one, which runs other linters."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

from puppet_check.installed import cache_folder
from puppet_check.reading.files import read
from puppet_check.reading.places import exists, is_file
from puppet_check.writing import make_folder, write_new

NAME = "puppet-check"
MOST = 1 << 16
"""The size up to which a program on PATH is read: those of RubyGems are a screen long."""


def note_once() -> str | None:
    """A note about the gem, once for each user; None if there is none, or if it was given before."""
    seen = os.path.join(cache_folder(), "namesake-noted")
    if exists(seen):
        return None
    other = next(_gems(), None)
    if other is None:
        return None
    with suppress(OSError):  # The note is given again then.
        make_folder(os.path.dirname(seen))
        write_new(seen, b"")
    return (
        f"{other} is the RubyGem of the same name; which of the two runs depends on PATH. `python -m puppet_check`, puppet-format, "
        "puppet-eval and puppet-language-server are always these programs. This is said once"
    )


def _gems() -> Iterator[str]:
    """The programs of this name on PATH that Ruby runs."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(folder, NAME)
        if os.path.isabs(path) and is_file(path):
            with suppress(OSError):
                if b"ruby" in read(path, MOST).partition(b"\n")[0]:
                    yield path
