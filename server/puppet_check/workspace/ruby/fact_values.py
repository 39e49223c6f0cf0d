"""The values of facts whose resolutions return constants, as in `setcode { 'none' }`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tree_sitter

from puppet_check.workspace.ruby.fact_types import addition
from puppet_check.workspace.ruby.literals import string, value
from puppet_check.workspace.ruby.tree import RubyCall, call_of, calls_of_method
from puppet_check.workspace.ruby.values import UNKNOWN, Budget, Scope
from puppet_typesys.ruby.syntax import RubyLimit, heredocs, parse

WEIGHTS = frozenset(("has_weight", "setcode"))
"""The calls in a resolution that do not decide whether the fact has a value."""


def fact_values(source: bytes) -> Iterator[tuple[str, object]]:
    """The facts that a Ruby file adds, by their names in lower case, each with its value, which is `UNKNOWN` unless it is a constant.

    A fact that is only added under a condition has this value or none.
    """
    try:
        root = parse(source).root_node
        scope = Scope({}, heredocs(root), Budget())
        found = [(string(call.arguments[0], scope), call) for node in calls_of_method(root, "add") if (call := addition(node)) is not None]
        is_certain = not root.has_error and all(name is not None for name, _ in found)  # A computed name may be that of any of them.
        values = [(name.lower(), _value(call, scope) if is_certain else UNKNOWN) for name, call in found if name is not None]
    except (RecursionError, RubyLimit):
        return
    yield from values


def _value(call: RubyCall, scope: Scope) -> object:
    codes = []
    for each in _code(call.block or ()):
        inner = call_of(each)
        if inner is None or inner.name not in WEIGHTS or inner.receiver:
            return UNKNOWN
        if inner.name == "setcode":
            codes.append(inner)
    if len(codes) != 1 or codes[0].block is None:
        return UNKNOWN
    body = _code(codes[0].block)
    # Facts are texts, numbers and truth values here; what is nil resolves to nothing.
    found = value(body[0], scope) if len(body) == 1 and body[0].type in ("string", "integer", "true", "false") else UNKNOWN
    return found if isinstance(found, str | int) else UNKNOWN


def _code(nodes: Iterable[tree_sitter.Node]) -> list[tree_sitter.Node]:
    return [each for each in nodes if each.type != "comment"]
