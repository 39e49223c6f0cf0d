"""Absence: whether a name that nothing defines certainly does not exist.

A name is absent for certain if the module that it would be in is present, or if no module that could define it is missing. What shows that
a name comes from elsewhere (a fact of another repository, a module that is used without being declared) makes it uncertain.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from puppet_check.reading.places import read_in
from puppet_check.workspace.autoload.candidates import Candidates
from puppet_check.workspace.autoload.definitions import FileDefinitions
from puppet_check.workspace.autoload.folders import FOLDERS, Listings, module_folders, names_in
from puppet_check.workspace.cached_property import cached_property
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.elsewhere import WITHOUT_MODULE, is_of_bolt
from puppet_check.workspace.interfaces.interface import ModuleInterfaces
from puppet_check.workspace.outside import (
    files_reading,
    hierarchy_variables,
    named_by,
    namers,
    outside_of,
    shown_by,
    unset_together,
    words_of_facts,
)
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.removals import was_removed
from puppet_grammar.patterns import beginning, lazy_pattern
from puppet_typesys.builtins.removed import PUPPET, STDLIB, removed
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, RESOURCE_TYPE, TOP_VARIABLE, TYPE, Definition, TypedName
from puppet_typesys.spelling import is_misspelt, is_slip, is_slip_of_any, is_typo
from puppet_typesys.types.parse import BUILTIN
from puppet_typesys.values.meter import CLOCK

if TYPE_CHECKING:
    from puppet_check.workspace.autoload.server_modules import ServerModules
    from puppet_check.workspace.given_facts import Given

Load = Callable[[TypedName], Definition | None]

OF_FACTS = "facts"
"""What is in the names of modules that define facts for others."""
KEYWORDS = frozenset(("true", "false", "undef", "default", "unset"))
"""Words that are written as variables by mistake."""
OTHER_KIND = {CLASS: DEFINE, DEFINE: CLASS}
"""The other kind of definition that a file for a name may have, which its own check does not report."""
OF_BOLT = (FUNCTION, TYPE, PLAN)
"""The kinds of names that Bolt defines."""
DEFINING = lazy_pattern(
    beginning(b"class", b"define", b"function", b"plan", b"type") + rb"\s+(?:::)?([A-Za-z]\w*)(?:::\w+)*\s*(?:[({=#]|>>|inherits\b)"
)
"""A definition, as opposed to the words of a comment, with the first segment of its name."""

BLANK = lazy_pattern(rb"(?:\s*+(?:#[^\n]*+)?+)*+")
"""A manifest that defines nothing."""
LONGEST_BLANK = 1 << 16
"""The number of bytes of such a file."""


class Absence:
    """What is certain of names that nothing of a project defines; valid until a file changes."""

    def __init__(
        self,
        project: Project,
        disk: Disk,
        interfaces: ModuleInterfaces,
        definitions: FileDefinitions,
        listings: Listings,
        candidates: Candidates,
    ) -> None:
        self._project = project
        self._disk = disk
        self._interfaces = interfaces
        self._definitions = definitions
        self._listings = listings
        self._candidates = candidates
        self._certain: dict[TypedName, bool] = {}
        self._probable: set[TypedName] = set()
        """The names of which that rests on no later release of a missing module having them."""
        self._readers: Counter[str] | None = None
        """In how many manifests a variable is read that they do not set."""
        self._misnamed: dict[str, bool] = {}

    def is_certain(self, name: TypedName, load: Load) -> bool:
        """Whether a name that was not found certainly does not exist: its module is present, or no declared dependency is missing.

        `load` gives the definition of another name.
        """
        known = self._certain.get(name)
        if known is None:
            with CLOCK.searching():
                known = self._certain[name] = self._is_certain(name, load)
        return known

    def read_ahead(self, is_enough: Callable[[], bool] = lambda: False) -> bool:
        """Search the code of all modules, before anything is asked; tells whether all has been searched, and not `is_enough` before."""
        for each in self._folders:
            if is_enough():
                return False
            shown_by(self._disk, each)
        return True

    def of_undeclared_stdlib(self) -> frozenset[str]:
        """The functions of stdlib, which nearly all code may call, if the project does not say that it uses it."""
        is_known = STDLIB in self._project.modules or STDLIB in self._project.missing
        return frozenset() if is_known else self._interfaces.undeclared_names(STDLIB, FUNCTION)

    def is_probable(self, name: TypedName) -> bool:
        """Whether a name that is certain not to exist is so only if no later release of a module that is not installed has it."""
        return name in self._probable

    def is_misnamed(self, module: str) -> bool:
        """Whether an `init.pp` of another module defines names of a module that is not there, which is reported in that file."""
        known = self._misnamed.get(module)
        if known is None:
            several = (self._definitions.of(path, owner) for path, owner in self._misnaming.get(module, ()))
            names = (each.name.removeprefix("::").partition("::")[0] for definitions in several for each in definitions)
            known = self._misnamed[module] = module in names
        return known

    @cached_property
    def _misnaming(self) -> dict[str, list[tuple[str, Module]]]:
        """The `init.pp` that seem to define names of other modules than their own, by these modules."""
        found: dict[str, list[tuple[str, Module]]] = {}
        for module in self._project.modules.values():
            path = os.path.join(module.folder, "manifests", "init.pp")
            for each in _others_named(self._disk, path, module):
                found.setdefault(each, []).append((path, module))
        return found

    def uses_undeclared_modules(self) -> bool:
        """Whether the code shows that metadata lists only some of the modules that are used."""
        return any(map(self._is_incomplete, self._project.own_modules))

    def _is_certain(self, name: TypedName, load: Load) -> bool:
        if name.kind == TOP_VARIABLE:
            is_fact_elsewhere = self._interfaces.is_known_elsewhere(TypedName(FACT, name.name))
            return not is_fact_elsewhere and not self._is_from_outside(name.name)
        if name.kind == FACT:
            return self._is_absent_fact(name.name)
        if name.kind == FUNCTION and (gone := removed(name)) is not None and gone.owner == PUPPET:
            return not self._is_misplaced(name.name) and not self._interfaces.is_known_elsewhere(name)
        if was_removed(name, self._project) and not self._is_misplaced(name.name):
            return True
        of_module = self._is_absent_of_module(name, load)
        if of_module is not None:
            return of_module
        if name.kind == FUNCTION and "::" not in name.name.removeprefix("::") and self._is_misplaced(name.name):
            return False
        if is_of_module(name):
            module = name.name.removeprefix("::").partition("::")[0]
            is_known = not self._project.is_absent(module) and not self._is_optional(module) and not self._elsewhere.may_have(name)
            return is_known or is_misspelt(module, self._module_names) or self._is_in_another(name, load)
        is_whole = self._is_whole()
        if is_whole and not self._may_be_optional(name):
            return True
        if is_whole and self._is_of_unlisted_module(name):
            self._probable.add(name)
            return True
        if self._is_misspelling(name) and not self._interfaces.is_known_elsewhere(name):
            return True
        if is_whole or not self._is_nearly_whole() or self._may_be_optional(name):
            return False
        self._probable.add(name)
        return True

    def _is_absent_of_module(self, name: TypedName, load: Load) -> bool | None:
        """Whether a name is absent, as far as the module of its first segment decides that; None if it does not."""
        project = self._project
        module = name.name.removeprefix("::").partition("::")[0]
        if project.is_external(module) or (name.kind in OF_BOLT and is_of_bolt(name.name)):
            return False
        if module in project.missing:
            interface = self._interfaces.of(module) if is_of_module(name) else None
            return interface is not None and interface.is_complete(name)
        if module in project.modules:
            if project.modules[module].is_loose and is_of_module(name):
                return False  # Another release of it may have the name.
            if name.kind in OTHER_KIND and self._is_beside_shorter_name(name):
                return False
            other = OTHER_KIND.get(name.kind)
            if self._candidates.has_own_file(name) and (other is None or load(TypedName(other, name.name)) is None):
                # The file exists and defines something else, which its own check reports if Puppet refuses it there.
                return self._is_nothing_wrong_in_own_file(name)
        elif self.is_misnamed(module):
            return False
        return None

    @cached_property
    def _given(self) -> Given:
        from puppet_check.workspace.given_facts import given_to  # only for a name that seems unknown

        return given_to(self._disk, self._project)

    def _is_absent_fact(self, name: str) -> bool:
        if name in self._given.facts:
            return False
        if name not in KEYWORDS and self._given.has_classifier:
            from puppet_typesys.builtins.facts import facts  # few servers have a classifier

            return is_slip_of_any(name, facts())
        unseen = [each for each in self._project.missing if self._interfaces.of(each) is None]
        if name not in KEYWORDS and any(name.startswith(f"{each}_") for each in unseen):
            return False  # Facts are often named after their modules.
        if name in self._set_elsewhere:
            return False
        suspects = [each for each in unseen if OF_FACTS in each]
        if not suspects or name in KEYWORDS:
            return True
        return not (self._is_read_twice(name) or any(_shares_a_word(name, each) for each in suspects))

    @cached_property
    def _set_elsewhere(self) -> frozenset[str]:
        """The variables that main manifests of another repository probably set for modules of before there was metadata."""
        project = self._project
        old = () if project.is_environment else (each for each in project.own_modules if each.metadata is None)
        return frozenset[str]().union(*(unset_together(self._disk, each.folder) for each in old))

    def _is_misspelling(self, name: TypedName) -> bool:
        """Whether a name without a module differs so little from one that exists here that no other module is likely to have it."""
        language = _language_names(name.kind)
        return (
            self._interfaces.is_typo(name)
            or is_misspelt(name.name, language)
            or (name.kind == TYPE and name.name.removesuffix("s") in language)  # The plural of a data type names no resource type.
            or (name.kind == TYPE and name.name in _systems() and name.name not in self._project.missing)
            or is_slip_of_any(name.name, language)
            or is_misspelt(name.name, self._listings.names(name.kind))
            or (name.kind == FUNCTION and is_typo(name.name, self._listings.names(FUNCTION) | self.of_undeclared_stdlib()))
        )

    def _is_from_outside(self, variable: str) -> bool:
        """Whether the modules show that a variable of the top scope is set where no file of the project can show it."""
        outside = outside_of(self._disk, self._folders)
        if variable in outside.set_there or variable in outside.read_often or variable.startswith(outside.computed):
            return True
        if any(variable in words_of_facts(self._disk, each) for each in self._project.facts_above):
            return True
        if variable in self._given.facts:
            return True
        return self._project.hiera is not None and variable in hierarchy_variables(self._disk, self._project.hiera)

    def _is_read_twice(self, variable: str) -> bool:
        """Whether several manifests read a variable that they do not set, as they do with a fact, and not with a slip."""
        if self._readers is None:
            self._readers = Counter(name for each in module_folders(self._project) for name in files_reading(self._disk, each))
        return self._readers[variable] > 1

    def _is_in_another(self, name: TypedName, load: Load) -> bool:
        """Whether a module has the name of which the module's own name is misspelled here."""
        module, _, rest = name.name.removeprefix("::").partition("::")
        named = (*self._project.modules, *self._project.missing, *self._elsewhere.namespaces)
        others = [each for each in named if is_slip(module, each)]
        if not rest:
            if name.kind == CLASS and any(is_slip(module, each) for each in self._of_main_manifests()):
                return True
            # Only a last letter that is doubled leaves no doubt.
            return any(module == each + each[-1] and load(TypedName(name.kind, each)) is not None for each in others)
        return any(load(TypedName(name.kind, f"{each}::{rest}")) is not None for each in others)

    def _of_main_manifests(self) -> Iterator[str]:
        """The names of the classes that the main manifests define and that no module could."""
        for site in self._project.sites:
            yield from (each.name for each in self._definitions.of(site, None) if each.kind == CLASS and "::" not in each.name)

    def _may_be_optional(self, name: TypedName) -> bool:
        """Whether a name without a module may come from one that a module uses, for example on some platforms, without declaring it."""
        gone = removed(name)
        if self._project.is_environment:
            # Servers have modules for all environments.
            is_elsewhere = gone is None or gone.owner not in self._project.modules
            may_be_there = self._interfaces.is_known_elsewhere(name) or self._is_optional_type(name)
            return is_elsewhere and (may_be_there or (self._elsewhere.are_needed and name.name not in self._last_words))
        if gone is not None:
            known = self._project.modules.keys() | self._project.missing.keys() | {PUPPET}
            return gone.owner not in known and self.uses_undeclared_modules()
        if name.kind == TYPE and not self._project.is_complete:
            return True  # It may be a resource type.
        return name.kind in (DEFINE, RESOURCE_TYPE) or self._interfaces.is_known_elsewhere(name) or self.uses_undeclared_modules()

    @cached_property
    def _last_words(self) -> frozenset[str]:
        """The last words of the names of defines, which Puppet 3 found without their namespaces."""
        return frozenset(each.rpartition("::")[2] for each in self._listings.names(DEFINE))

    def _is_of_unlisted_module(self, name: TypedName) -> bool:
        """Whether a resource type is that of a published module which the Puppetfile lacks, although it lists modules."""
        if name.kind not in (DEFINE, RESOURCE_TYPE) or not self._project.brings_modules:
            return False
        return removed(name) is None and self._interfaces.is_known_elsewhere(name) and not self._is_optional_type(name)

    def _is_optional(self, module: str) -> bool:
        """Whether only published modules of an environment name a module that is not there: on some platforms, without depending on it."""
        if module in self._project.modules or not self._project.is_environment:
            return False
        users = self._modules_at(namers(self._disk, self._folders).of_modules.get(module, ()))
        return bool(users) and all(self._is_published_without(each, module) for each in users)

    def _is_optional_type(self, name: TypedName) -> bool:
        """Whether only published modules of an environment declare resources of a missing type, for example for some platforms."""
        if name.kind not in (DEFINE, RESOURCE_TYPE):
            return False
        users = self._modules_at(namers(self._disk, self._folders).of_types.get(name.name, ()))
        return bool(users) and all(map(self._elsewhere.is_published, users))

    @cached_property
    def _module_names(self) -> frozenset[str]:
        return frozenset(self._project.modules)

    @cached_property
    def _elsewhere(self) -> ServerModules:
        from puppet_check.workspace.autoload.server_modules import ServerModules  # only needed for a name that is not there

        return ServerModules(self._project, self._disk, self._interfaces, self._definitions, self._folders)

    @cached_property
    def _folders(self) -> frozenset[str]:
        """The folders of the modules."""
        return frozenset(module_folders(self._project))

    def _modules_at(self, folders: Iterable[str]) -> list[Module]:
        return [*filter(None, map(self._project.module_at, folders))]

    def _is_published_without(self, user: Module, module: str) -> bool:
        """Whether a published module does not depend on another."""
        if user.metadata is None or module in (each.short_name for each in user.metadata.dependencies):
            return False
        return self._elsewhere.is_published(user)

    def _is_incomplete(self, module: Module) -> bool:
        listed = () if module.metadata is None else (each.short_name for each in module.metadata.dependencies)
        used = named_by(self._disk, module.folder).modules - WITHOUT_MODULE - {module.name, *listed}
        return any(not self._project.is_external(each) for each in used)

    def _is_whole(self) -> bool:
        """Whether no other module can define anything, because all are installed or have an interface that is complete."""
        return self._project.is_complete or (self._has_only_missing() and self._interfaces.are_whole())

    def _is_nearly_whole(self) -> bool:
        """Whether only later releases of modules that have an interface can define anything else."""
        return self._has_only_missing() and self._interfaces.are_nearly_whole()

    def _has_only_missing(self) -> bool:
        """Whether the modules that can define something are known, be they installed or not."""
        project = self._project
        return project.lists_all_modules and not project.loose_dependencies

    def _is_beside_shorter_name(self, name: TypedName) -> bool:
        """Whether the file of a class or define with the beginning of a name has both: Puppet finds the longer one after the other."""
        length = len(name.name.rpartition("::")[2])
        for end in range(1 - length, 0) if "::" in name.name else ():
            for path in self._candidates.own_files(TypedName(name.kind, name.name[:end])):
                names = {each.name.removeprefix("::") for each in self._definitions.of(path)}
                if {name.name, name.name[:end]} <= names:
                    return True
        return False

    def _is_nothing_wrong_in_own_file(self, name: TypedName) -> bool:
        """Whether Puppet accepts what the file for a name has, although it finds none of it: longer names, or only comments."""
        for path in self._candidates.own_files(name):
            names = [each.name.removeprefix("::") for each in self._definitions.of(path)]
            if not names:
                return _is_blank(path, self._project.modules[name.name.partition("::")[0]])
            return all(each.startswith(name.name) and each != name.name for each in names)
        return False

    def _is_misplaced(self, name: str) -> bool:
        """Whether a module has a file for a function that lacks its namespace, which is reported in that file."""
        return name in self._functions_in_modules

    @cached_property
    def _functions_in_modules(self) -> frozenset[str]:
        """The names of the functions that modules have files for, without those of the modules."""
        named = (each for module in self._project.modules.values() for each in names_in(self._disk, module, FOLDERS[FUNCTION]))
        return frozenset(each.partition("::")[2] for each in named)


