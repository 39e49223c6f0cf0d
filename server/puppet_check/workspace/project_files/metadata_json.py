"""`metadata.json`: what a module says about itself and about the modules it needs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.project_files.codes import finding
from puppet_check.workspace.project_files.json_text import Json, JsonSyntaxError, Member, read_json
from puppet_check.workspace.project_files.mentions import mentioned_modules
from puppet_check.workspace.roots import CODE
from puppet_check.workspace.workspace import Known
from puppet_typesys.diagnostics import Severity
from puppet_typesys.infer.model import Finding
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange

NAME = re.compile(r"[A-Za-z0-9]+[-/][A-Za-z][A-Za-z0-9_]*")
DEMANDED = ("name", "version", "author", "license", "source", "dependencies")
"""Without one of them the reference does not load the module."""
TEXTS = ("name", "version", "author", "license", "source", "summary", "description", "project_page", "issues_url")
WITH_AGENT = frozenset(f"{name}_core" for name in ("augeas", "cron", "host", "mount", "selinux", "sshkeys", "yumrepo", "zfs", "zone")) | {
    "scheduled_task"
}
"""The modules that come with the agent, and are there without being on any module path of a project."""


def check_metadata(path: str, source: bytes, known: Known) -> list[Finding]:
    """What is wrong in a module's metadata; nothing for a file of that name that lies elsewhere than on top of a module."""
    folder = os.path.dirname(os.path.abspath(path))
    project = known.project
    module = next((each for each in project.modules.values() if each.folder == folder), None)
    if not source or module is None or os.path.basename(folder) in CODE:
        return []
    try:
        root = read_json(source)
    except JsonSyntaxError as error:
        return [finding("metadata-syntax", error.offset, error.offset + 1, str(error))]
    if not isinstance(root.value, dict):
        return [finding("metadata-field", root.start, root.start + 1, f"the metadata are an object, not {root.kind}")]
    if not root.members:
        return []
    found = [*_fields(root), *_dependencies(root), *_lists(root)]
    return [*found, *_against_project(root, module, project), *_undeclared(root, module, project)]


def _fields(root: Json) -> Iterator[Finding]:
    seen: set[str] = set()
    for each in root.members:
        if each.key in seen:
            yield finding("metadata-field", each.start, each.end, f"'{each.key}' is given twice, the last one counts", Severity.WARNING)
        seen.add(each.key)
    for key in DEMANDED:
        value = root.get(key)
        if value is None or value.value is None:
            start, end = _place(root.member(key), root)
            yield finding("metadata-field", start, end, f"no '{key}' is given, without which the module is not loaded")
    if root.get("summary") is None:
        yield finding("metadata-field", *_place(None, root), "no 'summary' is given, which the Forge demands", Severity.INFO)
    for key in TEXTS:
        value = root.get(key)
        if value is not None and value.value is not None and value.text is None:
            severity = Severity.ERROR if key in ("name", "version") else Severity.WARNING
            yield finding("metadata-field", value.start, _end(value), f"'{key}' is a string, not {value.kind}", severity)
    yield from _name(root.get("name"))
    version = root.get("version")
    if version is not None and version.text is not None and not is_version(version.text):
        message = f"'{version.text}' is no version, expected three numbers such as 1.2.3"
        yield finding("metadata-field", version.start, version.end, message)


def _name(name: Json | None) -> Iterator[Finding]:
    if name is None or name.text is None or NAME.fullmatch(name.text):
        return
    yield finding("metadata-field", name.start, name.end, f"'{name.text}' is no full name of a module, expected owner-name")


def _dependencies(root: Json) -> Iterator[Finding]:
    listed = root.get("dependencies")
    if listed is None or listed.value is None:
        return
    if not isinstance(listed.value, list):
        yield finding("metadata-field", listed.start, _end(listed), f"'dependencies' is an array, not {listed.kind}")
        return
    own = _normal(root.get("name"))
    seen: dict[str, str | None] = {}
    for each in listed.items:
        name = each.get("name")
        if not isinstance(each.value, dict) or name is None or name.text is None:
            yield finding("metadata-dependency", each.start, each.start + 1, "a dependency is an object with a 'name' that is a string")
            continue
        requirement = each.get("version_requirement")
        text = None if requirement is None else requirement.text
        normal = _normal(name)
        if not NAME.fullmatch(name.text):
            yield finding("metadata-dependency", name.start, name.end, f"'{name.text}' is no full name of a module, expected owner-name")
        elif normal == own:
            yield finding("metadata-dependency", name.start, name.end, "the module depends on itself", Severity.WARNING)
        elif normal in seen:
            severity = Severity.WARNING if seen[normal] == text else Severity.ERROR
            yield finding("metadata-dependency", name.start, name.end, f"the dependency on '{name.text}' is given twice", severity)
        seen.setdefault(normal, text)
        yield from _requirement(requirement, Severity.ERROR)


