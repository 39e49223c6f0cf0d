"""States of other resource types as the `ensure` of a file, which takes every other word for the path of a link: `ensure => installed`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.infer.issues import wrong_value

PRESENT = frozenset(("created", "enabled", "exist", "exists", "held", "installed", "latest", "mounted", "running"))
ABSENT = frozenset(("disabled", "deleted", "purged", "removed", "stopped", "uninstalled", "unmounted"))
"""Words for states of resources, hardly ever the names of files beside a link."""


@wrong_value.variant()
def state_as_link(state: str) -> str:
    return f"'{state}' makes the file a link to a file of that name beside it; expected one of absent, present, file, directory, link"


@rule(on=ast.ResourceExpression, whole=True)
def check_ensure(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report a state that files do not have."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value.removeprefix("::") != "file":
        return
    for body in node.bodies:
        for each in body.operations:
            match each:
                case ast.AttributeOperation(attribute_name="ensure", value_expr=ast.LiteralString(value=state) as value):
                    yield from _check(state, value, file)
                case ast.AttributeOperation(attribute_name="ensure", value_expr=ast.QualifiedName(value=state) as value):
                    yield from _check(state, value, file)


def _check(state: str, value: ast.Expression, file: File) -> Iterator[Diagnostic]:
    if state in PRESENT | ABSENT and not file.has_finding_in(value):
        meant = "present" if state in PRESENT else "absent"
        fixes = respelled(file.text, value.start, value.end, state, meant)
        yield state_as_link(state).suggesting(meant).at(value.start, value.end, fixes=fixes, severity=Severity.WARNING)
