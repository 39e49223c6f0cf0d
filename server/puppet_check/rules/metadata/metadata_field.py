"""Fields of `metadata.json` that are missing, given twice, or of the wrong type."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.metadata.check import Metadata, metadata_field
from puppet_check.rules.metadata.names import NAME, end_of, is_version, place_of, version_range
from puppet_check.workspace.json_text import Json
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity

DEMANDED = ("version", "author", "license", "source", "dependencies")
"""Without one of them Puppet does not load the module."""
OF_FORGE = {"name": Severity.ERROR, "summary": Severity.INFO}
"""What only the Forge and the tools for it require. Puppet goes by the folder of a module, not by the name in its metadata."""
TEXTS = ("name", "version", "author", "license", "source", "summary", "description", "project_page", "issues_url")

MODULES = "modules"
"""The folder of the modules of a site, of which those that were published have an author in their name."""
OF_SITE = lazy_pattern(r"(?:roles?|profiles?)(?:_.*)?")
"""The names of modules that a site has for itself, and does not publish."""


@metadata_field.variant()
def missing_for_forge(field: str) -> str:
    return f"'{field}' is missing, which the Forge requires"


@metadata_field.variant()
def given_twice(field: str) -> str:
    return f"duplicate field '{field}'; the last value is used"


@metadata_field.variant()
def wrong_type(field: str, expected: str, actual: str) -> str:
    return f"'{field}' must be {expected}, not {actual}"


@metadata_field.variant()
def wrong_version(text: str) -> str:
    return f"'{text}' is not a valid version; expected three numbers such as `1.2.3`"


@metadata_field.variant()
def wrong_name(text: str) -> str:
    return f"'{text}' is not a full module name; expected `author-name`"


@metadata_field.variant()
def wrong_item(field: str, key: str) -> str:
    return f"an item of '{field}' must be an object with a string '{key}'"


@metadata_field.variant()
def wrong_range(text: str) -> str:
    return f"'{text}' is not a valid version range; expected something like `>= 1.2.0 < 3.0.0`"


@rule(on=Metadata)
def check_fields(metadata: Metadata, known: Known) -> Iterator[Diagnostic]:
    """Report the fields that Puppet and the Forge demand."""
    root = metadata.root
    yield from _twice(root)
    for key in DEMANDED:
        value = root.get(key)
        if value is None or value.value is None:
            yield metadata_field(key).at(*place_of(root.member(key), root), fixes=_with_field(key, metadata))
    for key, severity in OF_FORGE.items():
        value = root.get(key)
        if value is None or (key == "name" and value.value is None):
            yield missing_for_forge(key).at(*place_of(root.member(key), root), severity=severity, fixes=_with_field(key, metadata))
    for key in TEXTS:
        value = root.get(key)
        if value is not None and value.value is not None and value.text is None:
            severity = Severity.ERROR if key in ("name", "version") else Severity.WARNING
            yield wrong_type(key, "a string", value.kind).at(value.start, end_of(value), severity=severity)
    name, version = root.get("name"), root.get("version")
    if name is not None and name.text is not None and not NAME.fullmatch(name.text):
        # Without an author, the Forge does not take a module; Puppet, which goes by the folder, loads it.
        is_of_site = is_unpublished(metadata, known) or OF_SITE.fullmatch(name.text) is not None
        is_private = is_of_site and NAME.fullmatch(f"author-{name.text}") is not None
        yield wrong_name(name.text).at(name.start, name.end, severity=Severity.INFO if is_private else None)
    if version is not None and version.text is not None and not is_version(version.text):
        is_private = is_unpublished(metadata, known)
        yield wrong_version(version.text).at(version.start, version.end, severity=Severity.INFO if is_private else None)


def is_unpublished(metadata: Metadata, known: Known) -> bool:
    """Whether a module is one of a site, of which Puppet only reads what it needs, as opposed to one that was published."""
    return known.project.is_environment and os.path.basename(os.path.dirname(os.path.abspath(metadata.module.folder))) != MODULES


def _twice(root: Json) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for each in root.members:
        if each.key in seen:
            yield given_twice(each.key).at(each.start, each.end, severity=Severity.WARNING)
        seen.add(each.key)


def _with_field(key: str, metadata: Metadata) -> tuple[Fix, ...]:
    """The missing field before all others, with an empty value to be filled in."""
    root = metadata.root
    if root.member(key) is not None:
        return ()
    first = root.members[0].start
    between = metadata.text.slice(root.start + 1, first)
    value = "[]" if key == "dependencies" else '""'
    return (Fix(f"Add '{key}'", (Edit(first, first, f'"{key}": {value},{between or " "}'),)),)


@rule(on=Metadata)
def check_lists(metadata: Metadata, known: Known) -> Iterator[Diagnostic]:
    """Report lists of the wrong shape that only tools read, which is worth a warning."""
    for key, name, inner in (("requirements", "name", ""), ("operatingsystem_support", "operatingsystem", "operatingsystemrelease")):
        listed = metadata.root.get(key)
        if listed is None or listed.value is None:
            continue
        if not isinstance(listed.value, list):
            yield wrong_type(key, "an array", listed.kind).at(listed.start, end_of(listed), severity=Severity.WARNING)
        for each in listed.items:
            word = each.get(name)
            if not isinstance(each.value, dict) or word is None or word.text is None:
                yield wrong_item(key, name).at(each.start, each.start + 1, severity=Severity.WARNING)
            elif inner:
                yield from _releases(each.get(inner), inner)
            else:
                yield from _requirement(each.get("version_requirement"))


def _releases(given: Json | None, key: str) -> Iterator[Diagnostic]:
    if given is None or given.value is None:
        return
    if not isinstance(given.value, list):
        yield wrong_type(key, "an array", given.kind).at(given.start, end_of(given), severity=Severity.WARNING)
    for each in given.items:
        if each.text is None:
            yield wrong_type("release", "a string", each.kind).at(each.start, end_of(each), severity=Severity.WARNING)


def _requirement(given: Json | None) -> Iterator[Diagnostic]:
    if given is None or given.value is None:
        return
    if given.text is None:
        message = wrong_type("version_requirement", "a string", given.kind)
        yield message.at(given.start, end_of(given), severity=Severity.WARNING)
    elif version_range(given.text) is None:
        yield wrong_range(given.text).at(given.start, given.end, severity=Severity.WARNING)
