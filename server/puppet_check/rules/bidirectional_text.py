"""Control characters that change the order in which an editor shows a text, so that it reads otherwise than it runs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

CONTROL = lazy_pattern(rb"\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
"""The embeddings, overrides and isolates of Unicode (UAX #9) in UTF-8: U+202A to U+202E and U+2066 to U+2069."""


@issue(Severity.WARNING)
def bidirectional_text(character: str, name: str) -> str:
    """Control character that changes the order in which text is shown"""
    return f"{character} ({name}) changes the order in which this line is shown"


@rule(on=ast.Program)
def check_text(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report such characters anywhere in a file: code, strings and comments."""
    yield from controls(file.text.source)


def controls(source: bytes) -> Iterator[Diagnostic]:
    """The findings in a text of any kind."""
    for each in CONTROL.finditer(source):
        found = each.group().decode()
        fix = Fix("Remove the control character", (Edit(each.start(), each.end(), ""),))
        yield bidirectional_text(f"U+{ord(found):04X}", unicodedata.name(found)).at(each.start(), each.end(), fixes=(fix,))
