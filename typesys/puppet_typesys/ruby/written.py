"""What literals of Ruby stand for: numbers, and the texts and interpolations of Strings, Symbols, here-documents and Regexps.

The compiler makes code of them, and readers of definitions, which run no program, take them as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import tree_sitter

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.outcome import Unsupported

Part: TypeAlias = "str | tree_sitter.Node"
"""A text, or the node of an interpolation."""

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v", "s": " ", "\n": ""}
RAW = ("'", "%q", ":'", "%s")
"""How Strings and Symbols begin that have no interpolations."""
RAW_WORDS = ("%w", "%i")
CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
SPECIAL = "$*+.?^|)]}>"
"""Closing delimiters that keep their backslash in a Regexp, as they mean something in it."""
ESCAPED = lazy_pattern(r"\\(.)", re.DOTALL)
TAB = 8


def integer_of(text: str) -> int:
    """The value of an integer; `0` before other digits makes it octal."""
    digits = text.replace("_", "").lower()
    if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
        return int(digits, 8)
    return int(digits.replace("0d", ""), 0 if digits.startswith("0") and len(digits) > 1 and digits[1] != "d" else 10)


def float_of(text: str) -> float:
    """The value of a float."""
    return float(text.replace("_", ""))


def character_of(text: str) -> str:
    """The text of `?x`."""
    if len(text) != 2:
        raise Unsupported("syntax", "character with an escape")
    return text[1:]


def parts_of(node: tree_sitter.Node) -> list[Part]:
    """The parts of a String or Symbol, or of several Strings in a row. Raises Unsupported for escape sequences that are not read."""
    if node.type == "chained_string":
        return [part for each in node.named_children for part in parts_of(each)]
    if node.type in ("simple_symbol", "character"):
        return [text_of(node)[1:] if node.type == "simple_symbol" else character_of(text_of(node))]
    if node.type == "hash_key_symbol":
        return [text_of(node)]
    mark = text_of(node)[:4]
    return _raw(node, _delimiters(mark)) if mark.startswith(RAW) else _pieces(node.named_children)


def words_of(node: tree_sitter.Node) -> list[list[Part]]:
    """The parts of each element of `%w[...]`, `%i[...]` and their like."""
    mark = text_of(node)[:3]
    if mark.startswith(RAW_WORDS):
        return [_raw(each, f"{_delimiters(mark)} \t\n\v\f\r") for each in node.named_children]
    return [_pieces(each.named_children) for each in node.named_children]


def here_document(node: tree_sitter.Node, bodies: Mapping[int, tree_sitter.Node]) -> list[Part]:
    """The parts of a here-document, whose tag is given; `bodies` are by the offset of their tag."""
    body = bodies.get(node.start_byte)
    if body is None:
        raise Unsupported("syntax", "here-document")
    mark = text_of(node)
    parts: list[Part] = []
    escaped: set[int] = set()
    for each in body.named_children:
        if each.type == "escape_sequence" and "'" not in mark:
            escaped.add(len(parts))
            parts.append(escape(text_of(each)))
        elif each.type in ("heredoc_content", "escape_sequence"):
            parts.append(text_of(each))
        elif each.type == "interpolation":
            parts.append(each)
    if parts and isinstance(parts[0], str):
        parts[0] = parts[0].removeprefix("\n")
    if parts and isinstance(parts[-1], str) and len(parts) - 1 not in escaped:
        # The white space before the closing tag is part of the last text.
        kept, newline, rest = parts[-1].rpartition("\n")
        parts[-1] = kept + newline if not rest.strip(" \t") else parts[-1]
    return _dedented(parts, escaped) if mark.startswith("<<~") else parts


def regexp_of(node: tree_sitter.Node) -> tuple[list[Part], str]:
    """The parts and the letters of the options of a Regexp."""
    whole = text_of(node)
    letters = whole[max(whole.rfind(each) for each in "/}])>|!") + 1 :]
    if set(letters) - set("imxo"):
        raise Unsupported("syntax", "options of a regular expression")
    closing = _delimiters(whole[:3])[-1:]
    bare = closing if closing not in SPECIAL else ""

    def unescape(match: re.Match[str]) -> str:
        return match[1] if match[1] == bare else match[0]

    parts: list[Part] = [each if each.type == "interpolation" else text_of(each) for each in node.named_children]
    return [ESCAPED.sub(unescape, part) if isinstance(part, str) else part for part in parts], letters


def escape(text: str) -> str:
    """The characters that an escape sequence stands for in double quotes."""
    inner = text[1:]
    if inner in ESCAPES:
        return ESCAPES[inner]
    if inner[:1] == "u":
        return "".join(chr(int(each, 16)) for each in inner[1:].strip("{}").split())
    for digits, base in ((inner[1:], 16),) if inner[:1] == "x" else ((inner, 8),) if inner[:1] in "01234567" else ():
        if int(digits, base) < 0x80:
            return chr(int(digits, base))
    if len(inner) == 1 and inner not in "xcCM01234567":
        return inner
    raise Unsupported("syntax", f"escape sequence {text}")


def text_of(node: tree_sitter.Node) -> str:
    """The text of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def _raw(node: tree_sitter.Node, delimiters: str) -> list[Part]:
    """The text of a literal in which a backslash is one unless it is before a delimiter or another backslash."""

    def unescape(match: re.Match[str]) -> str:
        return match[1] if match[1] == "\\" or match[1] in delimiters else match[0]

    text = "".join(map(text_of, node.named_children))
    return [ESCAPED.sub(unescape, text) if "\\" in text else text]


