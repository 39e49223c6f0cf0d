"""The files that a check of some files and folders is about."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache

from puppet_check.config import Configuration
from puppet_check.config.selection import is_excluded
from puppet_check.workspace.files import find
from puppet_check.workspace.kinds import is_checked, is_module_ruby
from puppet_typesys.builtins.targets import target


def asked_files(there: Iterable[str], config: Configuration) -> list[str]:
    """The files to check at or below paths that exist, sorted."""

    def is_left_out(path: str) -> bool:
        return is_excluded(config.of(os.path.dirname(path.rstrip("/")) or "."), path)

    @cache
    def depends_on_ruby(folder: str) -> bool:
        return bool(target(config.of(folder or ".").target).rubies)

    def is_included(path: str) -> bool:
        # Ruby code is checked for the versions that run it in another way.
        return is_checked(path) or (path.endswith(".rb") and is_module_ruby(path) and depends_on_ruby(os.path.dirname(path)))

    gitignore = config.given.gitignore
    return sorted({file for path in there for file in find(path, gitignore=gitignore, is_excluded=is_left_out, is_included=is_included)})
