"""Templates that do not exist, whose names are handed to a define or class that fills them in, or are the values of variables."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import COMMENT
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.issues.evaluation.names import unknown_file
from puppet_typesys.loader import Definition

ENDS = (".epp", ".erb")
"""How the names of templates end, if they tell that they are some."""
NAME = lazy_pattern(r"[a-z]\w*/[\w.-]+(?:/[\w.-]+)*\Z")


@unknown_file.variant()
def passed_template(template: str, owner: str) -> str:
    return f"Could not find template '{template}', which '{owner}' fills in"


@unknown_file.variant()
def named_template(template: str) -> str:
    return f"Could not find template '{template}'"


@rule(on=(ast.Parameter, ast.AssignmentExpression), whole=True)
def check_values(node: ast.Parameter | ast.AssignmentExpression, file: File) -> Iterator[Diagnostic]:
    """Report the name of a missing template of a module that is there, as a value that is no part of a longer name."""
    if isinstance(node, ast.Parameter):
        name, value = node.name, node.value
    else:
        name, value = (node.left_expr.name if isinstance(node.left_expr, ast.VariableExpression) else ""), node.right_expr
    if not name:
        return
    several = [each.value_expr for each in value.selectors] if isinstance(value, ast.SelectorExpression) else [value]
    missing = [
        each for each in several if isinstance(each, ast.LiteralString) and each.value.endswith(ENDS) and _is_missing(each.value, file)
    ]
    variables = (each.expr for each in file.interpolations) if missing else ()
    if any(isinstance(each, ast.VariableExpression) and each.name.rpartition("::")[2] == name for each in variables):
        return
    for each in missing:
        if not file.has_finding_in(each):
            yield named_template(each.value).at(each.start, each.end, severity=Severity.WARNING)


@rule(on=ast.ResourceExpression, whole=True)
def check_templates(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report a literal name of a missing template of a module that is there, given for a parameter that is passed to `template`."""
    for body in node.bodies:
        for each in body.operations:
            if isinstance(each, ast.AttributeOperation) and isinstance(each.value_expr, ast.LiteralString):
                name = each.value_expr.value
                if not _is_missing(name, file):
                    continue
                owner, value = declared_by(node, body, file), each.value_expr
                if owner is not None and owner.parameter(each.attribute_name) is not None and _fills_in(owner, each.attribute_name, file):
                    yield passed_template(name, owner.name).at(value.start, value.end, severity=Severity.WARNING)
                elif "template" in each.attribute_name and name.endswith(ENDS) and not file.has_finding_in(value):
                    yield named_template(name).at(value.start, value.end, severity=Severity.WARNING)


def _is_missing(name: str, file: File) -> bool:
    """Whether a text may be the name of a template that its module, which is there with its templates, lacks."""
    module = file.known.project.modules.get(name.partition("/")[0])
    return (
        NAME.match(name) is not None
        and module is not None
        and file.known.world.exists(os.path.join(module.folder, "templates"))
        and all(file.known.world.find_template(f"{name}{suffix}") == "" for suffix in ("", ".epp"))
    )


def _fills_in(owner: Definition, parameter: str, file: File) -> bool:
    """Whether the text of a definition passes a parameter to a function that fills in a template, and never as a part of a name."""
    source = file.known.world.text_of(owner.place.path)
    if source is None:
        return False
    start = re.search(rf"\b(?:define|class)\s+(?:::)?(?:\w+::)*{re.escape(owner.name.rpartition('::')[2])}\b", source)
    text = COMMENT.sub("\n", source[start.start() :]) if start is not None else ""
    if re.search(rf"\$\{{(?:::)?{parameter}\b", text) is not None:
        return False
    return re.search(rf"\b(?:template|epp)\s*\(\s*\${parameter}\s*[,)]", text) is not None
