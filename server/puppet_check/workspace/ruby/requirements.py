"""Attributes that a resource type requires: those whose absence makes its `validate` block raise an error.

Only conditions about a single statement are read, after it or around it: `raise ... unless self[:a] || self[:b]` and
`fail ... if self[:a].nil? && self[:b].nil?`. What stands after a statement that may leave the block, as in
`return if self[:ensure] == :absent`, or that may set attributes, requires nothing for certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

import tree_sitter

from puppet_check.workspace.ruby.tree import text
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import Attribute

RAISING = lazy_pattern(r"(?:raise|(?:self\.)?fail)\b")
GIVEN = lazy_pattern(r"self\[:(\w+)\]")
ABSENT = lazy_pattern(r"(?:!\s*self\[:(\w+)\]|self\[:(\w+)\]\.nil\?)")
JUMPS = frozenset(("return", "next", "break", "redo", "retry", "yield"))
ASSIGNMENTS = frozenset(("assignment", "operator_assignment"))
HARMLESS = frozenset("raise fail _ n_ format sprintf warning notice info debug puts String Integer Array is_a? nil? respond_to?".split())
"""Methods of the resource type, or of all objects, that set no attributes and do not leave the block."""
AND = ("&&", "and")
OR = lazy_pattern(r"(?<!\s)\s*(?:\|\||\bor\b)\s*")


def requirements(body: Iterable[tree_sitter.Node]) -> Iterator[tuple[str, ...]]:
    """Groups of attributes of which at least one is required."""
    for node in takewhile(_continues, body):
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


def _continues(statement: tree_sitter.Node) -> bool:
    """Whether what follows a statement is reached with the same attributes, unless the statement raises an error."""
    waiting = [statement]
    while waiting:
        node = waiting.pop()
        if node.type in JUMPS or (node.type in ASSIGNMENTS and _is_of_self(node.child_by_field_name("left"))):
            return False
        if node.type == "call" and _is_unknown(node):
            return False
        waiting += node.named_children
    return statement.type != "identifier"


def _is_of_self(assigned: tree_sitter.Node | None) -> bool:
    return assigned is not None and assigned.type in ("element_reference", "call") and text(assigned).startswith("self")


def _is_unknown(call: tree_sitter.Node) -> bool:
    receiver, method = call.child_by_field_name("receiver"), call.child_by_field_name("method")
    is_own = receiver is None or receiver.type == "self"
    return is_own and method is not None and text(method) not in HARMLESS


def _only_statement(node: tree_sitter.Node) -> str:
    """The text of the call that a condition is about; nothing if there are several, other conditions, or others without it."""
    body = node.child_by_field_name("body")
    if node.type in ("if", "unless"):
        inner = node.child_by_field_name("consequence")
        is_single = inner is not None and len(inner.named_children) == 1 and node.child_by_field_name("alternative") is None
        body = inner.named_children[0] if inner is not None and is_single else None
    return text(body) if body is not None and body.type in ("call", "identifier") else ""


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


def without_defaults(
    groups: Iterable[tuple[str, ...]], attributes: Iterable[Attribute], titled: frozenset[str]
) -> tuple[tuple[str, ...], ...]:
    """The groups that no resource meets by a default or by its title, which gives namevars and some other attributes."""
    optional = {each.name for each in attributes if not each.has_default and not each.namevar} - titled
    return tuple(group for group in groups if optional.issuperset(group))
