"""The expected type at the cursor, and the literals that are values of it."""

from __future__ import annotations

from puppet_check.features.completion.slot import Slot
from puppet_check.features.describe.signatures import call_signatures
from puppet_check.features.describe.variables import Variable, inside, named_type, type_of_variable
from puppet_check.features.view import View
from puppet_check.semantics.calls import called
from puppet_check.semantics.node_context import attribute_owner
from puppet_grammar import ast
from puppet_typesys.builtins.allowed import listed, providers
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.infer.external import ExternalDefinition
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import RESOURCE_TYPE, TypedName
from puppet_typesys.types import model
from puppet_typesys.types.model import Type

Variables = dict[str, Variable]


def expected_type(view: View, slot: Slot, variables: Variables, at: int | None = None) -> Type | None:
    """The expected type of the placeholder; None if it is unknown or any."""
    at = len(slot.path) - 1 if at is None else at
    if at < 1:
        return None
    node, parent = slot.path[at], slot.path[at - 1]
    match parent:
        case ast.AttributeOperation():
            return attribute_type(view, attribute_owner(slot.path[:at]), parent.attribute_name)
        case ast.CallNamedFunctionExpression() if node in parent.arguments:
            return _argument(view, called(parent), parent.arguments.index(node))
        case ast.CallMethodExpression() if node in parent.arguments:
            return _argument(view, called(parent), parent.arguments.index(node) + 1)
        case ast.KeyedEntry():
            hash_type = expected_type(view, slot, variables, at - 2)
            if node is parent.key:
                return hash_type
            return inside(hash_type, getattr(parent.key, "value", None))
        case ast.LiteralList():
            return inside(expected_type(view, slot, variables, at - 1), None)
        case ast.ParenthesizedExpression() | ast.SelectorExpression():
            return expected_type(view, slot, variables, at - 1)
        case ast.ComparisonExpression() | ast.MatchExpression():
            return expression_type(view, parent.right_expr if node is parent.left_expr else parent.left_expr, variables)
        case ast.InExpression() if node is parent.left_expr:
            return inside(expression_type(view, parent.right_expr, variables), None)
        case ast.InExpression():
            kind = expression_type(view, parent.left_expr, variables)
            return None if kind is None else model.Array(kind)
        case ast.CaseOption() if node in parent.values:
            case = slot.path[at - 2]
            return expression_type(view, case.test, variables) if isinstance(case, ast.CaseExpression) else None
        case ast.SelectorEntry():
            selector = slot.path[at - 2]
            if node is parent.value_expr:
                return expected_type(view, slot, variables, at - 2)
            return expression_type(view, selector.left_expr, variables) if isinstance(selector, ast.SelectorExpression) else None
        case ast.Parameter() if node is parent.value and parent.type_expr is not None:
            return type_from(slot.text.slice(parent.type_expr.start, parent.type_expr.end), view.known.external.type_named)
    return None


def _argument(view: View, name: str, index: int) -> Type | None:
    kinds = []
    for call_signature in call_signatures(name, view.known):
        number = call_signature.argument(index)
        if number is not None:
            kinds.append(call_signature.arguments[number].type)
    return None if not kinds else kinds[0] if len(kinds) == 1 else model.Variant(tuple(kinds))


def attribute_type(view: View, owner: str | None, name: str) -> Type | None:
    """The type of an attribute; None if it is unknown."""
    if owner is None:
        return None
    words = attribute_words(view, owner, name)
    if words:
        plain = tuple(each for each in words if each not in ("true", "false"))
        return model.Enum(plain) if len(plain) == len(words) else model.Variant((model.Boolean(), model.Enum(plain)))
    if owner in NAMES:
        return None
    external = view.known.external
    found = external.class_named(owner.removeprefix("class ")) if owner.startswith("class ") else external.resource_type(owner)
    if isinstance(found, ExternalDefinition):
        return found.declared_types.get(name)
    data = view.known.loader.load(TypedName(RESOURCE_TYPE, owner))
    attribute = None if data is None else data.attribute(name)
    return None if attribute is None or attribute.type is None else type_from(attribute.type, external.type_named)


def attribute_words(view: View, owner: str, name: str) -> list[str]:
    """The keyword values of an attribute of a resource type."""
    if name == "provider":
        data = view.known.loader.load(TypedName(RESOURCE_TYPE, owner))
        return sorted(providers(owner)) or sorted(data.providers if data is not None else ())
    found = view.known.target.allowed(owner, name, listed(owner, name))
    if found is None and owner not in NAMES and not owner.startswith("class "):
        found = view.known.external.allowed(owner, name)
    return [] if found is None else list(found.words)


def expression_type(view: View, node: ast.Expression, variables: Variables) -> Type | None:
    """The type of an expression in the text of a slot."""
    match node:
        case ast.VariableExpression():
            variable = variables.get(node.name)
            return named_type(view, node.name) if variable is None else type_of_variable(view, variable)
        case ast.AccessExpression(keys=(key,)):
            word = key.value if isinstance(key, ast.LiteralString | ast.QualifiedName) else None
            return inside(expression_type(view, node.left_expr, variables), str(key.value) if isinstance(key, ast.LiteralInteger) else word)
        case ast.ParenthesizedExpression():
            return expression_type(view, node.expr, variables)
        case ast.CallMethodExpression(functor_expr=functor) if called(node) in ("downcase", "upcase", "strip"):
            return expression_type(view, functor.left_expr, variables)
    return LITERALS.get(node.__class__)


LITERALS: dict[type[ast.Node], Type] = {
    ast.LiteralString: model.STRING,
    ast.ConcatenatedString: model.STRING,
    ast.LiteralInteger: model.INTEGER,
    ast.LiteralList: model.ARRAY,
    ast.LiteralHash: model.HASH,
}


def words_of(type: Type | None, depth: int = 0) -> list[str]:
    """The literals that are values of a type, as code."""
    if depth > 8:
        return []
    match type:
        case model.Boolean():
            return ["true", "false"] if type.value is None else [str(type.value).lower()]
        case model.Enum():
            return [f"'{each}'" for each in type.values]
        case model.String(value=str() as value):
            return [f"'{value}'"]
        case model.TypeAlias():
            return words_of(type.resolved, depth + 1)
        case model.Optional():
            return [*words_of(type.type, depth + 1), "undef"]
        case model.NotUndef():
            return words_of(type.type, depth + 1)
        case model.Variant():
            return list(dict.fromkeys(each for inner in type.types for each in words_of(inner, depth + 1)))
        case model.Undef():
            return ["undef"]
        case model.Default():
            return ["default"]
    return []
