"""`source` attributes that name a file which their module does not have."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.edits import respelled

SCHEME = "puppet:///"
PREFIX = "puppet:///modules/"


@issue(Severity.WARNING)
def missing_source_file(files: str) -> str:
    """Source file does not exist in its module"""
    return f"{files} not found"


@missing_source_file.variant()
def without_mount(address: str, expected: str) -> str:
    return f"'{address}' names no mount point of the file server; expected '{expected}'"


@rule(on=ast.ResourceBody)
def check_source(body: ast.ResourceBody, file: File) -> Iterator[Diagnostic]:
    """Report a `source` of which no file exists."""
    for each in body.operations:
        if isinstance(each, ast.AttributeOperation) and each.attribute_name == "source":
            value = each.value_expr
            sources = value.values if isinstance(value, ast.LiteralList) else (value,)
            missing = [_missing(source, file) for source in sources]
            known = [each for each in missing if each is not None]
            for source in sources:
                yield from _without_mount(source, file)
            if known and len(known) == len(missing):
                fixes = tuple(Fix(f"Create {os.path.basename(each.path)}", (Edit(0, 0, "", each.path),)) for each in known[:1])
                yield missing_source_file(" and ".join(each.text for each in known)).at(value.start, value.end, fixes=fixes)


def _without_mount(source: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """The address of a file of a module that lacks `modules`; a mount point of the module's name would hardly have the same file."""
    address = source.value if isinstance(source, ast.LiteralString) and source.value.startswith(SCHEME) else ""
    module, _, rest = address.removeprefix(SCHEME).partition("/")
    if module not in file.known.project.modules or not rest or not file.known.world.find_file(f"{module}/{rest}"):
        return
    expected = f"{PREFIX}{module}/{rest}"
    fixes = respelled(file.text, source.start + 1, source.end - 1, address, expected)
    yield without_mount(address, expected).at(source.start, source.end, fixes=fixes)


class Missing(NamedTuple):
    """A file that a module lacks."""

    text: str
    path: str


def _missing(source: ast.Expression, file: File) -> Missing | None:
    """The file that a source names and its module does not have; None if it exists or that is unknown."""
    if not isinstance(source, ast.LiteralString) or not source.value.startswith(PREFIX):
        return None
    module, _, rest = source.value.removeprefix(PREFIX).partition("/")
    rest = rest.rstrip("/")
    if not rest or module not in file.known.project.modules:
        return None
    found = file.known.world.find_file(f"{module}/{rest}")
    if found != "":
        return None
    path = os.path.join(file.known.project.modules[module].folder, "files", *rest.split("/"))
    return Missing(f"file 'files/{rest}' of module '{module}'", path)
