"""Known: a project with its definitions, files and data."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from puppet_check.config import Settings
from puppet_check.config.selection import is_included
from puppet_check.reading.places import is_below
from puppet_check.workspace.answers import Answers
from puppet_check.workspace.assigned import Assignments
from puppet_check.workspace.autoload.loader import AutoLoader, PreliminaryLoader
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.interfaces.interface import ModuleInterfaces
from puppet_check.workspace.portable import Places
from puppet_check.workspace.project import Project
from puppet_check.workspace.project_state import ProjectState, context_of_project, state_of_project
from puppet_check.workspace.project_texts import ProjectTexts, UnreadTexts
from puppet_check.workspace.summaries import Parsed, Summaries
from puppet_check.workspace.trace import Fingerprints, Interfaces
from puppet_check.workspace.trees import Trees
from puppet_check.workspace.unsaved import NO_TEXTS, Unsaved, contents_in
from puppet_check.workspace.words import WordIndex
from puppet_check.workspace.world import CheckWorld
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.loader import Definition
from puppet_typesys.values.hash import Hash

if TYPE_CHECKING:
    from puppet_check.workspace.hiera import Hiera
    from puppet_check.workspace.hiera.mentions import Mentions as KeyMentions
    from puppet_check.workspace.uses import Uses

FEW = 200
"""The number of modules up to which the first check of a document searches their code, which takes a few milliseconds each."""


class DataFindings(Protocol):
    """The findings in data files."""

    def of(self, path: str) -> tuple[Diagnostic, ...]:
        """The findings in a file."""


class Known:
    """A project with its definitions, files and data, as one thread sees them."""

    def __init__(
        self,
        project: Project,
        summaries: Summaries,
        settings: Settings,
        disk: Disk,
        words: WordIndex,
        unsaved: Unsaved = NO_TEXTS,
        *,
        preliminary: bool = False,
    ) -> None:
        """`preliminary` is for a check that is to end soon and searches nothing: no name is absent, and any title may be declared.

        So what depends on that is not reported.
        """
        self.project = project
        self._is_preliminary = preliminary
        self._is_searched = len(project.modules) <= FEW
        self._are_texts_searched = self._is_searched
        self.words = words
        self.disk = disk
        self._unsaved = unsaved
        self.settings = settings
        self.target = settings.version
        """The version that the code is written for."""
        self._summaries = summaries
        self.places = Places(project)
        of_modules = ModuleInterfaces(project, settings.interfaces, is_bundled=settings.bundled)
        self.loader = (PreliminaryLoader if preliminary else AutoLoader)(project, summaries.of, disk, of_modules)
        self.external = LoadedDefinitions(self.loader)
        self._renew()

    def _renew(self) -> None:
        self.external.close()
        self.external = LoadedDefinitions(self.loader)
        self._hiera: Hiera | None = None
        self._checked_data: DataFindings | None = None
        self._key_mentions: KeyMentions | None = None
        self._uses: Uses | None = None
        of_texts = UnreadTexts if self._is_preliminary else ProjectTexts
        self.texts = of_texts(self.project, self.disk, self.words, self.loader, lambda: self.uses)
        fingerprints = Fingerprints(self.loader, self._summaries.interfaces, self.places)
        self.answers = Answers(fingerprints, self.external, self.texts, lambda: self.world)
        self.assignments = Assignments(self.project, self.disk)

    def changed(self, path: str) -> None:
        """Discard what depends on the definitions of a file."""
        self.loader.replace(path, None)
        self._renew()

    def moved(self, path: str, now: tuple[Definition, ...]) -> None:
        """Update the definitions of a file that only differ in their places."""
        if self.loader.known(path) is not None:
            self.loader.replace(path, now)

    def read_ahead(self) -> None:
        """Read what is asked of all files of the project, before anything is asked."""
        self.loader.absence.read_ahead()
        self.texts.read_ahead()

    @property
    def asks_texts(self) -> bool:
        """Whether a preliminary check asked for texts of the project that it did not search."""
        return isinstance(self.texts, UnreadTexts) and self.texts.was_asked

    def is_searched(self, *, with_texts: bool) -> bool:
        """Whether all modules have been searched, or are so few that a check does not wait for that."""
        return self._is_searched and (self._are_texts_searched or not with_texts)

    def search(self, is_enough: Callable[[], bool], *, with_texts: bool) -> bool:
        """Search all modules for what shows that names come from elsewhere, and maybe for titles; tells whether that is done.

        It ends when `is_enough`. What has been searched is remembered, so that the search goes on where it was.
        """
        self._is_searched = self._is_searched or self.loader.absence.read_ahead(is_enough)
        if self._is_searched and with_texts and not self._are_texts_searched:
            self._are_texts_searched = self.texts.read_ahead(is_enough)
        return self.is_searched(with_texts=with_texts)

    def contents(self, path: str) -> bytes:
        """The current contents of a file, unsaved changes included. Raises OSError if it cannot be read."""
        return contents_in(path, self.project.trusted_folder(path), self._unsaved)

    def parsed(self, path: str, source: bytes) -> Parsed | None:
        """The parsed file, if it is still cached with this text."""
        return self._summaries.parsed(path, source)

    def parse(self, path: str, source: bytes) -> Parsed:
        """The parsed file, which stays cached for a while: what is evaluated is needed for its definitions as well."""
        return self._summaries.parse(path, source)

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
        self._uses = None
        self.answers.data_changed()

    def checked_data(self, check: Callable[[Known], DataFindings]) -> DataFindings:
        """The result of a check of all data files, which is done again only after data or definitions have changed."""
        if self._checked_data is None:
            self._checked_data = check(self)
        return self._checked_data

    def is_peripheral(self, path: str) -> bool:
        """Whether only syntax and language rules apply to a file: an example, a test or a part of a vendored module."""
        if is_included(self.settings, path):
            return False
        return self.project.is_aside(path) or (self.project.is_vendored(path) and not self._is_named(path))

    def _is_named(self, path: str) -> bool:
        """Whether the command line names a file, or a folder around it that is the folder of its module or inside of it."""
        module = self.project.module_of(path)
        return module is not None and any(is_below(path, each) and is_below(each, module.folder) for each in self.settings.named)

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

    @cached_property
    def facts(self) -> Hash | None:
        """The facts of the node that the code is checked for; None if it is checked for any node."""
        if self.settings.facts is None:
            return None
        from puppet_check.config.facts import read_facts  # most checks are for any node

        return read_facts(self.settings.facts)

    @cached_property
    def context(self) -> str:
        """A fingerprint of what all files of the project depend on: its modules and the settings. It is the same wherever these are."""
        return context_of_project(self.disk, self.project, self.places, self.settings)

    @cached_property
    def files_state(self) -> ProjectState | None:
        """The state of all files that the names and titles in traces depend on; None if it is not certain which ones these are."""
        return state_of_project(self.disk, self.project, self.places)

    @property
    def interfaces(self) -> Interfaces:
        """The interfaces of the definitions of all projects."""
        return self._summaries.interfaces

    @property
    def state(self) -> str | None:
        """A hash of all these files."""
        return None if self.files_state is None else self.files_state.whole
