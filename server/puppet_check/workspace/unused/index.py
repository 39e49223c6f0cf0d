"""The index of a repository: each part of a file with the candidates that it defines and mentions. Every file is read once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from puppet_check.reading.folders import walk
from puppet_check.workspace.computed import Computed
from puppet_check.workspace.files import SKIPPED_FOLDERS
from puppet_check.workspace.kinds import DATA, HIERA_CONFIG, PROSE, is_checked, kind_of
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Project
from puppet_check.workspace.roots import PERIPHERAL
from puppet_check.workspace.summaries import Summaries
from puppet_check.workspace.unused.candidates import RESOURCE_TYPE, Candidate, Part, own_modules, parts_of, text_of
from puppet_check.workspace.unused.mentions import COMMENT_LINE, Mentions
from puppet_check.workspace.uses import computed_keys
from puppet_grammar.patterns import lazy_pattern

TAG = lazy_pattern(rb"(?s)<%.*?%>")
LIBRARY = os.path.join("", "lib", "")
PROVIDERS = os.path.join("", "lib", "puppet", "provider", "")
TESTS = PERIPHERAL | {"features", "acceptance"}


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a file, with what it defines and mentions."""

    part: Part
    uses: frozenset[Candidate]


@dataclass(frozen=True, slots=True)
class Index:
    """All parts of the files of a repository."""

    candidates: tuple[Candidate, ...]
    units: tuple[Unit, ...]
    tests: frozenset[Candidate]
    """What tests and examples mention."""
    looks_up_any: str | None
    """The file of some code that looks up a key of which nothing is known."""


def index_of(known: Known, keys: Iterable[Candidate], data_files: frozenset[str]) -> Index:
    """The index of a project, in which `keys` are in the data files."""
    project, summaries = known.project, Summaries()
    own = [part for module in own_modules(project) for part in parts_of(module, summaries)]
    defined = [candidate for part in own for candidate in part.defines if PROVIDERS not in candidate.path]
    own = [_of_own_type(part, {each.name for each in defined if each.kind == RESOURCE_TYPE}) for part in own]
    candidates = tuple(dict.fromkeys((*defined, *keys)))
    mentions = Mentions(candidates)
    read = frozenset(each.path for each in own)
    units: list[Unit] = []
    tests: set[Candidate] = set()
    looks_up_any: str | None = None
    for part in (*own, *_others(project, read)):
        if _is_test(part.path, project):
            tests |= mentions.of_code(part)
            continue
        is_data = part.path in data_files or (kind_of(part.path) in (DATA, HIERA_CONFIG) and is_checked(part.path))
        uses = mentions.of_data(part) if is_data else mentions.of_code(part)
        if looks_up_any is None and _may_look_up(part.path):
            computed: list[Computed] | None = computed_keys(_code(part))
            looks_up_any = part.path if computed is None else None
            uses |= frozenset(mentions.of_computed_keys(computed or ()))
        units.append(Unit(part, uses - frozenset(part.defines)))
    return Index(candidates, tuple(units), frozenset(tests), looks_up_any)


def _may_look_up(path: str) -> bool:
    return path.endswith((".pp", ".epp", ".erb")) or (path.endswith(".rb") and LIBRARY in path)


def _code(part: Part) -> bytes:
    """The code in a text: of a template, that in its tags."""
    return b"\n".join(TAG.findall(part.text)) if part.path.endswith((".erb", ".epp")) else part.text


def _of_own_type(part: Part, types: set[str]) -> Part:
    """A part; a provider of a type that is not the repository's own defines nothing."""
    if PROVIDERS in part.path and not any(each.name in types for each in part.defines):
        return part._replace(defines=())
    return part


def _others(project: Project, read: frozenset[str]) -> Iterator[Part]:
    """The texts of a repository and of its modules from elsewhere that are in no own module."""
    outside = [each.folder for each in project.modules.values() if not each.folder.startswith(project.root + os.sep)]
    for top in (project.root, *(outside if project.is_environment else ())):
        for where, folders, files in walk(top):
            folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in SKIPPED_FOLDERS)
            for name in sorted(files):
                path = os.path.join(where, name)
                # A module by itself documents how it is used; a control repository only lists what it has.
                if path not in read and not (project.is_environment and name.endswith(PROSE)):
                    module = project.module_of(path)
                    yield Part(path, _without_comments(path), None if module is None else module.name)


def _without_comments(path: str) -> bytes:
    text = text_of(path)
    return COMMENT_LINE.sub(b"", text) if path.endswith((".yaml", ".yml", ".eyaml", ".pp")) else text


def _is_test(path: str, project: Project) -> bool:
    if not project.is_environment:
        return False
    module = project.module_of(path)
    return os.path.relpath(path, project.root if module is None else module.folder).partition(os.sep)[0] in TESTS
