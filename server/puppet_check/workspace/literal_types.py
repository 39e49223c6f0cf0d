"""The types of the variables that a class only assigns literals and expressions of a certain type to, as other files may know them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

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
CALLS = {
    **dict.fromkeys(("file", "inline_template", "join", "shellquote", "sprintf", "strftime", "template"), "String"),
    **dict.fromkeys(("all", "any", "defined", "empty"), "Boolean"),
    "versioncmp": "Integer",
}
"""Built-in functions whose values have one type."""
MAX_ELEMENTS = 32
"""Of how many elements a literal array or hash may have to say their types."""
MAX_TEXT = 300
"""The length of a type from which on it says nothing of the parts."""
UNKNOWN = "Any"
EMPTY_ARRAY = "Array[0, 0]"


def literal_types(body: ast.Expression, assignments: Iterable[ast.AssignmentExpression]) -> tuple[tuple[str, str], ...]:
    """The names of variables and their types, as text; `assignments` are those in the body of the class.

    A variable that only some branches assign may be undef.
    """
    found: dict[str, set[str]] = {}
    certain: set[str] = set()
    always = {id(each) for each in body.statements} if isinstance(body, ast.BlockExpression) else {id(body)}
    for node in assignments:
        if isinstance(node.left_expr, ast.VariableExpression):
            found.setdefault(node.left_expr.name, set()).update(types_of(node.right_expr))
            if id(node) in always:
                certain.add(node.left_expr.name)
    known = {name: types if name in certain else {*types, "Undef"} for name, types in found.items() if UNKNOWN not in types}
    return tuple((name, _text(types)) for name, types in sorted(known.items()))


def types_of(node: ast.Expression | None, variables: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """The types, as text, that the value of an expression may have; `variables` are those whose types are known."""
    match node:
        case None:
            yield "Undef"
        case ast.ParenthesizedExpression():
            yield from types_of(node.expr, variables)
        case ast.BlockExpression():
            yield from types_of(node.statements[-1] if node.statements else None, variables)
        case ast.IfExpression() | ast.UnlessExpression():
            yield from types_of(node.then_expr, variables)
            yield from types_of(node.else_expr, variables)
        case ast.CaseExpression():
            for option in node.options:
                yield from types_of(option.then_expr, variables)
            if not any(isinstance(value, ast.LiteralDefault) for option in node.options for value in option.values):
                yield "Undef"
        case ast.SelectorExpression():
            for each in node.selectors:
                yield from types_of(each.value_expr, variables)
        case ast.VariableExpression():
            yield variables.get(node.name, UNKNOWN)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName() as name):
            yield CALLS.get(name.value, UNKNOWN)
        case ast.LiteralList(values=()):
            yield EMPTY_ARRAY
        case ast.LiteralList():
            yield _with_parts("Array", variables, node.values)
        case ast.LiteralHash():
            yield _with_parts("Hash", variables, [each.key for each in node.entries], [each.value for each in node.entries])
        case _:
            yield NAMES.get(node.__class__, UNKNOWN)


def result_type(function: ast.FunctionDefinition, parameters: Mapping[str, str]) -> str | None:
    """The type of the value of a function that declares none, by its last statement; None if it is not certain.

    `parameters` are the texts of their declared types.
    """
    body = function.body
    if body is None or any(map(_leaves, ast.of_class(body, ast.CallNamedFunctionExpression))):
        return None
    known = dict(parameters)
    statements = body.statements if isinstance(body, ast.BlockExpression) else (body,)
    for each in statements:
        if isinstance(each, ast.AssignmentExpression) and isinstance(each.left_expr, ast.VariableExpression):
            known[each.left_expr.name] = _text({*types_of(each.right_expr, known)})
    types = {*types_of(body, known)}
    return None if any(UNKNOWN in each for each in types) else _text(types)


def _leaves(call: ast.CallNamedFunctionExpression) -> bool:
    """Whether a call may end a function early, with a value of its own."""
    return isinstance(call.functor_expr, ast.QualifiedName) and call.functor_expr.value in ("return", "next", "break")


def _with_parts(name: str, variables: Mapping[str, str], *parts: Sequence[ast.Expression]) -> str:
    """The type of a literal collection, with the types of its parts if they are known and not long."""
    if not 0 < len(parts[0]) <= MAX_ELEMENTS:
        return name
    each_types = [{*types_of(node, variables)} for node in parts[0]] if name == "Array" else []
    if len({*map(frozenset, each_types)}) > 1 and not any(UNKNOWN in each for each in each_types):
        tuple_type = f"Tuple[{', '.join(map(_text, each_types))}]"  # An array of such elements could have those of one type alone.
        if len(tuple_type) <= MAX_TEXT:
            return tuple_type
    types = [{each for node in nodes for each in types_of(node, variables)} for nodes in parts]
    text = f"{name}[{', '.join(map(_text, types))}]"
    return name if any(UNKNOWN in each for each in types) or len(text) > MAX_TEXT else text


def _text(types: set[str]) -> str:
    return next(iter(types)) if len(types) == 1 else f"Variant[{', '.join(sorted(types))}]"
