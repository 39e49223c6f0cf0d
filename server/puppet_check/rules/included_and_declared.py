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


@rule(on=ast.ResourceExpression, whole=True)
def check_included(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report classes of modules that are not installed; the evaluation reports others."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value != "class" or node.form != "regular":
        return
    for body in node.bodies:
        name = _name(body.title)
        if name is None or file.known.external.load(TypedName(CLASS, name)) is not None:
            continue
        included = next((each for each in _before(node, file) if name in _included(each)), None)
        if included is not None:
            first = Related(included.start, included.end, "included here first")
            message = duplicate_declaration("Class", capitalize_segments(name))
            yield message.at(body.title.start, body.title.end, related=(first,))


def _before(node: ast.Node, file: File) -> Iterator[ast.Expression]:
    """The statements that are certainly evaluated before a node."""
    around = file.parents.get(node)
    while around is not None and not isinstance(around, ast.LambdaExpression):
        if isinstance(around, ast.BlockExpression):
            yield from (each for each in around.statements if each.end <= node.start)
        around = file.parents.get(around)


def _included(node: ast.Expression) -> list[str | None]:
    """The names of the classes that a statement includes."""
    return [_name(each) for each in arguments(node)] if called(node) in INCLUDING else []


def _name(node: ast.Expression) -> str | None:
    return node.value.lower().removeprefix("::") if isinstance(node, ast.LiteralString | ast.QualifiedName) else None
