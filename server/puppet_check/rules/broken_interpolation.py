"""Interpolations in double quotes of which a brace or the dollar is missing, or another bracket is one: `"$[name}"`, `"$name}"`.

Braces or parentheses around a name mean something to other languages as well, so that it must be one of the definition around, and
consist of several words, or be interpolated elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.uninterpolated_variable import FOREIGN, SHELL
from puppet_check.rules.variables_around import variables_around
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

SUSPECT = (
    lazy_pattern(rb"\}\}['$\w/.:-]|\$::\{|\$[\[(](?:::)?[a-z_]\w*(?:::\w+)*[\])}]|\$(?:::)?[a-z_]\w*(?:::\w+)*\}"),
    lazy_pattern(rb"[^$]\{\$?[a-z_][\w:]*\}"),
)
"""A text without any of these has no such interpolation. They are searched in all texts: one pattern for both takes three times as long."""
BRACKET = lazy_pattern(r"(?<!\\)\$(?:[\[(]|::\{)((?:::)?[a-z_]\w*(?:::\w+)*)\}")
IN_PARENTHESES = lazy_pattern(r"(?<![\\$])\$[\[(]([a-z_]\w*)[\])]")
"""A name in other brackets, as shells and programs for building have it as well."""
WITHOUT_DOLLAR = lazy_pattern(r"(?<![\w$%#@\\{])(?<!\$::)\{([a-z_]\w*)\}(?!\})")
"""A name in braces, as templates and formats of other languages have it as well."""
FURTHER = lazy_pattern(rb"\}['$\w/.:-]")
TURNED = lazy_pattern(rb"(?:(?<![\"'])[@:]|[/-])\{\$[a-z_]\w*(?:::\w+)*\}(?!\})|[^\w)\]$\\{]\{\$[a-z_]\w*(?:::\w+)*\}[\w/.:@-]")
"""A dollar inside of braces that are part of a path or a name: other braces may be meant, as those of sets, blocks, labels or counts."""
SECTION = "{/"
"""What ends a section of a template of Smarty, whose tags look like a name in braces."""
RENDERING = frozenset(("inline_template", "inline_epp"))


@issue(Severity.WARNING)
def broken_interpolation(written: str, name: str) -> str:
    """Interpolation without a brace or its dollar"""
    return f"'{written}' is not a whole interpolation of `${name}`"


@broken_interpolation.variant()
def further_brace(written: str) -> str:
    return f"'{written}' has a closing brace that nothing opens"


@rule(on=ast.Program)
def check_strings(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report strings in double quotes with such interpolations."""
    source = file.text.source
    if not _is_suspect(source, 0, len(source)):
        return
    for text in file.of_class(ast.LiteralString):
        around = file.parents.get(text)
        if source.startswith(b'"', text.start) and not isinstance(around, ast.ConcatenatedString):
            yield from _brackets(text, file)
            yield from _of_scope(text, text, file)
    for whole in file.of_class(ast.ConcatenatedString):
        if source.startswith(b'"', whole.start) and _is_suspect(source, whole.start, whole.end):
            yield from _unopened(whole, file)
            yield from _turned(whole, file)
            for each in whole.segments:
                if isinstance(each, ast.LiteralString):
                    yield from _brackets(each, file)
                    yield from _of_scope(each, whole, file)


def _is_suspect(source: bytes, start: int, end: int) -> bool:
    return any(each.search(source, start, end) for each in SUSPECT)


def _brackets(text: ast.LiteralString, file: File) -> Iterator[Diagnostic]:
    """A dollar and a name between an opening bracket and a closing brace."""
    for found in BRACKET.finditer(file.source(text)):
        yield _reported(text, found.start(), found.end(), found[1], file)


