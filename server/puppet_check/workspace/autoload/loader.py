"""AutoLoader: loads definitions from the files where Puppet's autoloader looks for them, and reads only those."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from puppet_check.workspace.autoload.absence import Absence, UnknownAbsence
from puppet_check.workspace.autoload.candidates import Candidates
from puppet_check.workspace.autoload.definitions import FileDefinitions, Read
from puppet_check.workspace.autoload.folders import FACTS, SEARCHED, Listings, module_files, module_folders
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.interfaces.interface import ModuleInterfaces
from puppet_check.workspace.outside import external_facts, shown_by
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.removals import was_removed
from puppet_typesys.builtins.removed import STDLIB
from puppet_typesys.loader import CLASS, DEFAULT, DEFINE, FACT, FUNCTION, RESOURCE_TYPE, Definition, TypedName
from puppet_typesys.values.meter import CLOCK


class AutoLoader:
    """The Loader of a project (`puppet_typesys.loader.Loader`)."""

    knows_facts = True
    """Whether facts of modules are found."""
    absence_class = Absence

    def __init__(self, project: Project, read: Read, disk: Disk, interfaces: ModuleInterfaces | None = None) -> None:
        self.project = project
        self.interfaces = interfaces or ModuleInterfaces(project, (), is_bundled=False)
        self._disk = disk
        self._definitions = FileDefinitions(project, read)
        self._listings = Listings(project, disk)
        self._renew()

    def _renew(self) -> None:
        self._candidates = Candidates(self.project, self._disk, self._definitions, self._listings)
        self.absence = self.absence_class(self.project, self._disk, self.interfaces, self._definitions, self._listings, self._candidates)
        self._found: dict[TypedName, tuple[Definition, ...]] = {}
        self._loaded: dict[TypedName, Definition | None] = {}
        self._fact_names: frozenset[str] | None = None
        self._likely: dict[str, frozenset[str]] = {}

    def replace(self, path: str, definitions: tuple[Definition, ...] | None) -> None:
        """Replace the definitions of a file; with None, read it again when it is needed. What the `Disk` has cached is not affected."""
        self._definitions.replace(path, definitions)
        if definitions is None:
            self._listings = Listings(self.project, self._disk)
        self._renew()

    # ---- the Loader

    def load(self, name: TypedName) -> Definition | None:
        if name not in self._loaded:
            with CLOCK.searching():
                self._loaded[name] = self._load(name)
        return self._loaded[name]

    def _load(self, name: TypedName) -> Definition | None:
        several = self.load_all(name)
        if not several:
            return None
        if name.kind == RESOURCE_TYPE:
            # Files of providers alone do not make a type.
            return merged(several) if any(each.attributes or each.is_open for each in several) else None
        if name.kind == FACT and any(each.text != several[0].text for each in several):
            return several[0]._replace(text=None)  # Any of the resolutions may give the value.
        return several[0]

    def load_all(self, name: TypedName) -> Sequence[Definition]:
        known = self._found.get(name)
        if known is None:
            known = self._found[name] = tuple(self._find(name))
        return known

    def _find(self, name: TypedName) -> Iterator[Definition]:
        seen: set[str] = set()
        wanted = name if name.kind != DEFAULT else TypedName(DEFAULT, name.name.partition(" ")[0])
        is_gone = self.project.stdlib is not None and was_removed(name, self.project)
        for path, module in self._candidates.of(name):
            if path in seen or (is_gone and module is not None and module.name == STDLIB):
                continue
            seen.add(path)
            named = self._definitions.named(wanted, path, module)
            yield from named if module is None or not module.is_loose else map(_of_any_release, named)
        if not is_gone:
            yield from self.interfaces.load(name)

    def is_complete(self, name: TypedName) -> bool:
        """Whether a name that was not found certainly does not exist."""
        return self.absence.is_certain(name, self.load)

    def is_probably_absent(self, name: TypedName) -> bool:
        """Whether that rests on no later release of a module that is not installed having the name."""
        return self.is_complete(name) and self.absence.is_probable(name)

    def likely_names(self, kind: str) -> frozenset[str]:
        """The names that file names suggest, found without reading any file."""
        known = self._likely.get(kind)
        if known is None:
            with CLOCK.searching():
                kinds = (DEFINE, RESOURCE_TYPE) if kind == DEFINE else (kind,)
                missing = (name for each in kinds for name in self.interfaces.names(each)) if self.project.missing else ()
                known = self._likely[kind] = self._listings.names(kind).union(missing)
        return known

    def undeclared_names(self, kind: str) -> frozenset[str]:
        """The names of a kind in modules that the project does not declare, one of which may be meant by a name that nothing defines."""
        return self.absence.of_undeclared_stdlib() if kind == FUNCTION else frozenset()

    # ---- files

    def definitions(self, path: str, module: Module | None = None) -> tuple[Definition, ...]:
        """The definitions of a file."""
        return self._definitions.of(path, module)

    def known(self, path: str) -> tuple[Definition, ...] | None:
        """The cached definitions of a file; None if it has not been read."""
        return self._definitions.known(path)

    def files(self, name: TypedName) -> Iterator[tuple[str, Module | None]]:
        """The existing files but for main manifests in which the autoloader looks for a name, in order; None is the environment itself."""
        yield from ((path, module) for path, module in self._candidates.of(name) if module is not None or path not in self.project.sites)

    def every_file(self) -> Iterator[tuple[str, Module | None]]:
        """The files that may contain definitions, each with its module."""
        for site in self.project.sites:
            yield site, None
        for kind in SEARCHED:
            yield from ((path, None) for paths in self._listings.of_environment(kind).values() for path in paths)
        for module in self.project.modules.values():
            yield from ((path, module) for path in module_files(module))

    def fact_files(self) -> Iterator[tuple[str, Module]]:
        """The files that may add facts."""
        return self._listings.all_ruby(FACTS)

    # ---- names

    def fact_names(self) -> frozenset[str]:
        """The names of the facts of all modules, for which only files with facts are read."""
        if self._fact_names is None:
            defined = (each for path, module in self.fact_files() for each in self.definitions(path, module))
            folders = module_folders(self.project)
            external = (names for each in folders for names in (external_facts(self._disk, each), shown_by(self._disk, each).deployed))
            from puppet_check.workspace.given_facts import given_to  # only for suggestions

            given = given_to(self._disk, self.project).facts
            self._fact_names = frozenset(each.name for each in defined if each.kind == FACT).union(given, *external)
        return self._fact_names

    def names(self, kind: str) -> list[str]:
        """All defined names of a kind, as they are written. Reads every file."""
        names = {each.name for path, module in self.every_file() for each in self.definitions(path, module) if each.kind == kind}
        names |= {each.name for name in self.interfaces.names(kind) for each in self.interfaces.load(TypedName(kind, name))}
        return sorted(names)


class PreliminaryLoader(AutoLoader):
    """The Loader of a first check, for which the code of all modules is not searched: no name is absent for it, and facts have no types."""

    knows_facts = False
    absence_class = UnknownAbsence

    def _find(self, name: TypedName) -> Iterator[Definition]:
        return iter(()) if name.kind == FACT else super()._find(name)


def merged(several: Sequence[Definition]) -> Definition:
    """A resource type together with the attributes and providers that other files add to it."""
    main = next((each for each in several if os.path.basename(os.path.dirname(each.place.path)) == "type"), several[0])
    providers = dict.fromkeys(name for each in several for name in each.providers)
    attributes = {each.name: each for other in several for each in other.attributes} | {each.name: each for each in main.attributes}
    return main._replace(providers=tuple(providers), attributes=tuple(attributes.values()))


def _of_any_release(definition: Definition) -> Definition:
    """A definition of a release in whose place any other may be installed, which may have more parameters and variables."""
    return definition._replace(grows=True, has_open_variables=definition.has_open_variables or definition.kind == CLASS)
