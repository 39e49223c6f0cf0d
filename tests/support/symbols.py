"""The symbols of a program, which recovery after an error must preserve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puppet_grammar import ast
from puppet_grammar.text import Text

DEFINITIONS: dict[type, str] = {
    ast.HostClassDefinition: "class",
    ast.ResourceTypeDefinition: "define",
    ast.PlanDefinition: "plan",
    ast.FunctionDefinition: "function",
    ast.TypeAlias: "type",
    ast.NodeDefinition: "node",
}


@dataclass(frozen=True, slots=True)
class Symbol:
    """A named construct; `start` to `end` is its own text, which for definitions is the header."""

    kind: str
    name: str
    start: int
    end: int

    @property
    def is_definition(self) -> bool:
        """Whether it is a definition, not a statement."""
        return self.kind in DEFINITIONS.values()


def symbols(program: ast.Program, text: Text) -> Iterator[Symbol]:
    """All symbols, including those in broken parts."""
    for node in ast.walk(program):
        match node:
            case (
                ast.HostClassDefinition(name=name, body=body)
                | ast.ResourceTypeDefinition(name=name, body=body)
                | ast.FunctionDefinition(name=name, body=body)
                | ast.PlanDefinition(name=name, body=body)
            ):
                yield Symbol(DEFINITIONS[type(node)], name, node.start, _first(body, node.end))
            case ast.NodeDefinition(host_matches=(first, *_), body=body):
                yield Symbol("node", _name(first, text), node.start, _first(body, node.end))
            case ast.TypeAlias(name=name):
                yield Symbol("type", name, node.start, node.end)
            case ast.Parameter(name=name):
                yield Symbol("parameter", name, node.start, node.end)
            case ast.AssignmentExpression(left_expr=ast.VariableExpression() as variable):
                yield Symbol("variable", variable.name, node.start, node.end)
            case ast.ResourceExpression(type_name=type_name, bodies=bodies):
                for body in bodies:
                    # The type is part of the name, so all bodies share the text before the first one.
                    start = node.start if body is bodies[0] else body.start
                    yield Symbol("resource", f"{_name(type_name, text)}[{_name(body.title, text)}]", start, body.end)


def _first(body: ast.Expression | None, end: int) -> int:
    if isinstance(body, ast.BlockExpression):
        body = body.statements[0] if body.statements else None
    return end if body is None or isinstance(body, ast.Nop) else body.start


def _name(node: ast.Node, text: Text) -> str:
    match node:
        case ast.LiteralString(value=value) | ast.QualifiedName(value=value):
            return value
        case ast.LiteralDefault():
            return "default"
        case _:
            return text.slice(node.start, node.end)
