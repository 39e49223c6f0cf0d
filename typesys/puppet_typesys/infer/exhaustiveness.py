"""Exhaustiveness of selectors and `case` expressions: whether their options cover all values of a type."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import members
from puppet_typesys.types.texts import ascii_lower
from puppet_typesys.types.walk import alternatives


def is_exhaustive(node: ast.SelectorExpression, type: object) -> bool:
    """Whether each value of a type is matched by an option of a selector; True also if that is unknown."""
    return are_exhaustive([each.matching_expr for each in node.selectors], type)


def are_exhaustive(options: Sequence[ast.Expression], type: object) -> bool:
    """Whether each value of a type is matched by one of several options; True also if that is unknown."""
    words = {ascii_lower(each.value) for each in options if isinstance(each, ast.LiteralString | ast.QualifiedName)}
    truths = {each.value for each in options if isinstance(each, ast.LiteralBoolean)}
    has_undef = any(isinstance(each, ast.LiteralUndef) for each in options)
    if any(not isinstance(each, SIMPLE) for each in options):
        return True
    return isinstance(type, Type) and all(_is_matched(each, words, truths, has_undef) for each in alternatives(type))


def missing_words(options: Sequence[ast.Expression], type: Type) -> list[str]:
    """The strings of a type that no option matches; none if the type has other values than a few strings."""
    words = {ascii_lower(each.value) for each in options if isinstance(each, ast.LiteralString | ast.QualifiedName)}
    several = [*alternatives(type)]
    if not all(isinstance(each, model.Enum) or (isinstance(each, model.String) and each.value is not None) for each in several):
        return []
    values = [
        each.values if isinstance(each, model.Enum) else (str(each.value),)
        for each in several
        if isinstance(each, model.Enum | model.String)
    ]
    return [each for each in dict.fromkeys(word for one in values for word in one) if ascii_lower(each) not in words]


def shown_values(type: Type) -> str | None:
    """The values of a type in words, the first few of them; None if it has others than those of Enums and Booleans and undef."""
    found: list[str] = []
    for each in members(type):
        match each:
            case model.Undef():
                found.append("undef")
            case model.Boolean():
                found += [shown for truth, shown in ((True, "true"), (False, "false")) if each.value in (None, truth)]
            case model.Enum(values=values) if values:
                found += [f"'{value}'" for value in values]
            case model.String(value=str() as value):
                found.append(f"'{value}'")
            case _:
                return None
    return ", ".join(found[:MOST_SHOWN]) + (f" and {len(found) - MOST_SHOWN} more" if len(found) > MOST_SHOWN else "")


MOST_SHOWN = 4
SIMPLE = (ast.LiteralString, ast.QualifiedName, ast.LiteralBoolean, ast.LiteralUndef, ast.LiteralInteger)


def _is_matched(type: Type, words: set[str], truths: set[bool], has_undef: bool) -> bool:
    match type:
        case model.Any():
            # An untyped value with options for true or false is meant to be a Boolean.
            return len(truths) == 2
        case model.Boolean():
            return truths >= ({True, False} if type.value is None else {type.value})
        case model.Enum():
            return all(ascii_lower(each) in words for each in type.values)
        case model.Undef():
            return has_undef
        case model.String() if type.value is not None:
            return ascii_lower(type.value) in words
    return False
