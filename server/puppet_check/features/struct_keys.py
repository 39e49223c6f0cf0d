"""Keys of the Structs that type aliases name: where an alias declares them, and where code and data use them."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.symbols import STRUCT_KEY, Occurrence, Symbol, plain
from puppet_check.features.variable_occurrences import PARAMETERS, Path
from puppet_check.features.variables import declared, inside
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_typesys.types import model
from puppet_typesys.types.model import Type

WRAPPING = ("optional", "notundef")
"""The types around a key that may be absent."""


def struct_key(type: Type | None, key: str, alias: str = "") -> Symbol | None:
    """The key of the Struct that a type is, if an alias names it; None for other keys."""
    match type:
        case model.TypeAlias():
            return struct_key(type.resolved, key, type.name.lower())
        case model.Optional() | model.NotUndef():
            return struct_key(type.type, key, alias) if isinstance(type.type, Type) else None
        case model.Variant():
            return next((found for each in type.types if (found := struct_key(each, key, alias)) is not None), None)
        case model.Struct() if alias and any(each.name == key for each in type.elements):
            return Symbol(STRUCT_KEY, key, alias)
    return None


def named_struct_key(view: View, path: Path, start: int) -> Iterator[Occurrence]:
    """The key that a word names in the declaration of an alias, or in an access such as `$options['port']`."""
    node = path[-1]
    assert isinstance(node, ast.QualifiedName | ast.LiteralString)
    end = start + len(node.value.encode())
    alias = next((each for each in path if isinstance(each, ast.TypeAlias)), None)
    if alias is not None:
        if _is_declared(path):
            yield Occurrence(Symbol(STRUCT_KEY, node.value, plain(alias.name)), start, end, "define")
        return
    match path[-2]:
        case ast.AccessExpression(left_expr=left, keys=(key,)) if key is node:
            found = struct_key(_type(view, left, path), node.value)
            if found is not None:
                yield Occurrence(found, start, end, "read")


def _is_declared(path: Path) -> bool:
    """Whether a word is a key of the outermost Struct of an alias."""
    inner = path[:-1]
    if isinstance(inner[-1], ast.AccessExpression) and _type_name(inner[-1]) in WRAPPING:
        inner = inner[:-1]
    match inner[-3:]:
        case (ast.AccessExpression() as struct, ast.LiteralHash(), ast.KeyedEntry(key=key)):
            is_key = key.start <= path[-1].start < key.end
            return is_key and _type_name(struct) == "struct" and sum(isinstance(each, ast.LiteralHash) for each in path) == 1
    return False


def _type_name(node: ast.AccessExpression) -> str:
    return node.left_expr.value if isinstance(node.left_expr, ast.QualifiedReference) else ""


def _type(view: View, node: ast.Expression, path: Path) -> Type | None:
    """The type of a value: as it was inferred or, in a file that has not been checked, as its parameter declares it."""
    known = view.type_of(node)
    if known is not None:
        return known
    match node:
        case ast.AccessExpression(keys=(ast.LiteralString() | ast.QualifiedName() as key,)):
            return inside(_type(view, node.left_expr, path), key.value)
        case ast.VariableExpression():
            owners = (each for each in reversed(path) if isinstance(each, PARAMETERS))
            given = (each for owner in owners for each in owner.parameters if each.name == node.name)
            parameter = next(given, None)
            return None if parameter is None else declared(view, parameter)
    return None
