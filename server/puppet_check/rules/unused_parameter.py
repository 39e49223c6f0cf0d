"""Parameters of functions, lambdas, defines and plans that nobody reads.

Those of classes can be read from other files, and those of a body with a template by the template. What others define the
parameters of is left alone: backends of data, and what says that a parameter is there for no use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_check.rules.scopes import Scope
from puppet_grammar import ast

JUDGED = (ast.LambdaExpression, ast.FunctionDefinition, ast.ResourceTypeDefinition, ast.PlanDefinition)
INTENDED = re.compile(r"deprecat|unused|not used|ignored|no effect|no longer|backward|compatib", re.IGNORECASE)


@rule(on=ast.Program, tags=("unnecessary",))
def unused_parameter(program: ast.Program, file: File) -> Iterator[Found]:
    """A parameter is never read."""
    for scope in file.scopes.all:
        if scope.is_open or not isinstance(scope.node, JUDGED) or scope.node.body is None or _is_template(scope.node):
            continue
        unread = [each for name, each in scope.parameters.items() if name not in scope.read and not name.startswith("_")]
        if unread and not _is_given(scope, file):
            for each in unread:
                start, end = each.name_span
                yield Found(start, end, f"${each.name} is never read")


def _is_template(node: ast.Node) -> bool:
    return isinstance(node, ast.LambdaExpression) and isinstance(node.body, ast.EppExpression)


def _is_given(scope: Scope, file: File) -> bool:
    """Whether a definition has its parameters for others."""
    if isinstance(scope.node, ast.LambdaExpression):
        # Its lambda has to take both types, and mostly stops with a message of its own.
        return file.scopes.callers.get(id(scope.node)) == "assert_type"
    types = " ".join(file.source(each.type_expr) for each in scope.parameters.values() if each.type_expr is not None)
    if "LookupContext" in types:
        return True
    near = [each.text for each in file.program.comments if each.end <= scope.node.start or scope.node.start <= each.start < scope.node.end]
    return any(INTENDED.search(each) for each in near)
