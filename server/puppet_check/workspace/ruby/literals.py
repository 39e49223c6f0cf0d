"""Values of constant Ruby expressions: literals, constants of the same file, and methods of these.

What a literal stands for and what a method returns is the interpreter's (`puppet_typesys.ruby`). Only what it has no answer to is read
here: lists and hashes of which some elements are not known, names of other files, and Symbols, which are read as their text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import tree_sitter

from puppet_check.workspace.ruby.computing import UncomputedError, computed
from puppet_check.workspace.ruby.tree import body_of, call_of, text
from puppet_check.workspace.ruby.values import LONGEST, UNKNOWN, Constant, Pattern, Scope, Value, is_known
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.written import Part, float_of, here_document, integer_of, parts_of, regexp_of, words_of


def value(node: tree_sitter.Node | None, scope: Scope) -> Value:
    """The value of an expression; symbols are strings."""
    if node is None:
        return UNKNOWN
    read = READERS.get(node.type)
    try:
        return read(node, scope) if read else UNKNOWN
    except (Unsupported, ValueError):  # ValueError is for a number that is not valid.
        return UNKNOWN


def values(nodes: Iterable[tree_sitter.Node], scope: Scope) -> list[Value]:
    """The values of arguments or elements, with splats expanded."""
    elements: list[Value] = []
    for node in nodes:
        if node.type in ("comment", "heredoc_body"):
            continue
        if node.type != "splat_argument":
            elements.append(value(node, scope))
            continue
        inner = value(node.named_children[0] if node.named_children else None, scope)
        elements.extend(inner if isinstance(inner, list) else [UNKNOWN])
    return elements


def string(node: tree_sitter.Node | None, scope: Scope) -> str | None:
    """The text of a string or symbol; None if it is something else or computed."""
    known = value(node, scope)
    return known if isinstance(known, str) else None


def _text(parts: Iterable[Part], scope: Scope) -> Value:
    """The text of the parts of a literal."""
    texts: list[str] = []
    for part in parts:
        shown = part if isinstance(part, str) else _shown(value(_only(part), scope), scope)
        if shown is None:
            return UNKNOWN
        texts.append(shown)
    return "".join(texts) if sum(map(len, texts)) < LONGEST else UNKNOWN


def _shown(interpolated: Value, scope: Scope) -> str | None:
    """The text of an interpolated value. That of a list shows whether its elements are Symbols."""
    if isinstance(interpolated, str):
        return interpolated
    if not isinstance(interpolated, bool | int | float | None):
        return None
    shown = _computed(interpolated, "to_s", [], scope)
    return shown if isinstance(shown, str) else None


def _only(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The only expression in a node."""
    return node.named_children[0] if node.named_child_count == 1 else None


def _quoted(node: tree_sitter.Node, scope: Scope) -> Value:
    return _text(parts_of(node), scope)


def _words(node: tree_sitter.Node, scope: Scope) -> Value:
    return [_text(parts, scope) for parts in words_of(node)]


def _regexp(node: tree_sitter.Node, scope: Scope) -> Value:
    parts, letters = regexp_of(node)
    sources: list[str] = []
    for part in parts:
        inner = part if isinstance(part, str) else value(_only(part), scope)
        if isinstance(inner, Pattern):
            inner = f"(?-mix:{inner.source})"
        if not isinstance(inner, str):
            return UNKNOWN
        sources.append(inner)
    flags = "".join(flag for flag in "imx" if flag in letters)
    source = "".join(sources)
    return Pattern(f"(?{flags}:{source})" if flags else source)


def _unary(node: tree_sitter.Node, scope: Scope) -> Value:
    operator = text(node.child_by_field_name("operator"))
    operand = value(node.child_by_field_name("operand"), scope)
    return _computed(operand, f"{operator}@", [], scope) if operator in ("+", "-") else UNKNOWN


def _hash(node: tree_sitter.Node, scope: Scope) -> Value:
    entries: dict[str, Value] = {}
    for each in node.named_children:
        if each.type in ("comment", "heredoc_body"):
            continue
        key = string(each.child_by_field_name("key"), scope) if each.type == "pair" else None
        if key is None:
            return UNKNOWN
        entries[key] = value(each.child_by_field_name("value"), scope)
    return entries


def _name(node: tree_sitter.Node, scope: Scope) -> Value:
    return scope.names.get(text(node), UNKNOWN)


