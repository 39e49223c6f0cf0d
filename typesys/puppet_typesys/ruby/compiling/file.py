"""A file or template → its code."""

from __future__ import annotations

from functools import lru_cache

import tree_sitter

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.compiling import assignment, calls, control, definitions, exceptions, literals, output, texts, variables
from puppet_typesys.ruby.compiling.compiler import Compiler, Template
from puppet_typesys.ruby.erb_code import Piece, pieces
from puppet_typesys.ruby.objects import Code
from puppet_typesys.ruby.outcome import Hole, Unsupported
from puppet_typesys.ruby.syntax import RubyLimit, parse

FAMILIES = (assignment, calls, control, definitions, exceptions, literals, output, texts, variables)
"""The modules that fill the table of the compiler."""


COMMAND = lazy_pattern(rb"(?<!\w)(?:%s)\b" % b"|".join(each.encode() for each in sorted(output.COMMANDS)))


@lru_cache(512)
def compiled(source: str) -> Code:
    """The code of a file. Raises Unsupported for one that is not valid or beyond the limits."""
    root = _parsed(source.encode("utf-8", "surrogatepass"))
    return Compiler(root, "frozen_string_literal: true" in source[:200]).compile(root)


@lru_cache(64)
def compiled_file(source: str, path: str) -> Code:
    """The code of a file whose calls without a receiver tell the machine their places. Raises Unsupported as `compiled` does."""
    root = _parsed(source.encode("utf-8", "surrogatepass"))
    return Compiler(root, "frozen_string_literal: true" in source[:200], path=path).compile(root)


@lru_cache(512)
def compiled_template(source: str) -> tuple[Code, bool]:
    """The code of a template, which prints to `machine.output`; or, if the second value is true, whose value is its text."""
    data = source.encode("utf-8", "surrogatepass")
    if COMMAND.search(data):
        raise Unsupported("syntax", "name of a command")
    to_variable = b"_erbout" in data
    made: list[bytes] = []
    printed: list[str] = []
    tags: list[Hole] = []
    listed = list(pieces(data))
    for at, each in enumerate(listed):
        if each.content is not None:
            lines = b"\n" * each.text.count(b"\n")
            number = b"%d" % len(printed)
            printed.append(each.content.decode("utf-8", "replace"))
            made.append((b"_erbout.<< _text(%s)" if to_variable else b"_text %s") % number + lines)
        elif to_variable or not _is_output(listed, at, each, tags, made):
            made.append(each.text)
    root = _parsed(b"".join(made))
    return Compiler(root, False, Template(tuple(printed), tuple(tags), to_variable)).compile(root), to_variable


def _is_output(listed: list[Piece], at: int, piece: Piece, tags: list[Hole], made: list[bytes]) -> bool:
    """Add the commands around the code of a tag that prints; whether the piece was one of them."""
    if piece.text == b"_erbout.<<((" and not piece.is_code:
        code = listed[at + 1]
        made.append(b"_out(%d, (" % len(tags))
        tags.append(Hole(piece.start, code.start + len(code.text)))
        return True
    if piece.text == b").to_s)" and not piece.is_code:
        made.append(b"))")
        return True
    return not piece.is_code and piece.text in (b"_erbout", b"_erbout = +''")


QUESTION = lazy_pattern(rb"(?<=@)\w+ ?\?(?=['\"@:\[(\w])")
"""A condition on a variable without a blank after it, which the parser refuses."""


def _parsed(source: bytes) -> tree_sitter.Node:
    try:
        root = parse(source).root_node
        if root.has_error and QUESTION.search(source) is not None:
            root = _with_blanks(source) or root
    except RubyLimit as limit:
        raise Unsupported("syntax", str(limit)) from None
    if root.has_error:
        raise Unsupported("syntax", "invalid code")
    return root


def _with_blanks(source: bytes) -> tree_sitter.Node | None:
    """The tree of code with blanks after such conditions; None if one of them is in something else, such as a text."""
    root = parse(QUESTION.sub(rb"\g<0> ", source)).root_node
    for count, found in enumerate(QUESTION.finditer(source)):
        blank = found.end() + count
        node = root.descendant_for_byte_range(blank, blank + 1)
        if node is None or node.type != "conditional":
            return None
    return root
