"""Attributes that a resource type requires: those whose absence makes its `validate` block raise an error.

Only conditions about a single statement are read, after it or around it: `raise ... unless self[:a] || self[:b]` and
`fail ... if self[:a].nil? && self[:b].nil?`.
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
AND = ("&&", "and")
OR = lazy_pattern(r"(?<!\s)\s*(?:\|\||\bor\b)\s*")


def requirements(body: Iterable[tree_sitter.Node]) -> Iterator[tuple[str, ...]]:
    """Groups of attributes of which at least one is required."""
    for node in body:
        condition = node.child_by_field_name("condition")
        if condition is None or not RAISING.match(_only_statement(node)):
            continue
        if node.type in ("unless_modifier", "unless"):
            found = [GIVEN.fullmatch(each) for each in OR.split(text(condition).strip())]
            names = [each and each[1] for each in found]
        elif node.type in ("if_modifier", "if"):
            names = list(map(_absent, _conjuncts(condition)))
        else:
            continue
        if names and all(names):
            yield tuple(filter(None, names))


def _only_statement(node: tree_sitter.Node) -> str:
    """The text of the statement that a condition is about; nothing if there are several, or others without the condition."""
    if node.type in ("if", "unless"):
        body = node.child_by_field_name("consequence")
        is_single = body is not None and len(body.named_children) == 1 and node.child_by_field_name("alternative") is None
        return text(body.named_children[0]) if body is not None and is_single else ""
    return text(node.child_by_field_name("body"))


def _conjuncts(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The conditions that all have to hold."""
    found, waiting = [], [node]
    while waiting:
        each = waiting.pop()
        left, right = each.child_by_field_name("left"), each.child_by_field_name("right")
        if each.type == "parenthesized_statements" and len(each.named_children) == 1:
            waiting.append(each.named_children[0])
        elif left is not None and right is not None and text(each.child_by_field_name("operator")) in AND:
            waiting += (right, left)
        else:
            found.append(each)
    return found


def _absent(condition: tree_sitter.Node) -> str | None:
    """An attribute whose absence makes a condition hold; None if no single one does."""
    found = ABSENT.fullmatch(text(condition).strip())
    if found is not None:
        return str(found[found.lastindex or 1])
    operand = condition.child_by_field_name("operand")
    if condition.type != "unary" or operand is None or text(condition)[:1] != "!":
        return None
    given = (GIVEN.fullmatch(text(each).strip()) for each in _conjuncts(operand))
    return next((str(each[1]) for each in given if each is not None), None)


def without_defaults(groups: Iterable[tuple[str, ...]], attributes: Iterable[Attribute]) -> tuple[tuple[str, ...], ...]:
    """The groups that no resource meets by a default or by its title."""
    optional = {each.name for each in attributes if not each.has_default and not each.namevar}
    return tuple(group for group in groups if optional.issuperset(group))
