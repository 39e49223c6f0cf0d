"""Whether a name was removed from a module, so that it is certainly unknown although other modules are missing."""

from __future__ import annotations

from functools import lru_cache

from puppet_check.workspace.project import Project
from puppet_typesys.builtins.removed import PUPPET, removed
from puppet_typesys.loader import TypedName
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange

AUTHOR = "puppetlabs"


def was_removed(name: TypedName, project: Project) -> bool:
    """Whether a release of a module had a name, and the installed release, or all that may be installed, lack it."""
    gone = removed(name)
    if gone is None or gone.owner == PUPPET:
        return False
    if project.stdlib is not None:
        return _begins_at(project.stdlib, gone.release)
    full_name = f"{AUTHOR}-{gone.owner}"
    installed = project.modules.get(gone.owner)
    if installed is not None and installed.is_loose:
        return False
    if installed is not None:
        version = installed.metadata.version if installed.metadata is not None else None
        return installed.full_name == full_name and version is not None and _begins_at(version, gone.release)
    missing = project.missing.get(gone.owner)
    if missing is None or missing.installed is not None or missing.declared.full_name != full_name:
        return False
    return missing.declared.requirement is not None and _begins_at(missing.declared.requirement, gone.release)


@lru_cache(1024)
def _begins_at(requirement: str, release: str) -> bool:
    """Whether a range of versions, or a single one, begins at a release or later; False if it is no range."""
    found = SemVerRange.read(requirement)
    return found is not None and bool(found.spans) and all(each.begin >= SemVer.parse(release) for each in found.spans)
