"""What is given to Puppet beside the code: facts in the environment of the programs that start it, and variables of a classifier.

Facter takes `FACTER_role=web` for a fact `role`. Scripts, build files and instructions at the root of a repository set such variables,
a `Vagrantfile` and Test Kitchen have settings of their own for that. The `puppet.conf` of a server names its classifier.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from puppet_check.reading.files import LARGEST_SEARCHED
from puppet_check.reading.folders import listed
from puppet_check.reading.places import exists, is_missing_or_of_system, is_outside, read_in, with_those_above
from puppet_check.workspace.disk import NAMES, Disk, remembered_by_size
from puppet_check.workspace.module_path import ENVIRONMENTS
from puppet_check.workspace.project import REPOSITORY, Project
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

LEVELS = 3
"""The number of folders above a project up to which the root of its repository is looked for."""
INNER = ("bin", "script", "scripts")
"""The folders for programs of a repository."""
SUFFIXES = ("", ".bash", ".bat", ".cmd", ".md", ".ps1", ".py", ".rake", ".rb", ".sh", ".yaml", ".yml", ".zsh")
MOST_FILES = 100
"""The number of files of a folder that are read."""
IN_ENVIRONMENT = lazy_pattern(rb"(?i)\bFACTER_([A-Za-z]\w*)")
OF_MACHINES = ("vagrantfile", ".kitchen", "kitchen.")
"""How the names begin, in lower case, of files that describe virtual machines, with the facts of each."""
FOR_MACHINES = lazy_pattern(rb"\bfacter\b|\bcustom_facts\b")
KEY = lazy_pattern(rb"""(?<![\w.])([A-Za-z_]\w*)['"]?\]?[ \t]*(?:=>?|:)(?![=:])""")
"""What may be the name of a fact in such a file: an attribute after a dot is a setting of the machine."""
CONFIGURATION = "puppet.conf"
CLASSIFIER = lazy_pattern(rb"(?m)^[ \t]*(?:node_terminus[ \t]*=[ \t]*(?!plain\b)\w|external_nodes[ \t]*=[ \t]*(?!none\b)\S)")


class Given(NamedTuple):
    """What is given to the code of a project."""

    facts: frozenset[str]
    has_classifier: bool
    """Whether a classifier may set variables of the top scope."""


def given_to(disk: Disk, project: Project) -> Given:
    """What the files beside the code of a project give to it."""
    files = files_around(project)
    return Given(_given_facts(disk, files), _has_classifier(disk, files))


@remembered_by_size(NAMES)
def _given_facts(disk: Disk, files: tuple[str, ...]) -> frozenset[str]:
    """The names of the facts that some files give to Puppet."""
    found = set[bytes]()
    for path in files:
        with suppress(OSError):
            text = read_in(path, os.path.dirname(path), LARGEST_SEARCHED)
            found.update(IN_ENVIRONMENT.findall(text))
            if os.path.basename(path).lower().startswith(OF_MACHINES) and FOR_MACHINES.search(text) is not None:
                found.update(KEY.findall(text))
    return frozenset(each.decode().lower() for each in found)


@remembered_by_size(NAMES)
def _has_classifier(disk: Disk, files: tuple[str, ...]) -> bool:
    """Whether some configuration of a server names a classifier, which may set variables of the top scope."""
    for path in files:
        if os.path.basename(path).startswith(CONFIGURATION):
            with suppress(OSError):
                if CLASSIFIER.search(read_in(path, os.path.dirname(path), LARGEST_SEARCHED)) is not None:
                    return True
    return False


def files_around(project: Project) -> tuple[str, ...]:
    """The files of its repository beside the code of a project that may start Puppet or configure a server, sorted."""
    of_modules = (each for each in (*project.modulepath, *map(os.path.dirname, project.modulepath)) if not is_outside(each, project.root))
    folders = {project.root, *of_modules, *_up_to_repository(project.root), *_around_all(project)}
    return tuple(sorted(path for each in folders for path in _files_of(each)))


def _around_all(project: Project) -> list[str]:
    """The folder around all environments, or around the modules that a module is among, from where they are applied."""
    folder = os.path.dirname(project.root)
    is_among = os.path.basename(folder) == ENVIRONMENTS if project.is_environment else folder in project.modulepath
    return [os.path.dirname(folder)] if is_among else []


def _up_to_repository(folder: str) -> list[str]:
    """The folders up to the root of the repository around a folder; none if that is further away than `LEVELS`."""
    above = [*islice(with_those_above(folder), LEVELS + 1)]
    end = next((number for number, each in enumerate(above, 1) if exists(os.path.join(each, REPOSITORY))), 0)
    return above[:end]


def _files_of(folder: str) -> Iterator[str]:
    for where in (folder, *(os.path.join(folder, each) for each in INNER)):
        names = () if is_missing_or_of_system(where) else sorted(filter(_is_wanted, listed(where).files))
        yield from (os.path.join(where, each) for each in islice(names, MOST_FILES))


def _is_wanted(name: str) -> bool:
    if name.startswith(CONFIGURATION) or name.lower().startswith(OF_MACHINES):
        return True
    return os.path.splitext(name)[1].lower() in SUFFIXES
