"""Classes that are included and then declared as resources in one body; what the class is does not matter for that."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Related
from puppet_typesys.issues.evaluation.resources import duplicate_declaration
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.types.show import capitalize_segments

INCLUDING = frozenset(("include", "contain", "require"))


@rule(on=ast.Program, whole=True)
def check_included(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report classes of modules that are not installed; the evaluation reports others."""
    declared = [each for each in file.of_class(ast.ResourceExpression) if _is_of_class(each)]
    statements = _including(file) if declared else {}
    for node, body in ((each, body) for each in declared for body in each.bodies):
        name = _name(body.title)
        if name is None or file.known.external.load(TypedName(CLASS, name)) is not None:
            continue
        several = (statements.get((block, name)) for block in _blocks_around(node, file))
        included = next((each for each in several if each is not None and each.end <= node.start), None)
        if included is not None:
            first = Related(included.start, included.end, "included here first")
            message = duplicate_declaration("Class", capitalize_segments(name))
            yield message.at(body.title.start, body.title.end, related=(first,))


def _is_of_class(node: ast.ResourceExpression) -> bool:
    return isinstance(node.type_name, ast.QualifiedName) and node.type_name.value == "class" and node.form == "regular"


def _including(file: File) -> dict[tuple[ast.Node, str], ast.Expression]:
    """The first statement of each block that includes a class, by the block and the name of the class."""
    found: dict[tuple[ast.Node, str], ast.Expression] = {}
    for block in file.of_class(ast.BlockExpression):
        for statement in block.statements:
            for name in filter(None, _included(statement)):
                found.setdefault((block, name), statement)
    return found


def _blocks_around(node: ast.Node, file: File) -> Iterator[ast.Node]:
    """The blocks around a node, from the innermost one, whose statements before it are certainly evaluated before it."""
    around = file.parents.get(node)
    while around is not None and not isinstance(around, ast.LambdaExpression):
        if isinstance(around, ast.BlockExpression):
            yield around
        around = file.parents.get(around)


def _included(node: ast.Expression) -> list[str | None]:
    """The names of the classes that a statement includes."""
    return [_name(each) for each in arguments(node)] if called(node) in INCLUDING else []


def _name(node: ast.Expression) -> str | None:
    return node.value.lower().removeprefix("::") if isinstance(node, ast.LiteralString | ast.QualifiedName) else None
