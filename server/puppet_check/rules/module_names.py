"""The names of other modules that code uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from puppet_check.reading.files import read
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import MANIFEST, PLAN
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import mode_of, parse
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text

FOLDERS = ("manifests", "functions", "types", "plans")
LIKE_INCLUDE = frozenset(("include", "contain", "require"))
_ENDING = lazy_pattern(rb"(?<!\w)\w{1,80}\Z")
_NAMING = (b"include", b"contain", b"require", b"inherits", b"class {", b"class{")
"""Texts before the names of classes."""
_ITEM = rb"[\s\[]*['\"]?[\w:]+"
_LIST = lazy_pattern(rb"(?!\w|\s*=>)\s*\(?" + _ITEM + rb"(?:['\"]?\s*," + _ITEM + rb")*")
"""The names of classes after such a text, which must not be part of a longer word or the attribute `require`."""
_FIRST = lazy_pattern(rb"(?<![\w:])(?:::)?([a-z]\w*)")
"""The first segment of a name."""
_COMMENT = lazy_pattern(rb"^[ \t]*#.*$", re.MULTILINE)


def mentioned_modules(folder: str, known: frozenset[str]) -> dict[str, tuple[str, int]]:
    """The modules, of some, that the code of a module uses by name; each with the path of the first file and a line from 1."""
    found: dict[str, tuple[str, int]] = {}
    for path in files_below(folder, FOLDERS, (MANIFEST, PLAN)):
        for name, place, text in _names_in_file(path, known - found.keys()):
            module = module_of(name)
            if module in known and module not in found:
                found[module] = path, text.position(place.start).line + 1
    return found


def used_names(folders: Iterable[str], modules: frozenset[str]) -> set[str]:
    """The names of some modules that the code in the folders of other modules uses."""
    paths = (path for folder in folders for path in files_below(folder, FOLDERS, (MANIFEST, PLAN)))
    return {name for path in paths for name, _, _ in _names_in_file(path, modules) if module_of(name) in modules}


def _names_in_file(path: str, modules: frozenset[str]) -> Iterator[tuple[str, ast.Node, Text]]:
    try:
        source = read(path)
    except OSError:
        return
    if _may_mention(source, modules):
        tree = parse(source, mode_of(path))
        yield from ((name, place, tree.text) for name, place in names_in(lower(tree)[0]))


def module_of(name: str) -> str:
    """The module that a name belongs to."""
    return name.removeprefix("::").partition("::")[0]


def names_in(program: ast.Program) -> Iterator[tuple[str, ast.Node]]:
    """The names of classes, defines, functions, types and variables of modules that code uses, in lower case, with their nodes."""
    for node in ast.walk(program):
        if isinstance(node, NAMING):
            yield from names_of(node)


def _may_mention(source: bytes, modules: frozenset[str]) -> bool:
    """Whether a file needs to be parsed; most files mention no module but their own."""
    return _has_name(source, modules) and (b"#" not in source or _has_name(_COMMENT.sub(b"", source), modules))


def _has_name(source: bytes, modules: frozenset[str]) -> bool:
    # Regular expressions over the whole text would take most of the time of this check.
    parts = source.split(b"::")
    before = b""
    for part in parts[:-1]:
        found = _ENDING.search(part[-82:])
        # A segment alone between two `::` is the first one only if the name begins with `::`.
        if found is not None and (found.start() or not before[-1:].isalnum()) and found.group().decode().lower() in modules:
            return True
        before = part
    lists = (_LIST.match(text) for word in _NAMING for text in source.split(word)[1:])
    return any(name.decode() in modules for each in lists if each is not None for name in _FIRST.findall(each.group()))


def names_of(node: ast.Node) -> Iterator[tuple[str, ast.Node]]:
    """The names of modules that a node itself uses, in lower case, each with its node."""
    match node:
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name)):
            if "::" in name:
                yield name, node
            elif name in LIKE_INCLUDE:
                yield from (found for each in node.arguments for found in _texts(each))
        case ast.NamedAccessExpression(operator=".", right_expr=ast.QualifiedName(value=name)) if "::" in name:
            yield name, node.right_expr
        case ast.ResourceExpression(type_name=ast.QualifiedName(value="class")):
            yield from (found for each in node.bodies for found in _texts(each.title))
        case ast.ResourceExpression(type_name=ast.QualifiedName(value=name)) if "::" in name:
            yield name, node.type_name
        case ast.QualifiedReference(cased_value=name) if "::" in name.removeprefix("::"):
            yield name.lower(), node
        case ast.VariableExpression() if "::" in node.name.removeprefix("::"):
            yield node.name, node
        case ast.HostClassDefinition(parent_class=str(name)):
            yield name, node


def _texts(node: ast.Expression) -> list[tuple[str, ast.Node]]:
    if isinstance(node, ast.LiteralList):
        return [found for each in node.values for found in _texts(each)]
    return [(node.value.lower(), node)] if isinstance(node, ast.LiteralString | ast.QualifiedName) else []


NAMING_BUT_VARIABLES = (
    ast.CallNamedFunctionExpression,
    ast.NamedAccessExpression,
    ast.ResourceExpression,
    ast.QualifiedReference,
    ast.HostClassDefinition,
)
NAMING = (*NAMING_BUT_VARIABLES, ast.VariableExpression)
"""The classes of nodes that can use names of other modules."""
