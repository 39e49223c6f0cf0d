"""The types of the variables that a class only assigns literals and expressions of a certain type to, as other files may know them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from puppet_grammar import ast

NAMES: dict[type[ast.Node], str] = {
    ast.LiteralString: "String",
    ast.QualifiedName: "String",
    ast.ConcatenatedString: "String",
    ast.HeredocExpression: "String",
    ast.LiteralBoolean: "Boolean",
    ast.LiteralInteger: "Integer",
    ast.LiteralFloat: "Float",
    ast.LiteralUndef: "Undef",
    ast.ComparisonExpression: "Boolean",
    ast.MatchExpression: "Boolean",
    ast.InExpression: "Boolean",
    ast.NotExpression: "Boolean",
    ast.AndExpression: "Boolean",
    ast.OrExpression: "Boolean",
}
MAX_ELEMENTS = 32
"""Of how many elements a literal array or hash may have to say their types."""
MAX_TEXT = 300
"""The length of a type from which on it says nothing of the parts."""
UNKNOWN = "Any"


def literal_types(body: ast.Expression, assignments: Iterable[ast.AssignmentExpression]) -> tuple[tuple[str, str], ...]:
    """The names of variables and their types, as text; `assignments` are those in the body of the class.

    A variable that only some branches assign may be undef.
    """
    found: dict[str, set[str]] = {}
    certain: set[str] = set()
    always = {id(each) for each in body.statements} if isinstance(body, ast.BlockExpression) else {id(body)}
    for node in assignments:
        if isinstance(node.left_expr, ast.VariableExpression):
            found.setdefault(node.left_expr.name, set()).update(_types(node.right_expr))
            if id(node) in always:
                certain.add(node.left_expr.name)
    known = {name: types if name in certain else {*types, "Undef"} for name, types in found.items() if UNKNOWN not in types}
    return tuple((name, _text(types)) for name, types in sorted(known.items()))


def _types(node: ast.Expression) -> Iterator[str]:
    match node:
        case ast.ParenthesizedExpression():
            yield from _types(node.expr)
        case ast.SelectorExpression():
            for each in node.selectors:
                yield from _types(each.value_expr)
        case ast.LiteralList():
            yield _with_parts("Array", node.values)
        case ast.LiteralHash():
            yield _with_parts("Hash", [each.key for each in node.entries], [each.value for each in node.entries])
        case _:
            yield NAMES.get(node.__class__, UNKNOWN)


def _with_parts(name: str, *parts: Sequence[ast.Expression]) -> str:
    """The type of a literal collection, with the types of its parts if they are known and not long."""
    if not 0 < len(parts[0]) <= MAX_ELEMENTS:
        return name
    types = [{each for node in nodes for each in _types(node)} for nodes in parts]
    text = f"{name}[{', '.join(map(_text, types))}]"
    return name if any(UNKNOWN in each for each in types) or len(text) > MAX_TEXT else text


def _text(types: set[str]) -> str:
    return next(iter(types)) if len(types) == 1 else f"Variant[{', '.join(sorted(types))}]"
