"""Nodes that two main manifests define, of which Puppet refuses the second one.

Manifests outside of an environment may be applied one by one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress

from puppet_check.reading.files import LARGEST_SEARCHED, read, read_text
from puppet_check.rules.defined_in_two_files import defined_in_two_files
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.disk import Disk, remembered
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity

DEFINED = lazy_pattern(r"^[ \t]*+node[ \t]++([^{/#\n]++)\{", re.MULTILINE)
"""The names of a node, in one line; those that are patterns may match anything."""
NAME = lazy_pattern(r"['\"]?([\w.-]+)['\"]?\s*(?:,|\Z|(?=inherits\b))")
INHERITS = lazy_pattern(r"\binherits\b.*")
FOLDERS = ("manifests",)


@rule(on=ast.NodeDefinition)
def check_node(node: ast.NodeDefinition, file: File) -> Iterator[Diagnostic]:
    """Report a name that a main manifest before this one defines."""
    path = os.path.abspath(file.path)
    if path not in file.known.project.sites or not file.known.project.is_environment:
        return
    from puppet_check.workspace.main_manifests import are_read_together  # most manifests have no nodes

    file.known.world.ask_below(file.known.project.root, FOLDERS)
    if not are_read_together(file.known.disk, file.known.project.sites):
        return
    first, number = _first_files(file.known.disk, file.known.project.sites), _numbers(file.known.disk, file.known.project.sites)
    for each in node.host_matches:
        if not isinstance(each, ast.LiteralString | ast.QualifiedName):
            continue
        name = each.value.lower()
        other = first.get(name, path)
        if number[other] < number[path] and name in _nodes(file.known.disk, other):
            where = os.path.relpath(other, file.known.project.root)
            yield defined_in_two_files("node", name, where).at(each.start, each.end, severity=Severity.WARNING)


@remembered(100)
def _numbers(disk: Disk, sites: tuple[str, ...]) -> dict[str, int]:
    """The places of main manifests in their order."""
    return {path: number for number, path in enumerate(sites)}


@remembered(100)
def _nodes(disk: Disk, path: str) -> frozenset[str]:
    """The names of the nodes that a manifest defines, without those that only comments and texts have."""
    try:
        program, _ = lower(parse(read(path, LARGEST_SEARCHED), Mode()))
    except OSError:
        return frozenset()
    matches = (each for node in program.definitions if isinstance(node, ast.NodeDefinition) for each in node.host_matches)
    return frozenset(each.value.lower() for each in matches if isinstance(each, ast.LiteralString | ast.QualifiedName))


@remembered(100)
def _first_files(disk: Disk, sites: tuple[str, ...]) -> dict[str, str]:
    """The first of some main manifests that defines each node."""
    found: dict[str, str] = {}
    for path in sites:
        with suppress(OSError):
            for names in DEFINED.findall(read_text(path, LARGEST_SEARCHED)):
                for name in NAME.findall(INHERITS.sub("", names)):
                    found.setdefault(name.lower(), path)
    return found