def _constant(node: tree_sitter.Node, scope: Scope) -> Value:
    name = text(node)
    return scope.names.get(name, Constant(name.removeprefix("::")))


def _binary(node: tree_sitter.Node, scope: Scope) -> Value:
    left, right = (value(node.child_by_field_name(side), scope) for side in ("left", "right"))
    return _computed(left, text(node.child_by_field_name("operator")), [right], scope)


def _single(node: tree_sitter.Node, scope: Scope) -> Value:
    inner = node.named_children
    return value(inner[0], scope) if len(inner) == 1 else UNKNOWN


AS_TEXT = ("to_s", "to_sym", "intern")
"""Methods of Strings and Symbols that return the same text."""
KEEPING = frozenset(("freeze", "dup", "to_a", "sort", "uniq", "compact"))
"""Methods that only order or drop elements, so that a list of which some are not known keeps the others."""


def _call(node: tree_sitter.Node, scope: Scope) -> Value:
    call = call_of(node)
    if call is None:
        return UNKNOWN
    if call.subject is None:
        return value(call.arguments[0], scope) if call.name in ("_", "String") and len(call.arguments) == 1 else UNKNOWN
    receiver = value(call.subject, scope)
    match call.name, receiver:
        case ("freeze", _) | ("to_sym" | "intern", str()) if not call.arguments:
            return receiver
        case "map" | "collect", list() if call.block and len(call.parameters) == 1 and scope.budget.spend(len(receiver)):
            name = text(call.parameters[0])
            return [value(call.block[-1], scope.inner([(name, each)])) for each in receiver]
        case "map" | "collect", list() if call.is_partial and any(f"(&:{method})" in text(node) for method in AS_TEXT):
            return [each if isinstance(each, str) else UNKNOWN for each in receiver]
        case "new", Constant("Regexp") if len(call.arguments) == 1:
            pattern = value(call.arguments[0], scope)
            return Pattern(pattern) if isinstance(pattern, str) else UNKNOWN
        case name, str() | list() | dict() | bool() | int() | float() if call.block is None and not call.is_partial and not call.options:
            return _computed(receiver, name, values(call.arguments, scope), scope)
    return UNKNOWN


def _computed(receiver: Value, method: str, arguments: list[Value], scope: Scope) -> Value:
    """The result of a method, which the interpreter computes."""
    if not scope.budget.spend(1):
        return UNKNOWN
    try:
        return computed(receiver, method, arguments)
    except UncomputedError:
        return UNKNOWN if is_known([receiver, *arguments]) else _partly_known(receiver, method, arguments)


def _partly_known(receiver: Value, method: str, arguments: list[Value]) -> Value:
    """The elements that a list of unknown ones certainly has after a method."""
    match receiver, method, arguments:
        case list(), _, [] if method in KEEPING:
            return receiver
        case list(), "+" | "|" | "concat", _ if sum(len(each) for each in (receiver, *arguments) if isinstance(each, list)) < LONGEST:
            return receiver + [one for each in arguments for one in (each if isinstance(each, list) else [UNKNOWN])]
        case list(), "-", [list() as dropped]:
            return [each for each in receiver if each not in dropped]
    return UNKNOWN


def _method_result(node: tree_sitter.Node, scope: Scope) -> Value:
    body = [each for each in body_of(node) if each.type != "comment"]
    return value(body[-1], scope) if body else None


READERS: dict[str, Callable[[tree_sitter.Node, Scope], Value]] = {
    **dict.fromkeys(("simple_symbol", "hash_key_symbol", "delimited_symbol", "string", "chained_string", "character"), _quoted),
    "heredoc_beginning": lambda node, scope: _text(here_document(node, scope.heredocs), scope),
    "string_array": _words,
    "symbol_array": _words,
    "regex": _regexp,
    "integer": lambda node, scope: integer_of(text(node)),
    "float": lambda node, scope: float_of(text(node)),
    "unary": _unary,
    "true": lambda node, scope: True,
    "false": lambda node, scope: False,
    "nil": lambda node, scope: None,
    "array": lambda node, scope: values(node.named_children, scope),
    "hash": _hash,
    "identifier": _name,
    "constant": _constant,
    "scope_resolution": _constant,
    "parenthesized_statements": _single,
    "binary": _binary,
    "call": _call,
    "return": lambda node, scope: _single(node.named_children[0], scope) if node.named_child_count == 1 else UNKNOWN,
    "method": _method_result,
    "singleton_method": _method_result,
}
