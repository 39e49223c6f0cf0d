"""Where Ruby code uses constants and methods by names, outside of code that asks whether they exist."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

import tree_sitter

from puppet_check.workspace.ruby.tree import nodes_with_ancestors, text
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.targets import Target
from puppet_typesys.diagnostics import Edit, Fix

CONSTANTS = frozenset(("constant", "scope_resolution"))
CONDITIONS = {
    **dict.fromkeys(("if", "elsif", "unless", "conditional", "if_modifier", "unless_modifier", "while", "until"), "condition"),
    "binary": "left",
    "case": "value",
}
"""Nodes whose parts are evaluated under a condition, and the field with the condition."""
ASKS = lazy_pattern(
    r"RUBY_VERSION|RUBY_ENGINE|respond_to\?|defined\?|method_defined\?|puppetversion|Puppet\.version|Puppet::PUPPETVERSION|methods\.include"
)
"""What a condition asks for that makes code for another version."""
RESCUED = lazy_pattern(r"\b(?:NameError|NoMethodError|ArgumentError)\b")


class RubyCode(NamedTuple):
    """Ruby code of a module that is checked for a version."""

    root: tree_sitter.Node
    place: Callable[[tree_sitter.Node], tuple[int, int]]
    """The offsets of a node in the file."""
    target: Target
    path: str = ""
    """The path of a file that is only Ruby."""


class Use(NamedTuple):
    """A use of a constant or method."""

    name: str
    """As in the tables of `names`."""
    node: tree_sitter.Node
    """The constant or the call."""
    around: tuple[tree_sitter.Node, ...]


def uses(root: tree_sitter.Node, names: Collection[str]) -> Iterator[Use]:
    """The uses of some names, in order of place."""
    own = _defined(root)
    for node, around in nodes_with_ancestors(root, "call", "constant", "scope_resolution"):
        name = _name(node, around)
        if name in names and name.rpartition(".")[2] not in own and not is_guarded(node, around):
            yield Use(name, node, around)


def is_guarded(node: tree_sitter.Node, around: Sequence[tree_sitter.Node]) -> bool:
    """Whether code asks for a version, or whether something exists, before it reaches a node, or rescues that it does not."""
    child = node
    for parent in around:
        field = CONDITIONS.get(parent.type)
        condition = None if field is None else parent.child_by_field_name(field)
        if condition is not None and ASKS.search(text(condition)):
            return True
        if parent.type == "unary" and text(parent).startswith("defined?"):
            return True
        rescues = (each for each in parent.named_children if each.type == "rescue") if child.type != "rescue" else ()
        if any(RESCUED.search(text(each.child_by_field_name("exceptions"))) for each in rescues):
            return True
        child = parent
    return False


def place_of(use: Use, code: RubyCode) -> tuple[int, int]:
    """The offsets of what a use names: the constant, or the method with the constant that it is called on."""
    if use.node.type != "call":
        return code.place(use.node)
    receiver, method = use.node.child_by_field_name("receiver"), use.node.child_by_field_name("method")
    start, end = code.place(method or use.node)
    return (start if receiver is None or use.name.startswith(".") else code.place(receiver)[0]), end


def renamed(use: Use, code: RubyCode, instead: str) -> Fix:
    """The fix that writes another name."""
    start, end = place_of(use, code)
    return Fix(f"Use {instead}", (Edit(start, end, f"{'::' if text(use.node).startswith('::') else ''}{instead}"),), "safe")


def constant_path(node: tree_sitter.Node | None) -> str | None:
    """The full name of a constant, as in `A::B`; None for other expressions."""
    return text(node).removeprefix("::") if node is not None and node.type in CONSTANTS else None


def _name(node: tree_sitter.Node, around: Sequence[tree_sitter.Node]) -> str:
    """The name that a node uses; empty if it is that of a part of a name, or of a definition."""
    if node.type == "call":
        receiver, method = node.child_by_field_name("receiver"), text(node.child_by_field_name("method"))
        path = constant_path(receiver)
        if path is not None:
            return f"{path}.{method}"
        is_plain = receiver is not None and node.child_by_field_name("arguments") is None and node.child_by_field_name("block") is None
        return f".{method}" if is_plain else ""
    parent = around[0] if around else None
    if parent is not None and parent.type in ("scope_resolution", "class", "module") and parent.child_by_field_name("name") == node:
        return ""
    return constant_path(node) or ""


def _defined(root: tree_sitter.Node) -> set[str]:
    """The names of the constants and methods that the code defines itself."""
    found: set[str] = set()
    for node, _ in nodes_with_ancestors(root, "assignment", "class", "module", "method", "singleton_method"):
        named = node.child_by_field_name("left" if node.type == "assignment" else "name")
        found.add(constant_path(named) or text(named))
    return found
