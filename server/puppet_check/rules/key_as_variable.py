"""Keys of Hiera data that are read as variables: `$site::port` where `lookup('site::port')` is meant."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.issues.evaluation.names import unknown_variable
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.values.hash import EMPTY


@unknown_variable.variant()
def key_as_variable(name: str) -> str:
    return f"Unknown variable: '{name}'. It is a key of the data; expected `lookup('{name}')`"


@rule(on=ast.Program)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report variables of classes that do not exist, if the data have a key of the same name."""
    project = file.known.project
    names = [each for each in file.variables if "::" in each.removeprefix("::")]
    if not names or not project.has_data:
        return
    for qualified in names:
        name = qualified.removeprefix("::")
        module = name.partition("::")[0]
        if module in project.modules or module in project.missing or project.is_external(module):
            continue
        owner = TypedName(CLASS, name.rpartition("::")[0])
        if file.known.external.load(owner) is not None or file.known.external.is_complete(owner):
            continue
        file.known.world.lookup(name, EMPTY)  # The finding depends on the value.
        if name in file.known.hiera().layer(None, "levels").by_key:
            for node in file.variables[qualified]:
                yield key_as_variable(name).at(node.start, node.end, severity=Severity.WARNING)
