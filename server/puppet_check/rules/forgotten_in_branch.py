"""Variables that one branch of a class does not set, unlike all the others, and that are the defaults of other classes' parameters.

The evaluation reports what reads them; here, the branch is reported that lacks them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from puppet_check.rules.duplicate_resource import LEAVING, calls_any
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import read_of_classes, texts
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.infer.issues import possibly_unset_variable
from puppet_typesys.infer.resolution import assigned_variables

FOLDERS = ("manifests",)
FEWEST_BRANCHES = 3
"""The number of branches of which one may have been forgotten."""
FEWEST_SET = 3
"""The number of variables that a branch sets like the others which is meant to set the same ones."""

FEWEST_OF_TWO = 5
"""The number of variables that both of two branches set, which are then meant to set the same ones."""


@possibly_unset_variable.variant()
def not_set_in_branch(name: str) -> str:
    return f"this branch does not set `${name}`, unlike all others, and it is the default of a parameter"


@rule(on=ast.HostClassDefinition, whole=True)
def check_class(definition: ast.HostClassDefinition, file: File) -> Iterator[Diagnostic]:
    """Report the branches of the statements of a body."""
    body = definition.body
    statements = body.statements if isinstance(body, ast.BlockExpression) else ()
    for node in statements if definition.parent_class is None else ():
        if isinstance(node, ast.CaseExpression):
            yield from _check(node, definition, file)
        elif isinstance(node, ast.IfExpression):
            yield from _check_two(node, definition, file)


def _check_two(node: ast.IfExpression, definition: ast.HostClassDefinition, file: File) -> Iterator[Diagnostic]:
    """The one of two branches that sets all but one of many variables that the other sets."""
    branches = [each for each in (node.then_expr, node.else_expr) if each is not None]
    if len(branches) < 2 or isinstance(node.else_expr, ast.IfExpression) or any(calls_any(each, LEAVING) for each in branches):
        return
    first, second = (assigned_variables(each) for each in branches)
    if len(first & second) < FEWEST_OF_TWO:
        return
    for branch, lacking in zip(branches, (second - first, first - second), strict=True):
        name = next(iter(lacking), "")
        if len(lacking) == 1 and len(first ^ second) == 1 and _is_default(name, node, definition, file):
            place = branch.statements[0] if isinstance(branch, ast.BlockExpression) and branch.statements else branch
            yield not_set_in_branch(name).at(place.start, place.end, severity=Severity.WARNING)


def _check(node: ast.CaseExpression, definition: ast.HostClassDefinition, file: File) -> Iterator[Diagnostic]:
    several = [each for each in node.options if each.then_expr is not None and not calls_any(each.then_expr, LEAVING)]
    has_default = any(isinstance(value, ast.LiteralDefault) for each in several for value in each.values)
    if len(several) < FEWEST_BRANCHES or not has_default:
        return
    sets = [assigned_variables(each.then_expr) for each in several if each.then_expr is not None]
    for index, (option, own) in enumerate(zip(several, sets, strict=True)):
        others = set.intersection(*(set(each) for at, each in enumerate(sets) if at != index))
        lacking = sorted(others - own)
        if len(lacking) == 1 and len(others & own) >= FEWEST_SET and _is_default(lacking[0], node, definition, file):
            found = not_set_in_branch(lacking[0])
            yield found.at(option.values[0].start, option.values[-1].end, severity=Severity.WARNING)


def _is_default(name: str, node: ast.CaseExpression | ast.IfExpression, definition: ast.HostClassDefinition, file: File) -> bool:
    """Whether a variable that only the branches of a conditional set is the default of a parameter of another class."""
    outside = [each for each in file.assignments.get(name, ()) if not node.start <= each.start < node.end]
    module = file.known.project.module_of(file.path)
    if module is None or outside or any(each.name == name for each in definition.parameters):
        return False
    owner = definition.name.lower().removeprefix("::")
    file.known.world.ask_below(module.folder, FOLDERS)
    if name not in read_of_classes(file.known.disk, module.folder, FOLDERS).get(owner, frozenset()):
        return False
    return _has_default(f"{owner}::{name}", texts(file.known.disk, module.folder, FOLDERS))


def _has_default(name: str, several: Sequence[str]) -> bool:
    """Whether a parameter without a type or default of its own gets a variable, at the end of a line."""
    pattern = re.compile(rf"^[^#\n]*\$\w+[ \t]*=[ \t]*\$(?:::)?{re.escape(name)}[ \t]*,[ \t]*$", re.MULTILINE)
    return any(name in text and pattern.search(text) is not None for text in several)
