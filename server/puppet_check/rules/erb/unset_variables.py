"""Variables that a template reads and that no caller of it can set, reported where they are read.

The names of the callers need not be known: no manifest of the module names such a variable, nor any of another module that uses its
templates. A variable that the template tests may be unset. Of a template that the module uses once, the variables are known as well that
its caller does not set, but another class or define does, whose scope the caller does not see.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from puppet_check.rules.documents import rule
from puppet_check.rules.erb.check import Template
from puppet_check.rules.erb_unset_variable import erb_unset_variable, shown
from puppet_check.rules.erb_variables import METHODS
from puppet_check.rules.template_callers import NOTHING, hidden_variables
from puppet_check.rules.template_scope import unset_variables
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import nodes_with_ancestors, text
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Related
from puppet_typesys.edits import respelled

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_RELATED = 10
"""How many further reads are named beside the first."""


@erb_unset_variable.variant()
def set_nowhere(variable: str) -> str:
    return f"nothing sets @{variable} for this template"


@erb_unset_variable.variant()
def set_in_another(variables: str, count: int, caller: str) -> str:
    verb = "is" if count == 1 else "are"
    return f"{variables} {verb} not set in {caller}, which uses this template, but in another class or define"


@rule(on=Template)
def check_variables(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report the first read of each variable that nothing sets."""
    unset = unset_variables(template.path, template.source, known) if b"@" in template.source else {}
    for name, nodes in _reads(template, unset).items():
        start, end = template.place(nodes[0])
        meant = unset[name]
        fixes = respelled(Text(template.source), start, end, name, meant)
        related = tuple(Related(*template.place(each), f"@{name}") for each in nodes[1:MOST_RELATED])
        message = set_nowhere(name).suggesting(None if meant is None else f"@{meant}")
        yield message.at(start, end, related=related, fixes=fixes)
    hidden = hidden_variables(template.path, template.source, known) if b"@" in template.source else NOTHING
    reads = _reads(template, hidden.names - unset.keys())
    if reads:
        (start, end), *others = sorted(template.place(nodes[0]) for nodes in reads.values())
        related = tuple(Related(*each, "another one") for each in others[:MOST_RELATED])
        yield set_in_another(shown([*reads]), len(reads), hidden.caller).at(start, end, related=related)


def _reads(template: Template, names: Container[str]) -> dict[str, list[Node]]:
    """The places where a template reads some variables."""
    found: dict[str, list[Node]] = {}
    for node, around in nodes_with_ancestors(template.root, "instance_variable"):
        name = text(node).removeprefix("@")
        if name in names and not any(each.type in METHODS for each in around):
            found.setdefault(name, []).append(node)
    return found
