"""The types of the variables that a class only assigns literals to, as other files may know them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_grammar import ast

NAMES: dict[type[ast.Node], str] = {
    ast.LiteralString: "String",
    ast.QualifiedName: "String",
    ast.ConcatenatedString: "String",
    ast.HeredocExpression: "String",
    ast.LiteralBoolean: "Boolean",
    ast.LiteralInteger: "Integer",
    ast.LiteralFloat: "Float",
    ast.LiteralList: "Array",
    ast.LiteralHash: "Hash",
    ast.LiteralUndef: "Undef",
}
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
        case _:
            yield NAMES.get(node.__class__, UNKNOWN)


def _text(types: set[str]) -> str:
    return next(iter(types)) if len(types) == 1 else f"Variant[{', '.join(sorted(types))}]"
