"""Dependencies that are not installed, or installed in another version."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.metadata.check import Metadata
from puppet_check.rules.metadata.names import NAME, is_version, normalized_name, version_range
from puppet_check.rules.missing_modules import missing_modules
from puppet_check.workspace.known import Known
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.values.semver import SemVer


@issue(Severity.WARNING)
def module_version(name: str, version: str, requirement: str) -> str:
    """Installed version of a dependency is outside the required range"""
    return f"installed version {version} of {name} does not satisfy `{requirement}`"


@rule(on=Metadata)
def check_missing(metadata: Metadata, known: Known) -> Iterator[Diagnostic]:
    """Report the missing modules of the project at the first dependency that is one."""
    found = missing_modules(metadata.path, known)
    listed = metadata.root.get("dependencies")
    if found is None or listed is None:
        return
    first, message = found
    names = (each.get("name") for each in listed.items)
    place = next((each for each in names if each is not None and (each.text or "").endswith(first)), listed)
    # A deployed environment has all modules, so that one of them lacks another.
    project = known.project
    severity = Severity.WARNING if project.is_environment and project.lists_all_modules else None
    yield message.at(place.start, place.end, severity=severity)


@rule(on=Metadata)
def check_installed(metadata: Metadata, known: Known) -> Iterator[Diagnostic]:
    """Compare the dependencies with the modules on the module path."""
    project = known.project
    seen: set[str] = set()
    listed = metadata.root.get("dependencies")
    for each in () if listed is None else listed.items:
        name, requirement = each.get("name"), each.get("version_requirement")
        if name is None or name.text is None or not NAME.fullmatch(name.text):
            continue
        short = re.split("[-/]", name.text)[1]
        if short == metadata.module.name or short in seen or short != short.lower():
            continue
        seen.add(short)
        other = project.modules.get(short)
        if other is None:
            continue
        range = None if requirement is None or requirement.text is None else version_range(requirement.text)
        version = other.metadata.version if other.metadata is not None else None
        if requirement is None or range is None or version is None or not is_version(version) or other.full_name != normalized_name(name):
            continue
        if not range.includes(SemVer.parse(version)):
            yield module_version(name.text, version, str(requirement.text)).at(requirement.start, requirement.end)
