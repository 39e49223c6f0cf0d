"""The statements of a define that refuse some values of its parameters, by calls of `fail` and `assert_type`.

Declarations of resources whose types may require attributes belong to them. They are kept as the text of a define of their own, with the
parameters that they read, which a check evaluates with the values of a declaration.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.infer.resolution import assigned_variables

REFUSING = frozenset(("fail", "assert_type"))
READING = frozenset("getvar template inline_template epp inline_epp".split())
"""Functions that read variables which are not named in the code."""
LEAVING = frozenset(("return", "next", "break"))
STATEMENTS = (ast.IfExpression, ast.UnlessExpression, ast.CaseExpression, ast.CallNamedFunctionExpression)
LONGEST = 4000
"""The length of the longest text that is kept."""
EFFECTS = (ast.AbstractResource, ast.RelationshipExpression, ast.CollectExpression, ast.Definition)
"""Statements that change the catalog."""
DECLARING = frozenset(
    "include contain require realize create_resources ensure_resource ensure_resources ensure_packages ensure_package tag".split()
)


def guards_of(node: ast.ResourceTypeDefinition, text: Text) -> str | None:
    """The text of a define with the refusing statements; None if there are none."""
    if node.body is None or not any(word in text.source for word in (b"fail", b"assert_type")):
        return None
    statements = node.body.statements if isinstance(node.body, ast.BlockExpression) else (node.body,)
    kept: list[ast.Expression] = []
    for each in statements:
        calls = _calls(each)
        if calls & LEAVING:
            break
        if isinstance(each, STATEMENTS) and calls & REFUSING and not _has_effects(each, calls):
            kept.append(each)
    if not kept:
        return None
    needed = _with_assignments(kept, statements[: statements.index(kept[-1])])
    needed += [each for each in statements[: _end(statements)] if _is_of_module(each)]
    parameters = ", ".join(text.slice(each.start, each.end) for each in _read_parameters(node.parameters, needed))
    body = "\n".join(text.slice(each.start, each.end) for each in needed)
    made = f"define {node.name}({parameters}) {{\n{body}\n}}\n"
    return made if len(made) <= LONGEST else None


def _read_parameters(parameters: Sequence[ast.Parameter], statements: Iterable[ast.Expression]) -> Sequence[ast.Parameter]:
    """The parameters that some statements read, and those that their defaults read; all of them if a function may read others."""
    if any(_calls(each) & READING for each in statements):
        return parameters
    read = set[str]().union(*map(_read, statements))
    for each in reversed(parameters):  # A default reads earlier parameters.
        if each.name in read and each.value is not None:
            read |= _read(each.value)
    return [each for each in parameters if each.name in read]


def _end(statements: Sequence[ast.Expression]) -> int:
    """The number of statements before the first one that may leave the body."""
    return next((index for index, each in enumerate(statements) if _calls(each) & LEAVING), len(statements))


def _is_of_module(node: ast.Expression) -> bool:
    """Whether a statement declares a resource of a type that may be written in Ruby in a module, which may require attributes."""
    if not isinstance(node, ast.ResourceExpression) or node.form != "regular" or not isinstance(node.type_name, ast.QualifiedName):
        return False
    name = node.type_name.value
    return "::" not in name and name not in NAMES and name != "class"


def _with_assignments(kept: list[ast.Expression], before: Iterable[ast.Expression]) -> list[ast.Expression]:
    """Some statements with those that assign the variables which they read, in order."""
    chosen = {id(each): each for each in kept}
    read = set[str]().union(*map(_read, kept))
    for each in reversed(list(before)):
        if id(each) not in chosen and read & assigned_variables(each) and not _has_effects(each, _calls(each)):
            chosen[id(each)] = each
            read |= _read(each)
    return sorted(chosen.values(), key=lambda each: each.start)


def _read(node: ast.Expression) -> set[str]:
    return {each.name for each in ast.of_class(node, ast.VariableExpression)}


def _has_effects(node: ast.Expression, calls: set[str]) -> bool:
    return bool(calls & DECLARING) or any(isinstance(each, EFFECTS) for each in ast.walk(node))


def _calls(node: ast.Expression) -> set[str]:
    """The names of the functions that a statement calls."""
    return {
        each.functor_expr.value.removeprefix("::")
        for each in ast.of_class(node, ast.CallNamedFunctionExpression)
        if isinstance(each.functor_expr, ast.QualifiedName)
    }
