"""Variables that a body assigns a second time under a condition that does not exclude the first time.

The evaluation finds assignments after those that are always made. This rule finds those of which the first is only made in a branch, and
the second is not in another branch of the same construct: `if $x { $a = 1 }`, and later `if $x { $a = 2 }`.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.duplicate_resource import MOST_DECLARATIONS, Declared, Path, are_together, parts_of
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.scopes import BODIES
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Related, Severity
from puppet_typesys.issues.evaluation.general import illegal_reassignment


@illegal_reassignment.variant()
def assigned_under_condition(variable: str, line: int) -> str:
    return f"Cannot reassign variable '${variable}', which is already assigned (line: {line}) under a condition that does not exclude this"


@rule(on=ast.Program, whole=True)
def check_assignments(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report assignments that fail where an earlier one of the same body was made."""
    if all(len(each) == 1 for each in file.assignments.values()):
        return
    for body in (program.body, *(each.body for each in program.definitions if isinstance(each, BODIES))):
        if body is not None:
            yield from _check(body, file)


def reassigned_in_example(file: File) -> Iterator[Diagnostic]:
    """The second assignments of variables in a class or define of a file that is not evaluated.

    Outside of them, an example may show several uses, of which a reader takes one.
    """
    for body in (each.body for each in file.program.definitions if isinstance(each, BODIES)):
        seen = set[str]()
        for name, made in _assigned(body) if body is not None else ():
            if not made.path and name in seen:
                yield illegal_reassignment(name).at(made.title.start, made.title.end)
            if not made.path:
                seen.add(name)


def _check(body: ast.Expression, file: File) -> Iterator[Diagnostic]:
    seen: dict[str, list[Declared]] = {}
    for name, made in _assigned(body):
        earlier = seen.setdefault(name, [])
        first = next((each for each in earlier if _fails(each, made, file)), None)
        if first is not None and not file.has_finding_in(made.title):
            line = file.text.position(first.title.start).line + 1
            related = (Related(first.title.start, first.title.end, "first assigned here"),)
            found = assigned_under_condition(name, line)
            yield found.at(made.title.start, made.title.end, related=related, severity=Severity.WARNING)
        if len(earlier) < MOST_DECLARATIONS:
            earlier.append(made)


def _fails(first: Declared, second: Declared, file: File) -> bool:
    """Whether the second of two assignments can be reached after the first, in the same scope: a lambda has variables of its own."""
    lambdas = [[each for each in path if isinstance(each.node, ast.LambdaExpression)] for path in (first.path, second.path)]
    is_same = len(lambdas[0]) == len(lambdas[1]) and all(one.is_same(other) for one, other in zip(*lambdas, strict=True))
    return is_same and bool(first.path) and are_together(first, second, file)


def _assigned(body: ast.Expression) -> Iterator[tuple[str, Declared]]:
    """The assignments of single variables in the code of one body, in order, by name."""
    waiting: list[tuple[ast.Expression, Path]] = [(body, ())]
    while waiting:
        node, path = waiting.pop()
        match node:
            case ast.AssignmentExpression(left_expr=ast.VariableExpression(name=name)) if name:
                yield name, Declared(node, path)
                waiting.append((node.right_expr, path))
            case ast.Definition() | ast.AbstractResource() | ast.ApplyExpression():
                pass
            case _:
                waiting += reversed([*parts_of(node, path)])
