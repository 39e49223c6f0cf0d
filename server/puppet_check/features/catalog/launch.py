"""What a debugger can start at a place of a file: a class, the file as the main manifest, or nothing, for a reason."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.workspace.known import Known
from puppet_grammar import ast


class Launch(NamedTuple):
    """What can be started, and the systems whose facts it may get."""

    kind: str
    """`class`, `manifest` or `nothing`."""
    name: str
    """The name of the class; for nothing, the reason."""
    root: str
    """The folder of the project."""
    systems: tuple[str, ...]
    """The systems that the module supports, or those that are common."""


KINDS: dict[type[ast.Node], str] = {
    ast.ResourceTypeDefinition: "a defined type",
    ast.FunctionDefinition: "a function",
    ast.TypeAlias: "a type alias",
    ast.PlanDefinition: "a plan",
}
COMMON = ("Debian 12", "Ubuntu 24.04", "RedHat 9", "AlmaLinux 9", "SLES 15", "windows 2022", "FreeBSD 14")


def launch(known: Known, program: ast.Program | None, path: str, offset: int) -> Launch:
    """What to start for a file of Puppet code with the cursor at an offset; `program` is None for any other file."""
    module = known.project.module_of(path)
    metadata = None if module is None else module.metadata
    supported = () if metadata is None else tuple(f"{name} {release}".strip() for name, release in metadata.systems)
    kind, name = _subject(program, offset)
    return Launch(kind, name, known.project.root, supported or COMMON)


def _subject(program: ast.Program | None, offset: int) -> tuple[str, str]:
    if program is None:
        return "nothing", "no class or manifest is open"
    around = [each for each in program.definitions if each.start <= offset <= each.end]
    at = around or [each for each in program.definitions if isinstance(each, ast.HostClassDefinition)]
    for each in at:
        if isinstance(each, ast.HostClassDefinition):
            return "class", each.name.removeprefix("::").lower()
    if _has_statements(program):
        return "manifest", ""
    for each in program.definitions:
        if (kind := KINDS.get(each.__class__)) is not None:
            named = getattr(each, "name", "")
            return "nothing", f"`{named}` is {kind}; open a class that uses it"
    return "nothing", "the file has no class and no statements"


def _has_statements(program: ast.Program) -> bool:
    body = program.body
    statements = body.statements if isinstance(body, ast.BlockExpression) else (body,)
    return any(isinstance(each, ast.NodeDefinition) or not isinstance(each, ast.Nop | ast.Definition) for each in statements)
