"""AutoLoader: loads definitions from the files where Puppet's autoloader looks for them, and reads only those.

`apache::mod::php` is looked up in `manifests/mod/php.pp` of the module apache, and in `mod.pp` and `init.pp`, where it may be nested.
Functions, types and Ruby files are found in the same way. The definitions of a file are cached until it changes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from puppet_check.reading.folders import looks_like_module, subfolders, walk
from puppet_check.reading.places import is_file, is_folder, read_in
from puppet_check.workspace.defaults import files_with_defaults
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.elsewhere import WITHOUT_MODULE, is_of_bolt
from puppet_check.workspace.interfaces.interface import ModuleInterfaces
from puppet_check.workspace.outside import (
    deployed_facts,
    external_facts,
    files_reading,
    hierarchy_variables,
    modules_named,
    outer_variables,
    top_variables,
    types_named,
)
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.removals import was_removed
from puppet_check.workspace.roots import MOST_FOLDERS
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.removed import PUPPET, STDLIB, removed
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.loader import (
    CLASS,
    DEFAULT,
    DEFINE,
    FACT,
    FUNCTION,
    PLAN,
    RESOURCE_TYPE,
    TOP_VARIABLE,
    TYPE,
    Definition,
    TypedName,
)
from puppet_typesys.spelling import is_misspelt, is_slip, is_slip_of_any, is_typo
from puppet_typesys.types.parse import BUILTIN

Read = Callable[[str, Module | None], tuple[Definition, ...]]
RUBY_TYPES = os.path.join("lib", "puppet", "type")
SEVERAL_MODULES = 3
"""The number of modules that do not all misspell a variable in the same way."""
OF_FACTS = "facts"
"""What is in the names of modules that define facts for others."""
KEYWORDS = frozenset(("true", "false", "undef", "default", "unset"))
"""Words that are written as variables by mistake."""
RUBY_PROVIDERS = os.path.join("lib", "puppet", "provider")
RUBY_FUNCTIONS = os.path.join("lib", "puppet", "functions")
OLD_FUNCTIONS = os.path.join("lib", "puppet", "parser", "functions")
DATA_TYPES = os.path.join("lib", "puppet", "datatypes")
FACTS = os.path.join("lib", "facter")
FEW = 8
"""How many definitions of a file are searched without an index, which takes more memory for each project than the definitions for all."""


class AutoLoader:
    """The Loader of a project (`puppet_typesys.loader.Loader`)."""

    def __init__(self, project: Project, read: Read, disk: Disk, interfaces: ModuleInterfaces | None = None) -> None:
        self.project = project
        self.interfaces = interfaces or ModuleInterfaces(project, (), is_bundled=False)
        self._read = read
        self._disk = disk
        self._files: dict[str, tuple[Definition, ...]] = {}
        self._by_name: dict[str, tuple[tuple[Definition, ...], dict[TypedName, list[Definition]]]] = {}
        """The definitions of files with many of them, by name."""
        self._found: dict[TypedName, tuple[Definition, ...]] = {}
        self._loaded: dict[TypedName, Definition | None] = {}
        self._facts: dict[TypedName, list[tuple[str, Module | None]]] | None = None
        """The files of modules with facts, by what they define."""
        self._outside: tuple[frozenset[str], dict[str, int]] | None = None
        """The variables that modules set in the top scope, and in how many modules others are read that none of their files sets."""
        self._readers: Counter[str] | None = None
        """In how many manifests a variable is read that they do not set."""
        self._with_ruby: dict[str, list[tuple[Module, Listing]]] = {}
        """The modules that have files in a folder of Ruby code, in the order of their folders."""
        self._likely: dict[str, list[str]] = {}
        self._complete: dict[TypedName, bool] = {}
        self._other_names: frozenset[str] | None = None
        self._fact_names: frozenset[str] | None = None

    # ---- the Loader

    def load(self, name: TypedName) -> Definition | None:
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def _load(self, name: TypedName) -> Definition | None:
        found = self.load_all(name)
        if not found:
            return None
        if name.kind == RESOURCE_TYPE:
            # Files of providers alone do not make a type.
            return merged(found) if any(each.attributes or each.is_open for each in found) else None
        if name.kind == FACT and any(each.text != found[0].text for each in found):
            return found[0]._replace(text=None)  # Any of the resolutions may give the value.
        return found[0]

    def load_all(self, name: TypedName) -> Sequence[Definition]:
        known = self._found.get(name)
        if known is None:
            known = self._found[name] = tuple(self._find(name))
        return known

    def is_complete(self, name: TypedName) -> bool:
        """Whether a name that was not found certainly does not exist: its module is present, or no declared dependency is missing."""
        known = self._complete.get(name)
        if known is None:
            known = self._complete[name] = self._is_complete(name)
        return known

    def _is_complete(self, name: TypedName) -> bool:
        project = self.project
        if name.kind == TOP_VARIABLE:
            is_fact_elsewhere = self.interfaces.is_known_elsewhere(TypedName(FACT, name.name))
            return not is_fact_elsewhere and not self._is_from_outside(name.name)
        if name.kind == FACT:
            suspects = [each for each in project.missing if OF_FACTS in each and self.interfaces.of(each) is None]
            if not suspects or name.name in KEYWORDS:
                return True
            return not (self._is_read_twice(name.name) or any(_shares_a_word(name.name, each) for each in suspects))
        module, _, rest = name.name.removeprefix("::").partition("::")
        if name.kind == FUNCTION and (gone := removed(name)) is not None and gone.owner == PUPPET:
            return not self._is_misplaced(name.name) and not self.interfaces.is_known_elsewhere(name)
        if was_removed(name, project) and not self._is_misplaced(name.name):
            return True
        if project.is_external(module) or (name.kind in OF_BOLT and is_of_bolt(name.name)):
            return False
        if module in project.missing and (rest or name.kind in (CLASS, PLAN)):
            interface = self.interfaces.of(module)
            return interface is not None and interface.is_complete(name)
        if module in project.missing:
            return False
        if module in project.modules:
            if project.modules[module].is_loose and (rest or name.kind in (CLASS, PLAN)):
                return False  # Another release of it may have the name.
            if any(self._own_file(name)):
                return False  # The file exists and defines something else, which its own check reports.
        elif module in self.misnamed():
            return False
        if name.kind == FUNCTION and not rest and self._is_misplaced(name.name):
            return False
        if rest or name.kind in (CLASS, PLAN):
            is_known = not project.is_absent(module) and not self._is_optional(module)
            return is_known or is_misspelt(module, project.modules) or self._is_in_another(name)
        if self._is_whole() and not self._may_be_optional(name):
            return True
        return self._is_misspelling(name) and not self.interfaces.is_known_elsewhere(name)

    def _is_misspelling(self, name: TypedName) -> bool:
        """Whether a name without a module differs so little from one that exists here that no other module is likely to have it."""
        language = _language_names(name.kind)
        return (
            self.interfaces.is_typo(name)
            or is_misspelt(name.name, language)
            or is_slip_of_any(name.name, language)
            or is_misspelt(name.name, self._own_names(name.kind))
            or (name.kind == FUNCTION and is_typo(name.name, self._own_names(FUNCTION)))
        )

    def _is_from_outside(self, variable: str) -> bool:
        """Whether the modules show that a variable of the top scope is set where no file of the project can show it."""
        if self._outside is None:
            folders = _folders(self.project)
            of_top = frozenset[str]().union(*(known(self._disk, each) for each in folders for known in (top_variables, deployed_facts)))
            readers = (name for each in folders if len(folders) >= SEVERAL_MODULES for name in outer_variables(self._disk, each))
            self._outside = of_top, Counter(readers)
        set_there, read_in = self._outside
        if variable in set_there:
            return True
        if self.project.hiera is not None and variable in hierarchy_variables(self._disk, self.project.hiera):
            return True
        return read_in.get(variable, 0) >= SEVERAL_MODULES

    def _is_read_twice(self, variable: str) -> bool:
        """Whether several manifests read a variable that they do not set, as they do with a fact, and not with a slip."""
        if self._readers is None:
            self._readers = Counter(name for each in _folders(self.project) for name in files_reading(self._disk, each))
        return self._readers[variable] > 1

    def _is_in_another(self, name: TypedName) -> bool:
        """Whether a module has the name of which the module's own name is misspelled here."""
        module, _, rest = name.name.removeprefix("::").partition("::")
        others = [each for each in (*self.project.modules, *self.project.missing) if is_slip(module, each)]
        if not rest:
            # Only a last letter that is doubled leaves no doubt.
            return any(module == each + each[-1] and self.load(TypedName(name.kind, each)) is not None for each in others)
        return any(self.load(TypedName(name.kind, f"{each}::{rest}")) is not None for each in others)

    def _may_be_optional(self, name: TypedName) -> bool:
        """Whether a name without a module may come from one that a module uses, for example on some platforms, without declaring it."""
        gone = removed(name)
        if self.project.is_environment:
            # Servers have modules for all environments.
            is_elsewhere = gone is None or gone.owner not in self.project.modules
            return is_elsewhere and (self.interfaces.is_known_elsewhere(name) or self._is_optional_type(name))
        if gone is not None:
            known = self.project.modules.keys() | self.project.missing.keys() | {PUPPET}
            return gone.owner not in known and self.uses_undeclared_modules()
        if name.kind == TYPE and not self.project.is_complete:
            return True  # It may be a resource type.
        return name.kind in (DEFINE, RESOURCE_TYPE) or self.interfaces.is_known_elsewhere(name) or self.uses_undeclared_modules()

    def _is_optional(self, module: str) -> bool:
        """Whether only published modules of an environment name a module that is not there: on some platforms, without depending on it."""
        if module in self.project.modules or not self.project.is_environment:
            return False
        users = [each for each in self.project.modules.values() if module in modules_named(self._disk, each.folder)]
        return bool(users) and all(self._is_published_without(each, module) for each in users)

    def _is_optional_type(self, name: TypedName) -> bool:
        """Whether only published modules of an environment declare resources of a missing type, for example for some platforms."""
        if name.kind not in (DEFINE, RESOURCE_TYPE):
            return False
        users = [each for each in self.project.modules.values() if name.name in types_named(self._disk, each.folder)]
        return bool(users) and all(self._is_published(each) for each in users)

    def _is_published(self, user: Module) -> bool:
        """Whether a module is one of those of which interfaces are bundled."""
        return user.full_name is not None and self.interfaces.any_release(user.full_name) is not None

    def _is_published_without(self, user: Module, module: str) -> bool:
        """Whether a published module does not depend on another."""
        if user.metadata is None or module in (each.short_name for each in user.metadata.dependencies):
            return False
        return self._is_published(user)

    def uses_undeclared_modules(self) -> bool:
        """Whether the code shows that metadata lists only some of the modules that are used."""
        return any(map(self._is_incomplete, self.project.own_modules))

    def _is_incomplete(self, module: Module) -> bool:
        listed = () if module.metadata is None else (each.short_name for each in module.metadata.dependencies)
        used = modules_named(self._disk, module.folder) - WITHOUT_MODULE - {module.name, *listed}
        return any(not self.project.is_external(each) for each in used)

    def _is_whole(self) -> bool:
        """Whether no other module can define anything, because all are installed or have an interface that is complete."""
        project = self.project
        if project.is_complete:
            return True
        return project.is_whole and not project.absent_folders and not project.loose_dependencies and self.interfaces.are_whole()

    def _is_misplaced(self, name: str) -> bool:
        """Whether a module has a file for a function that lacks its namespace, which is reported in that file."""
        return any(f"{each.name}::{name}" in _names_in(self._disk, each, "functions") for each in self.project.modules.values())

    def misnamed(self) -> frozenset[str]:
        """Module names that an `init.pp` defines and that differ from the folder's name, which is reported in those files."""
        if self._other_names is None:
            firsts = ((os.path.join(each.folder, "manifests", "init.pp"), each) for each in self.project.modules.values())
            defined = (
                name for path, module in firsts if _may_define_others(self._disk, path, module) for name in self.definitions(path, module)
            )
            self._other_names = frozenset(each.name.removeprefix("::").partition("::")[0] for each in defined)
        return self._other_names

    def _own_file(self, name: TypedName) -> Iterator[str]:
        """The file in which the autoloader expects a name, if it exists."""
        segments = name.name.split("::")
        module = self.project.modules[segments[0]]
        folder = FOLDERS.get(name.kind)
        if folder is not None:
            yield from (path for path, _ in _existing(module, folder, segments[1:] or ["init"], ".pp"))

    # ---- files

    def definitions(self, path: str, module: Module | None = None) -> tuple[Definition, ...]:
        """The definitions of a file."""
        known = self._files.get(path)
        if known is None:
            known = self._files[path] = self._read(path, module or self.project.module_of(path))
        return known

    def _named(self, name: TypedName, path: str, module: Module | None) -> Sequence[Definition]:
        """The definitions of a name in a file."""
        definitions = self.definitions(path, module)
        if len(definitions) <= FEW:
            return [each for each in definitions if each.kind == name.kind and each.typed_name == name]
        known = self._by_name.get(path)
        if known is None or known[0] is not definitions:
            found: dict[TypedName, list[Definition]] = {}
            for each in definitions:
                found.setdefault(each.typed_name, []).append(each)
            known = self._by_name[path] = definitions, found
        return known[1].get(name, ())

    def known(self, path: str) -> tuple[Definition, ...] | None:
        """The cached definitions of a file; None if it has not been read."""
        return self._files.get(path)

    def replace(self, path: str, definitions: tuple[Definition, ...] | None) -> None:
        """Replace the definitions of a file; with None, read it again when it is needed. What the `Disk` has cached is not affected."""
        if definitions is None:
            self._files.pop(path, None)
            self._with_ruby.clear()
            self._likely.clear()
        else:
            self._files[path] = definitions
        self._found.clear()
        self._loaded.clear()
        self._facts = self._outside = self._readers = None
        self._complete.clear()
        self._other_names = None
        self._fact_names = None

    def _find(self, name: TypedName) -> Iterator[Definition]:
        seen: set[str] = set()
        wanted = name if name.kind != DEFAULT else TypedName(DEFAULT, name.name.partition(" ")[0])
        is_gone = self.project.stdlib is not None and was_removed(name, self.project)
        for path, module in self._candidates(name):
            if path in seen or (is_gone and module is not None and module.name == STDLIB):
                continue
            seen.add(path)
            found = self._named(wanted, path, module)
            yield from found if module is None or not module.is_loose else map(_of_any_release, found)
        if not is_gone:
            yield from self.interfaces.load(name)

    def files(self, name: TypedName) -> Iterator[tuple[str, Module]]:
        """The existing files of modules in which the autoloader looks for a name, in order."""
        yield from ((path, module) for path, module in self._candidates(name) if module is not None)

    def _candidates(self, name: TypedName) -> Iterator[tuple[str, Module | None]]:
        for site in self.project.sites:
            yield site, None
        segments = name.name.split("::")
        module = self.project.modules.get(segments[0])
        match name.kind:
            case "class" | "define" | "node":
                if module is not None:
                    yield from ((path, module) for path in _manifests(module, segments))
            case "function":
                if module is not None and len(segments) > 1:
                    yield from _existing(module, "functions", segments[1:], ".pp")
                yield from self._ruby(RUBY_FUNCTIONS, "/".join(segments))
                yield from self._ruby(OLD_FUNCTIONS, segments[-1] if len(segments) == 1 else "/".join(segments))
            case "type":
                if module is not None and len(segments) > 1:
                    yield from _existing(module, "types", segments[1:], ".pp")
                yield from self._ruby(DATA_TYPES, "/".join(segments))
            case "plan":
                if module is not None:
                    yield from _existing(module, "plans", segments[1:] or ["init"], ".pp")
            case "resource_type":
                yield from self._ruby(RUBY_TYPES, name.name)
                yield from self._below(RUBY_TYPES, name.name)
                yield from self._below(RUBY_PROVIDERS, name.name)
            case "fact":
                yield from self._with_facts().get(name, ())
            case "default":
                yield from files_with_defaults(self._disk, self.project, name.name.partition(" ")[2])

    def _ruby(self, folder: str, name: str) -> Iterator[tuple[str, Module]]:
        """The Ruby files with a name in a folder, in all modules."""
        yield from ((path, module) for module, listed in self._listings(folder) for path in listed.get(name, ()))

    def _all(self, folder: str) -> Iterator[tuple[str, Module]]:
        for module, listed in self._listings(folder):
            yield from ((path, module) for name, paths in listed.items() if name[-1] != "/" for path in paths)

    def _with_facts(self) -> dict[TypedName, list[tuple[str, Module | None]]]:
        if self._facts is None:
            self._facts = {}
            for path, module in self._all(FACTS):
                for each in dict.fromkeys(each.typed_name for each in self.definitions(path, module)):
                    self._facts.setdefault(each, []).append((path, module))
        return self._facts

    def _below(self, folder: str, name: str) -> Iterator[tuple[str, Module]]:
        """The Ruby files in the subfolder `name` of a folder, in all modules."""
        return self._ruby(folder, f"{name}/")

    def _listings(self, folder: str) -> list[tuple[Module, Listing]]:
        known = self._with_ruby.get(folder)
        if known is None:
            modules = sorted(self.project.modules.values(), key=_folder)
            several = ((each, _listing(self._disk, each.folder, folder)) for each in modules)
            known = self._with_ruby[folder] = [(module, listed) for module, listed in several if listed]
        return known

    # ---- everything

    def every_file(self) -> Iterator[tuple[str, Module | None]]:
        """The files that may contain definitions, each with its module."""
        for site in self.project.sites:
            yield site, None
        for module in self.project.modules.values():
            yield from ((path, module) for path in module_files(module))

    def likely_names(self, kind: str) -> list[str]:
        """The names that file names suggest, found without reading any file."""
        own = self._own_names(kind)
        if not self.project.missing:
            return own
        kinds = (DEFINE, RESOURCE_TYPE) if kind == DEFINE else (kind,)
        return [*own, *(name for each in kinds for name in self.interfaces.names(each))]

    def _own_names(self, kind: str) -> list[str]:
        known = self._likely.get(kind)
        if known is None:
            known = self._likely[kind] = self._called(kind)
        return known

    def _called(self, kind: str) -> list[str]:
        folder = FOLDERS.get(kind)
        modules = self.project.modules.values()
        found = [] if folder is None else [name for each in modules for name in _names_in(self._disk, each, folder)]
        for ruby in RUBY_FOLDERS.get(kind, ()):
            names = {name for _, listed in self._listings(ruby) for name in listed if name[-1] != "/"}
            found += (each.replace("/", "::") for each in sorted(names))
        return found

    def fact_names(self) -> frozenset[str]:
        """The names of the facts of all modules, for which only files with facts are read."""
        if self._fact_names is None:
            found = (each for path, module in self._all(FACTS) for each in self.definitions(path, module))
            external = (named(self._disk, each) for each in _folders(self.project) for named in (external_facts, deployed_facts))
            self._fact_names = frozenset(each.name for each in found if each.kind == FACT).union(*external)
        return self._fact_names

    def names(self, kind: str) -> list[str]:
        """All defined names of a kind, as they are written. Reads every file."""
        found = {each.name for path, module in self.every_file() for each in self.definitions(path, module) if each.kind == kind}
        found |= {each.name for name in self.interfaces.names(kind) for each in self.interfaces.load(TypedName(kind, name))}
        return sorted(found)


