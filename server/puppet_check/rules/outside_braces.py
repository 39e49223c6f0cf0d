"""What stands after a variable in a string and is not interpolated with it: `"$facts['os']['family']"`, `"${networking}.ip"`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from puppet_check.rules.broken_interpolation import broken_interpolation
from puppet_check.rules.dotted_words import is_in_scope, is_part
from puppet_check.rules.equality import type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.value_reads import FACTS, TRUSTED
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix
from puppet_typesys.types.model import Enum, String

SUSPECT = lazy_pattern(rb"\$(?:::)?[a-z_][\w:]*\[?'|\$\{?(?:::)?[a-z_]\w*\}?\.[a-z]")
"""A text without it has no such string."""
KEYS = lazy_pattern(r"(?:\['[\w.:-]+'\])+")
PATH = lazy_pattern(r"(?:\.[a-z_]\w*)+")


@broken_interpolation.variant()
def outside_braces(written: str, variable: str) -> str:
    return f"'{written}' interpolates `${variable}` alone"


@rule(on=ast.Program)
def check_strings(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report keys after variables without braces, and paths after structured facts."""
    if SUSPECT.search(file.text.source) is None:
        return
    for whole in file.of_class(ast.ConcatenatedString):
        parts = whole.segments if file.text.source.startswith(b'"', whole.start) else ()
        for each, following in itertools.pairwise(parts):
            variable = each.expr if isinstance(each, ast.TextExpression) else each
            if isinstance(variable, ast.VariableExpression) and isinstance(following, ast.LiteralString):
                yield from _check(each, variable, following, file)


def _check(whole: ast.Expression, variable: ast.VariableExpression, text: ast.LiteralString, file: File) -> Iterator[Diagnostic]:
    name, source = variable.name.removeprefix("::"), file.source(text)
    keys, path = KEYS.match(source), PATH.match(source)
    if keys is not None and not file.text.source.startswith(b"${", whole.start) and _may_have_keys(name, variable, file):
        end, written = keys.end(), keys[0]
    elif path is not None and _is_path(name, path[0].split(".")[1:], variable, file):
        end, written = path.end(), "".join(f"['{each}']" for each in path[0].split(".")[1:])
    else:
        return
    end = text.start + len(source[:end].encode())
    expected = f"${{{variable.name}{written}}}"
    message = outside_braces(file.text.slice(whole.start, end), variable.name)
    yield message.suggesting(expected).at(whole.start, end, fixes=(Fix("Put it into the braces", (Edit(whole.start, end, expected),)),))


def _may_have_keys(name: str, variable: ast.VariableExpression, file: File) -> bool:
    """Whether a variable may have a value with keys: a known one that is no text."""
    if name not in (FACTS, TRUSTED) and not is_in_scope(name, variable, file):
        return False
    return not isinstance(type_seen(variable, file), String | Enum)


def _is_path(name: str, parts: list[str], variable: ast.VariableExpression, file: File) -> bool:
    """Whether words are a path into a fact that is a hash, which nobody prints."""
    return is_part(name, parts[0]) and name not in file.assignments and not is_in_scope(name, variable, file)
