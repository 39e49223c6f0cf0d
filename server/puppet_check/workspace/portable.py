"""Paths as the cache has them: relative to the repository or to a module outside of it, so that records hold wherever both are.

A path elsewhere is given from the repository upwards. What a check has asked of such a path says nothing about a repository at another
place, where the same question would be about another path, so a record with one holds only where it was made (`Places.is_bound`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property

from puppet_check.reading.places import is_there, real, with_those_above
from puppet_check.workspace.kinds import KINDS
from puppet_check.workspace.module_path import ENVIRONMENTS
from puppet_check.workspace.project import AUTOLOADED, Project
from puppet_check.workspace.roots import FILES, MODULE_FOLDERS, PERIPHERAL

TOP, INSIDE, OF_MODULE, ELSEWHERE = ".", "./", "@", "^"
"""The repository itself, and how a path begins that is in it, in a module outside of it, and in neither."""
ABOVE = os.path.join(os.pardir, "")
UPWARDS = f"{os.sep}{ABOVE}"
TELLING = frozenset((*MODULE_FOLDERS, *PERIPHERAL, *AUTOLOADED, ENVIRONMENTS, FILES, "templates", "fixtures")).union(
    *((each.parent, each.below, *each.apart, *(each.places or ())) for each in KINDS)
)
"""The names of folders that say something about all that is below them."""


class Places:
    """The repository of a project, and the modules that are outside of it."""

    def __init__(self, project: Project) -> None:
        self.top = repository(project.root)
        self._inside = os.path.join(self.top, "")
        self._project = project

    @cached_property
    def _modules(self) -> dict[str, str]:
        """The names of the modules outside by their folders; few ask, and each of many modules in a folder has all others."""
        return {each.folder: name for name, each in self._project.modules.items() if not self._has(each.folder)}

    @cached_property
    def _folders(self) -> dict[str, str]:
        return {name: folder for folder, name in self._modules.items()}

    def portable(self, path: str) -> str:
        """A path as records have it. Separators at its end are kept."""
        if not path:
            return ""
        if path == self.top:
            return TOP
        if self._has(path):
            return INSIDE + path[len(self._inside) :]
        above = path.rstrip(os.sep)
        while above not in self._modules and (parent := os.path.dirname(above)) != above:
            above = parent
        name = self._modules.get(above)
        if name is not None:
            return f"{OF_MODULE}{name}{path[len(above) :]}"
        return ELSEWHERE + os.path.relpath(path, self.top) + (os.sep if path.endswith(os.sep) else "")

    def path(self, portable: str) -> str:
        """The path that a record means here. Raises LookupError for what `portable` gives no path in this repository."""
        if not portable.startswith(ELSEWHERE) and os.pardir in portable.split(os.sep):
            raise LookupError(portable)
        if portable.startswith(INSIDE):
            return self._inside + portable[len(INSIDE) :]
        if portable.startswith(OF_MODULE):
            name, separator, rest = portable[len(OF_MODULE) :].partition(os.sep)
            return self._folders[name] + separator + rest
        if portable.startswith(ELSEWHERE):
            rest = portable[len(ELSEWHERE) :]
            return os.path.normpath(os.path.join(self.top, rest)) + (os.sep if rest.endswith(os.sep) else "")
        return self.top if portable == TOP else ""

    def surroundings(self) -> tuple[tuple[tuple[int, str], ...], ...]:
        """The folders above the repository, and above each module outside of it, whose names say something about what is in them."""
        return tuple(tuple(_telling(each)) for each in (self.top, *sorted(self._modules)))

    def is_shown(self, text: str) -> bool:
        """Whether a text may contain a path that depends on where the repository and its modules are."""
        return ABOVE in text or any(each in text for each in (self.top, real(self.top), *self._modules))

    def _has(self, path: str) -> bool:
        # What is named by way of the repository, such as `../modules`, is not in it.
        return path == self.top or (path.startswith(self._inside) and UPWARDS not in path)


def is_bound(portable: str) -> bool:
    """Whether a path as records have it means the same only where the record was made."""
    return portable.startswith(ELSEWHERE)


def _telling(folder: str) -> Iterator[tuple[int, str]]:
    names = reversed(folder.split(os.sep))
    return ((number, name) for number, name in enumerate(names) if name and name in TELLING)


def repository(root: str) -> str:
    """The repository that a folder is in, or the folder itself; links are not followed, as a repository may be reached by one."""
    return next((each for each in with_those_above(root) if is_there(os.path.join(each, ".git"))), root)
