"""What is above definitions: how often they are used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.features.others import Others
from puppet_check.features.references import Reference, references_of
from puppet_check.features.subjects import DEFINED, Subject, plain
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_grammar.text import Span


class Lens(NamedTuple):
    """A definition that can be counted."""

    subject: Subject
    span: Span


def lenses(program: ast.Program) -> Iterator[Lens]:
    """The definitions of a file; how often each is used is found out when it is shown."""
    for each in program.definitions:
        if isinstance(each, ast.NamedDefinition | ast.TypeAlias):
            yield Lens(Subject(DEFINED[each.__class__], plain(each.name)), each.name_span)


def counted(subject: Subject, view: View, others: Others) -> list[Reference]:
    """The places where something is used."""
    return [each for each in references_of(subject, view, others) if each.role != "define"]
