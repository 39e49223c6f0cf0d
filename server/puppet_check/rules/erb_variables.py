"""The instance variables that an ERB template reads without testing whether they are set."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.erb_code import pieces

if TYPE_CHECKING:
    from tree_sitter import Node

CONDITIONAL = frozenset(("if", "elsif", "unless", "if_modifier", "unless_modifier", "while", "until", "conditional", "case"))
ASKING = frozenset(("||", "&&", "or", "and", "!", "not", "defined?", "==", "!="))
HARMLESS = frozenset("nil? to_s inspect is_a? kind_of? instance_of? respond_to? class".split())
"""Methods that undef has as well, so that calling them is a test."""
METHODS = frozenset(("method", "singleton_method"))
ASSIGNING = frozenset(("assignment", "operator_assignment"))


EXISTENCE = lazy_pattern(
    rb"(?:\bhas_variable\?|\bscope\s*\.\s*(?:include\?|exist\?|bound\?|lookupvar|to_hash\.(?:has_key|key|include)\?))\s*\(?\s*['\":]@?(\w+)"
)
"""A question whether a variable exists."""
KEPT = 1 << 14
"""The bytes of the longest template whose variables are kept: a define may use dozens of templates, and is checked after each key."""


def variables_read(template: bytes) -> tuple[str, ...]:
    """The names of the variables in order; none if the template is not valid Ruby, or may compute names of variables."""
    return _kept(template) if len(template) <= KEPT else _variables_read(template)


def _variables_read(template: bytes) -> tuple[str, ...]:
    from puppet_check.workspace.ruby.tree import nodes_with_ancestors  # few manifests have such templates
    from puppet_typesys.ruby.syntax import RubyLimit, parse

    ruby = b"".join(each.text for each in pieces(template))
    try:
        root = parse(ruby).root_node
    except RubyLimit:
        return ()
    if root.has_error or b"instance_variable" in ruby or b"binding" in ruby:
        return ()
    read: dict[str, None] = {}
    asked = {each.decode() for each in EXISTENCE.findall(ruby)}
    for node, around in nodes_with_ancestors(root, "instance_variable"):
        if any(each.type in METHODS for each in around):
            continue  # A method of the template itself may keep values of its own in instance variables.
        name = (node.text or b"").decode("utf-8", "replace").removeprefix("@")
        if name not in asked and (name.startswith("_") or _is_asked(node, around)):
            asked.add(name)
        read[name] = None
    return tuple(name for name in read if name not in asked)


_kept = lru_cache(128)(_variables_read)


def _is_asked(node: Node, around: Iterable[Node]) -> bool:
    """Whether a variable is tested or assigned, so that it may be unset."""
    child = node
    for parent in around:
        if parent.type in CONDITIONAL:
            return parent.child_by_field_name("condition") == child or parent.child_by_field_name("value") == child
        if parent.type in ("binary", "unary"):
            operator = parent.child_by_field_name("operator")
            if operator is not None and (operator.text or b"").decode() in ASKING:
                return True
        if parent.type in ASSIGNING and parent.child_by_field_name("left") == child:
            return True
        if parent.type == "call" and parent.child_by_field_name("receiver") == node:
            method = parent.child_by_field_name("method")
            if method is not None and (method.text or b"").decode() in HARMLESS:
                return True
        child = parent
    return False
