"""Classes that do not exist among the literals that a variable may have where it is included: `include pick($class, 'm::nowhere')`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.near_classes import INCLUDING, seemingly_unknown_class
from puppet_check.rules.rule import rule
from puppet_check.rules.security_bodies import assigned
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.spelling import closest

CLASS_NAME = lazy_pattern(r"(?:::)?[a-z]\w*(?:::[a-z]\w*)+\Z")
PICKING = frozenset(("pick", "pick_default"))


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_included(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report literals that name no class of the file's module, and that are included if an earlier choice has no value."""
    for each in arguments(call) if called(call) in INCLUDING else ():
        values = [each] if called(each) in PICKING else assigned(each, file) if isinstance(each, ast.VariableExpression) else ()
        for literal in (literal for value in values if called(value) in PICKING for literal in arguments(value)):
            if isinstance(literal, ast.LiteralString | ast.QualifiedName):
                yield from _check(literal, file)


def _check(literal: ast.LiteralString | ast.QualifiedName, file: File) -> Iterator[Diagnostic]:
    name, module = literal.value.lower().removeprefix("::"), file.known.project.module_of(file.path)
    if module is None or CLASS_NAME.match(name) is None or name.partition("::")[0] != module.name:
        return
    typed, loader = TypedName(CLASS, name), file.known.external
    if loader.load(typed) is None and loader.is_complete(typed):
        meant = closest(name, file.known.loader.likely_names(CLASS))
        fixes = respelled(file.text, literal.start, literal.end, name, meant)
        yield seemingly_unknown_class(name).suggesting(meant).at(literal.start, literal.end, fixes=fixes, severity=Severity.WARNING)
