"""Functions that plans call with the name of a module that is there, and that does not have them."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.near_names import seemingly_unknown_function
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import called
from puppet_check.workspace.elsewhere import is_of_bolt
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.loader import FUNCTION, TypedName


@rule(on=ast.PlanDefinition, whole=True)
def check_plan(plan: ast.PlanDefinition, file: File) -> Iterator[Diagnostic]:
    """Report the first call of each such function, as plans are not evaluated."""
    known, seen = file.known, set[str]()
    for node in ast.of_class(plan, ast.CallNamedFunctionExpression):
        name = called(node).removeprefix("::")
        module = known.project.modules.get(name.partition("::")[0]) if "::" in name else None
        if module is None or name in seen or is_of_bolt(name):
            continue
        seen.add(name)
        typed = TypedName(FUNCTION, name)
        if known.external.load(typed) is None and known.external.is_complete(typed):
            functor = node.functor_expr
            yield seemingly_unknown_function(name).at(functor.start, functor.end, severity=Severity.WARNING)
