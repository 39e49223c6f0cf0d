"""All places of a project that name the same thing."""

from __future__ import annotations

import os
from typing import NamedTuple

from puppet_check.features.other.elsewhere import uses_elsewhere
from puppet_check.features.others import Others
from puppet_check.features.subjects import LOCAL, Role, Subject, Use
from puppet_check.features.uses import uses_at, uses_of
from puppet_check.features.view import View


class Reference(NamedTuple):
    """A place that names something."""

    path: str
    start: int
    end: int
    role: Role


def references_of(subject: Subject, view: View, others: Others) -> list[Reference]:
    """The places that name something, those in data, templates and lists of modules among them."""
    if subject.kind == LOCAL:
        return [_reference(view, each) for each in uses_of(subject, view)]
    found = [_reference(other, each) for other in others.with_words([subject.word]) for each in uses_of(subject, other)]
    return [*found, *(Reference(path, use.start, use.end, use.role) for path, use in uses_elsewhere(subject, others))]


def _reference(view: View, use: Use) -> Reference:
    return Reference(os.path.abspath(view.path), use.start, use.end, use.role)


def highlights(view: View, offset: int) -> list[Use]:
    """The places of this text that name what the word at an offset names."""
    found = uses_at(view, offset)
    return sorted(uses_of(found[0].subject, view), key=lambda each: each.start) if found else []
