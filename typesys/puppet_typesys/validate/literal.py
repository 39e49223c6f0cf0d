"""Literals: the values of expressions that do not depend on evaluation, for comparing hash keys as the reference does."""

from __future__ import annotations

from puppet_grammar import ast

DEPTH = 200
"""The maximum nesting of literals that are compared."""

Key = tuple[str, object]
"""A kind and a value, equal for equal values only. As in Ruby, 1 differs from 1.0, and a string from a regular expression."""


class NotLiteral(Exception):  # noqa: N818 - it names what was found
    """Raised for an expression that is not a literal."""


def literal(node: ast.Node | None, depth: int = 0) -> Key:
    """The value of a literal; raises NotLiteral for anything else."""
    if depth > DEPTH:
        raise NotLiteral
    match node:
        case ast.RenderStringExpression():
            raise NotLiteral
        case ast.LiteralString(value=text) | ast.QualifiedName(value=text):
            return ("string", text)
        case ast.LiteralInteger(value=number):
            return ("integer", number)
        case ast.LiteralFloat(value=real):
            return ("float", real)
        case ast.LiteralBoolean(value=flag):
            return ("boolean", flag)
        case ast.LiteralUndef():
            return ("undef", None)
        case ast.LiteralDefault():
            return ("default", None)
        case ast.LiteralRegularExpression(pattern=pattern):
            return ("regexp", pattern)
        case ast.QualifiedReference(value=name):
            # The reference compares a type's name as a string in lower case, so `Foo` and `foo` are the same key.
            return ("string", name)
        case ast.AccessExpression(keys=(ast.LiteralList(),)):
            raise NotLiteral
        case ast.AccessExpression(keys=keys):
            # The reference ignores what is accessed: `File['a']` and `Service['a']` are the same key.
            return ("array", tuple(literal(key, depth + 1) for key in keys))
        case ast.UnaryMinusExpression(expr=operand):
            return _negated(literal(operand, depth + 1))
        case ast.ConcatenatedString(segments=(ast.LiteralString(value=text),)):
            return ("string", text)
        case ast.LiteralList(values=values):
            return ("array", tuple(literal(value, depth + 1) for value in values))
        case ast.LiteralHash(entries=entries):
            pairs = {literal(entry.key, depth + 1): literal(entry.value, depth + 1) for entry in entries}
            return ("hash", frozenset(pairs.items()))
    raise NotLiteral


def is_literal(node: ast.Node) -> bool:
    """Whether an expression is a literal."""
    try:
        literal(node)
    except NotLiteral:
        return False
    return True


def show(node: ast.Node | None) -> str:
    """A literal as the reference shows it in messages; a string at the outermost level has no quotes."""
    match node:
        case ast.LiteralUndef():
            return ""
        case ast.ConcatenatedString(segments=(ast.LiteralString(value=text),)):
            return text
        case ast.LiteralString(value=text) | ast.QualifiedName(value=text) | ast.QualifiedReference(value=text):
            return text
    return _inspect(node)


def _inspect(node: ast.Node | None) -> str:
    match node:
        case ast.LiteralUndef():
            return "nil"
        case ast.LiteralDefault():
            return "default"
        case ast.LiteralBoolean(value=flag):
            return str(flag).lower()
        case ast.LiteralInteger(value=number) | ast.LiteralFloat(value=number):
            return str(number)
        case ast.UnaryMinusExpression(expr=operand):
            return f"-{_inspect(operand)}"
        case ast.LiteralRegularExpression(pattern=pattern):
            return f"(?-mix:{pattern})"
        case ast.LiteralList(values=values) | ast.AccessExpression(keys=values):
            return f"[{', '.join(_inspect(value) for value in values)}]"
        case ast.LiteralHash(entries=entries):
            return "{" + ", ".join(f"{_inspect(entry.key)}=>{_inspect(entry.value)}" for entry in entries) + "}"
    quoted = show(node).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'


def _negated(key: Key) -> Key:
    kind, value = key
    if isinstance(value, int | float) and kind != "boolean":
        return (kind, -value)
    raise NotLiteral
