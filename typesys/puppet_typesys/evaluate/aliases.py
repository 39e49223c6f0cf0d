"""`type Name = ...`: aliases, Object types and TypeSets of a program, which may mention themselves and each other."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.normal import normalize
from puppet_typesys.types.objects import Object, ObjectExtension, TypeSet
from puppet_typesys.types.parse import Names, Reader
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash


def define_alias(definition: ast.TypeAlias, text: Text, known: MutableMapping[str, Type | None], names: Names) -> None:
    """Enter the type of a definition into `known`, before it is read, so that it can mention itself."""
    key = definition.name.lower()
    reader = Reader(names, text.source)
    expression = definition.type_expr
    match expression:
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value="object"), keys=(ast.LiteralHash() as init,)):
            from puppet_typesys.types.define import fill_object  # only Object types need it

            made = Object(definition.name)
            known[key] = made
            _or_forget(known, key, lambda: fill_object(made, _hash(reader, init)))
        case ast.LiteralHash():
            from puppet_typesys.types.define import fill_object

            made = Object(definition.name)
            known[key] = made
            _or_forget(known, key, lambda: fill_object(made, _hash(reader, expression)))
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value="typeset"), keys=(ast.LiteralHash() as init,)):
            from puppet_typesys.types.define import fill_type_set

            type_set = TypeSet(definition.name)
            known[key] = type_set
            _or_forget(known, key, lambda: fill_type_set(type_set, init, reader))
        case _:
            alias = model.TypeAlias(definition.name)
            known[key] = alias
            _or_forget(known, key, lambda: _resolve(alias, reader, expression))


def _or_forget(known: MutableMapping[str, Type | None], key: str, read: Callable[[], object]) -> None:
    try:
        read()
    except BaseException:
        # The next mention reports the same error instead of finding half a type.
        del known[key]
        raise


def _hash(reader: Reader, node: ast.LiteralHash) -> Hash:
    value = reader.value(node)
    assert isinstance(value, Hash)
    return value


def _resolve(alias: model.TypeAlias, reader: Reader, expression: ast.Expression) -> None:
    alias.self_recursion = True
    alias.resolved = model.TypeReference()
    target = normalize(reader.type(expression))
    if isinstance(target, model.TypeReference) and isinstance(expression, ast.QualifiedReference | ast.AccessExpression):
        alias.resolved = target
    else:
        alias.resolved = target
    if not _is_real(alias, set()):
        raise ArgumentError(f"Type alias '{alias.name}' cannot be resolved to a real type")
    if isinstance(target, model.Variant):
        # Members that lead only back to the alias say nothing.
        real = [each for each in target.types if each is not alias and _is_real(each, {alias.name})]
        if len(real) != len(target.types):
            alias.resolved = real[0] if len(real) == 1 else model.Variant(tuple(real))
    alias.self_recursion = mentions(alias.target, alias, set())


def _is_real(type: Type, seen: set[str]) -> bool:
    """Whether an alias leads to something that is no alias or Variant of aliases."""
    if isinstance(type, model.TypeAlias):
        if type.name in seen:
            return False
        return type.resolved is None or _is_real(type.resolved, seen | {type.name})
    if isinstance(type, model.Variant):
        return any(_is_real(each, seen) for each in type.types)
    return True


def mentions(type: Type, alias: model.TypeAlias, seen: set[int]) -> bool:
    """Whether an alias occurs inside a type."""
    if type is alias:
        return True
    if id(type) in seen:
        return False
    seen.add(id(type))
    if isinstance(type, model.TypeAlias):
        return type.resolved is not None and mentions(type.resolved, alias, seen)
    if isinstance(type, Object | ObjectExtension | TypeSet):
        return False
    for name in type._fields:
        value = getattr(type, name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Type) and mentions(each, alias, seen):
                return True
            if isinstance(each, model.StructElement) and (mentions(each.key, alias, seen) or mentions(each.value, alias, seen)):
                return True
    return False
