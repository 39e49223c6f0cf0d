"""Access to Ruby's syntax tree: calls with their arguments, options and block."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import tree_sitter


class Call(NamedTuple):
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


DEPTH = 200
"""The largest depth of nested brackets that is read."""
DEEPEST = 1000
"""The largest depth of the tree of a text that is longer than a line may be."""
LINE = 20_000
"""The length in bytes of the longest line that is read; longer ones can hold expressions of any depth."""
LITERALS = 500
"""The largest number of literals such as `%w[a b]`, each of which the parser saves with each token inside of it."""
STEPS, STEPS_PER_BYTE = 5000, 1
"""How long the parser may search for an interpretation, in hundreds of its actions."""
CHUNK = 1 << 16
SHORT = 2000
"""The length of texts that never take the parser long."""
LITERAL = re.compile(rb"%[qQwWiIxrs]?[(\[{<|]")
BRACKET = re.compile(rb"[(\[{]|[)\]}]")
EMBEDDED = re.compile(rb"^=(begin|end)\b", re.MULTILINE)


class RubyLimit(Exception):  # noqa: N818 - named after the limit
    """Raised for Ruby that is not read: it is too deep, or would take too long."""


def parse(source: bytes) -> tree_sitter.Tree:
    """The syntax tree of a Ruby file. Raises RubyLimit beyond the limits."""
    _verify(source)
    parser = tree_sitter.Parser(_language())
    # Parsed again from the bytes, with all nodes reused: a node of a text that is read by a function takes long to give its own text.
    tree = parser.parse(source) if len(source) <= SHORT else parser.parse(source, _parse_in_steps(source))
    if len(source) > LINE and _is_deep(tree):
        raise RubyLimit(f"statements and expressions are nested more than {DEEPEST} levels deep")
    return tree


def _parse_in_steps(source: bytes) -> tree_sitter.Tree:
    left = STEPS + STEPS_PER_BYTE * len(source)

    def is_over(offset: int, has_error: bool) -> bool:
        nonlocal left
        left -= 1
        return left < 0

    try:
        return tree_sitter.Parser(_language()).parse(lambda offset, _: source[offset : offset + CHUNK], progress_callback=is_over)
    except ValueError:
        raise RubyLimit("the parser takes too many steps") from None


def _is_deep(tree: tree_sitter.Tree) -> bool:
    cursor = tree.walk()
    while cursor.depth <= DEEPEST:
        if cursor.goto_first_child() or cursor.goto_next_sibling():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return False
    return True


def _verify(source: bytes) -> None:
    if len(source) > LINE and max(map(len, source.split(b"\n"))) > LINE:
        raise RubyLimit(f"a line is longer than {LINE // 1000} kB")
    if source.count(b"%") > LITERALS and len(LITERAL.findall(source)) > LITERALS:
        raise RubyLimit(f"it has more than {LITERALS} literals that begin with `%`")
    if b"=begin" in source and EMBEDDED.findall(source)[-1:] == [b"begin"]:
        raise RubyLimit("a comment that begins with `=begin` is not closed")
    depth = 0
    if sum(source.count(each) for each in (b"(", b"[", b"{")) <= DEPTH:
        return
    for mark in BRACKET.finditer(source):
        depth = depth + 1 if mark[0] in b"([{" else max(depth - 1, 0)
        if depth > DEPTH:
            raise RubyLimit(f"brackets are nested more than {DEPTH} levels deep")


def heredocs(root: tree_sitter.Node) -> dict[int, tree_sitter.Node]:
    """The bodies of here-documents by the offset of their tag. Tags and bodies are in the same order."""
    found = tree_sitter.QueryCursor(_heredoc_query()).captures(root)
    marks, bodies = (sorted(found.get(name, ()), key=lambda node: node.start_byte) for name in ("mark", "body"))
    return {mark.start_byte: body for mark, body in zip(marks, bodies, strict=False)}


def calls_of_method(root: tree_sitter.Node, name: str) -> list[tree_sitter.Node]:
    """All calls with a receiver of methods with a name, at any depth."""
    found = tree_sitter.QueryCursor(_call_query()).captures(root)
    methods = [node for node in found.get("method", ()) if text(node) == name]
    return [node.parent for node in sorted(methods, key=lambda node: node.start_byte) if node.parent]


def text(node: tree_sitter.Node | None) -> str:
    """The text of a node."""
    return (node.text or b"").decode("utf-8", "replace") if node else ""


def call_of(node: tree_sitter.Node) -> Call | None:
    """A node as a call; None if it is not one. A bare identifier is a call."""
    if node.type == "identifier":
        return Call(node, text(node))
    if node.type != "call":
        return None
    subject = node.child_by_field_name("receiver")
    block = node.child_by_field_name("block")
    arguments, options, is_partial = _arguments(node.child_by_field_name("arguments"))
    name = text(node.child_by_field_name("method"))
    parameters = block.child_by_field_name("parameters") if block else None
    return Call(
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


def declared(call: Call) -> tuple[tree_sitter.Node, ...]:
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


@cache
def _language() -> tree_sitter.Language:
    import tree_sitter_ruby  # needed with the first Ruby file only

    return tree_sitter.Language(tree_sitter_ruby.language())


@cache
def _heredoc_query() -> tree_sitter.Query:
    return tree_sitter.Query(_language(), "(heredoc_beginning) @mark (heredoc_body) @body")


def instance_variables(root: tree_sitter.Node) -> list[tree_sitter.Node]:
    """All instance variables in order."""
    found = tree_sitter.QueryCursor(_variable_query()).captures(root).get("variable", ())
    return sorted(found, key=lambda node: node.start_byte)


def has_identifier(root: tree_sitter.Node, names: frozenset[str]) -> bool:
    """Whether a variable or method without a receiver has one of some names."""
    return bool(tree_sitter.QueryCursor(_identifier_query(names)).captures(root))


@cache
def _call_query() -> tree_sitter.Query:
    return tree_sitter.Query(_language(), "(call receiver: (_) method: (identifier) @method)")


@cache
def _variable_query() -> tree_sitter.Query:
    return tree_sitter.Query(_language(), "(instance_variable) @variable")


@cache
def _identifier_query(names: frozenset[str]) -> tree_sitter.Query:
    words = " ".join(f'"{each}"' for each in sorted(names))
    return tree_sitter.Query(_language(), f"((identifier) @name (#any-of? @name {words}))")
