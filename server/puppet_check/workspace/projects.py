"""The project at a root: which modules it can use, from its place and its settings.

A module can use the modules among its fixtures, and those beside it if it is in a folder of modules. The modules in such a folder can use
each other.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from puppet_check.config import Settings
from puppet_check.reading.folders import walk
from puppet_check.reading.places import exists, is_below, is_file, is_folder, is_named_outside, is_of_system
from puppet_check.workspace.declared import Declared, in_lock, in_metadata, in_puppetfile, in_submodules, linked, lists_all
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.metadata import Metadata, metadata_of, read_metadata
from puppet_check.workspace.module_folders import is_read_outside, modules_in, modules_outside
from puppet_check.workspace.module_path import ENVIRONMENTS
from puppet_check.workspace.project import WITH_AGENT, Missing, Module, Project
from puppet_check.workspace.roots import (
    MODULE_FOLDERS,
    NAME,
    PUPPETFILE,
    Root,
    control_path,
    has_manifests_beside_modules,
    is_among_modules,
    is_inner_environment,
    is_module,
    is_named_in_code,
    manifests_in,
    module_folders_of,
    modules_at_root,
    name_in_all_code,
    name_in_code,
    name_in_layout,
    name_of,
    settings_of,
)
from puppet_check.workspace.siblings import add_siblings
from puppet_check.workspace.unsaved import Unsaved
from puppet_grammar.dataclass import replace

LISTING = frozenset(("metadata.json", PUPPETFILE))
"""Files that declare modules."""
BASE = "$basemodulepath"
"""The common modules of a server in a module path."""
MODULES = "modules"
"""The folder that r10k installs modules to, unless a Puppetfile names another."""
FIXTURES = os.path.join("spec", "fixtures", "modules")
BOLT = "bolt-project.yaml"
BOLT_FOLDERS = ("modules", ".modules")
"""Bolt's folders of modules: those of the project, and those that it installs."""
AGENT_FOLDERS = ("/opt/puppetlabs/puppet/modules", "/usr/share/puppet/modules")
CODE_FOLDERS = ("~/.puppetlabs/etc/code", "/etc/puppetlabs/code")


def project_at(disk: Disk, root: Root, settings: Settings) -> Project:
    """The project at a root; a module path in the settings replaces the one that is found."""
    given = tuple(map(os.path.abspath, settings.modulepath))
    match root.kind:
        case "environment":
            project = _environment(disk, root.folder, given)
        case "module":
            project = _of_module(disk, root.folder, given)
        case _:
            project = _of_modules(disk, root.folder, given)
    hiera = project.hiera if settings.hiera is None else settings.hiera
    return replace(project, external=settings.external_modules, stdlib=settings.stdlib, hiera=hiera)


def amended(project: Project, unsaved: Unsaved) -> Project:
    """A project with unsaved changes of metadata and `Puppetfile` applied; those that cannot be read are ignored."""
    lists = {path: text.decode("utf-8", "replace") for path, text in unsaved.items() if os.path.basename(path) in LISTING}
    if not any(project.module_of(path) or os.path.dirname(path) == project.root for path in lists):
        return project
    modules = {}
    for name, module in project.modules.items():
        text = lists.get(os.path.join(module.folder, "metadata.json"))
        read = None if text is None else metadata_of(text)
        modules[name] = module if read is None else module._replace(metadata=read)
    made = replace(project, modules=modules, missing={}, listed=set())
    brought = _brought(made, lists.get(os.path.join(project.root, PUPPETFILE))) if made.is_environment else ()
    _add_missing(made, (*brought, *_dependencies(made)))
    return made


