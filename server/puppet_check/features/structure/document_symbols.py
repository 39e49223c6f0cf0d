"""Document symbols: definitions, resources and assignments as a tree, also those in parts with syntax errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from puppet_grammar import ast
from puppet_grammar.text import Text

CodeKind = Literal["class", "define", "function", "plan", "node", "type", "parameter", "variable", "resource"]
Kind = CodeKind | Literal["key", "level", "module", "setting", "block"]
"""Kinds of symbols in Puppet code, and in all kinds of files."""

DEEPEST = 50
"""The largest depth; deeper symbols become siblings, as clients read the tree recursively."""
LONGEST = 80
"""The largest length of a name; longer ones are cut."""


@dataclass(slots=True)
class DocumentSymbol:
    """A named part of a file; `name_start` and `name_end` are the span of its name."""

    kind: Kind
    name: str
    start: int
    end: int
    name_start: int
    name_end: int
    children: list[DocumentSymbol] = field(default_factory=list)

    def close(self, end: int) -> None:
        """Set its end, once that is known."""
        self.end = end


def document_symbols(program: ast.Program, text: Text) -> list[DocumentSymbol]:
    """The top-level symbols of a file, with nested ones as their children."""
    top: list[DocumentSymbol] = []
    stack: list[tuple[ast.Node, list[DocumentSymbol], int]] = [(program.body, top, 0)]
    while stack:
        node, siblings, depth = stack.pop()
        made = SYMBOLS.get(node.__class__)
        if made is not None:
            symbols = list(made(node, text))
            siblings.extend(symbols)
            if symbols and depth < DEEPEST:
                siblings, depth = symbols[-1].children, depth + 1
        inside = _inside(node)
        if len(inside) > 1:
            inside.reverse()
        for child in inside:
            stack.append((child, siblings, depth))
    return top


def _inside(node: ast.Node) -> list[ast.Node]:
    """The children of a node, without the parameters of lambdas, which are not listed."""
    if isinstance(node, ast.LambdaExpression) and not isinstance(node.body, ast.EppExpression):
        return [each for each in ast.children(node) if not isinstance(each, ast.Parameter)]
    return [*ast.children(node)] if node._child else []


def _definition(node: ast.NamedDefinition, text: Text) -> Iterator[DocumentSymbol]:
    yield DocumentSymbol(_kind(node), node.name, *node.span, *node.name_span)


def _alias(node: ast.TypeAlias, text: Text) -> Iterator[DocumentSymbol]:
    yield DocumentSymbol("type", node.name, *node.span, *node.name_span, [*_struct_keys(node.type_expr)])


def _struct_keys(type: ast.Node) -> Iterator[DocumentSymbol]:
    """The keys of the Struct that an alias names."""
    match type:
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value="struct"), keys=(ast.LiteralHash(entries=entries),)):
            for entry in entries:
                key = entry.key.keys[0] if isinstance(entry.key, ast.AccessExpression) and entry.key.keys else entry.key
                if isinstance(key, ast.LiteralString | ast.QualifiedName):
                    yield DocumentSymbol("key", key.value, *entry.span, *key.span)


def _node(node: ast.NodeDefinition, text: Text) -> Iterator[DocumentSymbol]:
    if node.host_matches:
        start, end = node.host_matches[0].start, node.host_matches[-1].end
        yield DocumentSymbol("node", _one_line(text, start, end), *node.span, start, end)


def _parameter(node: ast.Parameter, text: Text) -> Iterator[DocumentSymbol]:
    if node.name:
        yield DocumentSymbol("parameter", f"${node.name}", *node.span, *node.name_span)


def _assignment(node: ast.AssignmentExpression, text: Text) -> Iterator[DocumentSymbol]:
    for variable in _assigned(node.left_expr):
        yield DocumentSymbol("variable", f"${variable.name}", *node.span, *variable.span)


def _kind(definition: ast.NamedDefinition) -> Kind:
    match definition:
        case ast.HostClassDefinition():
            return "class"
        case ast.ResourceTypeDefinition():
            return "define"
        case ast.PlanDefinition():
            return "plan"
        case _:
            return "function"


def _assigned(target: ast.Expression) -> Iterator[ast.VariableExpression]:
    match target:
        case ast.VariableExpression():
            yield target
        case ast.LiteralList():
            for value in target.values:
                yield from _assigned(value) if isinstance(value, ast.VariableExpression) else ()


def _resources(resource: ast.ResourceExpression, text: Text) -> Iterator[DocumentSymbol]:
    # In code with errors, another resource may be taken for the type.
    type_name = (_one_line(text, *resource.type_name.span).split() or [""])[-1]
    reference = "::".join(part.capitalize() for part in type_name.split("::"))
    for body in resource.bodies:
        span = resource.span if len(resource.bodies) == 1 else body.span
        title = _one_line(text, *body.title.span)
        yield DocumentSymbol("resource", f"{reference}[{title}]", *span, *body.title.span)


SYMBOLS: dict[type[ast.Node], Callable[[Any, Text], Iterator[DocumentSymbol]]] = {  # Any: each takes nodes of the class that is its key
    ast.HostClassDefinition: _definition,
    ast.ResourceTypeDefinition: _definition,
    ast.PlanDefinition: _definition,
    ast.FunctionDefinition: _definition,
    ast.TypeAlias: _alias,
    ast.NodeDefinition: _node,
    ast.Parameter: _parameter,
    ast.AssignmentExpression: _assignment,
    ast.ResourceExpression: _resources,
}


def _one_line(text: Text, start: int, end: int) -> str:
    """The source text between two offsets on one line, cut to `LONGEST`."""
    shown = " ".join(text.slice(start, end).split())
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"
