"""The types of the facts that a file adds, where the text of all their resolutions shows them for certain.

A resolution that fails, is confined or is only added under a condition leaves its fact undef.
"""

from __future__ import annotations

import tree_sitter

from puppet_check.workspace.ruby.literals import string
from puppet_check.workspace.ruby.result_expressions import UNDEF, Kinds, UncertainError
from puppet_check.workspace.ruby.results import Body, Results, shown
from puppet_check.workspace.ruby.tree import RubyCall, call_of, calls_of_method, text, word
from puppet_check.workspace.ruby.values import Scope

LITERALS = frozenset(("integer", "float", "true", "false", "nil", "comment"))


def addition(node: tree_sitter.Node) -> RubyCall | None:
    """The call that adds a fact."""
    right = node.child_by_field_name("right") if node.type == "assignment" else node
    call = call_of(right) if right else None
    return call if call and call.name == "add" and call.receiver.removeprefix("::") == "Facter" and call.arguments else None


def fact_types(root: tree_sitter.Node, scope: Scope) -> dict[str, str]:
    """The types, as text, by the names of facts in lower case."""
    methods = _methods(root)
    found: dict[str, Kinds | None] = {}
    for node in calls_of_method(root, "add"):
        call = addition(node)
        name = None if call is None else string(call.arguments[0], Scope({}, scope.heredocs, scope.budget))
        if call is None:
            continue
        if name is None:
            return {}  # It may be another resolution of any fact.
        kinds, before = _of_addition(call, methods), found.get(name.lower(), frozenset[str]())
        if kinds is not None and node.parent is not None and node.parent.id != root.id:
            kinds |= UNDEF
        found[name.lower()] = None if kinds is None or before is None else before | kinds
    types = {name: None if kinds is None else shown(kinds) for name, kinds in found.items()}
    return {name: type for name, type in types.items() if type is not None}


def _methods(root: tree_sitter.Node) -> dict[str, tree_sitter.Node]:
    """The methods that the file itself defines; of a name that is defined twice, none."""
    found = [(text(each.child_by_field_name("name")), each) for each in root.named_children if each.type == "method"]
    names = [name for name, _ in found]
    return {name: each for name, each in found if names.count(name) == 1}


def _of_addition(call: RubyCall, methods: dict[str, tree_sitter.Node]) -> Kinds | None:
    """The kinds of the values of one resolution; None if they are not certain."""
    statements = [each for each in call.block or () if each.type != "comment"]
    codes = [inner for each in statements if (inner := call_of(each)) is not None and inner.name == "setcode"]
    if len(codes) != 1 or (
        call.block is not None and b"setcode" in b"".join(each.text or b"" for each in statements if each.id != codes[0].node.id)
    ):
        return None
    code = codes[0]
    if code.block is None:
        # A command; its output is undef if it is empty.
        return frozenset(("String", "Undef")) if len(code.arguments) == 1 and code.arguments[0].type == "string" else None
    try:
        found = Results(methods).of(Body(code.block, {}, is_block=True))
    except (UncertainError, RecursionError):
        return None
    is_plain = len(statements) == 1 and all(each.type in LITERALS or word(each) is not None for each in code.block)
    return found if is_plain else found | UNDEF
