"""Project: modules that can use each other, and what is known of modules that are not installed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import islice

from puppet_check.reading.places import exists, is_folder, with_those_above
from puppet_check.workspace.declared import Declared, in_fixtures, in_lock, in_puppetfile
from puppet_check.workspace.elsewhere import is_of_enterprise
from puppet_check.workspace.metadata import Metadata
from puppet_check.workspace.parked import parked_folder
from puppet_check.workspace.roots import FILES, PERIPHERAL
from puppet_grammar.dataclass import dataclass, field
from puppet_grammar.named import NamedTuple

WITH_AGENT = frozenset(f"{name}_core" for name in ("augeas", "cron", "host", "mount", "selinux", "sshkeys", "yumrepo", "zfs", "zone")) | {
    "scheduled_task"
}
"""The modules that are installed with the agent, and need not be on any module path of a project."""

OF_PUPPET = ("metadata.json", "Puppetfile", "environment.conf")
"""Files at the root of a module or control repository."""
AUTOLOADED = frozenset(("manifests", "functions", "types", "plans"))
REPOSITORY = ".git"
EXAMPLES = "examples"
"""The folder that holds what a repository is about if that is neither a module nor a control repository."""
HIERA, HIERADATA = "hiera.yaml", "hieradata"
FACTS = ("facts.d", "facter", "facts")
"""What folders with external facts are called that a repository has outside of modules."""
LEVELS = 3
"""The number of folders above a folder of modules in which data and facts for them are looked for."""
MANY_MODULES = 10
"""From this number of modules on, a control repository without a `hiera.yaml` has its data elsewhere."""


class Module(NamedTuple):
    """A module and its folder."""

    name: str
    folder: str
    metadata: Metadata | None
    is_fixture: bool = False
    """Whether it is a fixture for the tests of another module."""
    is_loose: bool = False
    """Whether it is a checkout beside the project of which no range of versions is accepted, so that any release may take its place."""

    @property
    def full_name(self) -> str | None:
        """`author-name` in lower case, if its metadata gives the author."""
        name = self.metadata.name if self.metadata is not None else None
        return None if name is None else name.replace("/", "-", 1).lower()


class Missing(NamedTuple):
    """A declared module that is not installed, so that its names are unknown."""

    declared: Declared
    installed: str | None = None
    """The full name of the module of another author that is installed in its place."""
    beside: str | None = None
    """The version of the checkout beside the project that the declaration does not accept."""


@dataclass()
class Project:
    """Modules that can use each other, and the manifests and data of their environment if there is one."""

    root: str
    is_environment: bool = False
    """Whether it is a control repository: all modules and data are present, except for missing ones."""
    modules: dict[str, Module] = field(default_factory=dict)
    missing: dict[str, Missing] = field(default_factory=dict)
    """The declared modules that are not installed, by name."""
    listed: set[str] = field(default_factory=set)
    """All declared modules, those that come with the agent included."""
    vendored: frozenset[str] = frozenset()
    """The modules that a Puppetfile or git submodules bring into a control repository."""
    brings_modules: bool = False
    """Whether a control repository has such a list of modules."""
    sites: tuple[str, ...] = ()
    """The main manifests of the environment."""
    hiera: str | None = None
    is_inner: bool = False
    """Whether it is an environment inside of another project or repository that may be that of a virtual machine, not one of a server."""
    modulepath: tuple[str, ...] = ()
    absent_folders: tuple[str, ...] = ()
    """The folders of the module path that do not exist, so that any module may be in them."""
    filled_folders: tuple[str, ...] = ()
    """Those of them that the modules of the Puppetfile are installed to, and no other."""
    outside_folders: tuple[str, ...] = ()
    """The folders of the module path that only a file of the workspace names, outside of the repository; only modules are read there."""
    unread_folders: tuple[str, ...] = ()
    """Those of them that exist and of which nothing is read, as they certainly hold more than modules."""
    external: tuple[str, ...] = ()
    """Patterns of the names of modules that are kept elsewhere (the setting `external-modules`)."""
    stdlib: str | None = None
    """The release of stdlib to check for, if not the installed one."""
    is_whole: bool = True
    """Whether it declares all its dependencies, as an environment and metadata do. Otherwise any other module may be installed."""

    @property
    def own_modules(self) -> tuple[Module, ...]:
        """The modules that a project is about: the one at its root, or all that are not fixtures."""
        alone = tuple(each for each in self.modules.values() if each.folder == self.root)
        return alone or tuple(each for each in self.modules.values() if not each.is_fixture)

    @property
    def has_data(self) -> bool:
        """Whether its Hiera data are known: of many modules without a hierarchy, the data are where the server keeps its own."""
        return self.is_environment and (self.hiera is not None or len(self.modules) < MANY_MODULES)

    @cached_property
    def data_above(self) -> tuple[str, ...]:
        """The folders with data of a repository that is no environment, above its modules: their classes may get resources from there."""
        return () if self.is_environment else tuple(os.path.join(each, name) for each in self._above for name in _data_folders(each))

    @cached_property
    def facts_above(self) -> tuple[str, ...]:
        """The folders outside of modules with external facts of the nodes of a repository."""
        around = (self.root, *self._above) if self.is_environment else self._above
        return tuple(path for each in around for name in FACTS if is_folder(path := os.path.join(each, name)))

    @cached_property
    def _above(self) -> list[str]:
        return sorted({each for folder in self.modulepath for each in islice(with_those_above(os.path.dirname(folder)), LEVELS)})

    @property
    def has_hierarchy(self) -> bool:
        """Whether a `hiera.yaml` at its root is that of an environment."""
        return self.is_environment

    @property
    def lists_all_modules(self) -> bool:
        """Whether no module but those that are installed or declared can be there: no folder of the module path is absent either."""
        return self.is_whole and set(self.absent_folders) <= set(self.filled_folders)

    @property
    def is_complete(self) -> bool:
        """Whether all modules are installed, so that no other module can define anything."""
        return self.lists_all_modules and not self.missing and not self.loose_dependencies

    @property
    def loose_dependencies(self) -> tuple[Module, ...]:
        """The dependencies of which any release may be installed in place of the checkout beside the project."""
        loose = [each for each in self.modules.values() if each.is_loose]
        if not loose:
            return ()
        listed = {each.short_name for own in self.own_modules if own.metadata is not None for each in own.metadata.dependencies}
        return tuple(each for each in loose if each.name in listed)

    def is_absent(self, module: str) -> bool:
        """Whether all names of a module are unknown because it is not installed, or is kept elsewhere."""
        if module in self.modules:
            return False
        return module in self.missing or self.is_external(module) or not (self.is_environment and self.is_complete)

    def is_external(self, module: str) -> bool:
        """Whether a module is kept elsewhere by its nature or the setting `external-modules`."""
        return is_of_enterprise(module) or any(fnmatchcase(module, each) for each in self.external)

    def declared(self, module: str) -> Declared | None:
        """The declaration of a module that is not installed, also by `.fixtures.yml`, which does not make a module a dependency."""
        found = self.missing.get(module)
        return self._fixtures.get(module) if found is None else found.declared

    def is_peripheral(self, path: str) -> bool:
        """Whether a file is an example, belongs to tests or is served to nodes, or is part of a module that is vendored or hidden."""
        return self.is_vendored(path) or self.is_aside(path)

    def is_vendored(self, path: str) -> bool:
        """Whether a file is part of a module that a Puppetfile or git submodules bring in."""
        module = self.module_of(path)
        return module is not None and module.name in self.vendored

    def is_aside(self, path: str) -> bool:
        """Whether a file is an example, belongs to tests, is served to nodes, or is part of a module that is hidden."""
        module = self.module_of(path)
        if module is None and self._is_hidden(path):
            return True
        inner = _below(self.root if module is None else module.folder, path).split(os.sep)
        top = inner[0]
        if module is not None and top in AUTOLOADED and parked_folder(path, inner, module.name) is not None:
            return True
        return self._is_fixture or top in PERIPHERAL or (module is not None and top == FILES)

    def is_example(self, path: str) -> bool:
        """Whether a file is an example of a module of this project, which its users copy."""
        module = self.module_of(path)
        if module is None or module.name in self.vendored or self._is_fixture:
            return False
        return _below(module.folder, path).partition(os.sep)[0] in (EXAMPLES, "tests")

    def _is_hidden(self, path: str) -> bool:
        """Whether a file is part of a module of the same name as one in an earlier folder of the module path."""
        inside = (path[len(each) + 1 :] for each in self.modulepath if path.startswith(each + os.sep))
        return any(each.partition(os.sep)[0] in self.modules for each in inside)

    @cached_property
    def _is_fixture(self) -> bool:
        """Whether the project belongs to the examples or tests of a module or repository around it."""
        folder = self.root
        while (above := os.path.dirname(folder)) != folder:
            name = os.path.basename(folder)
            around = OF_PUPPET if name == EXAMPLES else (*OF_PUPPET, REPOSITORY)
            if name in PERIPHERAL and any(exists(os.path.join(above, each)) for each in around):
                return True
            folder = above
        return False

    @cached_property
    def _fixtures(self) -> dict[str, Declared]:
        return {each.name: each for each in (*in_fixtures(self.root), *in_puppetfile(self.root), *in_lock(self.root))}

    def module_of(self, path: str) -> Module | None:
        """The module that a file belongs to."""
        if not path:
            return None  # the definition of an interface
        folder = os.path.dirname(path)
        if folder not in self._by_folder:  # Only absolute paths without `..` and the like are keys.
            folder = os.path.dirname(os.path.abspath(path))
        passed = []
        while folder not in self._by_folder and (above := os.path.dirname(folder)) != folder:
            passed.append(folder)
            folder = above
        found = self._by_folder.get(folder)
        self._by_folder.update(dict.fromkeys(passed, found))
        return found

    def module_at(self, folder: str) -> Module | None:
        """The module in a folder."""
        return self._by_folder.get(folder)

    def trusted_folder(self, path: str) -> str | None:
        """The folder of the module of a file, or the root that it is below, from whose repository no link may lead."""
        module = self.module_of(path)
        if module is not None:
            return module.folder
        return self.root if path.startswith(self.root + os.sep) else None

    @cached_property
    def _by_folder(self) -> dict[str, Module | None]:
        """The modules by their folders, and those that other folders, of which it was asked, belong to."""
        return {each.folder: each for each in self.modules.values()}


def _data_folders(folder: str) -> Iterator[str]:
    if is_folder(os.path.join(folder, HIERADATA)):
        yield HIERADATA
    if exists(os.path.join(folder, HIERA)) and is_folder(os.path.join(folder, "data")):
        yield "data"


def _below(folder: str, path: str) -> str:
    """The path of a file from a folder; `os.path.relpath` takes much longer for one that is in it."""
    return path[len(folder) + 1 :] if path.startswith(folder + os.sep) and os.pardir not in path else os.path.relpath(path, folder)
