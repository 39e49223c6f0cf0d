"""What rules judge in the data of a project."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.workspace.hiera.documents import Entry, Node
from puppet_check.workspace.hiera.hiera import Hiera
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_grammar.text import Text


class DataFile(NamedTuple):
    """A data file of a hierarchy, which holds a hash."""

    path: str
    root: Node
    hiera: Hiera
    module: Module | None
    """The module whose data it has; None for those of the environment."""


class UnreadFile(NamedTuple):
    """A data file that no level of a hierarchy reads."""

    path: str
    config: str
    """The path of the `hiera.yaml`."""


class Key(NamedTuple):
    """A key of a data file that counts, other than `lookup_options`."""

    entry: Entry
    path: str
    """The file that it is in."""
    hiera: Hiera


class UnlistedKey(NamedTuple):
    """A key of a data file of an environment whose hierarchy is elsewhere, such as on a server, so that merges are not known."""

    entry: Entry
    path: str
    """The file that it is in."""
    hiera: Hiera


class UnlistedFile(NamedTuple):
    """Such a data file."""

    path: str
    root: Node
    hiera: Hiera
    beside: tuple[str, ...]
    """The paths of all such files of the environment."""


def paths_beside(file: DataFile | UnlistedFile) -> tuple[str, ...]:
    """The paths of the data files in which a key of a file of an environment may be as well, with its own."""
    if isinstance(file, UnlistedFile):
        return file.beside
    return file.hiera.layer(None, "levels").paths


class ForeignKey(NamedTuple):
    """A key in the data of a module that is outside of its namespace, so that Puppet ignores it."""

    entry: Entry
    module: Module


class LookupOptions(NamedTuple):
    """The `lookup_options` of a data file."""

    entry: Entry
    path: str
    """The file that it is in."""
    hiera: Hiera
    module: Module | None


def text_of(path: str, known: Known) -> Text:
    """The text of a data file, for fixes; empty if it has gone."""
    return known.hiera().files.text(path)
