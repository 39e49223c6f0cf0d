"""Lifts the statement that contains an error out of its file, so that little else is evaluated.

The lifted text is on the lines where it stood. Its variables get values of the types that were inferred, so it is evaluated
whatever the conditions around it. A class that a faulty variable is looked for in is put in its place with all the variables that it may
set, as is the class around the statement: no branch can set the one that is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from bench.evidence.samples import sample

from puppet_grammar import ast
from puppet_typesys.infer.model import FileModel
from puppet_typesys.types.model import Type

GIVEN = frozenset({"title", "name", "facts", "trusted", "server_facts", "module_name", "caller_module_name", "settings", "environment"})
"""Built-in variables."""


KEPT = "$evidence = "
"""What is before an expression so that its value is used."""
VALUES = (
    ast.LiteralValue,
    ast.VariableExpression,
    ast.ConcatenatedString,
    ast.LiteralList,
    ast.LiteralHash,
    ast.NotExpression,
    ast.ParenthesizedExpression,
    ast.ArithmeticExpression,
    ast.ComparisonExpression,
    ast.MatchExpression,
    ast.InExpression,
    ast.AndExpression,
    ast.OrExpression,
    ast.AccessExpression,
    ast.SelectorExpression,
)


Edit = tuple[int, int, str]


class Lifted(NamedTuple):
    """A text that takes the place of a file's, what makes the reference evaluate it, and the lines from 1 of the statement."""

    text: str
    code: str | None
    """None: the text is evaluated as the first manifest."""
    first: int
    last: int


class Part(NamedTuple):
    """Something that can be evaluated alone: what is before it, its span, and what is after it."""

    before: str
    start: int
    end: int
    behind: str = ""


def lifted(
    model: FileModel,
    chain: list[ast.Node],
    part: Part,
    choice: int,
    *,
    before: str = "",
    fault: str | None = None,
    again: str | None = None,
    inherits: bool = True,
    names_only: bool = False,
) -> Lifted:
    """A part of a file alone; the variable `fault` gets no value. `names_only`: attributes and titles get other values.

    What is said to be set `again` is set before, if a parameter is called so or something before the part may set it.
    """
    definition = next((each for each in chain if isinstance(each, ast.Definition)), None)
    nodes = [each for each in ast.walk(model.program) if part.start <= each.start and each.end <= part.end]
    bound = _bound(nodes)
    if again in _set_before(definition or model.program, part.start):
        bound.discard(again)
    types = _types(model, definition or model.program)
    given: list[tuple[str, str]] = []
    edits = list(_values(model, nodes, choice)) if names_only else []
    for node in nodes:
        if isinstance(node, ast.VariableExpression) and isinstance(node.expr, ast.QualifiedName):
            name = node.name
            if name == fault or name in bound or name in GIVEN or name.isdigit():
                continue
            if "::" in name or definition is None:
                other = f"evidence_{name.removeprefix('::').replace('::', '_')}"
                edits.append((node.start, node.end, f"{'$' if _has_sign(model, node) else ''}{other}"))
                if other not in dict(given):
                    given.append((other, sample(model.type_of(node), choice)))
            elif name not in dict(given):
                given.append((name, sample(model.type_of(node) or types.get(name), choice)))
    for name in (_set_before(definition or model.program, part.start) if fault else set()) - bound - GIVEN - {name for name, _ in given}:
        given.append((name, sample(types.get(name), choice)))
    statement = before + part.before + _edited(model, part, edits) + part.behind
    values = " ".join(f"${name} = {value}" for name, value in given)
    head, tail, code = _around(definition, inherits=inherits)
    first = model.text.position(part.start).line
    last = model.text.position(part.end).line
    return Lifted("\n" * first + f"{head} {values}\n".rstrip("\n") + f" {statement} {tail}\n", code, first + 1, last + 1)


def chain_to(program: ast.Program, start: int, end: int) -> list[ast.Node]:
    """The nodes around a span, from the program inward."""
    found: list[ast.Node] = [program]
    while True:
        inner = next((each for each in ast.children(found[-1]) if each.start <= start and end <= each.end), None)
        if inner is None:
            return found
        found.append(inner)


def blocks(chain: list[ast.Node]) -> Iterator[Part]:
    """The statement with all that precede it in its block, the smallest block first."""
    for outer, inner in reversed(list(pairwise(chain))):
        if isinstance(outer, ast.BlockExpression) and inner is not outer.statements[0]:
            yield Part("", outer.statements[0].start, inner.end)


def parts(chain: list[ast.Node]) -> Iterator[Part]:
    """What may be evaluated alone, the smallest statement first, then smaller expressions, then statements around it."""
    for each in chain:
        if isinstance(each, ast.Parameter):
            told = next((part for part in (each.type_expr, each.value) if part in chain), None)
            if told is not None:
                yield Part(KEPT, told.start, told.end)
    statements = [number for number in range(1, len(chain)) if _is_statement(chain[number - 1], chain[number])]
    for order, number in enumerate(reversed(statements)):
        yield from _of_statement(chain, number)
        if order == 0:
            for inner in range(len(chain) - 1, number, -1):
                if _is_conditional(chain[inner - 1], chain[inner]):
                    yield Part(KEPT, chain[inner].start, chain[inner].end)


