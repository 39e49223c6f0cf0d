"""Code lenses above definitions: the number of references."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.symbols import DEFINED, Symbol, plain
from puppet_check.features.usages.references import Reference, all_references_of
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_grammar.text import Span


class Lens(NamedTuple):
    """A definition with a code lens; `span` is that of its name."""

    symbol: Symbol
    span: Span


def lenses(program: ast.Program) -> Iterator[Lens]:
    """The code lenses of a file. References are counted when a lens is shown (`counted`)."""
    for each in program.definitions:
        if isinstance(each, ast.NamedDefinition | ast.TypeAlias):
            yield Lens(Symbol(DEFINED[each.__class__], plain(each.name)), each.name_span)


def counted(symbol: Symbol, view: View, project_files: ProjectFiles) -> list[Reference]:
    """The references to a symbol, without its definitions."""
    return [each for each in all_references_of(symbol, view, project_files) if each.role != "define"]
