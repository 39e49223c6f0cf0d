"""Rules about the contents of files that Puppet autoloads by name."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.issues.labels import label
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.table import rule


@issue(Severity.ERROR)
def illegal_definition_location(name: str, file: str) -> str:
    """Name of a definition does not match its file"""
    return f"Unacceptable location. The name '{name}' is unacceptable in file '{file}'"


@rule(on=ast.NamedDefinition, whole=True)
def check_illegal_definition_location(definition: ast.NamedDefinition, file: File) -> Iterator[Diagnostic]:
    if file.place is not None and not file.place.parked and not file.place.accepts(definition.name):
        yield illegal_definition_location(definition.name, file.place.file).at(*span(definition))


@issue(Severity.WARNING)
def longer_name(name: str, expected: str) -> str:
    """Definition is not found, since its name only begins with that of its file"""
    return f"nothing finds '{name}' in this file, which is searched for '{expected}' only"


@rule(on=ast.Program, whole=True)
def check_longer_name(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    expected = file.place.namespace if file.place is not None else None
    if expected is None:
        return
    named = [each for each in program.definitions if isinstance(each, ast.NamedDefinition)]
    names = [each.name.lower().removeprefix("::") for each in named]
    if names and all(each.startswith(expected) and each[len(expected) :].replace("_", "").isalnum() for each in names):
        yield longer_name(named[0].name, expected).at(*span(named[0]))


@issue(Severity.ERROR)
def misplaced_type(file: str, expected: str, actual: str) -> str:
    """Type alias does not match its file"""
    return f"The code loaded from {file} produced type with the wrong name, expected '{expected}', actual '{actual}'"


@rule(on=ast.TypeAlias, whole=True)
def check_misplaced_type(definition: ast.TypeAlias, file: File) -> Iterator[Diagnostic]:
    place = file.place
    if place is not None and place.folder == "types" and place.namespace not in (None, definition.name.lower().removeprefix("::")):
        yield misplaced_type(place.file, str(place.namespace), definition.name).at(*span(definition))


@issue(Severity.ERROR)
def illegal_top_construct_location(construct: str) -> str:
    """Code outside of definitions in a file of a module"""
    return f"This {construct} is unacceptable as a top level construct in this location"


@issue(Severity.INFO)
def parked_folder(folder: str) -> str:
    """Folder with manifests that are never loaded"""
    return f"the manifests in '{folder}' are never loaded: their names are not those that belong to this folder"


@rule(on=ast.Program, whole=True)
def check_illegal_top_construct_location(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    if file.place is None:
        return
    if file.place.parked:
        first = min(program.definitions, key=lambda each: each.start)
        yield parked_folder(file.place.parked).at(*span(first))
        return
    for statement in file.statements:
        if isinstance(statement, ast.Definition) and not isinstance(statement, ast.NodeDefinition):
            continue
        if not isinstance(statement, ast.ErrorNode):
            yield illegal_top_construct_location(label(statement)).at(*span(statement))
