"""Titles in double quotes that consist of a list or a hash alone, which is one title with brackets in it: `package { "${packages}": }`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.equality import type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.types.disjoint import kinds

MESSAGE = "notify"
"""The type whose titles are messages, which may show a list."""
NAMING = frozenset("command content line name order path source target".split())
"""Attributes beside which a title may be any text, of most types."""
LIST = "array"
SHOWN = {LIST: "a list", "hash": "a hash"}


@issue(Severity.WARNING)
def list_in_title(name: str, kind: str) -> str:
    """Title is the text of a list"""
    return f"`${name}` is {kind}, so that this is one title with brackets in it"


@rule(on=ast.ResourceExpression, whole=True)
def check_titles(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report the titles of all types but that of messages."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value.removeprefix("::") == MESSAGE:
        return
    for body in node.bodies:
        title = body.title
        if not isinstance(title, ast.ConcatenatedString) or len(title.segments) != 1:
            continue
        segment = title.segments[0]
        variable = segment.expr if isinstance(segment, ast.TextExpression) else segment
        if not isinstance(variable, ast.VariableExpression) or _is_any_text(variable.name, body):
            continue
        kind = _kind(variable, file)
        if kind is not None:
            fix = Fix("Remove the quotes", (Edit(title.start, title.end, f"${variable.name}"),), "unsafe")
            found = list_in_title(variable.name, SHOWN[kind])
            yield found.at(title.start, title.end, fixes=(fix,) if kind == LIST else ())


def _kind(variable: ast.VariableExpression, file: File) -> str | None:
    """Whether a variable is always a list or a hash, or a parameter without a type that is one by default; None for anything else."""
    type = type_seen(variable, file)
    found = frozenset[str]() if type is None else kinds(type)
    if len(found) == 1 and found <= SHOWN.keys():
        return next(iter(found))
    around = file.definition_around(variable)
    if (found and LIST not in found) or not isinstance(around, ast.NamedDefinition) or _is_decided(variable, file):
        return None
    default = next((each.value for each in around.parameters if each.name == variable.name and each.type_expr is None), None)
    return LIST if isinstance(default, ast.LiteralList) and default.values else None


def _is_any_text(name: str, body: ast.ResourceBody) -> bool:
    """Whether a title only has to differ from others: if an attribute says what it would, or gets the list itself."""
    return any(
        isinstance(each, ast.AttributesOperation)
        or each.attribute_name in NAMING
        or any(one.name == name for one in ast.of_class(each, ast.VariableExpression))
        for each in body.operations
    )


def _is_decided(variable: ast.VariableExpression, file: File) -> bool:
    """Whether a test around a variable may tell a list from other values, or a function around it has a parameter of that name."""
    outer = file.parents.get(variable)
    while outer is not None and not isinstance(outer, ast.Definition):
        match outer:
            case ast.LambdaExpression(parameters=parameters):
                if any(each.name == variable.name for each in parameters):
                    return True
            case ast.IfExpression(test=test) | ast.UnlessExpression(test=test) | ast.CaseExpression(test=test):
                if any(each.name == variable.name for each in ast.of_class(test, ast.VariableExpression)):
                    return True
        outer = file.parents.get(outer)
    return False
