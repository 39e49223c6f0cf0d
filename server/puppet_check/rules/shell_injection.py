"""Values that a shell reads as a part of a command."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.security_bodies import DEPTH, Body, assigned, bodies
from puppet_check.rules.value_origins import Origin, origins
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

COMMANDS = ("command", "onlyif", "unless", "refresh")
READ_BY_SHELL = lazy_pattern(r"[|&;<>()$`\"'*?\[\]~#\n]")
"""What makes Puppet pass a command to a shell."""
SHELLS = ("shell", "bash", "powershell", "pwsh")


@issue(Severity.INFO)
def shell_injection(code: str, origin: str) -> str:
    """Value that a shell reads as a part of a command"""
    return f"`{code}` comes from {origin}, and a shell reads it as a part of this command; expected a narrower type or an array"


@shell_injection.variant()
def passed_to_shell(origin: str) -> str:
    return f"{origin}, gets to this command as it is, and a shell reads it as a part of it; expected a narrower type or an array"


@rule(on=ast.ResourceExpression, whole=True)
def check_commands(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report texts of any form that are interpolated without quotes into commands that a shell reads."""
    if isinstance(node.type_name, ast.QualifiedName) and node.type_name.value == "exec":
        for body in bodies(node, file):
            for command in _commands(body):
                yield from _interpolated(command, body, file)


def _commands(body: Body) -> Iterator[ast.Expression]:
    for name in COMMANDS:
        value = body.value(name)
        if isinstance(value, ast.LiteralList) and name != "command":
            yield from value.values
        elif value is not None:
            yield value
    if "command" not in body.attributes and isinstance(body.node, ast.ResourceBody):
        yield body.node.title


def _interpolated(command: ast.Expression, body: Body, file: File) -> Iterator[Diagnostic]:
    text = command.text_expr if isinstance(command, ast.HeredocExpression) else command
    if not isinstance(text, ast.ConcatenatedString):
        return
    literal = "".join(each.value for each in text.segments if isinstance(each, ast.LiteralString))
    if body.text("provider") not in SHELLS and READ_BY_SHELL.search(literal) is None:
        return
    for shown, each in _unquoted(text, file):
        found = origins(each, file)
        if found:
            worst = max(found, key=ORDER.index)
            severity = Severity.INFO if worst is Origin.TEXT else Severity.WARNING
            yield shell_injection(file.source(shown), worst.value).at(shown.start, shown.end, severity=severity)
            return


ORDER = (Origin.TEXT, Origin.FACT, Origin.OTHER_NODE)


def _unquoted(text: ast.ConcatenatedString, file: File) -> Iterator[tuple[ast.Expression, ast.Expression]]:
    """The interpolations of a command that stand in no quotes of the shell, each with what it consists of in variables of the code."""
    quote = ""
    for each in text.segments:
        shown = each.expr if isinstance(each, ast.TextExpression) else each
        for inner in _parts(shown, file, DEPTH):
            if isinstance(inner, ast.LiteralString):
                quote = quote_after(inner.value, quote)
            elif not quote:
                yield shown, inner


def _parts(node: ast.Expression, file: File, depth: int) -> Iterator[ast.Expression]:
    values = assigned(node, file) if isinstance(node, ast.VariableExpression) and depth else ()
    if not values:
        yield node
    for value in values:
        if isinstance(value, ast.ConcatenatedString):
            for each in value.segments:
                yield from _parts(each.expr if isinstance(each, ast.TextExpression) else each, file, depth - 1)
        else:
            yield value


def quote_after(text: str, quote: str) -> str:
    """The quote that is open after a text, before which one may be open."""
    characters = iter(text)
    for each in characters:
        if each == "\\" and quote != "'":
            next(characters, None)
        elif each == quote:
            quote = ""
        elif not quote and each in "'\"":
            quote = each
    return quote
