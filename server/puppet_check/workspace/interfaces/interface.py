"""Interface: the definitions of a module that is not installed, for the releases that a declaration accepts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from puppet_check.workspace.project import Project
from puppet_typesys.loader import CLASS, DEFINE, RESOURCE_TYPE, TYPE, Definition, TypedName
from puppet_typesys.spelling import is_typo

if TYPE_CHECKING:
    from puppet_check.workspace.declared import Declared
    from puppet_check.workspace.interfaces.accepted import Accepted, Coverage
    from puppet_check.workspace.interfaces.file import InterfaceFile

LISTED = 3
"""How many releases are listed one by one."""


class ModuleInterfaces:
    """The interfaces of the missing modules of a project, read when a name is first looked up in them."""

    def __init__(self, project: Project, folders: Sequence[str], *, is_bundled: bool) -> None:
        """`folders` are those of the project's own interfaces."""
        self._project = project
        self._folders = tuple(folders)
        self._is_bundled = is_bundled
        self._known: dict[str, Interface | None] = {}
        self._attributes: dict[str, frozenset[str] | None] = {}

    def of(self, module: str) -> Interface | None:
        """The interface of a missing module; None without one that its declaration accepts."""
        if module not in self._project.missing:
            return None
        if module not in self._known:
            self._known[module] = self._found(module)
        return self._known[module]

    def declared(self, module: str) -> Declared | None:
        """The declaration of a missing module."""
        found = self._project.missing.get(module)
        return None if found is None else found.declared

    def load(self, name: TypedName) -> Iterator[Definition]:
        """The definitions of a name: those of its module, or of all modules for a name without one."""
        if not self._project.missing:
            return
        module, colons, _ = name.name.partition("::")
        for each in (module,) if colons or name.kind == CLASS else self._having(name):
            interface = self.of(each)
            found = None if interface is None else interface.load(name)
            if found is not None:
                yield found

    def _having(self, name: TypedName) -> Iterable[str]:
        """The missing modules that may have a name without a module. The index of the bundled ones is read instead of them all."""
        missing = self._project.missing
        if self._folders or not self._is_bundled:
            return tuple(missing)
        from puppet_check.workspace.interfaces.file import bundled_modules  # only needed when a module is missing

        modules = bundled_modules(name)
        return tuple(each for each, found in missing.items() if found.declared.origin in modules) if modules else ()

    @property
    def are_needed(self) -> bool:
        """Whether some module is missing."""
        return bool(self._project.missing)

    def all(self) -> Iterator[Interface]:
        """The interfaces of all missing modules that have one."""
        yield from filter(None, map(self.of, self._project.missing))

    def names(self, kind: str) -> Iterator[str]:
        """All names of a kind."""
        for each in self.all():
            yield from each.names(kind)

    def are_whole(self) -> bool:
        """Whether each missing module has an interface that lacks no name of an accepted release."""
        return all(interface is not None and interface.is_whole for interface in map(self.of, self._project.missing))

    def are_nearly_whole(self) -> bool:
        """Whether each missing module has an interface that lacks at most names of later releases."""
        return all(interface is not None and interface.coverage.is_of_absence for interface in map(self.of, self._project.missing))

    def is_known_elsewhere(self, name: TypedName) -> bool:
        """Whether a module that is not declared has a name without a module, by its bundled interface."""
        return bool(self.modules_with(name))

    def modules_with(self, name: TypedName) -> frozenset[str]:
        """The full names of the modules that have a name without a module, by their bundled interfaces."""
        if not self._is_bundled:
            return frozenset()
        from puppet_check.workspace.interfaces.file import bundled_modules  # only for a name that seems unknown

        # The name of a resource type is that of a type as well.
        kinds = {DEFINE: (DEFINE, RESOURCE_TYPE), TYPE: (TYPE, DEFINE, RESOURCE_TYPE)}.get(name.kind, (name.kind,))
        return frozenset[str]().union(*(bundled_modules(TypedName(kind, name.name)) for kind in kinds))

    def is_typo(self, name: TypedName) -> bool:
        """Whether a name without a module is almost certainly a misspelling of one in an interface."""
        kinds = (DEFINE, RESOURCE_TYPE) if name.kind == DEFINE else (name.kind,)
        return any(each.is_checked and is_typo(name.name, each.names(kind)) for each in self.all() for kind in kinds)

    def any_release(self, full_name: str) -> InterfaceFile | None:
        """The interface of a module that is not declared, whatever its releases."""
        from puppet_check.workspace.interfaces.file import bundled_interface, interface_of  # only needed when a module is missing

        return interface_of(full_name, self._folders) or (bundled_interface(full_name) if self._is_bundled else None)

    def attributes_anywhere(self, type: str) -> frozenset[str] | None:
        """The attributes that a type of a name without a module has had in any published module.

        None if no module has such a type, or if one may have others.
        """
        if type not in self._attributes:
            files = [self.any_release(each) for each in self.modules_with(TypedName(DEFINE, type))]
            several = (each.variants(TypedName(kind, type)) for each in files if each is not None for kind in (DEFINE, RESOURCE_TYPE))
            found = [made for each in several for _, made in each]
            names = (
                name for made in found for name in (*(each.name for each in made.parameters), *(each.name for each in made.attributes))
            )
            self._attributes[type] = None if not found or any(made.is_open for made in found) else frozenset(names)
        return self._attributes[type]

    def undeclared(self, name: TypedName) -> Definition | None:
        """What the published modules of a name without an author have in any release, of which none is declared."""
        files = self._of_any_author(name.name.partition("::")[0])
        found = [each for file in files for _, each in sorted(file.variants(name), key=lambda row: row[0])]
        if not found:
            return None
        from puppet_check.workspace.interfaces.union import union  # only needed for a module that is not there

        return union(found)

    def is_published(self, module: str) -> bool:
        """Whether an interface of a module with a name without an author is bundled."""
        return bool(self._of_any_author(module))

    def undeclared_names(self, module: str, kind: str) -> frozenset[str]:
        """The names of a kind that these modules have."""
        return frozenset(name for file in self._of_any_author(module) for name in file.names(kind))

    def _of_any_author(self, module: str) -> list[InterfaceFile]:
        if not self._is_bundled:
            return []
        from puppet_check.workspace.interfaces.file import bundled_interface, bundled_named  # only needed for a module that is not there

        return [found for each in bundled_named(module) if (found := bundled_interface(each)) is not None]

    def _found(self, module: str) -> Interface | None:
        missing = self._project.missing[module]
        declared = missing.declared
        if declared.origin is None or missing.installed is not None or self._project.is_external(module):
            return None
        from puppet_check.workspace.interfaces.accepted import accepted, inexact, of_revision  # only needed when a module is missing
        from puppet_check.workspace.interfaces.file import bundled_interface, interface_of

        own = interface_of(declared.origin, self._folders)
        found = own or (bundled_interface(declared.origin) if self._is_bundled else None)
        if found is None:
            return None
        known = found.header.releases
        releases = of_revision(known) if declared.is_revision else accepted(declared.requirement, known)
        if releases is None:
            return None
        return Interface(found, releases if found.header.is_exact else inexact(releases), is_bundled=own is None)


