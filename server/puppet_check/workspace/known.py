"""Known: a project with its loader, its data, and what checks have asked of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from puppet_check.config import Settings
from puppet_check.config.selection import is_included
from puppet_check.fingerprint import digest
from puppet_check.workspace.assigned import Assignments
from puppet_check.workspace.autoload.loader import AutoLoader
from puppet_check.workspace.declared import FIXTURES
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.interfaces.interface import ModuleInterfaces
from puppet_check.workspace.mentions import Mentions
from puppet_check.workspace.portable import ELSEWHERE, Places, is_bound
from puppet_check.workspace.project import Project
from puppet_check.workspace.project_state import state_of_project
from puppet_check.workspace.summaries import Summaries
from puppet_check.workspace.trace import TEMPLATE, Fingerprints, Trace, key_of, state_of_path
from puppet_check.workspace.trees import Trees
from puppet_check.workspace.unsaved import NO_TEXTS, Unsaved, contents_in
from puppet_check.workspace.words import WordIndex
from puppet_check.workspace.world import CheckWorld
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.loader import Definition, TypedName
from puppet_typesys.values.hash import Hash

if TYPE_CHECKING:
    from puppet_check.workspace.hiera import Hiera
    from puppet_check.workspace.hiera.mentions import Mentions as KeyMentions
    from puppet_check.workspace.interfaces.absent_titles import AbsentTitles
    from puppet_check.workspace.uses import Uses

TITLE = "title "
"""The prefix of resource titles among the names of a trace."""


DataFindings = Mapping[str, tuple[Diagnostic, ...]]
"""The findings in data files, by path."""


class Asked(NamedTuple):
    """What a check has asked for outside of its file."""

    names: set[TypedName]
    titles: set[tuple[str, str]]
    """Types in lower case and titles."""
    paths: dict[str, str]
    """Files that were asked for, as in `Trace.paths`."""
    data: bool
    """Whether data was looked up."""
    templates: set[str]
    """The paths of templates of which it was asked whether they are used."""
    state: object
    """The same object while nothing is known to have changed that answers depend on."""
    trace: Trace | None = None
    """The answers, if they have been noted."""


def joined(several: Iterable[object]) -> Asked:
    """All that several parts of a check have asked for."""
    parts = [each for each in several if isinstance(each, Asked)]
    return Asked(
        set[TypedName]().union(*(each.names for each in parts)),
        set[tuple[str, str]]().union(*(each.titles for each in parts)),
        {path: state for each in parts for path, state in each.paths.items()},
        any(each.data for each in parts),
        set[str]().union(*(each.templates for each in parts)),
        None,
    )


class Known:
    """A project with its definitions, files and data, as one thread sees them."""

    def __init__(
        self, project: Project, summaries: Summaries, settings: Settings, disk: Disk, words: WordIndex, unsaved: Unsaved = NO_TEXTS
    ) -> None:
        self.project = project
        self.words = words
        self.disk = disk
        self._unsaved = unsaved
        self.settings = settings
        self._summaries = summaries
        self.places = Places(project)
        interfaces = ModuleInterfaces(project, settings.interfaces, is_bundled=settings.bundled)
        self.loader = AutoLoader(project, summaries.of, disk, interfaces)
        self._asked_titles: set[tuple[str, str]] = set()
        self._asked_templates: set[str] = set()
        self.external = LoadedDefinitions(self.loader)
        self._renew()

    def _renew(self) -> None:
        self.external.close()
        self.external = LoadedDefinitions(self.loader)
        self._fingerprints = Fingerprints(self.loader, self._summaries.interfaces, self.places)
        self._hiera: Hiera | None = None
        self._checked_data: DataFindings | None = None
        self._data: str | None = None
        self._key_mentions: KeyMentions | None = None
        self._uses: Uses | None = None
        self._state = object()
        self._absent: AbsentTitles | None = None
        self._mentions = Mentions(self.project, self.disk, self._is_absent)
        self.assignments = Assignments(self.project, self.disk)

    def changed(self, path: str) -> None:
        """Discard what depends on the definitions of a file."""
        self.loader.replace(path, None)
        self._renew()

    def moved(self, path: str, now: tuple[Definition, ...]) -> None:
        """Update the definitions of a file that only differ in their places."""
        if self.loader.known(path) is not None:
            self.loader.replace(path, now)

    def contents(self, path: str) -> bytes:
        """The current contents of a file, unsaved changes included. Raises OSError if it cannot be read."""
        return contents_in(path, self.project.trusted_folder(path), self._unsaved)

    @cached_property
    def world(self) -> CheckWorld:
        """The files and data of the project, for evaluations."""
        return CheckWorld(self.project, self.disk, self.hiera, self._unsaved)

    @cached_property
    def trees(self) -> Trees:
        """The syntax trees of large files that were searched."""
        return Trees()

    def hiera(self) -> Hiera:
        """The Hiera data of the project."""
        if self._hiera is None:
            from puppet_check.workspace.hiera import Hiera  # most checks look nothing up

            self._hiera = Hiera(self.project, self.loader, self.external, self._unsaved)
        return self._hiera

    def edited_data(self, path: str) -> None:
        """Discard what depends on a data file that was edited."""
        if self._hiera is not None:
            files = self._hiera.files
            files.forget(path)
            self._hiera = type(self._hiera)(self.project, self.loader, self.external, self._unsaved, files)
        self._checked_data = None
        self._data = None
        self._uses = None
        self._state = object()

    def checked_data(self, check: Callable[[Known], DataFindings]) -> DataFindings:
        """The result of a check of all data files, which is done again only after data or definitions have changed."""
        if self._checked_data is None:
            self._checked_data = check(self)
        return self._checked_data

    def is_peripheral(self, path: str) -> bool:
        """Whether only syntax and language rules apply to a file: an example, a test or a part of a vendored module."""
        return self.project.is_peripheral(path) and not is_included(self.settings, path)

    def is_unsaved(self, path: str) -> bool:
        """Whether a file has unsaved changes."""
        return path in self._unsaved

    @property
    def key_mentions(self) -> KeyMentions:
        """The Hiera keys that the code of the project mentions."""
        if self._key_mentions is None:
            from puppet_check.workspace.hiera.mentions import Mentions as KeyMentions  # most checks look nothing up

            self._key_mentions = KeyMentions(self.project)
        return self._key_mentions

    @property
    def uses(self) -> Uses:
        """The data and templates that the project uses."""
        if self._uses is None:
            from puppet_check.workspace.uses import Uses  # most checks do not need it

            self._uses = Uses(self.project)
        return self._uses

    def is_template_used(self, path: str) -> bool:
        """Whether some file of the project may name a template, or all its users cannot be known."""
        self._asked_templates.add(path)
        return self._is_template_used(path)

    def _is_template_used(self, path: str) -> bool:
        module = self.project.module_of(path)
        if module is None or not (self.project.is_environment or module.folder == self.project.root):
            return True
        return self.uses.is_template_used(path, module)

    def mentions(self, type: str, title: str) -> bool:
        """Whether some resource of a type, given in lower case, may have a title, or a part of it."""
        self._asked_titles.add((type, title))
        return self._mentions.may_be_declared(type, title)

    def has_text(self, type: str, title: str) -> bool:
        """Whether some text of the project contains what may become the title of a resource of a type, given in lower case."""
        self._asked_titles.add((type, title))
        return self._mentions.has_text(type, title)

    def _about_title(self, type: str, title: str) -> str:
        return f"{self._mentions.may_be_declared(type, title)} {self._mentions.has_text(type, title)}"

    def _is_absent(self, type: str, title: str) -> bool:
        """Whether a module that is not installed may declare a resource with a title."""
        if not self.project.is_environment and self.loader.absence.uses_undeclared_modules():
            return True
        if self.project.is_complete:
            return False
        if self._absent is None:
            from puppet_check.workspace.interfaces.absent_titles import AbsentTitles  # only needed when a module is missing

            self._absent = AbsentTitles(self.project, self.loader, self.loader.interfaces, self.disk)
        return self._absent.may_have(type, title)

    @cached_property
    def facts(self) -> Hash | None:
        """The facts of the node that the code is checked for; None if it is checked for any node."""
        if self.settings.facts is None:
            return None
        from puppet_check.config.facts import read_facts  # most checks are for any node

        return read_facts(self.settings.facts)

    # ---- traces

    @cached_property
    def context(self) -> str:
        """A fingerprint of what all files of the project depend on: its modules and the settings. It is the same wherever these are."""
        project, portable = self.project, self.places.portable
        modules = sorted(repr(each._replace(folder=portable(each.folder))) for each in project.modules.values())
        missing = sorted((name, each.declared.full_name, each.declared.requirement, each.beside) for name, each in project.missing.items())
        fixtures = state_of_path(self.disk, os.path.join(project.root, FIXTURES), contents=True)
        state = (
            (portable(project.root), project.is_environment, project.is_inner, project.is_whole, self.places.surroundings()),
            (modules, missing, [*map(portable, project.sites)], None if project.hiera is None else portable(project.hiera)),
            self._folders(),
            (project.external, project.stdlib, sorted(project.vendored), fixtures),
            (self.settings.bundled, [state_of_path(self.disk, each + os.sep, contents=True) for each in self.settings.interfaces]),
        )
        facts = None if self.settings.facts is None else state_of_path(self.disk, self.settings.facts, contents=True)
        return digest(repr((state, facts, self.settings.target)).encode(errors="surrogateescape"))

    def _folders(self) -> list[list[str]]:
        """The folders of the module path. Where those are that are outside does not matter, as the modules in them are given."""
        project = self.project
        shown = {each: self.places.portable(each) for each in project.modulepath}
        shown |= {each: f"{ELSEWHERE}{number}" for number, each in enumerate(shown) if is_bound(shown[each])}
        several = (project.modulepath, project.absent_folders, project.outside_folders, project.unread_folders)
        return [[shown.get(each, self.places.portable(each)) for each in folders] for folders in several]

    @cached_property
    def state(self) -> str | None:
        """A hash of all files that the names and titles in traces depend on; None if it is not certain which ones these are."""
        return state_of_project(self.disk, self.project, self.places)

    def begin(self) -> None:
        """Begin to record what a check asks for."""
        self.external.begin()
        self._asked_titles = set()
        self._asked_templates = set()
        self.world.begin()

    def asked(self) -> Asked:
        """What was asked for since `begin`."""
        world = self.world
        return Asked(self.external.asked, self._asked_titles, world.asked, world.asked_data, self._asked_templates, self._state)

    def with_answers(self, asked: object) -> object:
        """What was asked for during the evaluation of a part of a file, with the answers."""
        if not isinstance(asked, Asked) or (asked.state is self._state and asked.trace is not None):
            return asked
        return asked._replace(trace=self.trace(asked), state=self._state)

    def has_same_answers(self, asked: object, *, exactly: bool) -> bool:
        """Whether all that was asked for would be answered in the same way now; if `exactly`, no other answer may have changed either."""
        if not isinstance(asked, Asked):
            return False
        if asked.state is self._state:
            return self._has_same_paths(asked.paths)
        return not exactly and asked.trace is not None and self.holds(asked.trace)

    def trace(self, asked: Asked) -> Trace:
        """The trace of what was asked for."""
        names = {key: self._fingerprints.of(key) for key in map(key_of, asked.names)}
        names |= {f"{TITLE}{title[0]} {title[1]}": self._about_title(*title) for title in asked.titles}
        names |= {f"{TEMPLATE}{path}": str(self._is_template_used(path)) for path in asked.templates}
        return Trace(names, dict(asked.paths), self._data_fingerprint() if asked.data else None)

    def holds(self, trace: Trace) -> bool:
        """Whether a trace is still valid: all fingerprints are the same."""
        return all(self._answer(key) == known for key, known in trace.names.items()) and self.holds_in_same_state(trace)

    def holds_in_same_state(self, trace: Trace) -> bool:
        """Whether a trace is still valid that was made while the files of the project had the contents that they have now."""
        return self._has_same_paths(trace.paths) and (trace.data is None or trace.data == self._data_fingerprint())

    def _has_same_paths(self, paths: dict[str, str]) -> bool:
        return all(self.world.state(path.removesuffix("\n"), contents=path[-1:] == "\n") == state for path, state in paths.items())

    def reached(self, name: TypedName) -> set[TypedName]:
        """A name, and the names that its definitions depend on."""
        return self._fingerprints.reached(name)

    def _data_fingerprint(self) -> str:
        """The fingerprint of all data, cached until something changes."""
        if self._data is None:
            self._data = self.world.data_fingerprint()
        return self._data

    def _answer(self, key: str) -> str:
        if key.startswith(TEMPLATE):
            return str(self._is_template_used(key.removeprefix(TEMPLATE)))
        if not key.startswith(TITLE):
            return self._fingerprints.of(key)
        type, _, title = key.removeprefix(TITLE).partition(" ")
        return self._about_title(type, title)
