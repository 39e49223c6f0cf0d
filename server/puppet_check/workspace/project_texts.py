"""ProjectTexts: what the texts of all files of a project mention: titles of resources, and templates. What is asked is recorded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from puppet_check.workspace.autoload.loader import AutoLoader
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.mentions import Mentions
from puppet_check.workspace.project import Project
from puppet_check.workspace.words import WordIndex

if TYPE_CHECKING:
    from puppet_check.workspace.interfaces.absent_titles import AbsentTitles
    from puppet_check.workspace.uses import Uses


class ProjectTexts:
    """Questions about the texts of a project; valid until definitions change."""

    def __init__(self, project: Project, disk: Disk, words: WordIndex, loader: AutoLoader, uses: Callable[[], Uses]) -> None:
        self._project = project
        self._uses = uses
        self._mentions = Mentions(project, disk, words, _AbsentModules(project, disk, loader).may_declare)
        self.titles: set[tuple[str, str]] = set()
        """The types in lower case and titles that were asked for since `begin`."""
        self.templates: set[str] = set()
        """The paths of templates that were asked for."""

    def begin(self) -> None:
        """Begin to record what is asked for."""
        self.titles = set()
        self.templates = set()

    def read_ahead(self) -> None:
        """Search all texts, before anything is asked."""
        self._mentions.read_ahead()

    def mentions(self, type: str, title: str) -> bool:
        """Whether some resource of a type, given in lower case, may have a title, or a part of it."""
        self.titles.add((type, title))
        return self._mentions.may_be_declared(type, title)

    def mentions_word(self, type: str, word: str) -> bool:
        """Whether some resource of a type, given in lower case, may have a title of which only a word is known."""
        self.titles.add((type, word))
        return self._mentions.may_have_part(type, word)

    def has_text(self, type: str, title: str) -> bool:
        """Whether some text of the project contains what may become the title of a resource of a type, given in lower case."""
        self.titles.add((type, title))
        return self._mentions.has_text(type, title)

    def first_match(self, pattern: re.Pattern[str], names: Iterable[str]) -> str | None:
        """A file with a match of a pattern, all of whose matches contain one of some names as a whole; not recorded."""
        return self._mentions.first_match(pattern, names)

    def is_template_used(self, path: str) -> bool:
        """Whether some file of the project may name a template, or all its users cannot be known."""
        self.templates.add(path)
        return self._is_template_used(path)

    def about_title(self, type: str, title: str) -> str:
        """The answers about a title, as traces have them; not recorded."""
        mentions = self._mentions
        return f"{mentions.may_be_declared(type, title)} {mentions.has_text(type, title)} {mentions.may_have_part(type, title)}"

    def about_template(self, path: str) -> str:
        """The same about a template."""
        return str(self._is_template_used(path))

    def _is_template_used(self, path: str) -> bool:
        module = self._project.module_of(path)
        if module is None or not (self._project.is_environment or module.folder == self._project.root):
            return True
        return self._uses().is_template_used(path, module)


class _AbsentModules:
    """What modules that are not installed may declare."""

    def __init__(self, project: Project, disk: Disk, loader: AutoLoader) -> None:
        self._project = project
        self._disk = disk
        self._loader = loader
        self._titles: AbsentTitles | None = None

    def may_declare(self, type: str, title: str) -> bool:
        """Whether a module that is not installed may declare a resource with a title."""
        if not self._project.is_environment and self._loader.absence.uses_undeclared_modules():
            return True
        if self._project.is_complete:
            return False
        if self._titles is None:
            from puppet_check.workspace.interfaces.absent_titles import AbsentTitles  # only needed when a module is missing

            self._titles = AbsentTitles(self._project, self._loader, self._loader.interfaces, self._disk)
        return self._titles.may_have(type, title)
