"""The words of real manifests that completion should offer, and how often each is used."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from puppet_check.semantics.calls import called
from puppet_check.semantics.node_context import INCLUDING, type_of_body
from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_grammar.parse import Mode
from puppet_grammar.text import Text

KINDS = ("attribute", "attribute, two letters", "variable", "resource type, two letters", "value", "class after include", "method")
WORDS = (ast.LiteralString, ast.QualifiedName, ast.LiteralBoolean, ast.LiteralUndef)
LONGEST = 20
"""The largest length of a string that counts as a word."""


class Word(NamedTuple):
    """A word of a manifest."""

    kind: str
    text: str
    start: int
    """The offset of the first byte to hide."""
    end: int
    owner: str = ""
    """The resource type of an attribute; the resource type and the attribute of a value."""


def manifests(modules: Path, part: int | None) -> Iterator[Path]:
    """The manifests of all modules, or of every second one: those with an even (0) or odd (1) number."""
    for number, module in enumerate(sorted(modules.iterdir())):
        if part is None or number % 2 == part:
            yield from sorted(module.glob("manifests/**/*.pp"))


def words(source: bytes) -> Iterator[Word]:
    """The words of a manifest; none if it has syntax errors."""
    text = Text(source)
    program, problems = read(text, Mode())
    if any(each.severity == "error" for each in problems):
        return
    targets = {id(each.left_expr) for each in ast.walk(program) if isinstance(each, ast.AssignmentExpression)}
    for node in ast.walk(program):
        match node:
            case ast.ResourceExpression(type_name=ast.QualifiedName() as name):
                if name.value != "class":
                    yield Word("resource type", name.value.removeprefix("::"), name.start, name.end)
                for body in node.bodies:
                    yield from _of_body(source, type_of_body(node, body) or "", body)
            case ast.VariableExpression() if (
                source[node.start : node.start + 1] == b"$" and "::" not in node.name and id(node) not in targets
            ):
                yield Word("variable", f"${node.name}", node.start + 1, node.end)
            case ast.CallNamedFunctionExpression():
                yield Word("function", called(node), node.start, node.start)
                if called(node) in INCLUDING:
                    yield from (
                        Word("class after include", each.value.removeprefix("::"), each.start, each.end)
                        for each in node.arguments
                        if isinstance(each, ast.QualifiedName)
                    )
            case ast.CallMethodExpression(functor_expr=ast.NamedAccessExpression(right_expr=ast.QualifiedName() as name)):
                yield Word("method", name.value, name.start, name.end)


def _of_body(source: bytes, owner: str, body: ast.ResourceBody) -> Iterator[Word]:
    before = ""
    for each in body.operations:
        if not isinstance(each, ast.AttributeOperation) or not owner:
            continue
        name, value = each.attribute_name, each.value_expr
        yield Word("attribute", name, each.start, each.start + len(name.encode()), owner)
        yield Word("next attribute", f"{before} {name}", each.start, each.start, owner)
        before = name
        if isinstance(value, WORDS):
            text = source[value.start : value.end].decode().strip("'\"")
            if text.replace("_", "").isalnum() and len(text) <= LONGEST:
                yield Word("value", text, value.start, value.end, f"{owner} {name}")


def counts(paths: Iterator[Path]) -> dict[str, dict[str, Counter[str]]]:
    """How often each word is used: by kind, by owner."""
    found: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for path in paths:
        for each in words(path.read_bytes()):
            found[each.kind][each.owner][each.text] += 1
    return found
