"""Variables of the top scope that are read where a parameter of this name is meant: `$::weak_kex` in `class ssh($weak_kex = false)`.

A main manifest or a classifier may set any variable of the top scope, so that a module cannot know them. Beside a parameter of the same
name, which the module nowhere sets from it, it is the parameter that is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from puppet_check.reading.files import read_text
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_typesys.builtins.facts import fact
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity
from puppet_typesys.infer.resolution import TOP_VARIABLES
from puppet_typesys.issues.evaluation.names import unknown_variable
from puppet_typesys.loader import FACT, TypedName

FOLDERS = ("manifests", "functions", "templates", "lib")
SHORTEST = 4
"""The length of the shortest names that are compared: others may be facts of a site."""


@unknown_variable.variant()
def of_top_scope(name: str) -> str:
    return f"`$::{name}` is a variable of the top scope, not the parameter `${name}`"


@rule(on=ast.VariableExpression, whole=True)
def check_variable(node: ast.VariableExpression, file: File) -> Iterator[Diagnostic]:
    """Report a variable of the top scope with the name of a parameter of the definition around it."""
    name = node.name.removeprefix("::")
    if name == node.name or "::" in name or len(name) < SHORTEST:
        return
    if file.model is None or any(each.start == node.start for each in file.model.findings.values()):
        return  # The evaluation has reported it.
    if not _is_parameter(name, node, file) or _is_known(name, file) or _is_set_outside(name, file):
        return
    fix = Fix(f"Change to ${name}", (Edit(node.start, node.end, f"${name}"),), "unsafe")
    yield of_top_scope(name).at(node.start, node.end, fixes=(fix,), severity=Severity.WARNING)


def _is_parameter(name: str, node: ast.Node, file: File) -> bool:
    """Whether the definition around a node in its body has a parameter."""
    around = file.parents.get(node)
    while around is not None and not isinstance(around, ast.NamedDefinition):
        if isinstance(around, ast.Parameter):
            return False
        around = file.parents.get(around)
    return isinstance(around, ast.HostClassDefinition | ast.ResourceTypeDefinition) and name in {each.name for each in around.parameters}


def _is_known(name: str, file: File) -> bool:
    """Whether every node may have a variable: a fact, one of Puppet, or one that a main manifest sets."""
    known, named = file.known, TypedName(FACT, name)
    if name in TOP_VARIABLES or fact(name) is not None or known.external.load(named) is not None:
        return True
    if known.loader.interfaces.is_known_elsewhere(named):
        return True
    for path in known.project.sites:
        known.world.depends_on_text(path)
    return any(re.search(rf"\${name}\s*=", text) for path in known.project.sites for text in _text(path))


def _text(path: str) -> Iterator[str]:
    with suppress(OSError):
        yield read_text(path)


def _is_set_outside(name: str, file: File) -> bool:
    """Whether the module reads a variable of the top scope elsewhere than in the file, or as a default, so that it means it."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return True
    file.known.world.ask_below(module.folder, FOLDERS)
    read = re.compile(rf"\$\{{?::{name}\b|['\"]::{name}['\"]")
    own = len(read.findall(file.characters))
    others = sum(len(read.findall(text)) for text in texts(file.known.disk, module.folder, FOLDERS))
    return others > own or re.search(rf"\${name}\s*=\s*[^,\n]*\$::{name}\b", file.characters) is not None
