"""The modules beside a checkout that it can use.

A checkout is the module that its metadata names, in a folder of any name: `main`, `feature-x`, `zbx`. The folder around it holds modules if
most of the others are modules by their own names. A second work tree of the checkout does not count, nor does a sibling of a release that
the metadata do not accept, since that would not be installed. A sibling for which they give no range stands for any release of its module.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from puppet_check.reading.files import read_text
from puppet_check.reading.folders import subfolders
from puppet_check.reading.places import exists, with_those_above
from puppet_check.workspace.declared import Declared, in_metadata
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.metadata import Metadata, read_metadata
from puppet_check.workspace.module_folders import modules_in
from puppet_check.workspace.project import Missing, Module, Project
from puppet_check.workspace.roots import FOLDERS, MODULE_FOLDERS, is_named_in_code, name_of
from puppet_grammar.named import NamedTuple
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange


def add_siblings(disk: Disk, project: Project, module: Module) -> tuple[str, ...]:
    """Add the modules beside a checkout to its project, and return its module path.

    Those of releases that it does not accept are missing.
    """
    parent = os.path.dirname(project.root)
    if os.path.basename(parent) in MODULE_FOLDERS:
        own, found = {**project.modules}, _installed_in(disk, parent)
        copies = {each.name for each in found.of_name.get(module.name, ()) if is_copy(each, module)}
        project.modules.update(found.modules)
        project.modules.update(own)
        for name in copies - own.keys():
            del project.modules[name]
    elif _holds_modules(disk, project.root):
        _add_checkouts(disk, project, module, parent)
    else:
        return ()
    return (parent,)


class Installed(NamedTuple):
    """The modules in a folder for modules alone; of very many, each is a project that has all of them."""

    modules: Mapping[str, Module]
    of_name: Mapping[str, Sequence[Module]]
    """Those whose metadata have a name."""


@remembered(FOLDERS)
def _installed_in(disk: Disk, folder: str) -> Installed:
    modules, of_name = dict[str, Module](), dict[str, list[Module]]()
    for each in modules_in(disk, folder):
        modules.setdefault(each.name, each)
        if each.metadata is not None and each.metadata.short_name is not None:
            of_name.setdefault(each.metadata.short_name, []).append(each)
    return Installed(modules, of_name)


def _add_checkouts(disk: Disk, project: Project, module: Module, folder: str) -> None:
    """Add the modules in a folder of checkouts, which need not be of the releases that go together."""
    declared = {each.name: each for each in in_metadata(module.folder, module.metadata)}
    is_one_repository = _is_one_repository(project.root)
    for each in modules_in(disk, folder):
        if each.name in project.modules or is_copy(each, module) or not _has_own_name(each.folder, each.metadata):
            continue
        wanted = declared.get(each.name)
        if wanted is not None and _is_refused(each, wanted):
            version = None if each.metadata is None else each.metadata.version
            project.missing.setdefault(each.name, Missing(wanted, beside=version))
            continue
        is_of_same = is_one_repository or _is_of_collection(each, module) or _are_in_one(each, module)
        project.modules[each.name] = each._replace(is_loose=not (is_of_same or _has_range(each, wanted)))


def is_copy(other: Module, module: Module) -> bool:
    """Whether a module is the same as another, or a second work tree of it."""
    if other.folder == module.folder or other.name == module.name:
        return True
    is_of_name = other.metadata is not None and other.metadata.short_name == module.name
    return is_of_name and not is_named_in_code(other.folder)


def _holds_modules(disk: Disk, root: str) -> bool:
    """Whether a checkout is in a folder of modules."""
    parent = os.path.dirname(root)
    modules = {root, *_named_modules(disk, parent)}
    return len(modules) > 1 and len(modules) * 2 >= _count(disk, parent)


@remembered(FOLDERS)
def _count(disk: Disk, folder: str) -> int:
    """The number of folders in a folder, without hidden ones and modules with the names that Puppet 2 allowed."""
    return sum(not name.startswith(".") and not _is_old_module(path, name) for path, name in subfolders(folder))


def _is_old_module(folder: str, name: str) -> bool:
    """Whether the code of a module has a name with a hyphen, as `class ssh-server` in `ssh-server`."""
    if "-" not in name:
        return False
    with suppress(OSError):
        return (
            re.search(rf"^class[ \t]+{re.escape(name)}\b", read_text(os.path.join(folder, "manifests", "init.pp")), re.MULTILINE)
            is not None
        )
    return False


@remembered(FOLDERS)
def _named_modules(disk: Disk, folder: str) -> tuple[str, ...]:
    """The folders in a folder that are modules by their own names."""
    return tuple(_found_named(folder))


def _found_named(folder: str) -> Iterator[str]:
    for path, name in subfolders(folder):
        if name.startswith("."):
            continue
        if is_named_in_code(path) or (exists(os.path.join(path, "metadata.json")) and _has_own_name(path, read_metadata(path))):
            yield path


def _has_own_name(folder: str, metadata: Metadata | None) -> bool:
    """Whether a folder is named like its module, as in `nfs`, `puppet-nfs` and `puppet-module-nfs`; without metadata, any name is."""
    if metadata is None or not metadata.short_name:
        return True
    name = os.path.basename(folder)
    return metadata.short_name in (name_of(folder), name.rpartition("-")[2]) or is_named_in_code(folder)


def _is_one_repository(root: str) -> bool:
    """Whether a checkout is a folder of a repository, so that those beside it are of the same state."""
    return not exists(os.path.join(root, ".git")) and any(exists(os.path.join(each, ".git")) for each in with_those_above(root))


def _is_of_collection(module: Module, beside: Module) -> bool:
    """Whether two modules have neither releases nor repositories of their own, so that both belong to what is around them."""
    return not any(exists(os.path.join(each.folder, name)) for each in (module, beside) for name in ("metadata.json", "Modulefile", ".git"))


def _are_in_one(module: Module, beside: Module) -> bool:
    """Whether the metadata of two modules name the same repository, which holds both of them."""
    sources = [each.metadata.source for each in (module, beside) if each.metadata is not None]
    if len(sources) != 2 or sources[0] != sources[1] or not sources[0]:
        return False
    return not any(exists(os.path.join(each.folder, ".git")) for each in (module, beside))


def _has_range(module: Module, wanted: Declared | None) -> bool:
    """Whether a range of versions is given for a module, and its version is known."""
    return wanted is not None and _range(wanted) is not None and _version(module) is not None


def _is_refused(module: Module, wanted: Declared) -> bool:
    """Whether the version of a module is not in the range that a declaration accepts."""
    range, version = _range(wanted), _version(module)
    is_of_author = wanted.full_name is None or module.full_name in (None, wanted.full_name)
    if not is_of_author or range is None or version is None or range.includes(version):
        return False
    # Between releases, the version of a work tree is a prerelease of the next one.
    return version.is_stable or not range.includes(SemVer(version.major, version.minor, version.patch))


def _range(wanted: Declared) -> SemVerRange | None:
    return None if wanted.requirement is None else SemVerRange.read(wanted.requirement)


def _version(module: Module) -> SemVer | None:
    version = module.metadata.version if module.metadata is not None else None
    try:
        return None if version is None else SemVer.parse(version)
    except ArgumentError:
        return None
