"""Variables of functions, defines, plans and lambdas that nobody reads.

Those of classes and nodes can be read from other files, and those of a body with a template by the template.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast

OPEN = (ast.Program, ast.HostClassDefinition, ast.NodeDefinition)


@rule(on=ast.Program, tags=("unnecessary",))
def unused_variable(program: ast.Program, file: File) -> Iterator[Found]:
    """A variable is set and never read."""
    for scope in file.scopes.all:
        if scope.is_open or isinstance(scope.node, OPEN):
            continue
        for name, variable in scope.assigned.items():
            if name not in scope.read and name not in scope.results and not name.startswith("_") and "::" not in name:
                yield Found(variable.start, variable.end, f"${name} is never read")
