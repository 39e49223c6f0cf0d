"""Type aliases (`type Name = ...`), Object types and TypeSets of a program, which may refer to themselves and to each other."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.issues.evaluation.types import unresolvable_alias
from puppet_typesys.types import model
from puppet_typesys.types.aliases import resolve_alias, without_itself
from puppet_typesys.types.define import fill_object, fill_type_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Object, TypeSet
from puppet_typesys.types.parse import Names, Reader
from puppet_typesys.types.simplify import normalize
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash


def define_alias(definition: ast.TypeAlias, text: Text, known: MutableMapping[str, Type | None], names: Names) -> None:
    """Add the type of a definition to `known`, before its text is read, so that it can refer to itself."""
    key = definition.name.lower()
    reader = Reader(names, text.source)
    expression = definition.type_expr
    match expression:
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value="object"), keys=(ast.LiteralHash() as init,)):
            made = Object(definition.name)
            known[key] = made
            _or_discard(known, key, lambda: fill_object(made, _hash(reader, init)))
        case ast.LiteralHash():
            made = Object(definition.name)
            known[key] = made
            _or_discard(known, key, lambda: fill_object(made, _hash(reader, expression)))
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value="typeset"), keys=(ast.LiteralHash() as init,)):
            type_set = TypeSet(definition.name)
            known[key] = type_set
            _or_discard(known, key, lambda: fill_type_set(type_set, init, reader))
        case _:
            alias = model.TypeAlias(definition.name)
            known[key] = alias
            _or_discard(known, key, lambda: resolve_alias(alias, lambda: _read(alias, reader, expression)))


def _or_discard(known: MutableMapping[str, Type | None], key: str, read: Callable[[], object]) -> None:
    try:
        read()
    except BaseException:
        # The next reference reports the same error, instead of finding an incomplete type.
        del known[key]
        raise


def _hash(reader: Reader, node: ast.LiteralHash) -> Hash:
    value = reader.value(node)
    assert isinstance(value, Hash)
    return value


def _read(alias: model.TypeAlias, reader: Reader, expression: ast.Expression) -> Type:
    target = without_itself(alias, normalize(reader.type(expression)))
    if target is None:
        raise ArgumentError(unresolvable_alias(alias.name))
    return target
