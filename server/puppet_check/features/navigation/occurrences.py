"""Occurrences of symbols in Puppet code, on which definitions, references and renaming are based."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache

from puppet_check.features.describe.runs import run_around
from puppet_check.features.navigation.call_occurrences import named_by_key, named_in_access, named_in_call, read_attribute
from puppet_check.features.navigation.name_roles import NOT_RESOURCES, SOURCE
from puppet_check.features.navigation.struct_keys import named_struct_key
from puppet_check.features.navigation.variable_occurrences import Path, parameter_symbol, variable_occurrences
from puppet_check.features.symbols import (
    ARGUMENT,
    ATTRIBUTE,
    DEFINED,
    FILE,
    MEMBER,
    RESOURCE,
    TEMPLATE,
    Occurrence,
    Symbol,
    key_symbol,
    occurrence_of,
    plain,
)
from puppet_check.features.view import View
from puppet_check.semantics.arguments import argument_of
from puppet_check.semantics.node_at import path_at
from puppet_check.semantics.node_context import attribute_owner, is_class_name
from puppet_check.semantics.value_paths import FACTS, path_named_by
from puppet_check.workspace.summary import definitions
from puppet_grammar import ast
from puppet_grammar.comments import tagged
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.argument_roles import Role
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, RESOURCE_TYPE, TYPE, Definition, TypedName

QUOTES = (b"'", b'"')
WORD = lazy_pattern(rb"\w+")
BEFORE_NAME = lazy_pattern(rb"\$\{?(?:::)?|(?<=\$)\{(?:::)?|::")
"""What may be written before a name and is no part of it."""


def occurrences_at(view: View, offset: int) -> list[Occurrence]:
    """The occurrences at an offset, or after a `$`, `${` or `::` at it: those with the smallest span."""
    found = [*_tagged(view, offset), *_around(view, offset)]
    if not found and (before := BEFORE_NAME.match(view.text.source, offset)) is not None:
        found = [*_around(view, before.end())]
    return [each for each in found if each.end - each.start == found[0].end - found[0].start] if found else []


def _around(view: View, offset: int) -> Iterator[Occurrence]:
    path = path_at(view.program, offset)
    for at in range(len(path), 0, -1):
        if _may_name(path[at - 1], offset):
            yield from (each for each in _named(view, path[:at]) if each.start <= offset <= each.end)


def _tagged(view: View, offset: int) -> Iterator[Occurrence]:
    """The parameter that a tag in the comment at an offset, above a definition, is about."""
    at = bisect_right(view.program.comments, offset, key=lambda each: each.start) - 1
    if at < 0 or offset > view.program.comments[at].end:
        return
    line = view.text.line_span(view.text.position(offset).line)
    words = {each.decode() for each in WORD.findall(view.text.source, line.start, line.end)}
    following = (each for each in view.program.definitions if each.start > offset and isinstance(each, ast.NamedDefinition))
    for definition in sorted(following, key=lambda each: each.start)[:1]:
        for parameter in definition.parameters:
            if parameter.name in words:
                symbol = parameter_symbol(view, parameter, (view.program, definition, parameter))
                spans = tagged(parameter.name, definition, view.program, view.text)
                yield from (Occurrence(symbol, *each, "read") for each in spans if each.start <= offset <= each.end)


def _may_name(node: ast.Node, offset: int) -> bool:
    """Whether what a node names may be at an offset: attributes and parameters have names in a part of them."""
    if not isinstance(node, ast.AttributeOperation | ast.Parameter):
        return True
    start, end = node.name_span
    return start <= offset <= end


def occurrences_of(symbol: Symbol, view: View) -> Iterator[Occurrence]:
    """The occurrences of a symbol, searched by its word so that most nodes are skipped."""
    word = symbol.word.lower().encode()
    return occurrences_among(symbol, view, _offsets(word, view.text.source.lower()) if word else ())


def _offsets(word: bytes, source: bytes) -> Iterator[int]:
    at = source.find(word)
    while at >= 0:
        yield at
        at = source.find(word, at + len(word))


def occurrences_among(symbol: Symbol, view: View, offsets: Iterable[int]) -> Iterator[Occurrence]:
    """The occurrences of a symbol at some offsets."""
    seen: set[int] = set()
    for at in offsets:
        found = next((each for each in _around(view, at) if each.symbol == symbol), None)
        if found is not None and found.start not in seen:
            seen.add(found.start)
            yield found


def occurrences(view: View) -> Iterator[Occurrence]:
    """All occurrences of symbols in a text, in the order of the nodes."""
    for path in _paths(view, NAMING):
        yield from _named(view, path)


def file_occurrences(view: View) -> Iterator[Occurrence]:
    """The occurrences of classes, templates and files in words of a text. No types are needed for them, which take most of the time."""
    for path in _paths(view, WORDS):
        node = path[-1]
        assert isinstance(node, WORDS)
        if len(path) > 1 and node.value and "\n" not in node.value and not _is_other_word(node, path):
            start = content_start(view, node)
            if is_class_name(path):
                yield occurrence_of(CLASS, node.value, start)
            else:
                yield from _file(node, path, start)


def _paths(view: View, kinds: tuple[type[ast.Node], ...]) -> Iterator[Path]:
    """The paths to the nodes of some classes, in the order of the nodes."""
    path: list[ast.Node] = []
    waiting: list[tuple[ast.Node, int]] = [(view.program, 0)]
    while waiting:
        node, depth = waiting.pop()
        del path[depth:]
        path.append(node)
        if isinstance(node, kinds):
            yield tuple(path)
        waiting.extend((each, depth + 1) for each in reversed(list(ast.children(node))))


NAMING = (
    ast.VariableExpression,
    ast.Parameter,
    ast.AttributeOperation,
    ast.QualifiedName,
    ast.LiteralString,
    ast.QualifiedReference,
    ast.NamedDefinition,
    ast.TypeAlias,
)


WORDS = (ast.QualifiedName, ast.LiteralString)


def _named(view: View, path: Path) -> Iterator[Occurrence]:
    """The symbols that the last node of a path names."""
    node = path[-1]
    match node:
        case ast.VariableExpression() if node.name:
            yield from variable_occurrences(view, node, path)
        case ast.Parameter():
            yield Occurrence(parameter_symbol(view, node, path), node.name_start + 1, node.name_span.end, "define")
        case ast.AttributeOperation():
            yield from _attribute(view, node, path)
        case ast.QualifiedName() | ast.LiteralString():
            if len(path) > 1:
                yield from _word(view, node, path)
        case ast.QualifiedReference() if len(path) > 1:
            yield from _reference(view, node, path[-2])
        case ast.NamedDefinition() | ast.TypeAlias():
            kind = DEFINED[node.__class__]
            if node.name:
                yield Occurrence(Symbol(kind, plain(node.name)), node.name_start, node.name_end, "define")
            if isinstance(node, ast.HostClassDefinition) and node.parent_class and node.parent_start is not None:
                yield occurrence_of(CLASS, node.parent_class, node.parent_start)


def content_start(view: View, node: ast.Node) -> int:
    """The offset at which the contents of a string begin."""
    return node.start + 1 if view.text.source[node.start : node.start + 1] in QUOTES else node.start


# ---- words


def _attribute(view: View, node: ast.AttributeOperation, path: Path) -> Iterator[Occurrence]:
    owner = attribute_owner(path)
    if owner is not None and node.attribute_name:
        yield Occurrence(attribute_symbol(view, owner, node.attribute_name), *node.name_span, "read")


def attribute_symbol(view: View, owner: str, name: str) -> Symbol:
    """The symbol of an attribute of a resource type, or of a parameter of a class or define."""
    if owner.startswith("class "):
        return Symbol(MEMBER, name, f"{CLASS} {plain(owner.removeprefix('class '))}")
    kind = resource_kind(view, owner)
    return Symbol(MEMBER, name, f"{DEFINE} {plain(owner)}") if kind == DEFINE else Symbol(ATTRIBUTE, name, plain(owner))


def resource_kind(view: View, name: str) -> str:
    """The kind of a resource type's name: DEFINE or RESOURCE_TYPE."""
    key = plain(name)
    if native_type(key) is not None:
        return RESOURCE_TYPE
    if view.known.loader.load(TypedName(DEFINE, key)) is not None:
        return DEFINE
    if view.known.loader.load(TypedName(RESOURCE_TYPE, key)) is not None:
        return RESOURCE_TYPE
    return DEFINE if "::" in key or key in _own_defines(view.program) else RESOURCE_TYPE


