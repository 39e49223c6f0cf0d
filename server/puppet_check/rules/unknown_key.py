"""Keys that a Hash certainly lacks, and indices past the end of an Array, by the types of declared parameters and of literals."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.equality import type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.value_reads import TRUSTED
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import closest
from puppet_typesys.types import model
from puppet_typesys.types.spread import is_closed, sequence_size, spread
from puppet_typesys.values.unknown import Unknown

SIMILAR = 0.8
"""The similarity from which on a key is a misspelling of another: `service_manage` does not misspell `service_name`."""


@issue(Severity.WARNING)
def unknown_key(key: str) -> str:
    """Key that the Hash certainly does not have"""
    return f"this hash has no key '{key}'"


@issue(Severity.WARNING)
def index_out_of_range(index: int, size: int) -> str:
    """Index past the end of an Array"""
    return f"index {index} is out of range: this array has at most {size} element{'' if size == 1 else 's'}"


@rule(on=ast.AccessExpression, whole=True)
def check_key(node: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report a literal key or index for which the value is always undef."""
    if len(node.keys) != 1 or (isinstance(node.left_expr, ast.VariableExpression) and node.left_expr.name == TRUSTED):
        return  # The keys of `$trusted` are reported as those of facts are.
    (key,) = node.keys
    match key:
        case ast.LiteralString() | ast.QualifiedName():
            yield from _check_name(node, key, file)
        case ast.LiteralInteger():
            yield from _check_index(node, key.value, key, file)
        case ast.UnaryMinusExpression(expr=ast.LiteralInteger() as number):
            yield from _check_index(node, -number.value, key, file)


def _check_name(node: ast.AccessExpression, key: ast.LiteralString | ast.QualifiedName, file: File) -> Iterator[Diagnostic]:
    known: list[str] = []
    for each in _members(node, file):
        if not isinstance(each, model.Struct) or not is_closed(each):
            return
        known += [element.name for element in each.elements]
    if known and key.value not in known:
        meant = closest(key.value, known, SIMILAR)
        fixes = respelled(file.text, key.start, key.end, key.value, meant)
        # A key that resembles none, or shares a prefix with one, may be asked for because other values have it.
        severity = Severity.INFO if meant is None else None
        yield unknown_key(key.value).suggesting(meant).at(key.start, key.end, fixes=fixes, severity=severity)


def _check_index(node: ast.AccessExpression, index: int, key: ast.Expression, file: File) -> Iterator[Diagnostic]:
    sizes: list[int] = []
    for each in _members(node, file):
        high = sequence_size(each).high if isinstance(each, model.Array | model.Tuple) else None
        if not high:
            return  # What is still empty is meant to be filled.
        sizes.append(high)
    if sizes and not -max(sizes) <= index < max(sizes):
        yield index_out_of_range(index, max(sizes)).at(key.start, key.end)


def _members(node: ast.AccessExpression, file: File) -> list[model.Type]:
    """The types that the left value may have, without undef, which has no elements."""
    if file.model is None or any(map(_is_open, file.model.values.get(id(node.left_expr), ()))):
        return []
    type = type_seen(node.left_expr, file)
    return [] if type is None else [each for kind, each in spread(type) if kind != "undef"]


def _is_open(value: object) -> bool:
    """Whether a value is known only as what may have any key; facts, which most accesses read, are not joined."""
    type = value.type if isinstance(value, Unknown) else None
    return isinstance(type, model.Any | model.Hash) or (isinstance(type, model.Struct) and type.is_open)
