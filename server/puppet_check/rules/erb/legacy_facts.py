"""Reads of legacy facts in ERB templates."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from puppet_check.rules.documents import rule
from puppet_check.rules.erb.check import Template
from puppet_check.rules.legacy_fact import legacy_fact
from puppet_check.rules.legacy_names import Replacement, is_set_by_main_manifest, legacy, legacy_named, replacement_of
from puppet_check.workspace.assigned import assigned_in
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import nodes_with_ancestors, text
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.value_reads import NodePath, node_path, node_path_or_fact
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix
from puppet_typesys.ruby.template_uses import key_read

if TYPE_CHECKING:
    from tree_sitter import Node

NAMES = lazy_pattern(rb"@(\w+)|['\"](?:::)?(\w+)['\"]")
INNER = ("method", "singleton_method", "class", "module")
"""Nodes inside of which instance variables are those of another object."""


class Read(NamedTuple):
    """A read of a fact."""

    node: Node
    around: Node | None
    """Its parent."""
    path: NodePath
    fact: str
    facts: str
    """How the structured facts are read at this place."""


@rule(on=Template)
def check_facts(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report reads of legacy facts."""
    if not any(legacy_named((first or second).decode()) for first, second in set(NAMES.findall(template.source))):
        return
    reads = [each for each in _reads(template.root) if legacy_named(each.fact) is not None]
    if not reads:
        return
    own = {text(each).removeprefix("@") for each, around in _instance_variables(template.root) if _is_set(each, around)}
    for each in reads:
        found = legacy(each.fact, known)
        if found is None or (each.path.is_variable and is_set_by_main_manifest(each.fact, known)):
            continue
        if not each.path.is_top and (each.fact in own or _may_be_set(each.fact, template, known)):
            continue
        instead = replacement_of(each.fact, found)
        start, end = template.place(each.node)
        shown = None if instead is None else f"{each.facts}{instead.access}"
        yield legacy_fact(each.fact, shown).at(start, end, fixes=() if instead is None else _fixes(each, template, instead))


def _fixes(read: Read, template: Template, instead: Replacement) -> tuple[Fix, ...]:
    """The structured fact in place of the legacy one, with braces for one such as `"#@fqdn"`."""
    shown = f"{read.facts}{instead.access}"
    start, end = template.place(read.node)
    if read.around is not None and read.around.type == "interpolation" and not text(read.around).startswith("#{"):
        (start, end), shown = template.place(read.around), f"#{{{shown}}}"
    return (Fix(f"Use {shown}", (Edit(start, end, shown),), "safe" if instead.is_equal else "unsafe"),)


def _reads(root: Node) -> Iterator[Read]:
    for node, ancestors in nodes_with_ancestors(root, "instance_variable", "element_reference", "call"):
        if any(each.type in INNER for each in ancestors):
            continue
        around = ancestors[0] if ancestors else None
        if node.type != "instance_variable":
            found = key_read(node)
            if found is not None:
                yield from _of_key(node, around, *found)
        elif not _is_set(node, around):
            yield from _read(node, around, node_path_or_fact(text(node).removeprefix("@"), ()), "@facts")


def _of_key(node: Node, around: Node | None, subject: Node, key: str) -> Iterator[Read]:
    """The read that an access by key is, if its subject is the scope or the facts."""
    shown = text(subject)
    if shown in ("scope", "scope.to_hash"):
        yield from _read(node, around, node_path_or_fact(key, ()), "scope['facts']")
        return
    inner = key_read(subject)
    name = shown.removeprefix("@") if inner is None else inner[1] if text(inner[0]) == "scope" else ""
    if name != shown or inner is not None:
        yield from _read(node, around, node_path(name, (key,)), shown)


def _read(node: Node, around: Node | None, path: NodePath | None, facts: str) -> Iterator[Read]:
    """The read of a fact that the path of a node is."""
    if path is not None and path.fact is not None:
        yield Read(node, around, path, path.fact, facts)


def _instance_variables(root: Node) -> Iterator[tuple[Node, Node | None]]:
    return ((node, around[0] if around else None) for node, around in nodes_with_ancestors(root, "instance_variable"))


def _is_set(node: Node, around: Node | None) -> bool:
    """Whether a variable is assigned by Ruby code, according to the node around it."""
    if around is None:
        return False
    if around.type in ("left_assignment_list", "block_parameters"):
        return True
    return around.type in ("assignment", "operator_assignment") and around.child_by_field_name("left") == node


def _may_be_set(name: str, template: Template, known: Known) -> bool:
    """Whether a class or define that calls a template, or a manifest of the environment, may set a variable."""
    project = known.project
    module = project.module_of(template.path)
    if module is None:
        return True
    for site in project.sites:
        known.world.depends_on_text(site)
        if name in assigned_in(known.disk, site).variables:
            return True
    known.world.exists((project.root if project.is_environment else module.folder) + os.sep)
    waiting = [module.name, *(known.assignments.users(module.name) if project.is_environment else ())]
    reached: set[str] = set()
    while waiting:
        each = waiting.pop()
        if each in reached:
            continue
        reached.add(each)
        if each not in project.modules:
            return True
        found = known.assignments.of(project.modules[each])
        if name in found.variables:
            return True
        waiting += found.parents
    return False