def _environment(disk: Disk, root: str, given: tuple[str, ...]) -> Project:
    modulepath = given or control_path(disk, root)
    project = Project(root, True, modulepath=modulepath, is_inner=is_inner_environment(disk, root))
    # What the user names is read wherever it is; of what only a file of the workspace names elsewhere, nothing but modules.
    outside = () if given else tuple(each for each in modulepath if is_named_outside(each, root) and not is_installed(each))
    unread = tuple(each for each in outside if not is_read_outside(each))
    for folder in modulepath:
        _add(project, modules_outside(disk, folder) if folder in outside else modules_in(disk, folder))
    at_root = () if given else modules_at_root(disk, root)
    _add(project, (Module(os.path.basename(each), each, None) for each in at_root))
    configured = settings_of(os.path.join(root, "environment.conf")).get("manifest")
    site = os.path.normpath(os.path.join(root, configured[0] if configured is not None else "manifests"))
    project.sites = () if is_named_outside(site, root) else tuple(_manifests(site))
    hiera = os.path.join(root, "hiera.yaml")
    project.hiera = hiera if exists(hiera) else None
    brought = tuple(_brought(project))
    project.vendored = frozenset(each.name for each in brought if each.name in project.modules)
    project.brings_modules = bool(brought)
    project.outside_folders = outside
    project.unread_folders = tuple(each for each in unread if is_folder(each))
    project.absent_folders = tuple(each for each in modulepath if each in unread or not is_folder(each))
    if any(True for _ in in_puppetfile(root)):
        project.filled_folders = tuple(os.path.join(root, each) for each in module_folders_of(os.path.join(root, PUPPETFILE)) or (MODULES,))
    project.is_whole = not _has_base_modules(root) and lists_all(root)
    _add_missing(project, (*brought, *_dependencies(project)))
    return project


def _has_base_modules(root: str) -> bool:
    """Whether an environment is one of those of a server, whose common modules it uses unless it says otherwise."""
    top, name = os.path.split(os.path.dirname(root))
    configured = settings_of(os.path.join(root, "environment.conf")).get("modulepath")
    has_base = configured is None or BASE in configured[0]
    return name == ENVIRONMENTS and has_base and is_folder(os.path.join(top, "modules"))


def _manifests(path: str) -> list[str]:
    if is_file(path):
        return [path]
    found = []
    for folder, _, files in walk(path):
        found += [os.path.join(folder, name) for name in files if name.endswith(".pp")]
    return sorted(found)


def _of_module(disk: Disk, folder: str, given: tuple[str, ...]) -> Project:
    parent = os.path.dirname(folder)
    project = Project(folder, modulepath=given)
    metadata = read_metadata(folder)
    name = _name(folder, metadata)
    project.modules[name] = Module(name, folder, metadata)
    listed = tuple(_brought(project)) if metadata is None else ()
    project.is_whole = metadata is not None or bool(given) or bool(listed)
    if given:
        _add_modules(disk, project, given)
    else:
        _add_modules(disk, project, (os.path.join(folder, FIXTURES),), fixtures=True)
        project.modulepath = add_siblings(disk, project, project.modules[name])
        _add_modules(disk, project, _folders_inside(folder))
        _add_linked(project)
        _remove_others(project, project.modules[name])
        _add_installed(disk, project, project.modules[name])
        project.sites = tuple(_sites_beside(disk, parent))
    _add_missing(project, (*listed, *_dependencies(project)))
    return project


def _sites_beside(disk: Disk, modules: str) -> list[str]:
    """The main manifests beside a folder of modules, in a repository that nothing else shows to be a control repository."""
    top = os.path.dirname(modules)
    if os.path.basename(modules) not in MODULE_FOLDERS or is_module(disk, top) or not is_folder(os.path.join(top, "manifests")):
        return []
    return _manifests(os.path.join(top, "manifests"))


def _name(folder: str, metadata: Metadata | None) -> str:
    """The name of a module, by its metadata, or by its code if that agrees with the folder, as Puppet goes by the folder alone."""
    given = os.path.basename(folder)
    if metadata is None:
        declared = None if is_among_modules(folder) else name_in_code(folder) or name_in_layout(folder)
    else:
        declared = metadata.short_name
        if declared != given and is_named_in_code(folder):
            return given
        if declared:
            other = None if declared == given or is_among_modules(folder) else name_in_layout(folder)
            declared = name_in_all_code(folder, declared) or other or declared
    return declared or name_of(folder) or given


def _of_modules(disk: Disk, folder: str, given: tuple[str, ...]) -> Project:
    is_site = has_manifests_beside_modules(disk, folder)
    modulepath = given or (folder, *(control_path(disk, folder) if is_site else ()))
    project = Project(folder, modulepath=modulepath, is_whole=bool(given))
    _add_modules(disk, project, modulepath)
    if is_site:
        project.sites = (*_manifests(os.path.join(folder, "manifests")), *manifests_in(folder))
    _add_missing(project, _dependencies(project))
    return project


def _add_modules(disk: Disk, project: Project, modulepath: Iterable[str], *, fixtures: bool = False) -> None:
    """Add the modules in some folders; of several with a name the first takes precedence."""
    for folder in modulepath:
        _add(project, modules_in(disk, folder), fixtures=fixtures)


