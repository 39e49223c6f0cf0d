"""The other modules that the manifests of a module mention."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import MANIFEST, PLAN
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import mode_of, parse

FOLDERS = ("manifests", "functions", "types", "plans")
LIKE_INCLUDE = frozenset(("include", "contain", "require"))
_ENDING = re.compile(rb"\w+\Z")
_NAMING = (b"include", b"contain", b"require", b"inherits", b"class {", b"class{")
"""Texts before the names of classes."""
_NEAR = 400
"""The number of bytes after such a text in which names are searched."""
_ATTRIBUTE = re.compile(rb"\w|\s*=>")
"""A match means a longer word, or the attribute `require`."""
_WORD = re.compile(rb"[a-z][a-z0-9_]*")


def mentioned_modules(folder: str, known: frozenset[str]) -> dict[str, tuple[str, int]]:
    """The modules, of those that are known, that code uses by name; each with the first file and line."""
    found: dict[str, tuple[str, int]] = {}
    for path in _manifests(folder):
        try:
            with open(path, "rb") as file:
                source = file.read()
        except OSError:
            continue
        if not _may_mention(source, known - found.keys()):
            continue
        tree = parse(source, mode_of(path))
        for name, offset in _mentions(lower(tree)[0]):
            module = name.removeprefix("::").partition("::")[0].lower()
            if module in known and module not in found:
                found[module] = path, tree.text.position(offset).line + 1
    return found


def _manifests(folder: str) -> Iterator[str]:
    return files_below(folder, FOLDERS, (MANIFEST, PLAN))


def _may_mention(source: bytes, modules: frozenset[str]) -> bool:
    """Whether a file needs to be parsed; most files mention no module but their own."""
    # Regular expressions over the whole text would take most of the time of this check.
    *qualified, _ = source.split(b"::")
    if any(_is_one(_ENDING.search(each[-80:]), modules) for each in qualified):
        return True
    texts = (text[:_NEAR] for word in _NAMING for text in source.split(word)[1:])
    return any(_is_one(each, modules) for text in texts if not _ATTRIBUTE.match(text) for each in _WORD.finditer(text))


def _is_one(found: re.Match[bytes] | None, modules: frozenset[str]) -> bool:
    return found is not None and found.group().decode().lower() in modules


def _mentions(program: ast.Program) -> Iterator[tuple[str, int]]:
    """Names of classes, defines, functions and types that code uses, with their places."""
    for node in ast.walk(program):
        match node:
            case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name)):
                if "::" in name:
                    yield name, node.start
                elif name in LIKE_INCLUDE:
                    yield from ((value, each.start) for each in node.arguments for value in _texts(each))
            case ast.NamedAccessExpression(operator=".", right_expr=ast.QualifiedName(value=name)) if "::" in name:
                yield name, node.right_expr.start
            case ast.ResourceExpression(type_name=ast.QualifiedName(value="class")):
                yield from ((value, each.title.start) for each in node.bodies for value in _texts(each.title))
            case ast.ResourceExpression(type_name=ast.QualifiedName(value=name)) if "::" in name:
                yield name, node.start
            case ast.QualifiedReference(cased_value=name) if "::" in name.removeprefix("::"):
                yield name, node.start
            case ast.VariableExpression() if "::" in node.name.removeprefix("::"):
                yield node.name, node.start
            case ast.HostClassDefinition(parent_class=str(name)):
                yield name, node.start


def _texts(node: ast.Expression) -> list[str]:
    if isinstance(node, ast.LiteralList):
        return [text for each in node.values for text in _texts(each)]
    return [node.value] if isinstance(node, ast.LiteralString | ast.QualifiedName) else []