class Interface:
    """The union of the accepted releases of a module."""

    def __init__(self, file: InterfaceFile, accepted: Accepted, *, is_bundled: bool) -> None:
        self.file = file
        self._accepted = accepted
        self._is_bundled = is_bundled
        self._loaded: dict[TypedName, Definition | None] = {}
        self._names: dict[str, tuple[str, ...]] = {}

    @cached_property
    def title(self) -> str:
        """What the interface is called in messages."""
        header = self.file.header
        releases = [header.releases[index] for index in self._accepted.releases]
        shown = f"{releases[0]} to {releases[-1]}" if len(releases) > LISTED else " and ".join((", ".join(releases[:-1]), releases[-1]))
        kind = "bundled interface" if self._is_bundled else "interface"
        return f"{kind} of {header.author}/{header.name} {shown.removeprefix(' and ')}"

    @property
    def coverage(self) -> Coverage:
        """How far it speaks for the releases that are accepted."""
        return self._accepted.coverage

    @property
    def is_whole(self) -> bool:
        """Whether it has all names of the accepted releases."""
        return self.coverage.value == "whole"

    @property
    def is_checked(self) -> bool:
        """Whether parameters and values are checked against it, as opposed to names alone."""
        return self.coverage.is_of_values

    @property
    def has_checked_names(self) -> bool:
        """Whether names at least are checked against it."""
        return self.is_checked or self.coverage.is_of_absence

    def load(self, name: TypedName) -> Definition | None:
        """The definition of a name in any accepted release."""
        if name not in self._loaded:
            self._loaded[name] = self._made(name)
        return self._loaded[name]

    def names(self, kind: str) -> tuple[str, ...]:
        """The names of a kind, in lower case."""
        if kind not in self._names:
            releases = set(self._accepted.releases)
            rows = self.file.names(kind).items()
            self._names[kind] = tuple(name for name, variants in rows if any(not releases.isdisjoint(at) for at, _ in variants))
        return self._names[kind]

    def is_complete(self, name: TypedName) -> bool:
        """Whether a name of the module that is not found does not exist in an accepted release, certainly or probably."""
        return self.coverage.is_of_absence or self.is_misspelt(name)

    def is_misspelt(self, name: TypedName) -> bool:
        """Whether a name of the module is almost certainly a misspelling of one that it has."""
        kinds = (CLASS, DEFINE) if name.kind in (CLASS, DEFINE) else (name.kind,)
        return any(is_typo(name.name, self.names(kind)) for kind in kinds)

    def is_certain_without(self, name: TypedName) -> bool:
        """Whether no release that is accepted may have a name that is not found, as opposed to hardly any."""
        return self.is_whole or (self.is_checked and self.is_misspelt(name))

    def _made(self, name: TypedName) -> Definition | None:
        by_release = {index: each for releases, each in self.file.variants(name) for index in releases}
        found = [by_release[index] for index in self._accepted.releases if index in by_release]
        if not found:
            return None
        from puppet_check.workspace.interfaces.union import opened, union  # only needed when a module is missing

        made = union(found)
        if not self.is_checked:
            made = opened(made, lacks_others=self.coverage.is_of_absence)
        elif not self.is_whole:
            made = made._replace(grows=not self.coverage.is_of_absence, has_open_variables=name.kind == CLASS)
        return made._replace(interface=self.title)