def _of_statement(chain: list[ast.Node], number: int) -> Iterator[Part]:
    statement = chain[number]
    inner = chain[number + 1] if number + 1 < len(chain) else None
    match statement:
        case ast.IfExpression(test=test) | ast.UnlessExpression(test=test) if inner is test:
            yield Part(KEPT, test.start, test.end)
        case ast.CaseExpression(test=test) if inner is test:
            yield Part(KEPT, test.start, test.end)
        case ast.CaseExpression() if isinstance(inner, ast.CaseOption) and inner.values:
            if number + 2 < len(chain) and chain[number + 2] in inner.values:
                yield Part("case 'evidence' { ", inner.values[0].start, inner.values[-1].end, ": { notice(1) } }")
        case ast.IfExpression() | ast.UnlessExpression() | ast.CaseExpression():
            pass
        case ast.RelationshipExpression():
            # What is at one arrow must not hide what is at the next.
            alone = next((each for each in chain[number:] if not isinstance(each, ast.RelationshipExpression)), None)
            if isinstance(alone, ast.ResourceExpression):
                yield Part("", alone.start, alone.end)
            yield Part("", statement.start, statement.end)
        case _:
            yield Part(KEPT if isinstance(statement, VALUES) else "", statement.start, statement.end)


def _is_statement(parent: ast.Node, node: ast.Node) -> bool:
    if isinstance(node, (ast.BlockExpression, ast.Definition, ast.Parameter, ast.CaseOption)):
        return False
    if isinstance(parent, (ast.BlockExpression, ast.Program)):
        return True
    return any(getattr(parent, name, None) is node for name in ("then_expr", "else_expr", "body"))


def _is_conditional(parent: ast.Node, node: ast.Node) -> bool:
    """Whether an expression is evaluated only if the one around it says so."""
    match parent:
        case ast.SelectorEntry(value_expr=value):
            return value is node
        case ast.AndExpression(right_expr=right) | ast.OrExpression(right_expr=right):
            return right is node
    return False


def _around(definition: ast.Definition | None, *, inherits: bool) -> tuple[str, str, str | None]:
    match definition:
        case ast.HostClassDefinition(name=name, parent_class=parent):
            return f"class {name}{f' inherits {parent}' if parent and inherits else ''} {{", "}", f"include {name}"
        case ast.ResourceTypeDefinition(name=name):
            return f"define {name} {{", "}", f"{name} {{ 'sample': }}"
        case ast.FunctionDefinition(name=name):
            return f"function {name}() {{", "}", f"{name}()"
    return "", "", None


def _bound(nodes: list[ast.Node]) -> set[str]:
    found = {parameter.name for each in nodes if isinstance(each, ast.LambdaExpression) for parameter in each.parameters}
    return found | {name for each in nodes for name in _assigned(each)}


def _assigned(node: ast.Node) -> Iterator[str]:
    if isinstance(node, ast.AssignmentExpression):
        for target in ast.walk(node.left_expr):
            if isinstance(target, ast.VariableExpression):
                yield target.name


def _set_before(around: ast.Node, end: int) -> set[str]:
    """The variables that may be set before a place in a definition or program, by its parameters, those of lambdas, or in any branch."""
    found = {each.name for each in around.parameters} if isinstance(around, ast.NamedDefinition) else set()
    for node in ast.walk(around):
        if isinstance(node, ast.LambdaExpression) and node.start < end <= node.end:
            found |= {each.name for each in node.parameters}
    return found | {name for node in ast.walk(around) if node.start < end for name in _assigned(node)}


def _types(model: FileModel, around: ast.Node) -> dict[str, Type]:
    """What the variables of a definition hold, as far as they are read in it."""
    found: dict[str, Type] = {}
    for node in ast.walk(around):
        if isinstance(node, ast.VariableExpression) and isinstance(node.expr, ast.QualifiedName):
            of = model.type_of(node)
            if of is not None:
                found.setdefault(node.name, of)
    return found


def _values(model: FileModel, nodes: list[ast.Node], choice: int) -> Iterator[Edit]:
    """The values of attributes, each replaced by one of its type, and titles that are computed."""
    for node in nodes:
        if isinstance(node, ast.ResourceBody) and isinstance(node.title, ast.AccessExpression):
            yield node.title.start, node.title.end, "'sample'"
        if isinstance(node, ast.AttributeOperation):
            value = node.value_expr
            if not isinstance(value, ast.LiteralValue):
                yield value.start, value.end, sample(model.type_of(value), choice)


def _has_sign(model: FileModel, node: ast.VariableExpression) -> bool:
    return model.text.source[node.start : node.start + 1] == b"$"


def _edited(model: FileModel, part: Part, edits: list[Edit]) -> str:
    """The text of a part; of edits inside each other the outer one is made."""
    source, pieces, place = model.text.source, [], part.start
    for start, end, text in sorted(edits):
        if start >= place:
            lines = source[start:end].count(b"\n") * "\n"
            pieces += [source[place:start], (text + lines).encode()]
            place = end
    shown = b"".join([*pieces, source[place : part.end]]).decode(errors="replace")
    return shown.removeprefix("els") if shown.startswith("elsif") else shown
