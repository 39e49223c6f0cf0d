"""The modules that specs see: the module itself and its fixtures."""

from __future__ import annotations

import os
from functools import lru_cache

from puppet_check.config import Configuration
from puppet_check.reading.files import LARGEST_DATA, read_text
from puppet_check.reading.json_data import loads
from puppet_check.reading.places import is_folder, real
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.metadata import read_metadata
from puppet_check.workspace.module_folders import modules_in
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.builtins.targets import Target

FIXTURES = os.path.join("spec", "fixtures", "modules")
MODULES_OF_TYPES = {
    "augeas": "augeas_core",
    "cron": "cron_core",
    "host": "host_core",
    "mount": "mount_core",
    "scheduled_task": "scheduled_task",
    "selboolean": "selinux_core",
    "selmodule": "selinux_core",
    "ssh_authorized_key": "sshkeys_core",
    "sshkey": "sshkeys_core",
    "yumrepo": "yumrepo_core",
    "zfs": "zfs_core",
    "zone": "zone_core",
    "zpool": "zfs_core",
}
"""The resource types that come with an agent as modules, of which rspec-puppet has those among the fixtures."""


def strict_target(target: Target, project: Project) -> Target:
    """The version, without the resource types of modules that are not there."""
    absent = {name: module for name, module in MODULES_OF_TYPES.items() if module not in project.modules}
    return target._replace(unbundled_types={**target.unbundled_types, **absent})


class SpecProject(Project):
    """The modules of a spec, which have no data but their own and that of the `hiera.yaml` that a spec names."""

    @property
    def has_data(self) -> bool:
        return True

    @property
    def has_hierarchy(self) -> bool:
        return False

    def is_external(self, module: str) -> bool:
        return False


def project_of(disk: Disk, folder: str) -> Project:
    """The module in a folder and its fixtures, without any other module; without fixtures, those beside it."""
    metadata = read_metadata(folder)
    name = metadata.short_name if metadata is not None and metadata.short_name else os.path.basename(folder)
    own = Module(name, folder, metadata)
    project = SpecProject(folder, is_environment=True, modulepath=(os.path.join(folder, FIXTURES),))
    fixtures = (each._replace(is_fixture=True) for each in modules_in(disk, os.path.join(folder, FIXTURES)))
    for each in (own, *fixtures, *(() if has_fixtures(folder) else modules_beside(folder))):
        if is_loaded(each.folder):
            project.modules.setdefault(each.name, each)
    return project


REQUIRED = ("source", "author", "version", "license", "dependencies")
"""The keys of `metadata.json` without which Puppet does not load a module."""


@lru_cache(maxsize=256)
def _is_whole(text: str) -> bool:
    """Whether Puppet loads a module with these metadata."""
    try:
        data = loads(text)
    except ValueError:
        return False
    if not isinstance(data, dict) or not data:
        return data == {}
    return all(data.get(each) is not None for each in REQUIRED) and isinstance(data["dependencies"], list)


def is_loaded(folder: str) -> bool:
    """Whether Puppet loads the module in a folder, as it does without metadata."""
    try:
        return _is_whole(read_text(os.path.join(folder, "metadata.json"), LARGEST_DATA))
    except OSError:
        return True


def modules_beside(folder: str) -> tuple[Module, ...]:
    """The other modules that a check of a module sees: those beside it, and on the module path of its settings."""
    known = Workspace(Configuration()).known(os.path.join(folder, "metadata.json"))
    return tuple(each for each in known.project.modules.values() if real(each.folder) != real(folder))


def has_fixtures(folder: str) -> bool:
    """Whether a module has a folder of fixtures."""
    return is_folder(os.path.join(folder, FIXTURES))