@lru_cache(2)  # each keeps a whole program
def _own_defines(program: ast.Program) -> frozenset[str]:
    return frozenset(plain(each.name) for each in program.definitions if isinstance(each, ast.ResourceTypeDefinition))


def own_definition(view: View, name: str) -> Definition | None:
    """A definition in this text, which may be newer than that of the loader; None without one."""
    node = next((each for each in view.program.definitions if isinstance(each, ast.NamedDefinition) and plain(each.name) == name), None)
    if node is None:
        return None
    single = ast.Program(0, view.program.end, view.program.body, (node,), ())
    return next(iter(definitions(view.path, single, view.text)), None)


def _word(view: View, node: ast.QualifiedName | ast.LiteralString, path: Path) -> Iterator[Occurrence]:
    parent, value = path[-2], node.value
    start = content_start(view, node)
    if not value or "\n" in value:
        return
    match parent:
        case ast.VariableExpression() | ast.ConcatenatedString():
            return
        case ast.CallNamedFunctionExpression() if parent.functor_expr is node:
            yield occurrence_of(FUNCTION, value, start)
            return
        case ast.NamedAccessExpression() if parent.right_expr is node and len(path) > 2 and isinstance(path[-3], ast.CallMethodExpression):
            yield occurrence_of(FUNCTION, value, start)
            return
        case ast.ResourceExpression() if parent.type_name is node:
            if value != "class":
                yield occurrence_of(resource_kind(view, value), value, start)
            return
    if is_class_name(path):
        yield occurrence_of(CLASS, value, start)
        return
    yield from _title(view, node, path, start)
    yield from named_struct_key(view, path, start)
    if isinstance(parent, ast.AccessExpression):
        yield from named_in_access(view, node, path, start, resource_kind)
    if isinstance(parent, ast.KeyedEntry) and parent.key is node:
        yield from named_by_key(view, node, path, start, attribute_symbol)
    else:
        yield from named_in_call(view, node, path, start, resource_kind)
    if (owner := read_attribute(path, lambda name: name == "class" or name not in NOT_RESOURCES)) is not None:
        yield Occurrence(attribute_symbol(view, owner, value), start, start + len(value.encode()), "read")
    if view.mode.tasks:
        yield from _of_run(path, node, start)
    yield from _fact(path)
    argument = argument_of(path)
    if argument is not None and argument.role is Role.HIERA_KEY:
        yield Occurrence(key_symbol(value), start, start + len(value.encode()), "read")
    yield from _file(node, path, start)


