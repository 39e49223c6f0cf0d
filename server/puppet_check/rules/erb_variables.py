"""The instance variables that an ERB template reads without testing whether they are set."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from puppet_grammar.named import NamedTuple
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
ASSIGNED = lazy_pattern(rb"@(\w+)\s*(?:[-+*/]|\|\||&&)?=(?![=~>])")
"""A variable that a template sets itself."""
KEPT = 1 << 14
"""The bytes of the longest template whose variables are kept: a define may use dozens of templates, and is checked after each key."""


class Variables(NamedTuple):
    """The names of the variables of a template, in order."""

    read: tuple[str, ...] = ()
    """Those that it never tests."""
    tested: tuple[str, ...] = ()
    """Those that it tests and reads, so that they may be unset."""


def variables_of(template: bytes) -> Variables:
    """The variables of a template; none if the template is not valid Ruby, or may compute names of variables."""
    return _kept(template) if len(template) <= KEPT else _variables_of(template)


def _variables_of(template: bytes) -> Variables:
    from puppet_check.workspace.ruby.tree import nodes_with_ancestors  # few manifests have such templates
    from puppet_typesys.ruby.syntax import RubyLimit, parse

    ruby = b"".join(each.text for each in pieces(template))
    try:
        root = parse(ruby).root_node
    except RubyLimit:
        return Variables()
    if root.has_error or b"instance_variable" in ruby or b"binding" in ruby:
        return Variables()
    read: dict[str, None] = {}
    asked = {each.decode() for each in EXISTENCE.findall(ruby)}
    for node, around in nodes_with_ancestors(root, "instance_variable"):
        if any(each.type in METHODS for each in around):
            continue  # A method of the template itself may keep values of its own in instance variables.
        name = (node.text or b"").decode("utf-8", "replace").removeprefix("@")
        if name not in asked and (name.startswith("_") or _is_asked(node, around)):
            asked.add(name)
        read[name] = None
    own = frozenset(each.decode() for each in ASSIGNED.findall(ruby))
    return Variables(tuple(name for name in read if name not in asked), tuple(name for name in read if name in asked and name not in own))


_kept = lru_cache(128)(_variables_of)


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