def _requirement(given: Json | None, severity: Severity) -> Iterator[Finding]:
    if given is None or given.value is None:
        return
    if given.text is None:
        message = f"'version_requirement' is a string, not {given.kind}"
        yield finding("metadata-dependency", given.start, _end(given), message, severity)
    elif version_range(given.text) is None:
        message = f"'{given.text}' is no range of versions, expected one such as >= 1.2.0 < 3.0.0"
        yield finding("metadata-dependency", given.start, given.end, message, severity)


def _lists(root: Json) -> Iterator[Finding]:
    """What only tools read: the wrong shape is worth a warning."""
    for key, name, inner in (("requirements", "name", ""), ("operatingsystem_support", "operatingsystem", "operatingsystemrelease")):
        listed = root.get(key)
        if listed is None or listed.value is None:
            continue
        if not isinstance(listed.value, list):
            message = f"'{key}' is an array, not {listed.kind}"
            yield finding("metadata-field", listed.start, _end(listed), message, Severity.WARNING)
        for each in listed.items:
            word = each.get(name)
            if not isinstance(each.value, dict) or word is None or word.text is None:
                message = f"an item of '{key}' is an object with '{name}', a string"
                yield finding("metadata-field", each.start, each.start + 1, message, Severity.WARNING)
            elif inner:
                yield from _releases(each.get(inner), inner)
            else:
                yield from _requirement(each.get("version_requirement"), Severity.WARNING)


def _releases(given: Json | None, key: str) -> Iterator[Finding]:
    if given is None or given.value is None:
        return
    if not isinstance(given.value, list):
        yield finding("metadata-field", given.start, _end(given), f"'{key}' is an array, not {given.kind}", Severity.WARNING)
    for each in given.items:
        if each.text is None:
            yield finding("metadata-field", each.start, _end(each), f"a release is a string, not {each.kind}", Severity.WARNING)


def _against_project(root: Json, module: Module, project: Project) -> Iterator[Finding]:
    """Dependencies that are not there, or there in another version."""
    is_known = project.is_environment or bool(project.modulepath)
    told: set[str] = set()
    listed = root.get("dependencies")
    for each in () if listed is None else listed.items:
        name, requirement = each.get("name"), each.get("version_requirement")
        if name is None or name.text is None or not NAME.fullmatch(name.text):
            continue
        short = re.split("[-/]", name.text)[1]
        if short == module.name or short in told or short != short.lower():
            continue
        told.add(short)
        other = project.modules.get(short)
        if other is None:
            # A folder may have another name than the metadata in it.
            is_there = any(_full(each) == _normal(name) for each in project.modules.values())
            if is_known and not is_there and short not in WITH_AGENT:
                yield finding("missing-module", name.start, name.end, f"the module {name.text} is not on the module path")
            continue
        range = None if requirement is None or requirement.text is None else version_range(requirement.text)
        version = other.metadata.version if other.metadata is not None else None
        if requirement is None or range is None or version is None or not is_version(version) or _full(other) != _normal(name):
            continue
        if not range.includes(SemVer.parse(version)):
            message = f"{name.text} is there in version {version}, which is not in the range {requirement.text}"
            yield finding("module-version", requirement.start, requirement.end, message)


def _full(module: Module) -> str:
    name = module.metadata.name if module.metadata is not None else None
    return (name or "").replace("/", "-").lower()


def _undeclared(root: Json, module: Module, project: Project) -> Iterator[Finding]:
    """Modules that the code mentions and that are there, while nobody would know to install them."""
    listed = root.get("dependencies")
    if listed is None or not isinstance(listed.value, list):
        return
    declared = {_normal(each.get("name")).partition("-")[2] for each in listed.items}
    others = frozenset(project.modules) - declared - {module.name} - WITH_AGENT
    member = root.member("dependencies")
    for name, (path, line) in mentioned_modules(module.folder, others).items():
        where = os.path.relpath(path, module.folder)
        message = f"the module {name} is used ({where}:{line}), and is no dependency"
        yield finding("undeclared-module", *_place(member, root), message)


def is_version(text: str) -> bool:
    """Whether a text is a version of three numbers."""
    try:
        SemVer.parse(text)
    except ArgumentError:
        return False
    return True


def version_range(text: str) -> SemVerRange | None:
    """The range that a text means; None when it means none."""
    try:
        return SemVerRange.parse(text)
    except (ArgumentError, InternalError):
        return None


def _normal(name: Json | None) -> str:
    return "" if name is None or name.text is None else name.text.replace("/", "-").lower()


def _place(member: Member | None, root: Json) -> tuple[int, int]:
    return (root.start, root.start + 1) if member is None else (member.start, member.end)


def _end(value: Json) -> int:
    """The end of what is marked: of an array or object its bracket only."""
    return value.start + 1 if isinstance(value.value, list | dict) else value.end
