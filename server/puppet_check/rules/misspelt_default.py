"""Options of `case` and selectors that are nearly the word `default`, and so match a String of that spelling only."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import is_one_letter_off, is_slip

DEFAULT = "default"


@issue(Severity.WARNING)
def misspelt_default(word: str) -> str:
    """Option that is a misspelling of `default`"""
    return f"this option matches only the text '{word}'"


@rule(on=(ast.CaseOption, ast.SelectorEntry))
def check_option(node: ast.Node, file: File) -> Iterator[Diagnostic]:
    """Report a bare word that differs from `default` by one letter."""
    for each in node.values if isinstance(node, ast.CaseOption) else (node.matching_expr,):  # type: ignore[attr-defined]  # of an entry
        if isinstance(each, ast.QualifiedName) and (is_one_letter_off(each.value, DEFAULT) or is_slip(each.value, DEFAULT)):
            fixes = respelled(file.text, each.start, each.end, each.value, DEFAULT)
            yield misspelt_default(each.value).suggesting(DEFAULT).at(each.start, each.end, fixes=fixes)
