"""Classes and defines of a module that its examples declare with parameters which they do not have. Examples are not evaluated."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.parameters import unknown_parameter
from puppet_typesys.spelling import LOW_SIMILARITY, closest


@unknown_parameter.variant()
def unknown_in_example(parameter: str, owner: str, others: int) -> str:
    more = f", nor {others} other{'' if others == 1 else 's'} that this sets" if others else ""
    return f"'{owner}' has no parameter named '{parameter}'{more}"


def unknown_parameters(file: File) -> Iterator[Diagnostic]:
    """The parameters that an example sets and the code of the module does not have."""
    if not file.path.endswith(".pp") or not file.known.project.is_example(file.path):
        return
    for node in file.of_class(ast.ResourceExpression):
        for body in node.bodies:
            yield from _check(node, body, file)


def _check(node: ast.ResourceExpression, body: ast.ResourceBody, file: File) -> Iterator[Diagnostic]:
    owner, module = declared_by(node, body, file), file.known.project.module_of(file.path)
    if owner is None or module is None or file.known.project.module_of(owner.place.path) != module:
        return
    given = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
    # Puppet takes `name` for all classes and defines, and ignores it.
    named = [each for each in given if each.attribute_name not in metaparameters() and each.attribute_name != "name"]
    unknown = [each for each in named if owner.lacks(each.attribute_name)]
    if not unknown:
        return
    # An example of an old release has many: they are one cause.
    name, start = unknown[0].attribute_name, unknown[0].start
    end = start + len(name.encode())
    meant = closest(name, [one.name for one in owner.parameters], LOW_SIMILARITY)
    found = unknown_in_example(name, owner.name, len(unknown) - 1).suggesting(meant)
    yield found.at(start, end, fixes=respelled(file.text, start, end, name, meant), severity=Severity.WARNING)