MAX_SEGMENTS = 20
"""The number of segments of a name whose files are looked for; names of published modules have at most eight."""


def _manifests(module: Module, segments: list[str]) -> list[str]:
    """The existing files that may hold a class or define: its own, and those of the names around it."""
    folder = os.path.join(module.folder, "manifests")
    paths = [os.path.join(folder, "init.pp")]
    for index, part in enumerate(segments[1:MAX_SEGMENTS]):
        if index:
            folder = os.path.join(folder, segments[index])
            if not is_folder(folder):
                break
        paths.append(os.path.join(folder, f"{part}.pp"))
    return [path for path in reversed(paths) if is_file(path)]


def _existing(module: Module, folder: str, parts: list[str], suffix: str) -> Iterator[tuple[str, Module]]:
    path = os.path.join(module.folder, folder, *parts[:-1], f"{parts[-1]}{suffix}")
    if is_file(path):
        yield path, module


@cache
def _language_names(kind: str) -> frozenset[str]:
    """The built-in names of a kind."""
    if kind == FUNCTION:
        from puppet_typesys.functions.registry import function_names  # loads all functions

        return frozenset(function_names())
    return frozenset(BUILTIN if kind == TYPE else NAMES)


DEFINING = lazy_pattern(rb"\b(?:class|define|function|plan|type)\s+(?:::)?([A-Za-z]\w*)(?:::\w+)*\s*(?:[({=#]|>>|inherits\b)")
"""A definition, as opposed to the words of a comment, with the first segment of its name."""
OF_BOLT = (FUNCTION, TYPE, PLAN)
"""The kinds of names that Bolt defines."""
FOLDERS = {CLASS: "manifests", DEFINE: "manifests", FUNCTION: "functions", TYPE: "types", PLAN: "plans"}
RUBY_FOLDERS = {FUNCTION: (RUBY_FUNCTIONS, OLD_FUNCTIONS), TYPE: (DATA_TYPES,), RESOURCE_TYPE: (RUBY_TYPES,), DEFINE: (RUBY_TYPES,)}


