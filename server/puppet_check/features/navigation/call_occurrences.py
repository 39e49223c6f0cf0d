"""Occurrences of symbols in strings and keys of hashes: what functions such as `create_resources` take as names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puppet_check.features.navigation.variable_occurrences import Path, named_variable
from puppet_check.features.symbols import ARGUMENT, TEMPLATE, Occurrence, Symbol, occurrence_of
from puppet_check.features.view import View
from puppet_check.semantics.arguments import function_named, position
from puppet_check.semantics.calls import arguments, called
from puppet_check.semantics.node_context import attribute_owner, reference_owner
from puppet_check.semantics.value_paths import FACTS, path_named_by
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, role_of
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, RESOURCE_TYPE, TYPE, TypedName

Word = ast.QualifiedName | ast.LiteralString
AttributeSymbol = Callable[[View, str, str], Symbol]
DEFINED = (CLASS, DEFINE, RESOURCE_TYPE, TYPE, FUNCTION)
"""The kinds of names that `defined` looks for, in its order."""
WRAPPING = (ast.ParenthesizedExpression, ast.LiteralList)


def made_type(call: ast.Node) -> str | None:
    """The type of the resources that a call declares: `class`, or a resource type without `@`; None if it is computed or none."""
    first = next(iter(arguments(call)), None)
    if role_of(called(call), 0) is not Role.RESOURCE_TYPE or not isinstance(first, Word):
        return None
    return first.value.lstrip("@").removeprefix("::").lower()


def named_in_call(view: View, node: Word, path: Path, start: int, kind_of: Callable[[View, str], str]) -> Iterator[Occurrence]:
    """The symbols that an argument of a call names; `kind_of` gives the kind of a resource type's name."""
    found = next((at for at in range(len(path) - 2, -1, -1) if not isinstance(path[at], WRAPPING)), None)
    call = path[0] if found is None else path[found]
    number = position(call, node)
    match None if number is None else role_of(function_named(call), number):
        case Role.RESOURCE_TYPE:
            marks = len(node.value) - len(node.value.lstrip("@"))
            if node.value[marks:] != "class" and node.value[marks:]:
                yield occurrence_of(kind_of(view, node.value[marks:]), node.value[marks:], start + marks)
        case Role.FUNCTION:
            yield occurrence_of(FUNCTION, node.value, start)
        case Role.VARIABLE:
            if (read := path_named_by(path)) is None or read.variable != FACTS:
                yield from named_variable(view, node.value.partition(".")[0], start, path, "read")
        case Role.DEFINITION:
            yield from _defined(view, node.value, start, path)


def _defined(view: View, value: str, start: int, path: Path) -> Iterator[Occurrence]:
    if value.startswith("$"):
        yield from named_variable(view, value[1:], start + 1, path, "read")
        return
    key = value.removeprefix("::").lower()
    kind = next((each for each in DEFINED if view.known.loader.load(TypedName(each, key)) is not None), None)
    if kind is not None:
        yield occurrence_of(kind, value, start)


def named_by_key(view: View, node: Word, path: Path, start: int, symbol: AttributeSymbol) -> Iterator[Occurrence]:
    """The symbol that a key of a hash names: an attribute, a class, or a parameter of a template."""
    if len(path) < 4 or not isinstance(path[-3], ast.LiteralHash):
        return
    outer = path[:-3]
    while outer and isinstance(outer[-1], ast.ParenthesizedExpression):
        outer = outer[:-1]
    end = start + len(node.value.encode())
    owner = attributes_of(outer, path)
    if owner is not None:
        yield Occurrence(symbol(view, owner, node.value), start, end, "read")
    elif outer and position(outer[-1], node) == 1:
        call = outer[-1]
        role = role_of(called(call), 1)
        if role is Role.RESOURCES and made_type(call) == "class":
            yield occurrence_of(CLASS, node.value, start)
        elif role is Role.PARAMETERS and isinstance(template := arguments(call)[0], ast.LiteralString):
            yield Occurrence(Symbol(ARGUMENT, node.value, f"{TEMPLATE} {template.value}"), start, end, "read")


def attributes_of(outer: Path, path: Path) -> str | None:
    """The type, or `class <name>`, whose attributes are the keys of the hash after `outer`; None if it has no attributes."""
    match outer[-1] if outer else None:
        case ast.AttributesOperation():
            return attribute_owner(outer)
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression() as call:
            if (number := position(call, path[-1])) is not None and role_of(called(call), number) is Role.ATTRIBUTES:
                return _without_class(made_type(call))
        case ast.KeyedEntry() as entry if len(outer) > 2:
            above, title = outer[-3], entry.key
            if role_of(called(above), 1) is Role.RESOURCES and position(above, path[-1]) == 1:
                made = made_type(above)
                if made != "class":
                    return made
                return f"class {title.value.removeprefix('::')}" if isinstance(title, Word) else None
    return None


def _without_class(name: str | None) -> str | None:
    return None if name == "class" else name


def named_in_access(view: View, node: Word, path: Path, start: int, kind_of: Callable[[View, str], str]) -> Iterator[Occurrence]:
    """The resource type that `Resource['type', ...]` names."""
    match path[-2]:
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value="resource"), keys=(first, *_)) if first is node:
            yield occurrence_of(kind_of(view, node.value), node.value, start)


def read_attribute(path: Path, is_resource: Callable[[str], bool]) -> str | None:
    """The type, or `class <name>`, whose attribute the last node of a path reads: `Type[title][name]`, `getparam`, or a query."""
    node, parent = path[-1], path[-2]
    match parent:
        case ast.AccessExpression(left_expr=ast.AccessExpression(left_expr=ast.QualifiedReference() as name) as left):
            return reference_owner(left) if is_resource(name.value) else None
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression() if called(parent) == "getparam" and position(parent, node) == 1:
            return reference_owner(arguments(parent)[0])
        case ast.ComparisonExpression(left_expr=left) if left is node:
            collect = next((each for each in reversed(path) if isinstance(each, ast.CollectExpression)), None)
            is_query = any(isinstance(each, ast.QueryExpression) for each in path)
            reference = None if collect is None or not is_query else collect.type_expr
            return reference.value.removeprefix("::") if isinstance(reference, ast.QualifiedReference) and _is_own(node) else None
    return None


def _is_own(node: ast.Node) -> bool:
    """Whether a name in a query is an attribute of the type, and not one that every resource has."""
    return isinstance(node, ast.QualifiedName) and node.value not in ("title", "tag", "name")