def _unopened(whole: ast.ConcatenatedString, file: File) -> Iterator[Diagnostic]:
    """Variables without braces before a closing brace that no brace opens."""
    opened, source = 0, file.text.source
    for each in whole.segments:
        if isinstance(each, ast.LiteralString):
            text = file.source(each)
            opened += text.count("{") - text.count("}")
            continue
        variable = each.expr if isinstance(each, ast.TextExpression) else each
        if not isinstance(variable, ast.VariableExpression):
            continue
        if source.startswith(b"${", each.start):
            if opened <= 0 and FURTHER.match(source, each.end) is not None:
                yield _further(each.start, each.end, file)
                opened += 1
            continue
        if opened <= 0 and source.startswith(b"}", variable.end) and not _may_close_another(variable.end + 1, whole, file):
            yield _at(variable.start, variable.end + 1, variable.name, file)
            opened += 1


def _turned(whole: ast.ConcatenatedString, file: File) -> Iterator[Diagnostic]:
    """Variables whose dollar is inside of the braces, unlike that of another one in the same text: `"${user}@{$host}"`."""
    source = file.text.source
    if not any(source.startswith(b"${", each.start) for each in whole.segments):
        return
    for each in whole.segments:
        variable = each.expr if isinstance(each, ast.TextExpression) else each
        if isinstance(variable, ast.VariableExpression) and TURNED.match(source, variable.start - 2) is not None:
            yield _at(variable.start - 1, variable.end + 1, variable.name, file)


def _further(start: int, end: int, file: File) -> Diagnostic:
    """A second brace after an interpolation, in the middle of a text."""
    fix = Fix("Remove the brace", (Edit(end, end + 1, ""),), "unsafe")
    return further_brace(file.text.slice(start, end + 1)).at(start, end + 1, fixes=(fix,))


def _may_close_another(end: int, whole: ast.ConcatenatedString, file: File) -> bool:
    """Whether a brace before a space or the end of a text of several words may close what another text opens, as parts of a file do."""
    following = file.text.source[end : end + 1]
    return (following.isspace() or end >= whole.end - 1) and any(each.isspace() for each in file.source(whole))


def _of_scope(text: ast.LiteralString, whole: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Names of variables of the definition around a string in braces alone, or in other brackets, in the string or a part of it."""
    source = file.source(text)
    several = [*IN_PARENTHESES.finditer(source), *(WITHOUT_DOLLAR.finditer(source) if SECTION not in file.source(whole) else ())]
    if not several or _is_rendered(whole, file):
        return
    names, is_part = variables_around(whole, file), whole is not text
    around = file.parents.get(whole)
    # Commands of a shell have one word.
    is_command = isinstance(around, ast.AttributeOperation) and around.attribute_name in SHELL
    for found in sorted(several, key=re.Match.start):
        in_braces, has_words = found[0].startswith("{"), "_" in found[1]
        if found[1] not in names or found[1] in FOREIGN or (is_command and not in_braces and not has_words):
            continue
        if has_words or ((is_part or not in_braces) and _is_interpolated_elsewhere(found[1], whole, file)):
            yield _reported(text, found.start(), found.end(), found[1], file)


def _is_interpolated_elsewhere(name: str, whole: ast.Expression, file: File) -> bool:
    """Whether another string of the same definition interpolates a variable, in braces and with its dollar."""
    owner = file.definition_around(whole)
    several = file.variables.get(name, ())
    return any(isinstance(file.parents.get(each), ast.TextExpression) and file.definition_around(each) is owner for each in several)


def _is_rendered(whole: ast.Expression, file: File) -> bool:
    around: ast.Node | None = file.parents.get(whole)
    while around is not None and not isinstance(around, ast.Definition):
        if called(around) in RENDERING:
            return True
        around = file.parents.get(around)
    return False


def _reported(text: ast.LiteralString, start: int, end: int, name: str, file: File) -> Diagnostic:
    """The finding about some code points of a string."""
    source = file.source(text)
    first = text.start + len(source[:start].encode())
    return _at(first, first + len(source[start:end].encode()), name, file)


def _at(start: int, end: int, name: str, file: File) -> Diagnostic:
    fix = Fix(f"Change to '${{{name}}}'", (Edit(start, end, f"${{{name}}}"),))
    found = broken_interpolation(file.text.slice(start, end), name).suggesting(f"${{{name}}}")
    return found.at(start, end, fixes=(fix,))
