"""ProjectTexts: what the texts of all files of a project mention and show: titles, templates, names. What is asked is recorded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from puppet_check.workspace import trace
from puppet_check.workspace.autoload.folders import module_folders
from puppet_check.workspace.autoload.loader import AutoLoader
from puppet_check.workspace.cached_property import cached_property
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.elsewhere import WITHOUT_MODULE
from puppet_check.workspace.mentions import Mentions, searched
from puppet_check.workspace.outside import namers
from puppet_check.workspace.project import Project
from puppet_check.workspace.shown import QUESTIONS, Question, names_shown
from puppet_check.workspace.title_index import Folders
from puppet_check.workspace.words import WordIndex
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TypedName
from puppet_typesys.values.meter import CLOCK

if TYPE_CHECKING:
    from puppet_check.workspace.interfaces.absent_titles import AbsentTitles
    from puppet_check.workspace.uses import Uses

WORDS = frozenset("case class default define else elsif if inherits node undef unless".split())
"""Words before a brace that are no types of resources."""


class ProjectTexts:
    """Questions about the texts of a project; valid until definitions change."""

    def __init__(self, project: Project, disk: Disk, words: WordIndex, loader: AutoLoader, uses: Callable[[], Uses]) -> None:
        self._project = project
        self._uses = uses
        self._mentions = Mentions(project, disk, words, _AbsentModules(project, disk, loader).may_declare)
        self._disk = disk
        self.asked: set[str] = set()
        """What was asked for since `begin`, as keys of `Trace.names`."""

    def begin(self) -> None:
        """Begin to record what is asked for."""
        self.asked = set()

    def read_ahead(self, is_enough: Callable[[], bool] = lambda: False) -> bool:
        """Search all texts, before anything is asked; tells whether all have been searched, and not `is_enough` before."""
        return self._mentions.read_ahead(is_enough)

    def mentions(self, type: str, title: str) -> bool:
        """Whether some resource of a type, given in lower case, may have a title, or a part of it."""
        self._ask(type, title)
        with CLOCK.searching():
            return self._mentions.may_be_declared(type, title)

    def mentions_word(self, type: str, word: str) -> bool:
        """Whether some resource of a type, given in lower case, may have a title of which only a word is known."""
        self._ask(type, word)
        with CLOCK.searching():
            return self._mentions.may_have_part(type, word)

    def has_text(self, type: str, title: str) -> bool:
        """Whether some text of the project contains what may become the title of a resource of a type, given in lower case."""
        self._ask(type, title)
        with CLOCK.searching():
            return self._mentions.has_text(type, title)

    def first_match(self, pattern: re.Pattern[str], names: Iterable[str]) -> str | None:
        """A file with a match of a pattern, all of whose matches contain one of some names as a whole; not recorded."""
        with CLOCK.searching():
            return self._mentions.first_match(pattern, names)

    def is_template_used(self, path: str) -> bool:
        """Whether some file of the project may name a template, or all its users cannot be known."""
        self.asked.add(f"{trace.TEMPLATE}{path}")
        with CLOCK.searching():
            return self._is_template_used(path)

    def shows(self, question: Question, name: str) -> bool:
        """Whether some text of the project shows what a question asks for of a name."""
        self.asked.add(f"{trace.SHOWN}{question.key} {name}")
        with CLOCK.searching():
            return name in names_shown(self._disk, self._folders, question)

    def answer(self, key: str) -> str:
        """The answers about what was asked for, as traces have them, by the key; not recorded."""
        kind, _, rest = key.partition(" ")
        first, _, second = rest.partition(" ")
        match f"{kind} ":
            case trace.TEMPLATE:
                return str(self._is_template_used(rest))
            case trace.SHOWN:
                return str(second in names_shown(self._disk, self._folders, QUESTIONS[first]))
        mentions = self._mentions
        return f"{mentions.may_be_declared(first, second)} {mentions.has_text(first, second)} {mentions.may_have_part(first, second)}"

    def _ask(self, type: str, title: str) -> None:
        self.asked.add(f"{trace.TITLE}{type} {title}")

    @cached_property
    def _folders(self) -> Folders:
        return frozenset(searched(self._project))

    def _is_template_used(self, path: str) -> bool:
        module = self._project.module_of(path)
        if module is None or not (self._project.is_environment or module.folder == self._project.root):
            return True
        return self._uses().is_template_used(path, module)


class UnreadTexts(ProjectTexts):
    """The texts of a project for a first check, which does not wait for them: any of them may mention what is asked for."""

    was_asked = False
    """Whether anything was asked, so that the answers may change when the texts have been searched."""

    def mentions(self, type: str, title: str) -> bool:
        return self._may_be()

    def mentions_word(self, type: str, word: str) -> bool:
        return self._may_be()

    def has_text(self, type: str, title: str) -> bool:
        return self._may_be()

    def first_match(self, pattern: re.Pattern[str], names: Iterable[str]) -> str | None:
        self._may_be()
        return self._project.root

    def is_template_used(self, path: str) -> bool:
        return self._may_be()

    def shows(self, question: Question, name: str) -> bool:
        return self._may_be() and question.is_silent

    def _may_be(self) -> bool:
        self.was_asked = True
        return True


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
        if self._project.is_complete or (self._project.sites and not self._project.is_environment and self._are_all_there):
            return False
        if self._titles is None:
            from puppet_check.workspace.interfaces.absent_titles import AbsentTitles  # only needed when a module is missing

            self._titles = AbsentTitles(self._project, self._loader, self._loader.interfaces, self._disk)
        return self._titles.may_have(type, title)

    @cached_property
    def _are_all_there(self) -> bool:
        """Whether the modules of a repository with main manifests, but no list of modules, name no other module and no unknown type."""
        if self._project.missing or any(each.metadata is not None for each in self._project.modules.values()):
            return False
        found = namers(self._disk, frozenset(module_folders(self._project)))
        others = found.of_modules.keys() - self._project.modules.keys() - WITHOUT_MODULE
        return not others and all(map(self._is_type_known, found.of_types))

    def _is_type_known(self, name: str) -> bool:
        if name in WORDS or name in self._project.modules or native_type(name) is not None:
            return True
        return any(self._loader.load(TypedName(kind, name)) is not None for kind in (DEFINE, RESOURCE_TYPE))
