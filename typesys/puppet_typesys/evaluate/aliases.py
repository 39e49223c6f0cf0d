"""Type aliases (`type Name = ...`), Object types and TypeSets of a program, which may refer to themselves and to each other."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.issues.evaluation.types import unresolvable_alias
from puppet_typesys.types import model
from puppet_typesys.types.aliases import resolve_alias
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
    """The type that an alias stands for, without members of a Variant that only lead back to the alias."""
    target = normalize(reader.type(expression))
    if not _is_real(target, {alias.name}):
        raise ArgumentError(unresolvable_alias(alias.name))
    if not isinstance(target, model.Variant):
        return target
    real = [each for each in target.types if each is not alias and _is_real(each, {alias.name})]
    if len(real) == len(target.types):
        return target
    return real[0] if len(real) == 1 else model.Variant(tuple(real))


def _is_real(type: Type, seen: set[str]) -> bool:
    """Whether a type stands for anything except aliases and Variants of aliases."""
    if isinstance(type, model.TypeAlias):
        if type.name in seen:
            return False
        return type.resolved is None or _is_real(type.resolved, seen | {type.name})
    if isinstance(type, model.Variant):
        return any(_is_real(each, seen) for each in type.types)
    return True
