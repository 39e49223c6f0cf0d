"""What bodies of defines read and declare, as `recorder.py` records it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from puppet_grammar import ast
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.resource_expressions import Declared


class Override(NamedTuple):
    """A resource override, with its values."""

    node: ast.ResourceOverrideExpression
    value: object
    parameters: list[Parameter]


class Relation(NamedTuple):
    """A relationship expression, with the values of its operands."""

    node: ast.RelationshipExpression
    left: object
    right: object


class Inclusion(NamedTuple):
    """A call of `include` or `contain`, with its arguments."""

    node: ast.CallNamedFunctionExpression
    function: str
    arguments: tuple[object, ...]


class Asked(NamedTuple):
    """A call of `defined`, whose answer depends on what is declared so far."""

    arguments: tuple[object, ...]
    answer: object
    is_first: bool
    """Whether the statements before it do not count. They declare the same resources again unless defaults of resources apply to them."""


Statement = Declared | Override | Relation | Inclusion


class Reads(NamedTuple):
    """What a body has read: variables of other scopes, those that functions have read, and what is declared."""

    variables: Mapping[str, object]
    found: Mapping[str, object]
    asked: tuple[Asked, ...]
