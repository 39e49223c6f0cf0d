"""Document links to the files of classes, templates, module files and `@see` tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.features.navigation.computed_names import computed_occurrence
from puppet_check.features.navigation.occurrences import file_occurrences
from puppet_check.features.navigation.targets import targets
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.symbols import DEFINED, FILE, TEMPLATE, Symbol, plain
from puppet_check.features.view import View
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.loader import CLASS

SEE = lazy_pattern(rb"@see[ \t]+((?:::)?\w+(?:::\w+)*)[ \t]*$", re.MULTILINE)
"""A `@see` tag with a name; editors find URLs on their own."""
INCLUDING = functions_with(Role.CLASS)


class Link(NamedTuple):
    """A link to a file."""

    start: int
    end: int
    path: str


def links(view: View, project_files: ProjectFiles) -> Iterator[Link]:
    """The links of a text."""
    included = _included(view.program)
    for occurrence in file_occurrences(view):
        if occurrence.symbol.kind != CLASS or occurrence.start in included:
            for place in targets(occurrence.symbol, view, project_files)[:1]:
                yield Link(occurrence.start, occurrence.end, place.path)
    for node in ast.walk(view.program):
        found = computed_occurrence(view, node.segments[0].start) if isinstance(node, ast.ConcatenatedString) else None
        if found is not None and found.symbol.kind in (TEMPLATE, FILE, CLASS):
            yield from (Link(found.start, found.end, place.path) for place in targets(found.symbol, view, project_files)[:1])
    for comment in view.program.comments:
        for named in SEE.finditer(view.text.source, comment.start, comment.end):
            name = plain(named[1].decode())
            places = [each for kind in DEFINED.values() for each in targets(Symbol(kind, name), view, project_files)]
            if places:
                yield Link(*named.span(1), places[0].path)


def _included(program: ast.Program) -> set[int]:
    """The offsets of the names of included classes, after a quote and `::` if present."""
    calls = [each for each in ast.walk(program) if called(each) in INCLUDING]
    names = [each for call in calls for each in ast.walk(call) if isinstance(each, ast.QualifiedName | ast.LiteralString)]
    return {each.start + shift for each in names for shift in range(4)}
