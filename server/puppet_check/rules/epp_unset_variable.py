"""Variables of EPP templates without a parameter list that no caller passes.

Such a template sees the variables of the top scope and what its caller passes. They are only reported when every call of the template in
its module passes a literal hash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.epp_callers import given_names
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.template_scope import ALWAYS
from puppet_grammar import ast
from puppet_typesys.builtins.facts import fact
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.infer.resolution import names_assigned_by
from puppet_typesys.loader import FACT, TOP_VARIABLE, TypedName
from puppet_typesys.spelling import closest


@issue(Severity.WARNING)
def epp_unset_variable(name: str) -> str:
    """EPP template reads a variable that none of its callers passes"""
    return f"no caller passes `${name}` to this template"


@rule(on=ast.Program, whole=True)
def check_template(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the variables of a template that no caller passes."""
    body = program.body
    if not isinstance(body, ast.LambdaExpression) or not isinstance(body.body, ast.EppExpression) or body.body.parameters_specified:
        return
    given = given_names(file.path, file.known)
    read = sorted(file.of_class(ast.VariableExpression), key=lambda each: each.start)
    if given is None or (given and not is_meant_for(given, {each.name for each in read})):
        return  # A call that passes nothing of what the template reads is reported itself.
    parameters = (each.name for node in file.of_class(ast.LambdaExpression) for each in node.parameters)
    own = {*names_assigned_by(file.of_class(ast.AssignmentExpression)), *parameters}
    known = {*given, *own}
    # A template with parameters sees nothing else, so that all variables have to be declared.
    names = dict.fromkeys(each.name for each in read if _is_plain(each.name) and each.name not in own and not _is_of_top(each.name, file))
    declaration = Edit(0, 0, f"<%- | {', '.join(f'Any ${each}' for each in names)} | -%>\n")
    for node in read:
        if _is_plain(node.name) and node.name not in known and not _is_of_top(node.name, file):
            meant = closest(node.name, given) or closest(node.name, known)
            if file.known.project.sites and meant is None:
                continue  # Servers may classify nodes.
            declared = Fix(f"Declare {', '.join(f'${each}' for each in names)}", (declaration,))
            fixes = (*respelled(file.text, node.start, node.end, node.name, meant), declared)
            yield epp_unset_variable(node.name).suggesting(meant).at(node.start, node.end, fixes=fixes)


def is_meant_for(given: set[str], read: set[str]) -> bool:
    """Whether a template reads some of the variables that its callers pass, or some with similar names."""
    return not given.isdisjoint(read) or any(closest(each, read) is not None for each in given)


def _is_plain(name: str) -> bool:
    return bool(name) and not name[0].isdigit() and "::" not in name


def is_of_top(name: str, file: File) -> bool:
    """Whether a template may see a variable that no caller passes: a fact, or what a manifest of the environment may set."""
    return bool(file.known.project.sites) or _is_of_top(name, file)


def _is_of_top(name: str, file: File) -> bool:
    """Whether it is a fact, or main manifests name it."""
    if name in ALWAYS or fact(name) is not None or file.known.external.load(TypedName(FACT, name)) is not None:
        return True
    if any(re.search(rf"\${{?(?:::)?{name}\b", file.known.world.text_of(path) or "") for path in file.known.project.sites):
        return True
    return not file.known.external.is_complete(TypedName(TOP_VARIABLE, name))
