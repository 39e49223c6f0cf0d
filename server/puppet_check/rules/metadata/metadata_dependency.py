"""Dependencies in `metadata.json` that are malformed or contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.metadata.check import Metadata
from puppet_check.rules.metadata.metadata_field import is_unpublished
from puppet_check.rules.metadata.metadata_field import wrong_type as wrong_field
from puppet_check.rules.metadata.names import NAME, end_of, normalized_name, version_range
from puppet_check.workspace.json_text import Json
from puppet_check.workspace.known import Known
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@issue(Severity.ERROR)
def metadata_dependency(name: str) -> str:
    """Invalid dependency in `metadata.json`"""
    return f"'{name}' is not a full module name; expected `author-name`"


@metadata_dependency.variant()
def not_an_object() -> str:
    return "a dependency must be an object with a string 'name'"


@metadata_dependency.variant()
def on_itself() -> str:
    return "the module depends on itself"


@metadata_dependency.variant()
def given_twice(name: str) -> str:
    return f"the dependency on '{name}' is listed twice"


@metadata_dependency.variant()
def wrong_type(actual: str) -> str:
    return f"'version_requirement' must be a string, not {actual}"


@metadata_dependency.variant()
def wrong_range(text: str) -> str:
    return f"'{text}' is not a valid version range; expected something like `>= 1.2.0 < 3.0.0`"


@rule(on=Metadata)
def check_dependencies(metadata: Metadata, known: Known) -> Iterator[Diagnostic]:
    """Report the dependencies that Puppet refuses or that have no effect."""
    listed = metadata.root.get("dependencies")
    if listed is None or listed.value is None:
        return
    if not isinstance(listed.value, list):
        yield wrong_field("dependencies", "an array", listed.kind).at(listed.start, end_of(listed))
        return
    own = normalized_name(metadata.root.get("name"))
    seen: dict[str, str | None] = {}
    for each in listed.items:
        name = each.get("name")
        if not isinstance(each.value, dict) or name is None or name.text is None:
            yield not_an_object().at(each.start, each.start + 1)
            continue
        requirement = each.get("version_requirement")
        text = None if requirement is None else requirement.text
        key = normalized_name(name)
        if not NAME.fullmatch(name.text):
            yield metadata_dependency(name.text).at(name.start, name.end)
        elif key == own:
            yield on_itself().at(name.start, name.end, severity=Severity.WARNING)
        elif key in seen:
            severity = Severity.WARNING if seen[key] == text else Severity.ERROR
            yield given_twice(name.text).at(name.start, name.end, severity=severity)
        seen.setdefault(key, text)
        yield from _requirement(requirement, is_private=is_unpublished(metadata, known))


def _requirement(given: Json | None, *, is_private: bool) -> Iterator[Diagnostic]:
    if given is None or given.value is None:
        return
    if given.text is None:
        yield wrong_type(given.kind).at(given.start, end_of(given))
    elif version_range(given.text) is None:
        severity = Severity.INFO if is_private else None
        yield wrong_range(given.text).at(given.start, given.end, severity=severity)