def _add(project: Project, modules: Iterable[Module], *, fixtures: bool = False) -> None:
    for each in modules:
        project.modules.setdefault(each.name, each._replace(is_fixture=True) if fixtures else each)


def _folders_inside(folder: str) -> tuple[str, ...]:
    """The folders of modules inside a module, as Bolt and librarian-puppet install them."""
    if exists(os.path.join(folder, BOLT)):
        return tuple(os.path.join(folder, each) for each in BOLT_FOLDERS)
    return (os.path.join(folder, "modules"),) if exists(os.path.join(folder, PUPPETFILE)) else ()


def _add_linked(project: Project) -> None:
    """Add the modules to which `.fixtures.yml` links."""
    for name, folder in linked(project.root):
        is_beside = os.path.dirname(folder) == os.path.dirname(project.root) or not is_named_outside(folder, project.root)
        if name not in project.modules and is_beside and is_folder(folder) and not is_of_system(folder):
            project.modules[name] = Module(name, folder, read_metadata(folder), is_fixture=True)


def _remove_others(project: Project, module: Module) -> None:
    """Remove modules beside a module that are of another author than the dependency of their name.

    Puppet finds none in a folder with clones of repositories, such as `puppet-nfs`; those that are no dependencies are of no concern.
    """
    wanted = {each.name for each in in_metadata(module.folder, module.metadata)}
    parent = os.path.dirname(module.folder)
    if module.metadata is not None and os.path.basename(parent) not in MODULE_FOLDERS:
        for other in [*project.modules.values()]:
            if other is not module and other.name not in wanted and _is_clone_in(parent, other):
                del project.modules[other.name]
    for each in in_metadata(module.folder, module.metadata):
        found = project.modules.get(each.name)
        if found is None or found.is_fixture or found is module or each.full_name is None:
            continue
        if found.full_name is not None and found.full_name != each.full_name:
            del project.modules[each.name]
            project.missing[each.name] = Missing(each, found.full_name)


def _is_clone_in(folder: str, module: Module) -> bool:
    parent, name = os.path.split(module.folder)
    return name != module.name and parent == folder


def _add_installed(disk: Disk, project: Project, module: Module) -> None:
    """Add those dependencies of a module that `puppet module install` or a deployment put on this machine."""
    wanted = [each for each in in_metadata(module.folder, module.metadata) if each.name not in project.modules]
    for folder in code_folders() if wanted else ():
        found = {each.name: each for each in modules_in(disk, folder)}
        for each in wanted:
            other = found.get(each.name)
            if other is not None and each.name not in project.modules and other.full_name in (None, each.full_name):
                project.modules[each.name] = other
                project.missing.pop(each.name, None)


def is_installed(folder: str) -> bool:
    """Whether a folder is among those where modules are installed on this machine."""
    return any(is_below(os.path.normpath(folder), os.path.expanduser(each)) for each in (*CODE_FOLDERS, *AGENT_FOLDERS))


def code_folders() -> tuple[str, ...]:
    """The folders of modules of an agent, a server or a user on this machine; those of the user come first."""
    return tuple(
        os.path.join(os.path.expanduser(top), *rest)
        for top in CODE_FOLDERS
        for rest in (("environments", "production", "modules"), ("modules",))
    )


def _brought(project: Project, puppetfile: str | None = None) -> Iterator[Declared]:
    """The modules that are brought into a control repository; `puppetfile` is the text of a Puppetfile that is not saved."""
    yield from in_puppetfile(project.root, puppetfile)
    yield from in_lock(project.root)
    # A repository from which git has fetched no submodule may not even have the folder for them.
    folders = (*project.modulepath, os.path.join(project.root, "modules"))
    yield from in_submodules(project.root, frozenset(map(os.path.abspath, folders)))


def _dependencies(project: Project) -> Iterator[Declared]:
    """The dependencies of a project's own modules; the needs of modules beside them are no concern of the project."""
    for module in project.own_modules:
        yield from in_metadata(module.folder, module.metadata)


def _add_missing(project: Project, declared: Iterable[Declared]) -> None:
    listed = tuple(declared)
    project.listed.update(each.name for each in listed)
    for each in listed:
        if each.name not in project.modules and each.name not in WITH_AGENT and NAME.match(each.name):
            project.missing.setdefault(each.name, Missing(each))
