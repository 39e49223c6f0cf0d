"""Contents of files in single quotes with the escape of a newline, which is a backslash and a letter there.

Programs have escapes of their own, in quotes, formats, commands and regular expressions: texts that look like these are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

SUSPECT = lazy_pattern(rb"'[^'\n]*\\n")
"""A text without it has no such string."""
ESCAPE = lazy_pattern(r"\\(.?)")
NEWLINE = lazy_pattern(r"(?<![:\w/])\\n|(?<=\w)\\n\Z|\\n(?=[#A-Z\[])")
"""An escape that no path of Windows has: after a space or a sign, at the end, or before the beginning of a line."""
OF_PROGRAM = lazy_pattern(r"[\"'`%]|\b(?:printf|echo|sed|awk|perl|ruby|python|grep|tr)\b")
"""What has escapes of its own."""
ATTRIBUTE = "content"


@issue(Severity.WARNING)
def literal_newline() -> str:
    r"""Escape `\n` in single quotes"""
    return r"`\n` is not a newline in single quotes"


@rule(on=ast.Program)
def check_contents(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report contents in single quotes that have newlines in mind."""
    if SUSPECT.search(file.text.source) is None:
        return
    for node in file.of_class(ast.AttributeOperation):
        value = node.value_expr
        if node.attribute_name != ATTRIBUTE or not isinstance(value, ast.LiteralString):
            continue
        if file.text.source.startswith(b"'", value.start) and _has_newline(value.value):
            yield literal_newline().at(value.start, value.end, fixes=_fixes(value))


def _has_newline(text: str) -> bool:
    escapes = {found[1] for found in ESCAPE.finditer(text)}
    return escapes <= {"n", "t"} and NEWLINE.search(text) is not None and OF_PROGRAM.search(text) is None


def _fixes(node: ast.LiteralString) -> tuple[Fix, ...]:
    if "$" in node.value:
        return ()
    return (Fix("Use double quotes", (Edit(node.start, node.start + 1, '"'), Edit(node.end - 1, node.end, '"'))),)
