"""Classes and defines of a module that its examples declare with parameters which they do not have, or without those that they need.

Examples are not evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.file import File
from puppet_check.rules.repeated_assignment import reassigned_in_example
from puppet_check.workspace.project import Module
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.parameters import missing_parameter, unknown_parameter
from puppet_typesys.loader import Definition
from puppet_typesys.spelling import LOW_SIMILARITY, closest


@unknown_parameter.variant()
def unknown_in_example(parameter: str, owner: str, others: int) -> str:
    more = f", nor {others} other{'' if others == 1 else 's'} that this sets" if others else ""
    return f"'{owner}' has no parameter named '{parameter}'{more}"


@missing_parameter.variant()
def missing_in_example(parameter: str, owner: str, others: tuple[str, ...]) -> str:
    more = "".join(f", '{each}'" for each in others)
    return f"'{owner}' expects a value for {'parameters' if others else 'parameter'} '{parameter}'{more}"


def problems_of_example(file: File) -> Iterator[Diagnostic]:
    """The parameters that an example sets and the code of the module does not have, those that it lacks, and second assignments."""
    if not file.path.endswith(".pp") or not file.known.project.is_example(file.path):
        return
    yield from reassigned_in_example(file)
    types = _with_defaults(file)
    for node in file.of_class(ast.ResourceExpression):
        for body in node.bodies:
            yield from _check(node, body, types, file)


def _check(node: ast.ResourceExpression, body: ast.ResourceBody, types: frozenset[str], file: File) -> Iterator[Diagnostic]:
    owner, module = declared_by(node, body, file), file.known.project.module_of(file.path)
    if owner is None or module is None or file.known.project.module_of(owner.place.path) != module:
        return
    given = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
    # Puppet takes `name` for all classes and defines, and ignores it.
    named = [each for each in given if each.attribute_name not in metaparameters() and each.attribute_name != "name"]
    unknown = [each for each in named if owner.lacks(each.attribute_name)]
    if not unknown:
        if not _has_defaults(node, types, file):
            yield from _missing(body, owner, module, file)
        return
    # An example of an old release has many: they are one cause.
    name, start = unknown[0].attribute_name, unknown[0].start
    end = start + len(name.encode())
    meant = closest(name, [one.name for one in owner.parameters], LOW_SIMILARITY)
    found = unknown_in_example(name, owner.name, len(unknown) - 1).suggesting(meant)
    yield found.at(start, end, fixes=respelled(file.text, start, end, name, meant), severity=Severity.WARNING)


def _missing(body: ast.ResourceBody, owner: Definition, module: Module, file: File) -> Iterator[Diagnostic]:
    """The required parameters without a value, if some others have one, so that data outside of the module hardly give them."""
    given = {each.attribute_name for each in body.operations if isinstance(each, ast.AttributeOperation)}
    if len(given) < len(body.operations) or not any(each.name in given for each in owner.parameters):
        return
    data = file.known.hiera()
    config = data.config(module)
    if config is not None and not config.is_known:
        return
    keys = {key for each in ("levels", "default_levels") for key in data.layer(module, each).by_key}
    lacking = [
        each.name for each in owner.parameters if each.is_required and each.name not in given and f"{owner.name}::{each.name}" not in keys
    ]
    if lacking:
        found = missing_in_example(lacking[0], owner.name, tuple(lacking[1:]))
        yield found.at(body.title.start, body.title.end, severity=Severity.WARNING)


def _has_defaults(node: ast.ResourceExpression, types: frozenset[str], file: File) -> bool:
    """Whether a resource may get attributes from a body for defaults, from defaults of its type, or from an override."""
    has_body = any(isinstance(each.title, ast.LiteralDefault) for each in node.bodies)
    return has_body or file.source(node.type_name).removeprefix("::") in types


def _with_defaults(file: File) -> frozenset[str]:
    """The types, in lower case, of the defaults and overrides of a file."""
    written = (
        *(file.source(each.type_ref) for each in file.of_class(ast.ResourceDefaultsExpression)),
        *(file.source(each.resources).partition("[")[0] for each in file.of_class(ast.ResourceOverrideExpression)),
    )
    return frozenset(each.strip().lower().removeprefix("::") for each in written)
