"""Paths: variables, and elements of their values by keys, that conditions and later expressions name in the same way."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.builtins.value_reads import Step, read_of, subject_of
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

DIGGING = functions_with(Role.PATH, Role.STEP)
"""Functions that read an element as an access does."""


def path_of(ev: Evaluator, scope: Scope, node: ast.Expression) -> Path | None:
    """The path that an expression reads; None for any other expression."""
    origin, steps = read_of(node)
    if isinstance(origin, ast.AssignmentExpression):
        origin = origin.left_expr
    if not isinstance(origin, ast.VariableExpression) or not isinstance(origin.expr, ast.QualifiedName):
        return None
    keys: list[object] = [origin.expr.value]
    for step in steps:
        found = _keys(step)
        if found is None:
            return None
        keys += found
    return tuple(keys)


def _keys(step: Step) -> list[object] | None:
    """The keys of a step; None if they are not known, or if its call may give something else than the element."""
    if step.call is not None and _has_default(step):
        return None
    found = _key(unwrapped(step.key))
    if not step.is_dotted:
        return None if found is None else [found]
    if not isinstance(found, str) or '"' in found or "'" in found:
        return None
    return [int(each) if each.isdecimal() else each for each in found.split(".")]


def _has_default(step: Step) -> bool:
    has_block = isinstance(step.call, ast.CallNamedFunctionExpression | ast.CallMethodExpression) and step.call.lambda_ is not None
    return has_block or (step.is_dotted and isinstance(step.call, ast.Expression) and len(subject_of(step.call)[2]) > 1)


def _key(node: ast.Expression) -> object:
    match node:
        case ast.LiteralString() | ast.QualifiedName() | ast.LiteralInteger():
            return node.value
        case ast.VariableExpression(expr=ast.QualifiedName(value=name)):
            return (KEY, name)
    return None


def plain_call(node: ast.Expression) -> tuple[str, ast.Expression | None, tuple[ast.Expression, ...]]:
    """The parts of a call, as `subject_of` gives them; no subject for a call with a block."""
    node = unwrapped(node)
    has_block = isinstance(node, ast.CallNamedFunctionExpression | ast.CallMethodExpression) and node.lambda_ is not None
    return ("", None, ()) if has_block else subject_of(node)


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
