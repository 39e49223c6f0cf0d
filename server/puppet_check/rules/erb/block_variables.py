"""Variables of blocks that a template reads with the sign of those of its caller: `<% @hosts.each do |host| %><%= @host %><% end %>`.

Only names that the block never reads otherwise are reported, as nobody names a variable that is not used, unless a manifest that names the
template has such a variable.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from puppet_check.rules.documents import rule
from puppet_check.rules.erb.check import Template
from puppet_check.rules.erb_unset_variable import erb_unset_variable
from puppet_check.rules.template_scope import ALWAYS, FOLDERS, READ, unset_variables
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import texts
from puppet_check.workspace.ruby.tree import nodes_with_ancestors, text
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

if TYPE_CHECKING:
    from tree_sitter import Node

PARAMETERS = lazy_pattern(rb"(?:\bdo|\{)\s*\|([^|\n]*)\|")
NAME = lazy_pattern(rb"[a-z_]\w*")
MOST_BLOCKS = 50
"""The number of blocks with such names that are looked through, as one may be inside of others."""
LAMBDA = lazy_pattern(r"\|[^|{}\n]*\|")
"""The parameters of a lambda, which templates do not see outside of it."""
BLOCKS = ("do_block", "block")


@erb_unset_variable.variant()
def of_block(name: str) -> str:
    return f"the template reads @{name}, which is not the variable `{name}` of the block around it"


@rule(on=Template)
def check_blocks(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report the first read of a variable of the caller with the name of a variable of the block around it, which nothing reads."""
    module = known.project.module_of(template.path)
    likely = _likely(template.source) if module is not None and b"@" in template.source else set()
    blocks = nodes_with_ancestors(template.root, *BLOCKS) if likely else ()
    for block in islice((each for each, _ in blocks if not likely.isdisjoint(_parameters(each))), MOST_BLOCKS):
        names = _unread(block)
        reads = [each for each, _ in nodes_with_ancestors(block, "instance_variable") if text(each).removeprefix("@") in names]
        for node in reads[:1]:
            name = text(node).removeprefix("@")
            if (
                name in ALWAYS
                or _is_of_caller(name, template.path, known)
                or name in unset_variables(template.path, template.source, known)
            ):
                continue
            start, end = template.place(node)
            fix = Fix("Read the variable of the block", (Edit(start, start + 1, ""),))
            yield of_block(name).at(start, end, fixes=(fix,))


def _likely(source: bytes) -> set[str]:
    """The names of variables of blocks that a template reads with the sign of those of its caller."""
    names = {name for each in PARAMETERS.findall(source) for name in NAME.findall(each)}
    return {each.decode() for each in names.intersection(READ.findall(source))}


def _parameters(block: Node) -> set[str]:
    """The names of the parameters of a block."""
    parameters = block.child_by_field_name("parameters")
    return set() if parameters is None else {text(each) for each in parameters.named_children if each.type == "identifier"}


def _unread(block: Node) -> set[str]:
    """The names of the parameters of a block that it does not read."""
    parameters = block.child_by_field_name("parameters")
    end = 0 if parameters is None else parameters.end_byte
    return _parameters(block) - {text(each) for each, _ in nodes_with_ancestors(block, "identifier") if each.start_byte >= end}


def _is_of_caller(name: str, path: str, known: Known) -> bool:
    """Whether a manifest that may fill in a template, by the name of its file, has a variable."""
    module = known.project.module_of(path)
    if module is None:
        return True
    known.world.ask_below(module.folder, FOLDERS)
    own = re.compile(rf"\${name}\s*=(?![=~>])|[(,]\s*(?:[A-Z][^$,]*)?\${name}\b")
    several = (each for each in texts(known.disk, module.folder, FOLDERS) if os.path.basename(path) in each)
    return any(own.search(LAMBDA.sub("", each)) for each in several)
