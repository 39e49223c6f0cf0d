"""Settings: what may be chosen, in one place."""

from __future__ import annotations

import os
from typing import NamedTuple

OWN = ".puppet-check.toml"
"""The configuration file."""
SHARED = "pyproject.toml"
"""The configuration file that is shared with other tools."""
TARGETS = ("puppet7", "puppet8", "openvox8", "openvox9")
"""The versions that code may be written for."""
LEVELS = ("error", "warning", "info", "hint")
"""How severe a finding can be."""

SCOPES = ("workspace", "open")
"""The files of which an editor is told what is wrong: all, or those that are open."""


class Override(NamedTuple):
    """Settings for some paths only."""

    paths: tuple[str, ...]
    """Patterns as git ignores files by, from the folder of the configuration."""
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, str], ...] = ()


class Settings(NamedTuple):
    """What may be chosen; the defaults are what most want."""

    jobs: int = 0
    """How many processes may check files; 0 means one per processor."""
    gitignore: bool = True
    """Whether files that git ignores are left out."""
    modulepath: tuple[str, ...] = ()
    """Where modules are, instead of what is found."""
    delay: float = 0.15
    """Seconds from the last key to the check in an editor."""
    select: tuple[str, ...] = ()
    """The codes that are shown; none means all. A code is written out, or `group-*`."""
    ignore: tuple[str, ...] = ()
    """The codes not to report."""
    severity: tuple[tuple[str, str], ...] = ()
    """Codes and how severe their findings are, the last that fits counts."""
    exclude: tuple[str, ...] = ()
    """Patterns of files that are not checked, from the folder of the configuration."""
    facts: str | None = None
    """A file with the facts of a node."""
    format: str = "text"
    """How findings are printed."""
    target: str = "puppet8"
    """The Puppet version to check for."""
    diagnostics: str = "workspace"
    """The files of which an editor is told what is wrong."""
    overrides: tuple[Override, ...] = ()
    """Settings for some paths only."""
    given_severity: tuple[tuple[str, str], ...] = ()
    """Severities from the command line, which count most."""
    file: str | None = None
    """The configuration that this was read from."""
    root: str | None = None
    """The folder that an editor said this of."""

    @property
    def folder(self) -> str:
        """Where patterns begin."""
        return os.path.dirname(self.file) if self.file is not None else self.root or os.getcwd()


def formats() -> list[str]:
    """The names of all output formats, each of which is a module of the command line."""
    import puppet_check

    folder = os.path.join(puppet_check.__path__[0], "cli", "output")
    return sorted(name.removesuffix(".py").replace("_", "-") for name in os.listdir(folder) if name.endswith(".py") and name[0] != "_")
