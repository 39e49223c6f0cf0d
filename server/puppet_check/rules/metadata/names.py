"""Names and versions of modules in `metadata.json`, and places of its values."""

from __future__ import annotations

from puppet_check.workspace.json_text import Json, Member
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange

NAME = lazy_pattern(r"[A-Za-z0-9]+[-/][A-Za-z][A-Za-z0-9_]*")
"""A full name: that of the author and that of the module."""


def is_version(text: str) -> bool:
    """Whether a text is a version of three numbers."""
    try:
        SemVer.parse(text)
    except ArgumentError:
        return False
    return True


def version_range(text: str) -> SemVerRange | None:
    """The version range that a text denotes; None if it is not valid."""
    return SemVerRange.read(text)


def normalized_name(name: Json | None) -> str:
    """A full name with a hyphen and in lower case; empty if there is none."""
    return "" if name is None or name.text is None else name.text.replace("/", "-").lower()


def place_of(member: Member | None, root: Json) -> tuple[int, int]:
    """The key of a member, or the first byte of the object without it."""
    return (root.start, root.start + 1) if member is None else (member.start, member.end)


def end_of(value: Json) -> int:
    """The end of the span for a finding about a value: that of the first byte for arrays and objects."""
    return value.start + 1 if isinstance(value.value, list | dict) else value.end
