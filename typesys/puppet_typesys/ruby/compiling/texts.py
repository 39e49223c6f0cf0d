"""Strings, Symbols, here-documents and regular expressions."""

from __future__ import annotations

import re
from functools import lru_cache

import tree_sitter

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.compiling.compiler import Compiler, compiles, constant, text_of, unsupported
from puppet_typesys.ruby.objects import Code, Frame, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.values.meter import spend_text
from puppet_typesys.values.regexp import EXTENDED, IGNORECASE, MULTILINE, Regexp

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v", "s": " ", "\n": ""}
RAW = lazy_pattern(r"\\(['\\])")


@compiles("simple_symbol")
def _simple_symbol(c: Compiler, node: tree_sitter.Node) -> Code:
    return constant(Symbol.named(text_of(node)[1:]))


@compiles("hash_key_symbol", "bare_symbol")
def _bare_symbol(c: Compiler, node: tree_sitter.Node) -> Code:
    return constant(Symbol.named(text_of(node)))


@compiles("character")
def _character(c: Compiler, node: tree_sitter.Node) -> Code:
    text = text_of(node)[1:]
    return _fresh(text) if len(text) == 1 else unsupported("syntax", "character with an escape")


def _fresh(text: str) -> Code:
    return lambda frame: String(text)


def parts_of(c: Compiler, node: tree_sitter.Node) -> list[str | Code]:
    """The literal texts and the interpolations of a String."""
    mark = (node.text or b"")[:2]
    raw = mark[:1] == b"'" or mark == b"%q"
    parts: list[str | Code] = []
    for each in node.named_children:
        match each.type:
            case "string_content" | "heredoc_content":
                text = text_of(each)
                parts.append(RAW.sub(r"\1", text) if raw else text)
            case "escape_sequence":
                parts.append(raw_escape(text_of(each)) if raw else escape(text_of(each)))
            case "interpolation":
                parts.append(c.compile(each))
            case _:
                raise Unsupported("syntax", each.type)
    return parts


def raw_escape(text: str) -> str:
    """What an escape sequence stands for in single quotes."""
    return text[1:] if text in ("\\'", "\\\\") else text


def escape(text: str) -> str:
    """The characters that an escape sequence stands for in double quotes."""
    inner = text[1:]
    if inner in ESCAPES:
        return ESCAPES[inner]
    if inner[:1] == "u":
        digits = inner[1:].strip("{}")
        return "".join(chr(int(each, 16)) for each in digits.split())
    if inner[:1] == "x" and int(inner[1:], 16) < 0x80:
        return chr(int(inner[1:], 16))
    if inner[:1].isdigit() and int(inner, 8) < 0x80:
        return chr(int(inner, 8))
    if len(inner) == 1 and not inner.isalnum():
        return inner
    if len(inner) == 1 and inner not in "cCM":
        return inner
    raise Unsupported("syntax", f"escape sequence {text}")


def joined(parts: list[str | Code]) -> Code | str:
    """Code that gives the text of parts; a text if nothing is interpolated."""
    merged: list[str | Code] = []
    for each in parts:
        if isinstance(each, str) and merged and isinstance(merged[-1], str):
            merged[-1] += each
        else:
            merged.append(each)
    if not merged:
        return ""
    if len(merged) == 1 and isinstance(merged[0], str):
        return merged[0]

    def code(frame: Frame) -> str:
        text = frame.machine.text
        whole = "".join([each if each.__class__ is str else text(each(frame)) for each in merged])  # type: ignore[operator]  # what is not a text is code
        spend_text(len(whole))
        return whole

    return code


def _string(c: Compiler, parts: list[str | Code]) -> Code:
    made = joined(parts)
    if isinstance(made, str):
        if c.is_frozen:
            return constant(String(made, True))
        return _fresh(made)
    return lambda frame: String(made(frame))  # type: ignore[arg-type]  # code of texts gives texts


@compiles("string", "bare_string")
def _quoted(c: Compiler, node: tree_sitter.Node) -> Code:
    return _string(c, parts_of(c, node))