def _is_other_word(node: ast.QualifiedName | ast.LiteralString, path: Path) -> bool:
    """Whether a word is a part of a string, or the name of a variable, function or resource type."""
    match path[-2]:
        case ast.VariableExpression() | ast.ConcatenatedString():
            return True
        case ast.CallNamedFunctionExpression() as parent:
            return parent.functor_expr is node
        case ast.NamedAccessExpression() as parent:
            return parent.right_expr is node and len(path) > 2 and isinstance(path[-3], ast.CallMethodExpression)
        case ast.ResourceExpression() as parent:
            return parent.type_name is node
    return False


FILES = {Role.TEMPLATE: TEMPLATE, Role.FILE: FILE}
"""The kinds of symbols of files of modules that arguments name."""


def _file(node: ast.QualifiedName | ast.LiteralString, path: Path, start: int) -> Iterator[Occurrence]:
    """The template or file that a word names: an argument of a function, or the source of a file."""
    value = node.value
    end = start + len(value.encode())
    argument = argument_of(path)
    kind = None if argument is None or argument.role is None else FILES.get(argument.role)
    if kind is not None:
        yield Occurrence(Symbol(kind, value), start, end, "read")
    if value.startswith(SOURCE):
        yield Occurrence(Symbol(FILE, value.removeprefix(SOURCE)), start, end, "read")