@remembered(10_000)
def _may_define_others(disk: Disk, path: str, module: Module) -> bool:
    """Whether a file may define names outside of its module, which is far less work to find out than what it defines."""
    try:
        return any(each.decode().lower() != module.name for each in DEFINING.findall(read_in(path, module.folder)))
    except OSError:
        return False


@remembered(10_000)
def _names_in(disk: Disk, module: Module, folder: str) -> tuple[str, ...]:
    """The names that the manifests in a folder of a module should define, by their paths."""
    found: list[str] = []
    top = os.path.join(module.folder, folder)
    for where, folders, files in walk(module.folder, folder):
        folders.sort()
        for file in files:
            if file.endswith(".pp"):
                inner = os.path.join(where, file)[len(top) + 1 : -len(".pp")].split(os.sep)
                found.append("::".join([module.name] if inner == ["init"] else [module.name, *inner]))
    return tuple(found)


def _folders(project: Project) -> list[str]:
    """The folders of a project's modules; without any, the one around the `manifests` that a file is in, and the modules beside it."""
    if project.modules:
        return [each.folder for each in project.modules.values()]
    top, inside, _ = project.root.partition(f"{os.sep}manifests")
    beside = subfolders(os.path.dirname(top))[:MOST_FOLDERS] if inside else []
    return [top, *(path for path, _ in beside if path != top and looks_like_module(path))]


