"""Qualified variables of a namespace that is nearly `settings` or a module of the project: `$setings::confdir`, `$ngnix::user`.

The evaluation takes them for those of a module that is not there.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.missing_modules import is_undeclared
from puppet_check.rules.own_namespace import without_module
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.spelling import is_mistyped, is_one_letter_off

SETTINGS = "settings"
SHORTEST = 5
"""The length of the shortest name of a module that is compared."""


@rule(on=ast.Program, whole=True)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report each read of a variable that only has a value with another beginning."""
    modules = file.known.project.modules
    for name, nodes in file.variables.items():
        first, colons, rest = name.removeprefix("::").partition("::")
        if not colons or first in modules or first == SETTINGS:
            continue
        meant = _meant(first, rest, file)
        if meant is None or not is_undeclared(first, file.known.project):
            continue
        for node in (each for each in nodes if not file.has_finding_in(each)):
            written = f"${'::' if name.startswith('::') else ''}{meant}::{rest}"
            fixes = respelled(file.text, node.start, node.end, file.source(node), written)
            message = without_module(name.removeprefix("::")).suggesting(written)
            yield message.at(node.start, node.end, fixes=fixes, severity=Severity.WARNING)


def _is_plural(name: str, module: str, rest: str) -> bool:
    """Whether a module has the plural or singular of a name that has several parts, so that few others can have the same variable."""
    return rest.count("::") > 1 and (name == f"{module}s" or module == f"{name}s")


def _meant(first: str, rest: str, file: File) -> str | None:
    """The only namespace that a name can mean, if it has the variable."""
    if is_one_letter_off(first, SETTINGS):
        return SETTINGS if "::" not in rest else None
    near = [
        each for each in file.known.project.modules if len(each) >= SHORTEST and (is_mistyped(first, each) or _is_plural(first, each, rest))
    ]
    if len(near) != 1:
        return None
    owner, _, variable = f"{near[0]}::{rest}".rpartition("::")
    found = file.known.external.load(TypedName(CLASS, owner))
    has_variable = found is not None and (variable in found.variables or found.parameter(variable) is not None)
    return near[0] if has_variable else None