def _title(view: View, node: ast.QualifiedName | ast.LiteralString, path: Path, start: int) -> Iterator[Occurrence]:
    """The occurrence of a resource title in a declaration or reference."""
    parents = path[:-1]
    if isinstance(parents[-1], ast.LiteralList):
        parents = parents[:-1]
    end = start + len(node.value.encode())
    match parents[-1]:
        case ast.ResourceBody(title=title) if title.start <= node.start and node.end <= title.end and len(parents) > 1:
            owner = parents[-2]
            if isinstance(owner, ast.ResourceExpression) and isinstance(owner.type_name, ast.QualifiedName):
                yield Occurrence(Symbol(RESOURCE, node.value, plain(owner.type_name.value)), start, end, "define")
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value="resource"), keys=(first, *_)):
            if first is not node and isinstance(first, ast.QualifiedName | ast.LiteralString):
                yield Occurrence(Symbol(RESOURCE, node.value, plain(first.value)), start, end, "read")
        case ast.AccessExpression(left_expr=ast.QualifiedReference() as name) if name.value not in NOT_RESOURCES:
            yield Occurrence(Symbol(RESOURCE, node.value, plain(name.value)), start, end, "read")


def _fact(path: Path) -> Iterator[Occurrence]:
    """The fact that a word names, alone or as the first key of a path."""
    read = path_named_by(path)
    if read is not None and read.variable == FACTS and read.keys and path[-1].start <= read.keys[0].start < path[-1].end:
        yield Occurrence(Symbol(FACT, read.keys[0].name), read.keys[0].start, read.keys[0].end, "read")


def _of_run(path: Path, node: ast.QualifiedName | ast.LiteralString, start: int) -> Iterator[Occurrence]:
    """The task or plan that a plan runs, or a parameter of it."""
    run = run_around(path[-4:-1])
    if run is None:
        return
    kind, name, place = run
    if place is node:
        yield occurrence_of(kind, node.value, start)
    elif isinstance(path[-2], ast.KeyedEntry) and path[-2].key is node and isinstance(path[-3], ast.LiteralHash):
        yield occurrence_of(ARGUMENT, node.value, start, f"{kind} {name}")


def _reference(view: View, node: ast.QualifiedReference, parent: ast.Node) -> Iterator[Occurrence]:
    key = plain(node.value)
    if key == "class":
        return
    kind = TYPE
    if view.known.loader.load(TypedName(TYPE, key)) is None:
        found = resource_kind(view, key)
        is_resource = isinstance(parent, ast.AccessExpression | ast.ResourceDefaultsExpression | ast.CollectExpression)
        if found == DEFINE and not is_resource and view.known.loader.load(TypedName(DEFINE, key)) is None:
            found = TYPE
        kind = found if native_type(key) is not None or found == DEFINE else _kind_of_type(view, key)
    yield occurrence_of(kind, node.cased_value, node.start)


def _kind_of_type(view: View, key: str) -> str:
    return RESOURCE_TYPE if view.known.loader.load(TypedName(RESOURCE_TYPE, key)) is not None else TYPE
