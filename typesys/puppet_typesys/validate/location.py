"""Rules about files that Puppet finds by name: what may stand in them."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_typesys.issues import language as issues
from puppet_typesys.issues.labels import label
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.rule import Finding, rule


@rule(on=ast.NamedDefinition, whole=True)
def illegal_definition_location(definition: ast.NamedDefinition, file: File) -> Iterator[Finding]:
    """A definition's name does not fit the file that it stands in."""
    if file.place is not None and not file.place.accepts(definition.name):
        yield Finding(*span(definition), issues.illegal_definition_location(definition.name, file.place.file))


@rule(on=ast.TypeAlias, whole=True)
def misplaced_type(definition: ast.TypeAlias, file: File) -> Iterator[Finding]:
    """A file of a module's `types` defines a type of another name."""
    place = file.place
    if place is not None and place.folder == "types" and place.namespace not in (None, definition.name.lower().removeprefix("::")):
        yield Finding(*span(definition), issues.misplaced_type(place.file, str(place.namespace), definition.name))


@rule(on=ast.Program, whole=True)
def illegal_top_construct_location(program: ast.Program, file: File) -> Iterator[Finding]:
    """A module's file has code outside of its definitions."""
    if file.place is None:
        return
    for statement in file.statements:
        if isinstance(statement, ast.Definition) and not isinstance(statement, ast.NodeDefinition):
            continue
        if not isinstance(statement, ast.ErrorNode):
            yield Finding(*span(statement), issues.illegal_top_construct_location(label(statement)))