@compiles("chained_string")
def _chained(c: Compiler, node: tree_sitter.Node) -> Code:
    return _string(c, [part for each in node.named_children for part in parts_of(c, each)])


@compiles("delimited_symbol")
def _delimited_symbol(c: Compiler, node: tree_sitter.Node) -> Code:
    made = joined(parts_of(c, node))
    if isinstance(made, str):
        return constant(Symbol.named(made))
    return lambda frame: Symbol.named(made(frame))  # type: ignore[arg-type]  # code of texts gives texts


@compiles("interpolation")
def _interpolation(c: Compiler, node: tree_sitter.Node) -> Code:
    return c.sequence(node.named_children)


@compiles("heredoc_beginning")
def _heredoc(c: Compiler, node: tree_sitter.Node) -> Code:
    body = c.heredocs.get(node.start_byte)
    if body is None:
        raise Unsupported("syntax", "here-document")
    mark = text_of(node)
    raw = "'" in mark
    parts: list[str | Code] = []
    escaped: set[int] = set()
    for each in body.named_children:
        if each.type == "heredoc_content":
            parts.append(text_of(each))
        elif each.type == "escape_sequence":
            escaped.add(len(parts))
            parts.append(text_of(each) if raw else escape(text_of(each)))
        elif each.type == "interpolation":
            parts.append(c.compile(each))
    if parts and isinstance(parts[0], str):
        parts[0] = parts[0].removeprefix("\n")
    if mark.startswith("<<~"):
        parts = _dedented(parts, escaped)
    return _string(c, parts)


def _dedented(parts: list[str | Code], escaped: set[int]) -> list[str | Code]:
    """The parts without the indentation that all lines share."""
    whole = "".join(("\x01" if at in escaped else each) if isinstance(each, str) else "\x01" for at, each in enumerate(parts))
    if "\t" in whole:
        raise Unsupported("syntax", "here-document with tabs")
    lines = [line for line in whole.split("\n")[:-1] if line.strip(" ")] or [""]
    width = min(len(line) - len(line.lstrip(" ")) for line in lines)
    result: list[str | Code] = []
    at_start = True
    for index, part in enumerate(parts):
        if not isinstance(part, str) or index in escaped:
            result.append(part)
            at_start = False
            continue
        pieces = part.split("\n")
        cut = [piece if at == 0 and not at_start else re.sub(f"^ {{0,{width}}}", "", piece) for at, piece in enumerate(pieces)]
        result.append("\n".join(cut))
        at_start = part.endswith("\n")
    return result


@compiles("string_array")
def _string_array(c: Compiler, node: tree_sitter.Node) -> Code:
    codes = c.all(node.named_children)
    return lambda frame: [code(frame) for code in codes]


@compiles("symbol_array")
def _symbol_array(c: Compiler, node: tree_sitter.Node) -> Code:
    symbols = [Symbol.named(text_of(each)) for each in node.named_children]
    return lambda frame: list(symbols)


@compiles("regex")
def _regex(c: Compiler, node: tree_sitter.Node) -> Code:
    whole = text_of(node)
    letters = whole[max(whole.rfind(each) for each in "/}])>|!") + 1 :]
    if set(letters) - set("imxo"):
        return unsupported("syntax", "options of a regular expression")
    options = IGNORECASE * ("i" in letters) + EXTENDED * ("x" in letters) + MULTILINE * ("m" in letters)
    parts: list[str | Code] = []
    for each in node.named_children:
        if each.type == "interpolation":
            inner = c.compile(each)
            parts.append(inner)
        else:
            text = text_of(each)
            parts.append("/" if text == "\\/" else text)
    made = joined(parts)
    if isinstance(made, str):
        return constant(regexp(made, options))
    return lambda frame: regexp(made(frame), options)


@lru_cache(512)
def regexp(source: str, options: int) -> Regexp:
    """A regular expression."""
    return Regexp(source, options)
