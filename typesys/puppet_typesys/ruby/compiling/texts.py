"""Strings, Symbols, here-documents and regular expressions."""

from __future__ import annotations

from functools import lru_cache

import tree_sitter

from puppet_typesys.ruby.compiling.compiler import Compiler, compiles, constant, text_of, unsupported
from puppet_typesys.ruby.objects import Code, Frame, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.written import Part, character_of, here_document, parts_of, regexp_of, words_of
from puppet_typesys.values.meter import spend_text
from puppet_typesys.values.regexp import EXTENDED, IGNORECASE, MULTILINE, Regexp


def _fresh(text: str) -> Code:
    return lambda frame: String(text)


def codes_of(c: Compiler, parts: list[Part]) -> list[str | Code]:
    """The literal texts and the code of the interpolations of a literal."""
    return [part if isinstance(part, str) else c.compile(part) for part in parts]


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


@compiles("character")
def _character(c: Compiler, node: tree_sitter.Node) -> Code:
    try:
        return _fresh(character_of(text_of(node)))
    except Unsupported as failure:
        return unsupported(failure.reason.kind, failure.reason.name)


@compiles("string", "chained_string")
def _quoted(c: Compiler, node: tree_sitter.Node) -> Code:
    try:
        return _string(c, codes_of(c, parts_of(node)))
    except Unsupported as failure:
        return unsupported(failure.reason.kind, failure.reason.name)


@compiles("simple_symbol", "hash_key_symbol", "delimited_symbol")
def _quoted_symbol(c: Compiler, node: tree_sitter.Node) -> Code:
    return symbol(c, parts_of(node))


def symbol(c: Compiler, parts: list[Part]) -> Code:
    """Code that gives a Symbol."""
    made = joined(codes_of(c, parts))
    if isinstance(made, str):
        return constant(Symbol.named(made))
    return lambda frame: Symbol.named(made(frame))  # type: ignore[arg-type]  # code of texts gives texts


@compiles("interpolation")
def _interpolation(c: Compiler, node: tree_sitter.Node) -> Code:
    return c.sequence(node.named_children)


@compiles("heredoc_beginning")
def _heredoc(c: Compiler, node: tree_sitter.Node) -> Code:
    return _string(c, codes_of(c, here_document(node, c.heredocs)))


@compiles("string_array")
def _string_array(c: Compiler, node: tree_sitter.Node) -> Code:
    codes = [_string(c, codes_of(c, parts)) for parts in words_of(node)]
    return lambda frame: [code(frame) for code in codes]


@compiles("symbol_array")
def _symbol_array(c: Compiler, node: tree_sitter.Node) -> Code:
    codes = [symbol(c, parts) for parts in words_of(node)]
    return lambda frame: [code(frame) for code in codes]


@compiles("regex")
def _regex(c: Compiler, node: tree_sitter.Node) -> Code:
    try:
        parts, letters = regexp_of(node)
    except Unsupported as failure:
        return unsupported(failure.reason.kind, failure.reason.name)
    options = IGNORECASE * ("i" in letters) + EXTENDED * ("x" in letters) + MULTILINE * ("m" in letters)
    made = joined(codes_of(c, parts))
    if isinstance(made, str):
        return constant(regexp(made, options))
    return lambda frame: regexp(made(frame), options)


@lru_cache(512)
def regexp(source: str, options: int) -> Regexp:
    """A regular expression."""
    return Regexp(source, options)
