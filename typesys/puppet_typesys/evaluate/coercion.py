"""Texts that stand for numbers, where the setting `strict` allows them as operands.

Without it, the operators themselves refuse these texts.
"""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_typesys.convert.text import text
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.issues.evaluation.operators import numeric_coercion
from puppet_typesys.operators.arithmetic.calculate import COLLECTIONS
from puppet_typesys.operators.arithmetic.numbers import as_number
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import joined
from puppet_typesys.types.spread import spread
from puppet_typesys.values.unknown import Unknown


def coerced_operands(ev: Evaluator, node: ast.ArithmeticExpression, left: object, right: object) -> tuple[object, object]:
    """The operands, with numbers for texts that stand for some. The right one is not used if the left one cannot be a number."""
    if not COLLECTIONS.get(node.operator, frozenset()).isdisjoint(kinds(infer_set(left))):
        return left, right
    left = coerced(ev, left, node.left_expr)
    if isinstance(left, str) or left is None:
        return left, right
    return left, coerced(ev, right, node.right_expr)


def coerced(ev: Evaluator, value: object, node: ast.Node) -> object:
    """A value, or the number that it stands for, about which there may be a warning."""
    if isinstance(value, Unknown):
        return Unknown(_with_numbers(value.type)) if isinstance(value.type, Type) else value
    number = as_number(value)
    if number is None:
        return value
    ev.allow(ev.compiler.resolver.target.strict, numeric_coercion(str(value), text(number)), node)
    return number


def coerced_keys(ev: Evaluator, left: object, keys: list[object], nodes: Sequence[ast.Expression]) -> list[object]:
    """The keys between the brackets of an access, with numbers for texts that stand for some if they are indices of an Array."""
    if kinds(infer_set(left)) != {"array"}:
        return keys
    return [coerced(ev, key, node) for key, node in zip(keys, nodes, strict=False)]


def _with_numbers(type: Type) -> Type:
    """A type where numbers take the place of the texts that may stand for some."""
    return joined(model.Numeric() if kind == "string" and not _is_other(each) else each for kind, each in spread(type))


def _is_other(type: Type) -> bool:
    """Whether a text is certainly not a number."""
    return isinstance(type, model.String) and type.value is not None and as_number(type.value) is None
