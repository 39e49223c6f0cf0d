"""Paths that a file computes from its own place, as in `require File.expand_path('../../puppet_x/a', __FILE__)`."""

from __future__ import annotations

import posixpath

import tree_sitter

from puppet_typesys.ruby.compiling.compiler import text_of

LOADS = ("require", "require_relative", "load")
"""The methods that load a file."""
FILE, FOLDER = "__FILE__", "__dir__"
OWN = "/o/o/o/o/o/o/o/o"
"""A stand-in for the folder of the file, deeper than paths go up from it. No program sees it."""


def loaded_file(name: str, arguments: list[tree_sitter.Node]) -> str | None:
    """The path below `lib` of what a call loads that computes it from the place of the file; None for any other call.

    The file is taken to be as deep in `lib` as the path goes up: loading looks for the path in `lib` of the modules.
    """
    if name not in LOADS or len(arguments) != 1:
        return None
    found = _path(arguments[0])
    if found is None or not found.startswith("/o/"):
        return None
    whole = posixpath.normpath(found)
    inside = whole.removeprefix("/").split("/")
    while inside and inside[0] == "o":
        del inside[0]
    return "/".join(inside) if inside and whole.count("/o") < OWN.count("/o") else None


def _path(node: tree_sitter.Node) -> str | None:
    """The path that an expression of constants and the place of the file gives."""
    match node.type:
        case "string":
            parts = node.named_children
            return "".join(map(text_of, parts)) if all(each.type == "string_content" for each in parts) else None
        case "identifier" | "constant" | "file":
            return {FILE: f"{OWN}/file.rb", FOLDER: OWN}.get(text_of(node))
        case "parenthesized_statements" if len(node.named_children) == 1:
            return _path(node.named_children[0])
        case "binary" if text_of(node.child_by_field_name("operator")) == "+":
            return _joined("", [node.child_by_field_name("left"), node.child_by_field_name("right")])
        case "call":
            return _of_call(node)
    return None


def _of_call(node: tree_sitter.Node) -> str | None:
    receiver, listed = node.child_by_field_name("receiver"), node.child_by_field_name("arguments")
    if receiver is None or text_of(receiver) != "File" or listed is None or node.child_by_field_name("block") is not None:
        return None
    method, given = text_of(node.child_by_field_name("method")), listed.named_children
    match method, len(given):
        case "dirname", 1:
            inner = _path(given[0])
            return None if inner is None else posixpath.dirname(inner)
        case "join", _:
            return _joined("/", [*given])
        case "expand_path", 1:
            return _path(given[0])
        case "expand_path", 2:
            return _joined("/", [given[1], given[0]])
    return None


def _joined(between: str, nodes: list[tree_sitter.Node | None]) -> str | None:
    parts = [None if each is None else _path(each) for each in nodes]
    known = [each for each in parts if each is not None]
    return between.join(known) if len(known) == len(parts) else None
