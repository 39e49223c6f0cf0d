"""Interpolations of legacy facts, in `hiera.yaml` and in data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, text_of
from puppet_check.rules.legacy_fact import legacy_fact
from puppet_check.rules.legacy_names import is_set_by_main_manifest, legacy, legacy_named, replacement_of
from puppet_check.workspace.assigned import assigned_in
from puppet_check.workspace.hiera.config import Config
from puppet_check.workspace.hiera.documents import Node, strings
from puppet_check.workspace.hiera.interpolation import expressions, matches_in, path_read
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_grammar.text import Text
from puppet_typesys.builtins.value_reads import NodePath
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix


class Read(NamedTuple):
    """An interpolation that reads a fact, with its span."""

    path: NodePath
    fact: str
    start: int
    end: int


@rule(on=Config)
def check_config(config: Config, known: Known) -> Iterator[Diagnostic]:
    """Report legacy facts in a `hiera.yaml`. Its paths are for nodes, so they do not follow variables of classes."""
    root = config.document.root
    if root is None or not config.is_known:
        return
    text = text_of(config.path, known)
    mapped = {str(each.items[1].value) for each in _mapped(root) if len(each.items) == 3}
    for found in _variables(root, text):
        if found.path.is_top or not (found.fact in mapped or _is_set_by_sites(found.fact, known)):
            yield from _found(found, known)
    for each in _mapped(root):
        for node in each.items[:1]:
            given = _named(str(node.value), node.start, node.end)
            if given is not None and (given.path.is_top or not _is_set_by_sites(given.fact, known)):
                yield from _found(given, known, fixed=False)


@rule(on=DataFile)
def check_data(file: DataFile, known: Known) -> Iterator[Diagnostic]:
    """Report legacy facts in data."""
    for found in _variables(file.root, text_of(file.path, known)):
        if found.path.is_top or not (_is_set_by_sites(found.fact, known) or _is_set_by_classes(found.fact, file.module, known)):
            yield from _found(found, known)


def _found(found: Read, known: Known, *, fixed: bool = True) -> Iterator[Diagnostic]:
    given = legacy(found.fact, known)
    if given is None or (found.path.is_variable and is_set_by_main_manifest(found.fact, known)):
        return
    instead = replacement_of(found.fact, given)
    shown = None if instead is None else f"%{{{'.'.join(('facts', *map(str, instead.keys), *map(str, found.path.keys[1:])))}}}"
    fixes: tuple[Fix, ...] = ()
    if instead is not None and shown is not None and fixed:
        fixes = (Fix(f"Use {shown}", (Edit(found.start, found.end, shown),), "safe" if instead.is_equal else "unsafe"),)
    yield legacy_fact(found.fact, shown).at(found.start, found.end, fixes=fixes)


def _mapped(root: Node) -> Iterator[Node]:
    """The values of `mapped_paths`."""
    for entry in root.entries:
        if entry.key in ("hierarchy", "default_hierarchy"):
            yield from (each.node for level in entry.node.items for each in level.entries if each.key == "mapped_paths")


def _variables(root: Node, text: Text) -> Iterator[Read]:
    """The interpolations of variables in all strings and keys that are written in a document."""
    for value, start, end in strings(root):
        if "%{" not in value:
            continue
        written = text.slice(start, end)
        at, passed = start, 0
        for match in matches_in(written):
            at += len(written[passed : match.start()].encode())
            passed = match.start()
            for each in expressions(match[0]):
                if each.method == "scope":
                    found = _named(each.key, at, at + len(match[0].encode()))
                    if found is not None:
                        yield found


def _named(key: str, start: int, end: int) -> Read | None:
    """The fact that a variable may be; None if it has no name of a legacy fact."""
    path = path_read(key)
    fact = None if path is None else path.fact
    return None if path is None or fact is None or legacy_named(fact) is None else Read(path, fact, start, end)


def _is_set_by_sites(name: str, known: Known) -> bool:
    return any(name in assigned_in(known.disk, site).variables for site in known.project.sites)


def _is_set_by_classes(name: str, module: Module | None, known: Known) -> bool:
    """Whether a class whose lookup may use the data sets a variable."""
    if module is None or known.project.is_environment:
        return name in known.assignments.all_variables
    return name in known.assignments.of(module).variables
