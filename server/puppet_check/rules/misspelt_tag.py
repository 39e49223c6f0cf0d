"""Tags of resources that nothing collects, where a collector of the same file asks for one that differs by a letter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import is_one_letter_off

FOLDERS = ("manifests",)
SHORTEST = 6
"""The length of the shortest tags that are compared."""


@issue(Severity.WARNING)
def misspelt_tag(tag: str) -> str:
    """Tag that nothing collects, of nearly the same name as one that a collector asks for"""
    return f"nothing collects the tag '{tag}', and no resource has the one that is collected here"


@rule(on=ast.Program, whole=True)
def check_tags(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report a tag of a resource that stands nowhere else in the module."""
    asked = {*_asked(file)}
    for node in file.of_class(ast.AttributeOperation) if asked else ():
        if node.attribute_name != "tag":
            continue
        for each in node.value_expr.values if isinstance(node.value_expr, ast.LiteralList) else (node.value_expr,):
            tag = each.value if isinstance(each, ast.LiteralString) else ""
            near = [name for name in asked if len(tag) >= SHORTEST and is_one_letter_off(tag, name)]
            if len(near) == 1 and _is_set_alone(tag, near[0], file):
                fixes = respelled(file.text, each.start, each.end, tag, near[0])
                yield misspelt_tag(tag).suggesting(near[0]).at(each.start, each.end, fixes=fixes)


def _asked(file: File) -> Iterator[str]:
    """The tags that the collectors of a file ask for."""
    for query in file.of_class(ast.QueryExpression):
        for each in ast.of_class(query, ast.ComparisonExpression):
            if (
                isinstance(each.left_expr, ast.QualifiedName)
                and each.left_expr.value == "tag"
                and isinstance(each.right_expr, ast.LiteralString)
            ):
                yield each.right_expr.value


def _is_set_alone(tag: str, meant: str, file: File) -> bool:
    """Whether a tag stands in one place of the module, and no resource of it is given the other one."""
    module = file.known.project.module_of(file.path)
    if module is None:
        found = [file.characters]
    else:
        file.known.world.ask_below(module.folder, FOLDERS)
        found = [*texts(file.known.disk, module.folder, FOLDERS)]
    given = re.compile(rf"\btag\b(?!\s*==)[^\n]*['\"]{re.escape(meant)}['\"]")
    return sum(each.count(tag) for each in found) == 1 and not any(map(given.search, found))
