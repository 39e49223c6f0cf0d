"""Templates and files of a module that is not there, which the module of the file has: `template('nswl/backup.sh')` in `netscaler`."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_file

SUFFIXES = {"template": "", "epp": ".epp"}
"""The functions that fill in templates, with the suffix that a name may lack."""


@unknown_file.variant()
def template_elsewhere(template: str, module: str) -> str:
    return f"there is no module '{module}' with the template '{template}'"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_template(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a literal name of a template of a module that is neither installed nor declared."""
    own, project = file.known.project.module_of(file.path), file.known.project
    if own is None or called(call) not in SUFFIXES:
        return
    for each in arguments(call)[:1]:
        if not isinstance(each, ast.LiteralString):
            continue
        module, _, rest = each.value.partition("/")
        if not rest or (module == os.path.basename(own.folder) and not module.endswith(f"-{own.name}")):
            continue
        if module in project.modules or module in project.missing or project.is_external(module):
            continue
        suffix = "" if rest.endswith(SUFFIXES[called(call)]) else SUFFIXES[called(call)]
        likely = (f"{own.name}/{rest}", *((rest,) if rest.startswith(f"{own.name}/") else ()))
        meant = next((name for name in likely if file.known.world.find_template(name + suffix)), None)
        if meant is not None:
            fixes = respelled(file.text, each.start + 1, each.end - 1, each.value, meant)
            yield template_elsewhere(each.value, module).suggesting(meant).at(each.start, each.end, fixes=fixes, severity=Severity.WARNING)
