"""Deferred calls that read a file of the same catalog, where the agent evaluates them before it applies the catalog."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

READING = frozenset(("file", "binary_file"))
"""Functions that fail if the file that they are given does not exist."""
MAKING = frozenset(("content", "source"))


@issue(Severity.INFO)
def early_deferred(function: str, path: str) -> str:
    """Deferred call reads a file that the same catalog makes"""
    return f"the agent calls '{function}' before it applies the catalog, so {path} does not exist yet on a new node"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression))
def check_deferred(node: ast.CallNamedFunctionExpression | ast.CallMethodExpression, file: File) -> Iterator[Diagnostic]:
    """Report deferred reads of files that the code manages with their contents, for versions that evaluate them first by default."""
    if file.known.target.defaults.get("preprocess_deferred") is not True or not _is_deferred(node):
        return
    match node.arguments:
        case (ast.LiteralString(value=name), ast.LiteralList(values=(ast.LiteralString(value=path), *_))) if name in READING:
            if path.startswith("/") and path in _made(file):
                yield early_deferred(name, path).at(node.start, node.end)


def _is_deferred(node: ast.CallNamedFunctionExpression | ast.CallMethodExpression) -> bool:
    match node.functor_expr:
        case ast.QualifiedReference(cased_value=name):
            return name == "Deferred"
        case ast.NamedAccessExpression(left_expr=ast.QualifiedReference(cased_value="Deferred"), right_expr=ast.QualifiedName(value="new")):
            return True
    return False


def _made(file: File) -> set[str]:
    """The paths of the files that the code gives contents."""
    return {
        body.title.value
        for each in file.of_class(ast.ResourceExpression)
        if isinstance(each.type_name, ast.QualifiedName) and each.type_name.value == "file" and each.form == "regular"
        for body in each.bodies
        if isinstance(body.title, ast.LiteralString)
        and any(isinstance(given, ast.AttributeOperation) and given.attribute_name in MAKING for given in body.operations)
    }
