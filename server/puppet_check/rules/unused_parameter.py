"""Parameters of functions, lambdas, defines and plans that are never read.

Parameters of classes can be read by other files, and those of a body with a template by the template. Definitions whose parameters
are prescribed by others are left alone: Hiera backends, and those whose comments say that a parameter has no use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.scopes import Scope
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

WITH_PARAMETERS = (ast.LambdaExpression, ast.FunctionDefinition, ast.ResourceTypeDefinition, ast.PlanDefinition)
INTENDED = lazy_pattern(r"deprecat|unused|not used|ignored|no effect|no longer|backward|compatib", re.IGNORECASE)
SUPPRESSION = lazy_pattern(r"puppet-check:\s*[\w-]*(?:\[[^\]]*\])?|lint:\S+")
"""What a comment says to suppress findings, whose codes are no description."""


@issue(Severity.INFO, tags=("unnecessary",))
def unused_parameter(name: str) -> str:
    """Unused parameter"""
    return f"parameter `${name}` is never used"


@rule(on=ast.Program, whole=True)
def check_parameters(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the parameters that no expression of their scope reads."""
    for scope in file.scopes.all:
        if scope.is_open or not isinstance(scope.node, WITH_PARAMETERS) or scope.node.body is None or _is_template(scope.node):
            continue
        names = _free(scope)
        # One that is being typed has no name yet.
        unread = [each for name, each in scope.parameters.items() if name in names and name not in scope.read and name[:1] not in ("", "_")]
        if unread and not _is_given(scope, file):
            for each in unread:
                start, end = each.name_span
                yield unused_parameter(each.name).at(start, end)


def _free(scope: Scope) -> list[str]:
    """The parameters that could be left out: of a lambda those after the last one that is read, but never the first of two."""
    names = [*scope.parameters]
    if not isinstance(scope.node, ast.LambdaExpression):
        return names
    last = max((index for index, name in enumerate(names) if name in scope.read), default=-1)
    return names[max(last + 1, len(names) == 2) :]


def _is_template(node: ast.Node) -> bool:
    return isinstance(node, ast.LambdaExpression) and isinstance(node.body, ast.EppExpression)


def _is_given(scope: Scope, file: File) -> bool:
    """Whether the parameters of a definition are prescribed by its callers."""
    if isinstance(scope.node, ast.LambdaExpression):
        # Its lambda has to take both types, and usually fails with a message of its own.
        return file.scopes.callers.get(id(scope.node)) == "assert_type"
    types = " ".join(file.source(each.type_expr) for each in scope.parameters.values() if each.type_expr is not None)
    if "LookupContext" in types:
        return True
    near = [each.text for each in file.program.comments if each.end <= scope.node.start or scope.node.start <= each.start < scope.node.end]
    return any(INTENDED.search(SUPPRESSION.sub("", each)) for each in near)
