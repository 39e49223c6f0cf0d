"""Options of `case` and selectors without quotes."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import DATA_TYPES
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix


@style_issue()
def unquoted_string_in_case(text: str) -> str:
    """Option of a `case` without quotes"""
    return f"option `{text}` without quotes"


@style_issue()
def unquoted_string_in_selector(text: str) -> str:
    """Option of a selector without quotes"""
    return f"option `{text}` without quotes"


@style(on=ast.CaseOption)
def check_case(option: ast.CaseOption, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the values of an option of a `case`."""
    for each in option.values:
        text = _word(each, file)
        if text is not None:
            yield unquoted_string_in_case(text).at(each.start, each.end, fixes=_quoted(each, text))


@style(on=ast.SelectorEntry)
def check_selector(entry: ast.SelectorEntry, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the option of a selector."""
    each = entry.matching_expr
    text = _word(each, file)
    if text is not None:
        yield unquoted_string_in_selector(text).at(each.start, each.end, fixes=_quoted(each, text))


def _word(node: ast.Expression, file: StyleFile) -> str | None:
    """A name, or a capitalized name that is not that of a known type."""
    if isinstance(node, ast.QualifiedName):
        return node.value
    if not isinstance(node, ast.QualifiedReference) or "::" in node.cased_value or node.cased_value in DATA_TYPES:
        return None
    return node.cased_value if file.known.external.type_named(node.value) is None else None


def _quoted(node: ast.Expression, text: str) -> tuple[Fix, ...]:
    """The text in quotes. A capitalized name is a type, so that only the fix of others keeps the meaning."""
    edits = (Edit(node.start, node.end, f"'{text}'"),)
    return (Fix("Add quotes", edits, "safe" if isinstance(node, ast.QualifiedName) else "unsafe"),)
