"""Classes and defines that two files of one module define, and what two manifests of an environment do.

What is defined twice in one file is found by its examination (`duplicate-definition`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, Definition, TypedName

KINDS: tuple[tuple[type[ast.Definition], tuple[str, ...]], ...] = (
    (ast.HostClassDefinition, (CLASS, DEFINE)),
    (ast.ResourceTypeDefinition, (DEFINE, CLASS)),
    (ast.FunctionDefinition, (FUNCTION,)),
)
"""For each definition the kinds that its name may not be taken by."""


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition), severity=Severity.ERROR, safe=True)
def defined_in_two_files(node: ast.NamedDefinition, file: File) -> Iterator[Found]:
    """A class, define or function is defined in two files of one module or environment."""
    name = node.name.lower().removeprefix("::")
    kinds = next(kinds for kind, kinds in KINDS if isinstance(node, kind))
    path = os.path.abspath(file.path)
    if _is_in_place(name, path, file):
        return  # The other file is told.
    for kind in kinds:
        typed = TypedName(kind, name)
        file.known.foreign.asked.add(typed)
        for other in file.known.loader.load_all(typed):
            if other.place.path != path and _is_together(other, path, file):
                start, end = node.name_span
                where = os.path.relpath(other.place.path, file.known.project.root)
                yield Found(start, end, f"the {kind} {name} is already defined in {where}")
                return


def _is_in_place(name: str, path: str, file: File) -> bool:
    """Whether a file is the one that is looked into for a name."""
    own = file.known.project.module_of(path)
    _, *inner = name.split("::")
    return own is not None and path == os.path.join(own.folder, "manifests", *(inner or ["init"])) + ".pp"


def _is_together(other: Definition, path: str, file: File) -> bool:
    """Whether both are part of one program, whichever is read first."""
    project = file.known.project
    if path in project.sites or other.place.path in project.sites:
        return path in project.sites and other.place.path in project.sites
    if other.kind == FUNCTION:
        return False
    module = project.module_of(path)
    return module is not None and module is project.module_of(other.place.path) and not module.is_fixture
