"""References to a symbol in all files of a project."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.features.navigation.occurrences import occurrences_among, occurrences_at, occurrences_of
from puppet_check.features.navigation.passed_parameters import argument_symbols, passed_parameter
from puppet_check.features.other.references import occurrences_in_other_files, occurrences_in_ruby
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.symbols import LOCAL, OF_STATEMENTS, WHOLE, Occurrence, Role, Symbol
from puppet_check.features.view import View


class Reference(NamedTuple):
    """An occurrence of a symbol in a file."""

    path: str
    start: int
    end: int
    role: Role


def all_references_of(symbol: Symbol, view: View, project_files: ProjectFiles) -> list[Reference]:
    """The references to a symbol, including those in Ruby."""
    return [
        *references_of(symbol, view, project_files),
        *(Reference(path, each.start, each.end, each.role) for path, each in occurrences_in_ruby(symbol, project_files)),
    ]


def references_of(symbol: Symbol, view: View, project_files: ProjectFiles) -> list[Reference]:
    """The references to a symbol, including those in data, templates and other files that are not Puppet code."""
    if (parameter := passed_parameter(symbol, project_files)) is not None:
        symbol, view = parameter
    if symbol.kind == LOCAL:
        return [
            *(_reference(view, each) for each in occurrences_of(symbol, view)),
            *(_reference(other, each) for key, other in _passing(symbol, view, project_files) for each in occurrences_of(key, other)),
        ]
    found = [*_in_code(symbol, project_files)]
    return [
        *found,
        *(
            Reference(path, occurrence.start, occurrence.end, occurrence.role)
            for path, occurrence in occurrences_in_other_files(symbol, project_files)
        ),
    ]


def _in_code(symbol: Symbol, project_files: ProjectFiles) -> Iterator[Reference]:
    """The references in Puppet code."""
    if symbol.kind in OF_STATEMENTS:
        for view, offsets in project_files.with_word(symbol.word, symbol.owner):
            yield from (_reference(view, each) for each in occurrences_among(symbol, view, offsets))
        return
    if symbol.kind not in WHOLE:
        yield from (_reference(view, each) for view in project_files.with_words([symbol.word]) for each in occurrences_of(symbol, view))
        return
    # A definition inside of another one is written without the name of that.
    defining = {os.path.abspath(each.place.path) for each in project_files.known.loader.load_all(symbol.typed_name) if not each.interface}
    for view, offsets in project_files.naming(symbol.name):
        if os.path.abspath(view.path) not in defining:
            yield from (_reference(view, each) for each in occurrences_among(symbol, view, offsets))
    views = map(project_files.view, sorted(defining))
    yield from (_reference(view, each) for view in views if view is not None for each in occurrences_of(symbol, view))


def _passing(symbol: Symbol, view: View, project_files: ProjectFiles) -> Iterator[tuple[Symbol, View]]:
    """The keys with which callers of a template may pass a variable of it, with the files that have them."""
    keys = argument_symbols(symbol, view, project_files)
    for other in project_files.with_words([symbol.name]) if keys else ():
        yield from ((each, other) for each in keys)


def _reference(view: View, occurrence: Occurrence) -> Reference:
    return Reference(os.path.abspath(view.path), occurrence.start, occurrence.end, occurrence.role)


def highlights(view: View, offset: int) -> list[Occurrence]:
    """The occurrences in this text of the symbol at an offset."""
    found = occurrences_at(view, offset)
    return sorted(occurrences_of(found[0].symbol, view), key=lambda each: each.start) if found else []