class UnknownAbsence(Absence):
    """What is certain of names as long as the code of the modules is not read: nothing."""

    def is_certain(self, name: TypedName, load: Load) -> bool:
        return False

    def is_misnamed(self, module: str) -> bool:
        return True


def is_of_module(name: TypedName) -> bool:
    """Whether a name can only be defined by the module of its first segment."""
    return "::" in name.name.removeprefix("::") or name.kind in (CLASS, PLAN)


@cache
def _systems() -> frozenset[str]:
    """The names of operating systems, which are written without quotes by mistake, and which no resource type has."""
    from puppet_typesys.builtins.facts import fact_values  # few manifests name an unknown type

    return frozenset(each.lower() for path in ("os.family", "os.name", "kernel") for each in fact_values(path))


@cache
def _language_names(kind: str) -> frozenset[str]:
    """The built-in names of a kind."""
    if kind == FUNCTION:
        from puppet_typesys.functions.registry import function_names  # loads all functions

        return frozenset(function_names())
    return frozenset(BUILTIN if kind == TYPE else NAMES)


@remembered(200_000)
def _others_named(disk: Disk, path: str, module: Module) -> frozenset[str]:
    """The first segments of the names outside of its module that a file may define: far less work to find out than what it defines."""
    try:
        names = frozenset(each.decode().lower() for each in DEFINING.findall(read_in(path, module.folder)))
    except OSError:
        return frozenset()
    return names - {module.name}


def _is_blank(path: str, module: Module) -> bool:
    """Whether a file of a module has nothing but comments."""
    try:
        return BLANK.fullmatch(read_in(path, module.folder, LONGEST_BLANK)) is not None
    except OSError:
        return False


def _shares_a_word(fact: str, module: str) -> bool:
    """Whether the names of a fact and of a module have a word in common: `mac_facts` may define `mac_laptop`."""
    return not {*fact.lower().split("_")}.isdisjoint(each for each in module.lower().split("_") if each not in ("facts", "fact"))