def _delimiters(mark: str) -> str:
    """The opening and closing delimiter of a literal, of which the beginning is given."""
    opening = mark.lstrip(":")[:1] if not mark.startswith("%") else mark.lstrip("%qQwWiIsr")[:1]
    return opening + CLOSING.get(opening, opening)


def _pieces(nodes: Iterable[tree_sitter.Node]) -> list[Part]:
    return [PIECES.get(each.type, _refused)(each) for each in nodes]


def _refused(node: tree_sitter.Node) -> Part:
    raise Unsupported("syntax", node.type)


PIECES: Mapping[str, Callable[[tree_sitter.Node], Part]] = {
    "string_content": text_of,
    "escape_sequence": lambda node: escape(text_of(node)),
    "interpolation": lambda node: node,
}


def _dedented(parts: list[Part], escaped: set[int]) -> list[Part]:
    """The parts without the indentation that all lines share."""
    width = min((_width(each) for each in _lines(parts, escaped)), default=0)
    result: list[Part] = []
    at_start = True
    for index, part in enumerate(parts):
        if not isinstance(part, str) or index in escaped:
            result.append(part)
            at_start = part == ""  # An escaped end of a line, after which another one begins.
            continue
        lines = part.split("\n")
        result.append("\n".join(line if at == 0 and not at_start else _without(width, line) for at, line in enumerate(lines)))
        at_start = part.endswith("\n")
    return result


def _lines(parts: list[Part], escaped: set[int]) -> list[str]:
    """The lines that are not blank; escape sequences and interpolations in them are no white space."""
    plain = ["\n" if part == "" else part if isinstance(part, str) and at not in escaped else "\x01" for at, part in enumerate(parts)]
    return [line for line in "".join(plain).split("\n") if line.strip(" \t")]


def _width(line: str) -> int:
    """The columns of the indentation of a line."""
    columns = 0
    for each in line[: len(line) - len(line.lstrip(" \t"))]:
        columns = columns // TAB * TAB + TAB if each == "\t" else columns + 1
    return columns


def _without(width: int, line: str) -> str:
    """A line without so many columns of its indentation."""
    columns = 0
    for at, each in enumerate(line):
        after = columns // TAB * TAB + TAB if each == "\t" else columns + 1
        if each not in " \t" or after > width:
            return line[at:]
        columns = after
    return ""
