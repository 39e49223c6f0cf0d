"""Variables of one branch that are never read, where the other branches set one whose name differs by a letter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.infer.resolution import assigned_variables
from puppet_typesys.spelling import is_one_letter_off

FOLDERS = ("manifests", "templates", "functions", "lib")
SHORTEST = 5
"""The length of the shortest names that are compared."""


@issue(Severity.WARNING)
def misspelt_variable(name: str) -> str:
    """Variable is never read, and other branches set one of nearly the same name"""
    return f"`${name}` is never read, and the other branches do not set it"


@rule(on=(ast.IfExpression, ast.CaseExpression), whole=True)
def check_branches(node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a variable that one branch sets in place of that of the others."""
    branches = [*_branches(node)]
    sets = [assigned_variables(each) for each in branches]
    for index, (branch, own) in enumerate(zip(branches, sets, strict=True)):
        others = set().union(*sets[:index], *sets[index + 1 :]) - own
        for name in own - set().union(*sets[:index], *sets[index + 1 :]) if others else ():
            near = [each for each in others if len(name) >= SHORTEST and is_one_letter_off(name, each)]
            target = _target(branch, name)
            if len(near) == 1 and target is not None and _is_mentioned_once(name, near[0], file):
                start, end = target.start, target.end
                fixes = respelled(file.text, start, end, f"${name}", f"${near[0]}")
                yield misspelt_variable(name).suggesting(f"${near[0]}").at(start, end, fixes=fixes)


def _branches(node: ast.Expression) -> Iterator[ast.Expression]:
    match node:
        case ast.IfExpression():
            yield from (each for each in (node.then_expr, node.else_expr) if each is not None)
        case ast.CaseExpression():
            yield from (each.then_expr for each in node.options if each.then_expr is not None)


def _target(branch: ast.Expression, name: str) -> ast.Expression | None:
    """The only place where a branch assigns a variable."""
    found = [
        each.left_expr
        for each in ast.of_class(branch, ast.AssignmentExpression)
        if isinstance(each.left_expr, ast.VariableExpression) and each.left_expr.name == name
    ]
    return found[0] if len(found) == 1 else None


def _is_mentioned_once(name: str, meant: str, file: File) -> bool:
    """Whether a name stands nowhere else in the file and its module, but the one that was probably meant does."""
    if _count(name, file.characters) != 1:
        return False
    module = file.known.project.module_of(file.path)
    if module is None:
        return _count(meant, file.characters) > 1
    file.known.world.ask_below(module.folder, FOLDERS)
    found = [*texts(file.known.disk, module.folder, FOLDERS)]
    return sum(_count(name, each) for each in found) <= 1 < sum(_count(meant, each) for each in found)


def _count(name: str, text: str) -> int:
    return len(re.findall(rf"\b{re.escape(name)}\b", text))
