"""Access to Ruby's syntax tree: calls with their arguments, options and block."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import tree_sitter

from puppet_typesys.ruby.syntax import language


class RubyCall(NamedTuple):
    """A call: `receiver.name arguments, options do |parameters| block end`."""

    node: tree_sitter.Node
    name: str
    receiver: str = ""
    """The text of the receiver."""
    subject: tree_sitter.Node | None = None
    """The node of the receiver."""
    arguments: tuple[tree_sitter.Node, ...] = ()
    """Positional arguments."""
    options: tuple[tuple[str, tree_sitter.Node, tree_sitter.Node], ...] = ()
    """Keyword arguments: the name, its node and the node of the value."""
    block: tuple[tree_sitter.Node, ...] | None = None
    parameters: tuple[tree_sitter.Node, ...] = ()
    """The parameters of the block."""
    is_partial: bool = False
    """Whether further options or the block are passed in a variable."""

    def option(self, name: str) -> tree_sitter.Node | None:
        """The value of an option; None if it is not given."""
        return next((value for key, _, value in self.options if key == name), None)


def calls_of_method(root: tree_sitter.Node, name: str) -> list[tree_sitter.Node]:
    """All calls with a receiver of methods with a name, at any depth."""
    found = tree_sitter.QueryCursor(_call_query()).captures(root)
    methods = [node for node in found.get("method", ()) if text(node) == name]
    return [node.parent for node in sorted(methods, key=lambda node: node.start_byte) if node.parent]


def text(node: tree_sitter.Node | None) -> str:
    """The text of a node."""
    return (node.text or b"").decode("utf-8", "replace") if node else ""


def call_of(node: tree_sitter.Node) -> RubyCall | None:
    """A node as a call; None if it is not one. A bare identifier is a call."""
    if node.type == "identifier":
        return RubyCall(node, text(node))
    if node.type != "call":
        return None
    subject = node.child_by_field_name("receiver")
    block = node.child_by_field_name("block")
    arguments, options, is_partial = _arguments(node.child_by_field_name("arguments"))
    name = text(node.child_by_field_name("method"))
    parameters = block.child_by_field_name("parameters") if block else None
    return RubyCall(
        node,
        name,
        text(subject),
        subject,
        arguments,
        options,
        body_of(block) if block else None,
        tuple(parameters.named_children) if parameters else (),
        is_partial,
    )


def declared(call: RubyCall) -> tuple[tree_sitter.Node, ...]:
    """The body of a declaration: its block, or what remains of an unclosed one."""
    if call.block is not None:
        return call.block
    following = call.node.next_named_sibling
    return tuple(following.named_children) if following is not None and following.type == "ERROR" else ()


def body_of(node: tree_sitter.Node) -> tuple[tree_sitter.Node, ...]:
    """The statements of a block, method, module or class, with the comments before the first."""
    body = node.child_by_field_name("body")
    before = [each for each in node.named_children if each.type == "comment"]
    return (*before, *body.named_children) if body else tuple(before)


def pairs(node: tree_sitter.Node) -> tuple[tuple[str, tree_sitter.Node, tree_sitter.Node], ...]:
    """The entries of a hash with literal keys: the key, its node and the value."""
    return tuple(entry for each in node.named_children if each.type == "pair" for entry in _entry(each))


def word(node: tree_sitter.Node) -> str | None:
    """The text of a symbol or string without interpolations; None for other nodes."""
    match node.type:
        case "simple_symbol":
            return text(node)[1:]
        case "hash_key_symbol":
            return text(node)
        case "string" | "delimited_symbol":
            if all(each.type == "string_content" for each in node.named_children):
                return "".join(text(each) for each in node.named_children)
    return None


def span_of_word(node: tree_sitter.Node) -> tuple[int, int]:
    """The span of the text in a symbol or string, without colon and quotes."""
    match node.type:
        case "simple_symbol":
            return node.start_byte + 1, node.end_byte
        case "string" | "delimited_symbol" if node.named_children:
            return node.named_children[0].start_byte, node.named_children[-1].end_byte
    return node.start_byte, node.end_byte


def _arguments(
    node: tree_sitter.Node | None,
) -> tuple[tuple[tree_sitter.Node, ...], tuple[tuple[str, tree_sitter.Node, tree_sitter.Node], ...], bool]:
    if node is None:
        return (), (), False
    arguments: list[tree_sitter.Node] = []
    options: list[tuple[str, tree_sitter.Node, tree_sitter.Node]] = []
    is_partial = False
    for each in node.named_children:
        match each.type:
            case "pair":
                options.extend(_entry(each))
            case "hash":
                arguments.append(each)
                options.extend(pairs(each))
            case "hash_splat_argument" | "block_argument" | "forward_argument":
                is_partial = True
            case "comment" | "heredoc_body":
                pass
            case _:
                arguments.append(each)
    return tuple(arguments), tuple(options), is_partial


def _entry(pair: tree_sitter.Node) -> list[tuple[str, tree_sitter.Node, tree_sitter.Node]]:
    key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
    name = word(key) if key else None
    return [(name, key, value)] if key and value and name is not None else []


def nodes_with_ancestors(root: tree_sitter.Node, *kinds: str) -> Iterator[tuple[tree_sitter.Node, tuple[tree_sitter.Node, ...]]]:
    """All nodes of some kinds in order, each with those around it from the inside out, without the root.

    A node finds its parent by a search from the root, which takes long in a large file, and keeps its children, which takes memory.
    """
    cursor = root.walk()
    around: list[tree_sitter.Node] = []
    while True:
        node = cursor.node
        assert node is not None
        if node.type in kinds:
            yield node, tuple(around[:0:-1])
        if cursor.goto_first_child():
            around.append(node)
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            around.pop()


def comments(root: tree_sitter.Node) -> list[tree_sitter.Node]:
    """All comments in order."""
    found = tree_sitter.QueryCursor(_comment_query()).captures(root).get("comment", ())
    return sorted(found, key=lambda node: node.start_byte)


def has_identifier(root: tree_sitter.Node, names: frozenset[str]) -> bool:
    """Whether a variable or method without a receiver has one of some names."""
    return bool(tree_sitter.QueryCursor(_identifier_query(names)).captures(root))


@cache
def _call_query() -> tree_sitter.Query:
    return tree_sitter.Query(language(), "(call receiver: (_) method: (identifier) @method)")


@cache
def _comment_query() -> tree_sitter.Query:
    return tree_sitter.Query(language(), "(comment) @comment")


@cache
def _identifier_query(names: frozenset[str]) -> tree_sitter.Query:
    words = " ".join(f'"{each}"' for each in sorted(names))
    return tree_sitter.Query(language(), f"((identifier) @name (#any-of? @name {words}))")
