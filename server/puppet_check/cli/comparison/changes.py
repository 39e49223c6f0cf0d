"""Changes: what differs between two versions of what a module offers, and the version step that each difference takes."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, RESOURCE_TYPE, TYPE, Place


class VersionPart(IntEnum):
    """Which part of the version has to be raised."""

    PATCH = 0
    MINOR = 1
    MAJOR = 2

    @property
    def text(self) -> str:
        """The name in lower case."""
        return self.name.lower()


STEPS = {
    "definition-removed": VersionPart.MAJOR,
    "definition-private": VersionPart.MAJOR,
    "definition-added": VersionPart.MINOR,
    "definition-deprecated": VersionPart.MINOR,
    "parameter-removed": VersionPart.MAJOR,
    "parameter-required": VersionPart.MAJOR,
    "parameter-added": VersionPart.MINOR,
    "parameter-optional": VersionPart.MINOR,
    "type-narrowed": VersionPart.MAJOR,
    "type-widened": VersionPart.MINOR,
    "default-changed": VersionPart.MINOR,
    "call-removed": VersionPart.MAJOR,
    "return-type-changed": VersionPart.MAJOR,
    "attribute-removed": VersionPart.MAJOR,
    "attribute-required": VersionPart.MAJOR,
    "attribute-added": VersionPart.MINOR,
    "value-removed": VersionPart.MAJOR,
    "provider-removed": VersionPart.MAJOR,
    "system-removed": VersionPart.MAJOR,
    "requirement-narrowed": VersionPart.MAJOR,
}
"""The kinds of changes."""
LABELS = {
    CLASS: "class",
    DEFINE: "define",
    FUNCTION: "function",
    TYPE: "type",
    RESOURCE_TYPE: "resource type",
    FACT: "fact",
    PLAN: "plan",
}
"""The kinds of definitions that others use, and what messages call them."""


class Change(NamedTuple):
    """A difference that users of a module may notice."""

    code: str
    """One of `STEPS`."""
    subject: str
    """The definition that it is about, such as `class apache`; `metadata.json` for the module as a whole."""
    message: str
    place: Place | None = None
    """Where it is, with the offset in `start`: in the file afterwards, or before the change if the definition is gone."""
    is_before: bool = False

    @property
    def step(self) -> VersionPart:
        """The version step that it takes."""
        return STEPS[self.code]
