"""Names that two files of one module, or two manifests of one environment, define.

Duplicates within one file are reported by the evaluation (`duplicate-definition`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, Definition, TypedName

KINDS: tuple[tuple[type[ast.Definition], tuple[str, ...]], ...] = (
    (ast.HostClassDefinition, (CLASS, DEFINE)),
    (ast.ResourceTypeDefinition, (DEFINE, CLASS)),
    (ast.FunctionDefinition, (FUNCTION,)),
)
"""For each definition the kinds that may not define its name as well."""
FOLDERS = ("manifests",)


@issue(Severity.ERROR)
def defined_in_two_files(kind: str, name: str, where: str) -> str:
    """Class, define or function is defined in two files of one module or environment"""
    return f"the {kind} '{name}' is already defined in {where}"


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition))
def check_definition(node: ast.NamedDefinition, file: File) -> Iterator[Diagnostic]:
    """Report a definition whose name another file of the same program defines."""
    name = node.name.lower().removeprefix("::")
    kinds = next(kinds for kind, kinds in KINDS if isinstance(node, kind))
    path = os.path.abspath(file.path)
    if _is_in_place(name, path, file):
        return  # Reported in the other file.
    for kind in kinds:
        typed = TypedName(kind, name)
        file.known.external.ask_again(frozenset((typed,)))
        for other in file.known.loader.load_all(typed):
            if other.place.path != path and not other.interface and _is_together(other, path, file):
                start, end = node.name_span
                where = os.path.relpath(other.place.path, file.known.project.root)
                yield defined_in_two_files(kind, name, where).at(start, end)
                return


def _is_in_place(name: str, path: str, file: File) -> bool:
    """Whether a file is where the autoloader looks for a name."""
    own = file.known.project.module_of(path)
    _, *inner = name.split("::")
    return own is not None and path == os.path.join(own.folder, "manifests", *(inner or ["init"])) + ".pp"


def _is_together(other: Definition, path: str, file: File) -> bool:
    """Whether both are part of one program, whichever is read first."""
    project = file.known.project
    if path in project.sites or other.place.path in project.sites:
        from puppet_check.workspace.main_manifests import are_read_together  # hardly any name is defined twice

        file.known.world.ask_below(project.root, FOLDERS)
        return path in project.sites and other.place.path in project.sites and are_read_together(file.known.disk, project.sites)
    if other.kind == FUNCTION:
        return False
    module = project.module_of(path)
    if module is None or module is not project.module_of(other.place.path) or module.is_fixture:
        return False
    # Puppet reads no other folders.
    return all(each.startswith(os.path.join(module.folder, "manifests", "")) for each in (path, other.place.path))
