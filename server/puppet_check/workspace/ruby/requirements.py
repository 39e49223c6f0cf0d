"""Attributes that a resource type requires: those whose absence makes its `validate` block raise an error.

Only statements on one line are read: `raise ... unless self[:a] || self[:b]` and `fail ... if self[:a].nil? && self[:b].nil?`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tree_sitter

from puppet_check.workspace.ruby.tree import text
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import Attribute

RAISING = lazy_pattern(r"(?:raise|(?:self\.)?fail)\b")
GIVEN = lazy_pattern(r"self\[:(\w+)\]")
ABSENT = lazy_pattern(r"(?:!\s*self\[:(\w+)\]|self\[:(\w+)\]\.nil\?)")
OR = lazy_pattern(r"(?<!\s)\s*(?:\|\||\bor\b)\s*")
AND = lazy_pattern(r"(?<!\s)\s*(?:&&|\band\b)\s*")


def requirements(body: Iterable[tree_sitter.Node]) -> Iterator[tuple[str, ...]]:
    """Groups of attributes of which at least one is required."""
    for node in body:
        condition = node.child_by_field_name("condition")
        if condition is None or not RAISING.match(text(node.child_by_field_name("body"))):
            continue
        if node.type == "unless_modifier":
            parts = [GIVEN.fullmatch(each) for each in OR.split(text(condition).strip())]
        elif node.type == "if_modifier":
            parts = [ABSENT.fullmatch(each) for each in AND.split(text(condition).strip())]
        else:
            continue
        names = tuple(each[1] or each[each.lastindex or 1] for each in parts if each is not None)
        if names and len(names) == len(parts):
            yield names


def without_defaults(groups: Iterable[tuple[str, ...]], attributes: Iterable[Attribute]) -> tuple[tuple[str, ...], ...]:
    """The groups that no resource meets by a default or by its title."""
    optional = {each.name for each in attributes if not each.has_default and not each.namevar}
    return tuple(group for group in groups if optional.issuperset(group))
