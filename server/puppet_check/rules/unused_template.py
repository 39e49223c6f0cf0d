"""Templates that no code uses."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.known import Known
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@issue(Severity.INFO)
def unused_template(name: str) -> str:
    """Template that no code uses"""
    return f"no code uses the template '{name}'"


@rule(on=ast.EppExpression)
def check_epp(node: ast.EppExpression, file: File) -> Iterator[Diagnostic]:
    """Report an EPP template that nothing names."""
    if file.path.endswith(".epp"):
        yield from check_template(file.path, file.known)


def check_template(path: str, known: Known) -> Iterator[Diagnostic]:
    """Report a template of a module that nothing names."""
    module = known.project.module_of(path)
    if module is None:
        return
    folder, _, inner = os.path.relpath(path, module.folder).replace(os.sep, "/").partition("/")
    if folder == "templates" and not known.texts.is_template_used(path):
        yield unused_template(f"{module.name}/{inner}").at(0, 1)