Listing = dict[str, tuple[str, ...]]
"""Ruby files by their path without suffix, and by each folder above them, which ends with a slash."""


def _folder(module: Module) -> str:
    return module.folder


@remembered(10_000)
def _listing(disk: Disk, top: str, inner: str) -> Listing:
    """The Ruby files in a folder of a module. Of a module and not of a project, since many projects have the same modules."""
    found: dict[str, list[str]] = {}
    length = len(os.path.join(top, inner)) + 1
    for folder, folders, files in walk(top, inner):
        folders.sort()
        for path in (os.path.join(folder, each) for each in sorted(files) if each.endswith(".rb")):
            name = path[length:].removesuffix(".rb").replace(os.sep, "/")
            found.setdefault(name, []).append(path)
            while "/" in name:
                name = name.rpartition("/")[0]
                found.setdefault(f"{name}/", []).append(path)
    return {name: tuple(paths) for name, paths in found.items()}


IN_PUPPET = ("manifests", "functions", "types", "plans")
RUBY = (os.path.join("lib", "puppet"), FACTS)


def module_files(module: Module) -> Iterator[str]:
    """The files of a module that may define something for other files."""
    for name in (*IN_PUPPET, *RUBY):
        for folder, folders, files in walk(module.folder, name):
            folders.sort()
            for each in sorted(files):
                if each.endswith(".pp" if name in IN_PUPPET else ".rb"):
                    yield os.path.join(folder, each)


def _of_any_release(definition: Definition) -> Definition:
    """A definition of a release in whose place any other may be installed, which may have more parameters and variables."""
    return definition._replace(grows=True, has_open_variables=definition.has_open_variables or definition.kind == CLASS)


def merged(found: Sequence[Definition]) -> Definition:
    """A resource type together with the attributes and providers that other files add to it."""
    main = next((each for each in found if os.path.basename(os.path.dirname(each.place.path)) == "type"), found[0])
    providers = dict.fromkeys(name for each in found for name in each.providers)
    attributes = {each.name: each for other in found for each in other.attributes} | {each.name: each for each in main.attributes}
    return main._replace(providers=tuple(providers), attributes=tuple(attributes.values()))


def _shares_a_word(fact: str, module: str) -> bool:
    """Whether the names of a fact and of a module have a word in common: `mac_facts` may define `mac_laptop`."""
    return not {*fact.lower().split("_")}.isdisjoint(each for each in module.lower().split("_") if each not in ("facts", "fact"))
