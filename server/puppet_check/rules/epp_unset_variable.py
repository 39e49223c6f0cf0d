"""Variables of EPP templates without a parameter list that no caller passes.

Such a template sees the variables of the top scope and what its caller passes. They are only reported when every call of the template in
its module passes a literal hash.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.rules.erb_unset_variable import ALWAYS
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import texts
from puppet_check.workspace.trace import state_of_path
from puppet_grammar import ast
from puppet_typesys.builtins.facts import fact
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.infer.resolution import assigned_variables
from puppet_typesys.loader import FACT, TypedName
from puppet_typesys.spelling import closest

END = re.compile(r"""(?:\.epp)?['"]""")
"""What follows the name of a template."""
NEAR = 200
"""The number of characters before a template's name in which its call is searched."""
KEY = re.compile(r"""['"]?(\w+)['"]?\s*=>""")
BODY = r"""\{((?:[^{}]|\$\{[^{}]*\}|\{[^{}]*\})*)\}"""
"""A hash with at most two levels of braces."""
VARIABLE = re.compile(r"""\s*,\s*(\$\w+)\s*,?\s*\)""")
HASH = re.compile(rf"""\s*,\s*{BODY}\s*,?\s*\)""")


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
    given = _given(file)
    if given is None:
        return
    known = given | assigned_variables(body.body) | _of_lambdas(body.body)
    for node in ast.walk(body.body):
        if isinstance(node, ast.VariableExpression) and _is_plain(node.name) and node.name not in known and not _is_of_top(node.name, file):
            meant = closest(node.name, known)
            declared = Fix(f"Declare ${node.name}", (Edit(0, 0, f"<%- | Any ${node.name} | -%>\n"),))
            fixes = (*respelled(file.text, node.start, node.end, node.name, meant), declared)
            yield epp_unset_variable(node.name).suggesting(meant).at(node.start, node.end, fixes=fixes)


def _is_plain(name: str) -> bool:
    return bool(name) and not name[0].isdigit() and "::" not in name


def _of_lambdas(body: ast.Node) -> set[str]:
    return {each.name for node in ast.walk(body) if isinstance(node, ast.LambdaExpression) for each in node.parameters}


def _is_of_top(name: str, file: File) -> bool:
    if name in ALWAYS or fact(name) is not None or file.known.external.load(TypedName(FACT, name)) is not None:
        return True
    return bool(file.known.project.sites)


def _passed(text: str, at: int) -> list[str]:
    """The contents of the literal hashes that a call may pass, directly or in a variable."""
    found = HASH.match(text, at)
    if found is not None:
        return [found.group(1)]
    variable = VARIABLE.match(text, at)
    if variable is None:
        return []
    name = re.escape(variable.group(1))
    assigned = re.findall(rf"{name}\s*=\s*{BODY}", text)
    return assigned if len(assigned) == len(re.findall(rf"{name}\s*=(?![=~>])", text)) else []


def _given(file: File) -> set[str] | None:
    """The names that callers pass; None if there are no callers, or if the names are uncertain."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return None
    inner = os.path.relpath(file.path, os.path.join(module.folder, "templates"))
    if inner.startswith(os.pardir):
        return None
    name = f"{module.name}/{inner.replace(os.sep, '/').removesuffix('.epp')}"
    inside = name.removeprefix(module.name)
    call = re.compile(rf"""\bepp\s*\(\s*['"](?:{module.name}|\$\{{?module_name\}}?)\Z""")
    given: set[str] = set()
    calls = mentions = 0
    folder = os.path.join(module.folder, "")
    file.known.world.asked[folder] = state_of_path(file.known.disk, folder, contents=False)
    for text in texts(file.known.disk, module.folder, ("manifests", "functions")):
        at = text.find(inside)
        while at >= 0:
            end = END.match(text, at + len(inside))
            mentions += end is not None
            if end is not None and call.search(text, max(0, at - NEAR), at):
                passed = _passed(text, end.end())
                if not passed or any("*" in each for each in passed):
                    return None
                calls += 1
                given.update(key for each in passed for key in KEY.findall(each))
            at = text.find(inside, at + 1)
    return given if calls and mentions == calls else None
