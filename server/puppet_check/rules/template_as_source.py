"""Files, and defines for files, whose `source`, the address of a file, is given the text of a template instead."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.erb_unset_variable import template_name
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.loader import DEFINE, TypedName

RENDERING = frozenset(("template", "epp"))


@issue(Severity.WARNING)
def template_as_source(function: str) -> str:
    """Text of a template as the `source` of a file"""
    return f"`source` expects the address of a file, and `{function}()` returns the text of one; expected `content`"


@rule(on=ast.ResourceExpression, whole=True)
def check_source(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report a `source` that is a template of several lines."""
    if not isinstance(node.type_name, ast.QualifiedName) or not _is_of_file(node.type_name.value.lower().removeprefix("::"), file):
        return
    for body in node.bodies:
        names = {each.attribute_name for each in body.operations if isinstance(each, ast.AttributeOperation)}
        for each in body.operations:
            if isinstance(each, ast.AttributeOperation) and each.attribute_name == "source" and _is_text(each.value_expr, file):
                end = each.start + len("source")
                fixes = () if "content" in names else (Fix("Change to 'content'", (Edit(each.start, end, "content"),)),)
                yield template_as_source(called(each.value_expr)).at(each.start, end, fixes=fixes)


def _is_of_file(type: str, file: File) -> bool:
    """Whether resources of a type have a source and contents, as those of files do."""
    if type == "file":
        return True
    found = file.known.external.load(TypedName(DEFINE, type))
    return found is not None and all(found.parameter(each) is not None for each in ("source", "content"))


def _is_text(value: ast.Expression, file: File) -> bool:
    """Whether a value is the text of a template, which has more than one line."""
    given = arguments(value)
    if called(value) not in RENDERING or not given:
        return False
    name = given[0].value if isinstance(given[0], ast.LiteralString) else template_name(given[0], value, file)
    if name is not None and called(value) == "epp" and not name.endswith(".epp"):
        name += ".epp"
    text = None if name is None else file.known.world.read_template(name)
    return text is not None and "\n" in text.strip()
