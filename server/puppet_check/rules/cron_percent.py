"""Percent signs in commands of `cron` resources: cron ends a command at the first one, and hands the rest to it as its input."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

PERCENT = lazy_pattern(r"(?<!\\)%")
ATTRIBUTE = "command"


@issue(Severity.WARNING)
def cron_percent() -> str:
    r"""Percent sign without a backslash in a command of `cron`"""
    return r"cron ends the command at `%`; expected `\%`"


@rule(on=ast.ResourceExpression)
def check_commands(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report the commands of resources of the type `cron` with such a sign."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value.removeprefix("::") != "cron":
        return
    for body in node.bodies:
        given = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
        if any(each.attribute_name == "ensure" and getattr(each.value_expr, "value", "") == "absent" for each in given):
            continue  # Nobody runs the command.
        for each in given:
            if each.attribute_name == ATTRIBUTE and _has_percent(each.value_expr):
                yield cron_percent().at(each.value_expr.start, each.value_expr.end)


def _has_percent(value: ast.Expression) -> bool:
    """Whether the text of a string has such a sign."""
    segments = value.segments if isinstance(value, ast.ConcatenatedString) else [value]
    return any(isinstance(each, ast.LiteralString) and PERCENT.search(each.value) is not None for each in segments)
