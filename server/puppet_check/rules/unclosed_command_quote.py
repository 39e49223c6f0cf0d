"""Quotes that commands open and do not close: `unless => "grep 'x /etc/hosts"`.

Values that are interpolated count as words without quotes, unless the file has quotes in them. Commands for Windows, and those with text of
other programs after `<<`, are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

COMMANDS = {"exec": frozenset(("command", "onlyif", "unless", "refresh")), "cron": frozenset(("command",))}
"""By type, the attributes that are commands; `cron` hands its own to a shell."""
OF_WINDOWS = lazy_pattern(r"(?i)\b[a-z]:[\\/]|\.(?:exe|cmd|bat|ps1|msi)\b|\bcmd\b|powershell|<<")
"""What commands of Windows have, and what begins text of another program."""
OTHER_QUOTES = lazy_pattern(r"\"[^\"]*(?:\$\(|`)|\$'")
"""A command whose output is a part of a quoted text, and quotes that not all shells know."""
POSIX = frozenset(("posix", "shell"))
"""The providers whose commands are read as a shell does."""
WORD = "x"
"""What stands for a value that is interpolated."""


@issue(Severity.WARNING)
def unclosed_command_quote(quote: str) -> str:
    """Quote in a command that is not closed"""
    return f"the quote `{quote}` is not closed in this command"


@rule(on=ast.ResourceExpression)
def check_commands(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report the commands of an `exec` or a `cron` with such a quote."""
    commands = COMMANDS.get(node.type_name.value.removeprefix("::")) if isinstance(node.type_name, ast.QualifiedName) else None
    if commands is None:
        return
    for body in node.bodies:
        given = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
        provider = next((each.value_expr for each in given if each.attribute_name == "provider"), None)
        if provider is not None and getattr(provider, "value", "") not in POSIX:
            continue
        for each in given:
            text = _text(each.value_expr) if each.attribute_name in commands else None
            quote = None if text is None else _unclosed(text)
            if quote is not None and OF_WINDOWS.search(file.source(body)) is None and not _has_quotes(each.value_expr, file):
                yield unclosed_command_quote(quote).at(each.value_expr.start, each.value_expr.end)


def _text(value: ast.Expression) -> str | None:
    """The text of a string, with a word for each interpolation; None for another value."""
    match value:
        case ast.LiteralString(value=text):
            return text
        case ast.ConcatenatedString(segments=segments):
            return "".join(each.value if isinstance(each, ast.LiteralString) else WORD for each in segments)
    return None


def _has_quotes(value: ast.Expression, file: File) -> bool:
    """Whether the file gives a variable of a string a value with quotes inside."""
    segments = value.segments if isinstance(value, ast.ConcatenatedString) else ()
    several = [each.expr if isinstance(each, ast.TextExpression) else each for each in segments]
    names = {each.name for each in several if isinstance(each, ast.VariableExpression)}
    values = [each.right_expr for name in names for each in file.assignments.get(name, ())]
    values += [each.value for each in file.of_class(ast.Parameter) if each.name in names and each.value is not None]
    return any(quote in file.source(each)[1:-1] for each in values for quote in "'\"")


def _unclosed(text: str) -> str | None:
    """The quote that is open at the end of a text, as a shell reads it; None where quotes of another command are inside of others."""
    if OTHER_QUOTES.search(text) is not None:
        return None
    quote, at = "", 0
    while at < len(text):
        sign = text[at]
        if sign == "\\" and quote != "'":
            at += 1
        elif quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign == "#" and (at == 0 or text[at - 1].isspace() or text[at - 1] in ";&|("):
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
        at += 1
    return quote or None
