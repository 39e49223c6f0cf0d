"""All places of a project that name the same thing."""

from __future__ import annotations

import os
from typing import NamedTuple

from puppet_check.features.data_keys import data_keys
from puppet_check.features.others import Others
from puppet_check.features.uses import KEY, LOCAL, MEMBER, Role, Subject, Use, uses_at, uses_of
from puppet_check.features.view import View
from puppet_typesys.loader import CLASS


class Reference(NamedTuple):
    """A place that names something."""

    path: str
    start: int
    end: int
    role: Role


def references(view: View, offset: int, others: Others) -> list[Reference]:
    """The places that name what the word at an offset names."""
    found = uses_at(view, offset)
    return references_of(found[0].subject, view, others) if found else []


def references_of(subject: Subject, view: View, others: Others) -> list[Reference]:
    """The places that name something, data among them."""
    if subject.kind == LOCAL:
        return [_reference(view, each) for each in uses_of(subject, view)]
    found = [_reference(other, each) for other in others.with_words([subject.word]) for each in uses_of(subject, other)]
    return [*found, *(Reference(*each, "write") for each in _in_data(subject, others))]


def _in_data(subject: Subject, others: Others) -> list[tuple[str, int, int]]:
    kind, _, owner = subject.owner.partition(" ")
    if subject.kind == KEY:
        return [(*each,) for each in data_keys(subject.name, others)]
    if subject.kind == MEMBER and kind == CLASS:
        return [(*each,) for each in data_keys(f"{owner}::{subject.name}", others)]
    return []


def _reference(view: View, use: Use) -> Reference:
    return Reference(os.path.abspath(view.path), use.start, use.end, use.role)


def highlights(view: View, offset: int) -> list[Use]:
    """The places of this text that name what the word at an offset names."""
    found = uses_at(view, offset)
    return sorted(uses_of(found[0].subject, view), key=lambda each: each.start) if found else []
