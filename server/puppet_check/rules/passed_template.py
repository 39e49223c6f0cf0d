"""Templates that do not exist, whose names are handed to a define or class that fills them in, or are the values of variables."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.mentions import COMMENT, texts
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.issues.evaluation.names import unknown_file
from puppet_typesys.loader import Definition

ENDS = (".epp", ".erb")
"""How the names of templates end, if they tell that they are some."""
MANIFESTS = ("manifests",)
READ = lazy_pattern(r"\$\{?(?:::)?(?:\w+::)*(\w+)\b(?!\s*=[^=~>])")
PART = lazy_pattern(r"\$\{(?:::)?(?:\w+::)*(\w+)\}")
PART_OF_CLASS = lazy_pattern(r"\$\{(?:::)?(?:\w+::)+(\w+)\}")
NAME = lazy_pattern(r"[a-z]\w*/[\w.-]+(?:/[\w.-]+)*\Z")


@unknown_file.variant()
def passed_template(template: str, owner: str) -> str:
    return f"Could not find template '{template}', which '{owner}' fills in"


@unknown_file.variant()
def named_template(template: str) -> str:
    return f"Could not find template '{template}'"


@rule(on=ast.Program, whole=True)
def check_values(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the name of a missing template of a module that is there, as a default or the value of a variable that some manifest reads."""
    missing = [(name, each) for name, value in file.given_values() for each in _literals(value) if _is_missing(each.value, file)]
    module = file.known.project.module_of(file.path) if missing else None
    if module is None:
        return
    file.known.world.ask_below(module.folder, MANIFESTS)
    read = _read_below(file.known.disk, module.folder)
    parts = {*_parts(file.characters, PART), *_parts_below(file.known.disk, module.folder)}
    for name, each in missing:
        # A part of a longer name is not one of a file, and a variable that is left over does no harm.
        if name in read and name not in parts and not file.has_finding_in(each):
            yield named_template(each.value).at(each.start, each.end, severity=Severity.WARNING)


def _literals(value: ast.Expression) -> Iterator[ast.LiteralString]:
    """The texts that are a value, or some values of a selector, and end like the names of templates."""
    for each in [each.value_expr for each in value.selectors] if isinstance(value, ast.SelectorExpression) else [value]:
        if isinstance(each, ast.LiteralString) and each.value.endswith(ENDS):
            yield each


@remembered(1000)
def _read_below(disk: Disk, folder: str) -> frozenset[str]:
    """The names of the variables, without their classes, that the manifests of a module read."""
    return frozenset(name for text in texts(disk, folder, MANIFESTS) for name in READ.findall(text))


@remembered(1000)
def _parts_below(disk: Disk, folder: str) -> frozenset[str]:
    """The names of the variables of classes that are parts of texts in the manifests of a module."""
    return frozenset(name for text in texts(disk, folder, MANIFESTS) for name in _parts(text, PART_OF_CLASS))


def _parts(text: str, pattern: re.Pattern[str]) -> Iterator[str]:
    """The names of variables that are not all of a text in quotes."""
    for each in pattern.finditer(text):
        if text[each.start() - 1 : each.start()] != '"' or text[each.end() : each.end() + 1] != '"':
            yield each[1]


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
                elif owner is None and "template" in each.attribute_name and name.endswith(ENDS) and not file.has_finding_in(value):
                    yield named_template(name).at(value.start, value.end, severity=Severity.WARNING)


def _is_missing(name: str, file: File) -> bool:
    """Whether a text may be the name of a template that its module, which is there with its templates, lacks."""
    project = file.known.project
    module, own = project.modules.get(name.partition("/")[0]), project.module_of(file.path)
    return (
        NAME.match(name) is not None
        and module is not None
        and file.known.world.exists(os.path.join(module.folder, "templates"))
        and all(file.known.world.find_template(f"{name}{suffix}") == "" for suffix in ("", ".epp"))
        # It may be the end of a name, in a folder that is called after the module.
        and not any(file.known.world.find_template(f"{each.name}/{name}") for each in (module, own) if each is not None)
    )


def _fills_in(owner: Definition, parameter: str, file: File) -> bool:
    """Whether the text of a definition passes a parameter to a function that fills in a template, and never as a part of a name."""
    text = _text_of(owner, file)
    return not _makes_name(text, parameter) and re.search(rf"\b(?:template|epp)\s*\(\s*\${parameter}\s*[,)]", text) is not None


def _makes_name(text: str, parameter: str) -> bool:
    """Whether a text has a parameter in a longer string, so that its value may be a part of a name."""
    return re.search(rf"\$\{{(?:::)?{parameter}\b", text) is not None


def _text_of(owner: Definition, file: File) -> str:
    """The text of a definition and of what follows it, without comments; empty if it is not found."""
    source = file.known.world.text_of(owner.place.path) or ""
    start = re.search(rf"\b(?:define|class)\s+(?:::)?(?:\w+::)*{re.escape(owner.name.rpartition('::')[2])}\b", source)
    return COMMENT.sub("\n", source[start.start() :]) if start is not None else ""
