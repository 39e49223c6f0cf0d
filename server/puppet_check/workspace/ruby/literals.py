"""Values of constant Ruby expressions: literals, constants of the same file, and a few methods of these."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import tree_sitter

from puppet_check.workspace.ruby.computing import UncomputedError, computed
from puppet_check.workspace.ruby.escapes import escape, without_margin
from puppet_check.workspace.ruby.tree import body_of, call_of, text
from puppet_check.workspace.ruby.values import LONGEST, UNKNOWN, Constant, Pattern, Scope, Value


def value(node: tree_sitter.Node | None, scope: Scope) -> Value:
    """The value of an expression; symbols are strings."""
    if node is None:
        return UNKNOWN
    read = READERS.get(node.type)
    return read(node, scope) if read else UNKNOWN


def values(nodes: Iterable[tree_sitter.Node], scope: Scope) -> list[Value]:
    """The values of arguments or elements, with splats expanded."""
    found: list[Value] = []
    for node in nodes:
        if node.type in ("comment", "heredoc_body"):
            continue
        if node.type != "splat_argument":
            found.append(value(node, scope))
            continue
        inner = value(node.named_children[0] if node.named_children else None, scope)
        found.extend(inner if isinstance(inner, list) else [UNKNOWN])
    return found


def string(node: tree_sitter.Node | None, scope: Scope) -> str | None:
    """The text of a string or symbol; None if it is something else or computed."""
    found = value(node, scope)
    return found if isinstance(found, str) else None


def _string(node: tree_sitter.Node, scope: Scope) -> Value:
    if (node.text or b"").startswith((b"'", b"%q", b":'")):
        raw = "".join(text(each) for each in node.named_children)
        return raw.replace("\\'", "'").replace("\\\\", "\\") if "\\" in raw else raw
    return _pieces(node.named_children, scope)


def _pieces(nodes: Iterable[tree_sitter.Node], scope: Scope) -> Value:
    found: list[str] = []
    for node in nodes:
        match node.type:
            case "string_content" | "heredoc_content":
                found.append(text(node))
            case "escape_sequence":
                found.append(escape(text(node)))
            case "interpolation":
                inner = value(node.named_children[0] if node.named_child_count == 1 else None, scope)
                if isinstance(inner, bool) or not isinstance(inner, str | int):
                    return UNKNOWN
                found.append(str(inner))
            case "heredoc_end" | "comment":
                pass
            case _:
                return UNKNOWN
    return "".join(found) if sum(map(len, found)) < LONGEST else UNKNOWN


def _heredoc(node: tree_sitter.Node, scope: Scope) -> Value:
    body = scope.heredocs.get(node.start_byte)
    if body is None:
        return UNKNOWN
    mark = text(node)
    if "'" in mark:
        content: Value = "".join(text(each) for each in body.named_children if each.type == "heredoc_content")
    else:
        content = _pieces(body.named_children, scope)
    if not isinstance(content, str):
        return UNKNOWN
    content = content.removeprefix("\n")
    # The white space before the closing tag is part of the last piece.
    content = content[: content.rfind("\n") + 1] if not content.endswith("\n") and content.rpartition("\n")[2].isspace() else content
    return without_margin(content) if mark.startswith("<<~") else content


def _regex(node: tree_sitter.Node, scope: Scope) -> Value:
    whole = text(node)
    options = whole[len(whole.rstrip("imxounse")) :]
    parts: list[str] = []
    for each in node.named_children:
        if each.type == "interpolation":
            inner = value(each.named_children[0] if each.named_child_count == 1 else None, scope)
            if isinstance(inner, Pattern):
                inner = f"(?:{inner.source})"
            if not isinstance(inner, str):
                return UNKNOWN
            parts.append(inner)
        else:
            parts.append(text(each))
    source = "".join(parts)
    if whole.startswith("/"):
        source = source.replace("\\/", "/")
    flags = "".join(flag for flag in "imx" if flag in options)
    return Pattern(f"(?{flags}:{source})" if flags else source)


def _integer(node: tree_sitter.Node, scope: Scope) -> Value:
    try:
        return int(text(node).replace("_", ""), 0)
    except ValueError:
        return UNKNOWN


def _float(node: tree_sitter.Node, scope: Scope) -> Value:
    try:
        return float(text(node).replace("_", ""))
    except ValueError:
        return UNKNOWN


def _unary(node: tree_sitter.Node, scope: Scope) -> Value:
    operand = value(node.child_by_field_name("operand"), scope)
    if text(node).startswith("-") and isinstance(operand, int | float) and not isinstance(operand, bool):
        return -operand
    return UNKNOWN


def _hash(node: tree_sitter.Node, scope: Scope) -> Value:
    found: dict[str, Value] = {}
    for each in node.named_children:
        if each.type in ("comment", "heredoc_body"):
            continue
        key = string(each.child_by_field_name("key"), scope) if each.type == "pair" else None
        if key is None:
            return UNKNOWN
        found[key] = value(each.child_by_field_name("value"), scope)
    return found


def _name(node: tree_sitter.Node, scope: Scope) -> Value:
    return scope.names.get(text(node), UNKNOWN)


def _constant(node: tree_sitter.Node, scope: Scope) -> Value:
    name = text(node)
    return scope.names.get(name, Constant(name.removeprefix("::")))


def _binary(node: tree_sitter.Node, scope: Scope) -> Value:
    left, right = (value(node.child_by_field_name(side), scope) for side in ("left", "right"))
    match text(node.child_by_field_name("operator")), left, right:
        case "+", str(), str() if len(left) + len(right) < LONGEST:
            return left + right
        case "+" | "|", list(), list() if len(left) + len(right) < LONGEST:
            return left + [each for each in right if each not in left]
        case "-", list(), list():
            return [each for each in left if each not in right]
    return UNKNOWN


def _single(node: tree_sitter.Node, scope: Scope) -> Value:
    inner = node.named_children
    return value(inner[0], scope) if len(inner) == 1 else UNKNOWN


def _joined(node: tree_sitter.Node, scope: Scope) -> Value:
    found = [value(each, scope) for each in node.named_children]
    parts = [each for each in found if isinstance(each, str)]
    return "".join(parts) if len(parts) == len(found) else UNKNOWN


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
        case "keys", dict():
            return list(receiver)
        case "values", dict():
            return list(receiver.values())
        case "concat", list():
            lists = [receiver, *(each if isinstance(each, list) else [UNKNOWN] for each in values(call.arguments, scope))]
            return [one for each in lists for one in each] if sum(map(len, lists)) < LONGEST else UNKNOWN
        case "map" | "collect", list() if call.block and len(call.parameters) == 1 and scope.budget.spend(len(receiver)):
            name = text(call.parameters[0])
            return [value(call.block[-1], scope.inner([(name, each)])) for each in receiver]
        case "map" | "collect", list() if call.is_partial and any(f"(&:{method})" in text(node) for method in ("to_s", "to_sym", "intern")):
            return receiver
        case "new", Constant("Regexp") if len(call.arguments) == 1:
            pattern = value(call.arguments[0], scope)
            return Pattern(pattern) if isinstance(pattern, str) else UNKNOWN
        case name, str() | list() | dict() | int() if call.block is None and not call.is_partial and not call.options:
            return _computed(receiver, name, values(call.arguments, scope), scope)
    return UNKNOWN


def _computed(receiver: Value, method: str, arguments: list[Value], scope: Scope) -> Value:
    try:
        return _value(computed(receiver, method, arguments)) if scope.budget.spend(1) else UNKNOWN
    except UncomputedError:
        return receiver if method in KEEPING and not arguments and isinstance(receiver, list) else UNKNOWN


def _value(found: object) -> Value:
    match found:
        case None | str() | bool() | int() | float():
            return found
        case list():
            return list(map(_value, found))
        case dict():
            return {str(key): _value(each) for key, each in found.items()}
    return UNKNOWN


def _method_result(node: tree_sitter.Node, scope: Scope) -> Value:
    body = [each for each in body_of(node) if each.type != "comment"]
    return value(body[-1], scope) if body else None


READERS: dict[str, Callable[[tree_sitter.Node, Scope], Value]] = {
    "simple_symbol": lambda node, scope: text(node)[1:],
    "hash_key_symbol": lambda node, scope: text(node),
    "string": _string,
    "delimited_symbol": _string,
    "bare_string": lambda node, scope: _pieces(node.named_children, scope),
    "bare_symbol": lambda node, scope: _pieces(node.named_children, scope),
    "chained_string": _joined,
    "heredoc_beginning": _heredoc,
    "regex": _regex,
    "integer": _integer,
    "float": _float,
    "unary": _unary,
    "true": lambda node, scope: True,
    "false": lambda node, scope: False,
    "nil": lambda node, scope: None,
    "array": lambda node, scope: values(node.named_children, scope),
    "string_array": lambda node, scope: values(node.named_children, scope),
    "symbol_array": lambda node, scope: values(node.named_children, scope),
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
