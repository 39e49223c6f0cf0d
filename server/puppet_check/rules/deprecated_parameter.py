"""Parameters of classes and defines that their documentation calls deprecated."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.reason import reason
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.loader import CLASS, DEFINE, Definition, TypedName

USE = lazy_pattern(r"\b(?:use|by|favou?r of)\s+(?:the\s+|parameter\s+)*[`'\"*_$\[]*(\w+)", re.IGNORECASE)
"""The name of the parameter that replaces another, in its documentation."""
LONG = 120


@issue(Severity.WARNING, tags=("deprecated",))
def deprecated_parameter(name: str, owner: str, why: str) -> str:
    """Deprecated parameter"""
    return f"the parameter '{name}' of {owner} is deprecated{reason(why)}"


@rule(on=ast.ResourceExpression)
def check_parameters(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report values for deprecated parameters of classes and defines of other modules."""
    for body in node.bodies:
        given = {each.attribute_name: each for each in body.operations if isinstance(each, ast.AttributeOperation)}
        found = _declared(node, body, file) if given else None
        for parameter in found.parameters if found is not None else ():
            if found is None or parameter.deprecated is None or parameter.name not in given:
                continue
            start = given[parameter.name].start
            end = start + len(parameter.name)
            why = parameter.deprecated if len(parameter.deprecated) <= LONG else ""
            fixes = _renamed(parameter.deprecated, found, given, start, end)
            yield deprecated_parameter(parameter.name, found.name, why).at(start, end, fixes=fixes)


def _declared(node: ast.ResourceExpression, body: ast.ResourceBody, file: File) -> Definition | None:
    """The class or define of another module that is declared."""
    found = declared_by(node, body, file)
    if found is None:
        return None
    project = file.known.project
    own = project.module_of(file.path)
    return found if own is None or own is not project.module_of(found.place.path) else None


def _renamed(why: str, found: Definition, given: dict[str, ast.AttributeOperation], start: int, end: int) -> tuple[Fix, ...]:
    """The parameter that the documentation names instead, which may accept other values."""
    named = USE.search(why)
    other = None if named is None else found.parameter(named[1])
    if other is None or other.name in given or other.deprecated is not None:
        return ()
    return (Fix(f"Use {other.name}", (Edit(start, end, other.name),)),)


def declared_by(node: ast.ResourceExpression, body: ast.ResourceBody, file: File) -> Definition | None:
    """What a body of a declaration declares, if it is written in Puppet and its name is a literal."""
    if not isinstance(node.type_name, ast.QualifiedName):
        return None
    kind, name = DEFINE, node.type_name.value
    if name in NAMES:
        return None
    if name == "class":
        kind, name = CLASS, body.title.value if isinstance(body.title, ast.LiteralString | ast.QualifiedName) else ""
    return file.known.external.load(TypedName(kind, name.lower().removeprefix("::"))) if name else None
