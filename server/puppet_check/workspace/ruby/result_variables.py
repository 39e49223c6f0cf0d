"""The kinds of the variables of a method in Ruby: those of all values that it assigns to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import tree_sitter

from puppet_check.workspace.ruby.result_expressions import NOTHING, UNDEF, Expressions, Kinds, Methods, uncertain
from puppet_check.workspace.ruby.tree import text


class Variables:
    """The kinds of the variables of a body: those of all values that it assigns to them."""

    def __init__(
        self,
        results: Methods,
        statements: Iterable[tree_sitter.Node],
        parameters: Mapping[str, Kinds | None],
        nodes: Iterable[tree_sitter.Node],
    ) -> None:
        """`parameters` are None if their kinds are not known; `nodes` are all nodes of the body."""
        self._results = results
        self._values: dict[str, list[tree_sitter.Node]] = {}
        self._changes: dict[str, list[tuple[str, tree_sitter.Node]]] = {}
        """The operators and right sides of `x += y` and its like."""
        self._parameters = dict(parameters)
        self._first: dict[str, int] = {}
        """Where a variable is certainly assigned for the first time."""
        self._unknown: set[str] = set()
        self._asked: set[str] = set()
        always = {each.id for each in statements}
        for node in nodes:
            self._enter(node, node.id in always)

    def _enter(self, node: tree_sitter.Node, is_always: bool) -> None:
        left = node.child_by_field_name("left") if node.type in ("assignment", "operator_assignment") else None
        if left is not None and left.type == "identifier" and node.type == "assignment":
            right = node.child_by_field_name("right")
            name = text(left)
            if right is None or right.type in ("right_assignment_list", "splat_argument"):
                self._unknown.add(name)
            else:
                self._values.setdefault(name, []).append(right)
            if is_always:
                self._first.setdefault(name, node.end_byte)
        elif left is not None and left.type == "identifier":
            right = node.child_by_field_name("right")
            operator = text(node.child_by_field_name("operator")).removesuffix("=")
            if right is None or right.type in ("right_assignment_list", "splat_argument"):
                self._unknown.add(text(left))
            else:
                self._changes.setdefault(text(left), []).append((operator, right))
        elif left is not None:
            self._unknown |= set(_names(left))
        elif node.type in ("block_parameters", "lambda_parameters", "exception_variable"):
            self._unknown |= set(_names(node))
        elif node.type == "for":
            self._unknown |= set(_names(node.child_by_field_name("pattern")))

    def has(self, name: str) -> bool:
        """Whether a word is a variable."""
        return any(name in each for each in (self._values, self._changes, self._parameters, self._unknown))

    def of(self, name: str, at: int) -> Kinds:
        """The kinds that a variable may have at a place."""
        if name in self._unknown or name in self._asked:
            uncertain()
        found = self._parameters.get(name, NOTHING)
        if found is None:
            uncertain()
        if name not in self._parameters and self._first.get(name, at) >= at:
            found |= UNDEF
        self._asked.add(name)
        expressions = Expressions(self._results, self)
        try:
            found = found.union(*(expressions.kinds(each) for each in self._values.get(name, ())))
            before: Kinds | None = None
            while found != before:
                before = found
                for operator, right in self._changes.get(name, ()):
                    found |= expressions.combined(found, operator, right)
            return found
        finally:
            self._asked.discard(name)


def _names(node: tree_sitter.Node | None) -> Iterator[str]:
    """The words in the targets of an assignment or in parameters."""
    if node is None or node.type in ("element_reference", "call"):
        return  # `x[key] = value` changes what a variable holds, which remains of the same kind.
    if node.type == "identifier":
        yield text(node)
    for each in node.named_children:
        yield from _names(each)
