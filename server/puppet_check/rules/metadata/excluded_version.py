"""Requirements and dependencies in `metadata.json` that exclude the version that the code is checked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puppet_check.rules.documents import rule
from puppet_check.rules.metadata.check import Metadata
from puppet_check.rules.metadata.names import normalized_name, version_range
from puppet_check.workspace.json_text import Json
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.targets import PUPPET_8, Target, version_of
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange

SHOWN = {"puppet": "Puppet", "openvox": "OpenVox"}
NEWEST = 999_999
"""A minor version that no release has."""
LIMIT = lazy_pattern(r"<\s*(\d{1,4})(?:\.0){0,2}\s*$")
"""The upper limit of a range."""


@issue(Severity.WARNING)
def excluded_version(product: str, major: int, name: str, requirement: str) -> str:
    """Metadata of a module exclude the version that it is checked for"""
    return f"the requirement `{name} {requirement}` excludes {product} {major}"


@excluded_version.variant()
def excluded_module(product: str, major: int, name: str, bundled: str, requirement: str) -> str:
    return f"{product} {major} includes version {bundled} of {name}, which does not satisfy `{requirement}`"


@excluded_version.variant()
def excluded_dependency(product: str, major: int, name: str, version: str, requirement: str) -> str:
    return f"version {version} of {name}, which is installed, excludes {product} {major}: `{requirement}`"


@rule(on=Metadata)
def check_requirements(metadata: Metadata, known: Known) -> Iterator[Diagnostic]:
    """Report a requirement of Puppet or OpenVox that the version does not satisfy.

    Modules require `puppet`, or `openvox` if they are for that alone; one that requires both is for either.
    """
    if known.target.name == PUPPET_8.name and not known.settings.is_upgrade:
        return
    given = dict(_versions(metadata.root.get("requirements")))
    name = excluding({each: str(requirement.text) for each, requirement in given.items()}, known.target)
    if name is not None:
        product, major = version_of(known.target.name)
        message = excluded_version(SHOWN[product], major, name, str(given[name].text))
        yield message.at(given[name].start, given[name].end, fixes=_fixes(given[name], major))


@rule(on=Metadata)
def check_dependencies(metadata: Metadata, known: Known) -> Iterator[Diagnostic]:
    """Report dependencies whose installed releases do not accept the version, and are not checked themselves."""
    if known.target.name == PUPPET_8.name and not known.settings.is_upgrade:
        return
    for name, requirement in _versions(metadata.root.get("dependencies")):
        module = known.project.modules.get(name.rpartition("-")[2])
        if module is None or module.metadata is None or not (module.is_fixture or module.name in known.project.vendored):
            continue
        found = excluding(dict(module.metadata.requirements), known.target)
        if found is not None:
            product, major = version_of(known.target.name)
            text = f"{found} {dict(module.metadata.requirements)[found]}"
            message = excluded_dependency(SHOWN[product], major, name, module.metadata.version or "", text)
            yield message.at(requirement.start, requirement.end)


def excluding(given: Mapping[str, str], target: Target) -> str | None:
    """The product whose requirement a version does not satisfy: its own one, or else Puppet; None if there is none."""
    product, major = version_of(target.name)
    name = next((each for each in (product, "puppet") if each in given), None)
    accepted = None if name is None else version_range(given[name])
    return None if accepted is None or accepts(accepted, major) else name


@rule(on=Metadata)
def check_bundled(metadata: Metadata, known: Known) -> Iterator[Diagnostic]:
    """Report dependencies on modules that the agent includes in another major version, unless the project has its own."""
    wanted = known.target
    if not wanted.bundled_modules:
        return
    for name, requirement in _versions(metadata.root.get("dependencies")):
        bundled, accepted = wanted.bundled_modules.get(name), version_range(requirement.text or "")
        if bundled is None or accepted is None or accepts(accepted, int(bundled)) or name.partition("-")[2] in known.project.modules:
            continue
        product, major = wanted.product, version_of(wanted.name)[1]
        message = excluded_module(product, major, name, bundled, str(requirement.text))
        yield message.at(requirement.start, requirement.end, fixes=_fixes(requirement, int(bundled)))


def _versions(listed: Json | None) -> Iterator[tuple[str, Json]]:
    """The names that a list gives, and the ranges of their versions."""
    for each in () if listed is None else listed.items:
        name, requirement = each.get("name"), each.get("version_requirement")
        if name is not None and requirement is not None and requirement.text is not None:
            yield normalized_name(name), requirement


def accepts(accepted: SemVerRange, major: int) -> bool:
    """Whether a range includes a release of a major version: the first, or the newest."""
    return any(accepted.includes(SemVer(major, minor, 0)) for minor in (0, NEWEST))


def _fixes(requirement: Json, major: int) -> tuple[Fix, ...]:
    """A higher limit, which says that the module was tested with the version."""
    text = str(requirement.text)
    limit = LIMIT.search(text)
    if limit is None or int(limit[1]) > major:
        return ()
    shown = f"{text[: limit.start()]}< {major + 1}.0.0"
    return (Fix(f'Require "{shown}"', (Edit(requirement.start, requirement.end, f'"{shown}"'),)),)
