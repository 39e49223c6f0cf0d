"""Paths: variables, and elements of their values by keys, that conditions and later expressions name in the same way."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.evaluate.evaluator import Evaluator, unwrapped
from puppet_typesys.evaluate.frames import KEY, MISSING, Path
from puppet_typesys.evaluate.scope import NotEvaluatedYet, NoVariable, Scope
from puppet_typesys.operators.access.values import access
from puppet_typesys.types import model
from puppet_typesys.types.dig import dig
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import intersection, is_never
from puppet_typesys.types.refusal import Refusal
from puppet_typesys.values.errors import MessageError
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

DIGGING = frozenset(("dig", "get"))
"""Functions that read an element as an access does."""


def path_of(ev: Evaluator, scope: Scope, node: ast.Expression) -> Path | None:
    """The path that an expression reads; None for any other expression."""
    keys: list[object] = []
    while True:
        node = unwrapped(node)
        match node:
            case ast.VariableExpression(expr=ast.QualifiedName(value=name)):
                return (name, *reversed(keys))
            case ast.AssignmentExpression(left_expr=ast.VariableExpression() as variable):
                node = variable
            case ast.AccessExpression(keys=(key,)):
                found = _key(unwrapped(key))
                if found is None:
                    return None
                keys.append(found)
                node = node.left_expr
            case ast.CallMethodExpression() | ast.CallNamedFunctionExpression():
                name, subject, arguments = subject_of(node)
                if subject is None or name not in DIGGING:
                    return None
                several = _digging(name, arguments)
                if several is None:
                    return None
                keys += reversed(several)
                node = subject
            case _:
                return None


def _key(node: ast.Expression) -> object:
    match node:
        case ast.LiteralString() | ast.QualifiedName() | ast.LiteralInteger():
            return node.value
        case ast.VariableExpression(expr=ast.QualifiedName(value=name)):
            return (KEY, name)
    return None


def _digging(name: str, arguments: tuple[ast.Expression, ...]) -> list[object] | None:
    found = [_key(unwrapped(each)) for each in arguments]
    if name == "dig":
        return None if None in found else found
    if len(found) != 1 or not isinstance(found[0], str) or '"' in found[0] or "'" in found[0]:
        return None
    return [int(each) if each.isdecimal() else each for each in found[0].split(".")]


def subject_of(node: ast.Expression) -> tuple[str, ast.Expression | None, tuple[ast.Expression, ...]]:
    """The name of a function, the first argument or receiver of its call, and the other arguments; no subject for any other expression."""
    node = unwrapped(node)
    match node:
        case ast.CallMethodExpression(functor_expr=ast.NamedAccessExpression() as functor, lambda_=None):
            if isinstance(functor.right_expr, ast.QualifiedName):
                return functor.right_expr.value, functor.left_expr, tuple(node.arguments)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), arguments=(first, *rest), lambda_=None):
            return name, first, tuple(rest)
    return "", None, ()


def value_at(ev: Evaluator, scope: Scope, path: Path) -> object:
    """What is known of the value at a path; MISSING if nothing is."""
    narrowed = scope.narrowed(path)
    if narrowed is not MISSING:
        return narrowed
    if len(path) == 1:
        return _variable(ev, scope, str(path[0]))
    around = value_at(ev, scope, path[:-1])
    key = path[-1]
    if around is MISSING:
        return MISSING
    if isinstance(key, tuple):
        key = _variable(ev, scope, str(key[1]))
        if key is MISSING:
            return MISSING
    if isinstance(around, Unknown) or contains_unknown(key):
        return Unknown(_element(infer_set(around), infer_set(key)))
    try:
        return access(around, (key,))
    except (MessageError, Refusal, UnknownValue):
        return MISSING


def _element(around: Type, key: Type) -> Type:
    if "string" in kinds(around) and "string" not in kinds(key):
        return model.ANY  # A part of a text, which conditions hardly name.
    return dig(around, [key])


def _variable(ev: Evaluator, scope: Scope, name: str) -> object:
    try:
        return ev.compiler.variable(name, scope)
    except (NoVariable, NotEvaluatedYet):
        found = ev.compiler.missing_variable(name, scope)
        return MISSING if found is None else found


def is_plain(node: ast.Expression) -> bool:
    """Whether an expression has no effect and no name but of types: literals, types, and lists of them."""
    node = unwrapped(node)
    match node:
        case ast.LiteralList():
            return all(map(is_plain, node.values))
        case ast.LiteralHash():
            return all(is_plain(each.key) and is_plain(each.value) for each in node.entries)
        case ast.AccessExpression(left_expr=ast.QualifiedReference()):
            return all(map(is_plain, node.keys))
        case ast.UnaryMinusExpression():
            return is_plain(node.expr)
    return isinstance(node, PLAIN)


PLAIN = (
    ast.LiteralString,
    ast.QualifiedName,
    ast.QualifiedReference,
    ast.LiteralInteger,
    ast.LiteralFloat,
    ast.LiteralBoolean,
    ast.LiteralUndef,
    ast.LiteralDefault,
    ast.LiteralRegularExpression,
)


def limited(ev: Evaluator, scope: Scope, node: ast.Expression, value: object) -> object:
    """The value of an expression that reads a path, limited to what conditions have said of it."""
    if not isinstance(value, Unknown) or not scope.frame.narrows:
        return value
    path = path_of(ev, scope, node)
    if path is None:
        return value
    found = scope.narrowed(path)
    if found is MISSING or not isinstance(value.type, Type):
        return value
    if not isinstance(found, Unknown):
        return found
    narrower = intersection(value.type, infer_set(found))
    return value if is_never(narrower) else Unknown(narrower)
