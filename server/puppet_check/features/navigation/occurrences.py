"""Occurrences of symbols in Puppet code, on which definitions, references and renaming are based."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import assert_never

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
    Role,
    Symbol,
    key_symbol,
    occurrence_of,
    plain,
)
from puppet_check.features.view import View
from puppet_check.semantics import words
from puppet_check.semantics.calls import TASK
from puppet_check.semantics.classify import BEFORE_NAME, classify, words_of
from puppet_check.semantics.words import Word
from puppet_check.workspace.summary import definitions
from puppet_grammar import ast
from puppet_grammar.comments import tagged
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, RESOURCE_TYPE, TYPE, Definition, TypedName

QUOTES = (b"'", b'"')
WORD = lazy_pattern(rb"\w+")


def occurrences_at(view: View, offset: int) -> list[Occurrence]:
    """The occurrences at an offset, or after a `$`, `${` or `::` at it; several if the word may refer to several symbols."""
    found = [*_tagged(view, offset), *_around(view, offset)]
    if not found and (before := BEFORE_NAME.match(view.text.source, offset)) is not None:
        found = [*_around(view, before.end())]
    return [each for each in found if each.end - each.start == found[0].end - found[0].start] if found else []


def _around(view: View, offset: int) -> Iterator[Occurrence]:
    word = classify(view, offset)
    if word is not None:
        yield from (each for each in symbols(view, word) if each.start <= offset <= each.end)


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
        for word in words_of(path, tasks=view.mode.tasks):
            yield from symbols(view, word)


def file_occurrences(view: View) -> Iterator[Occurrence]:
    """The occurrences of classes, templates and files in words of a text. No types are needed for them, which take most of the time."""
    for path in _paths(view, WORDS):
        for word in words_of(path, tasks=view.mode.tasks):
            if isinstance(word, words.ClassName | words.TemplateName | words.FileName):
                yield from symbols(view, word)


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


def content_start(view: View, node: ast.Node) -> int:
    """The offset at which the contents of a string begin."""
    return node.start + 1 if view.text.source[node.start : node.start + 1] in QUOTES else node.start


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


# ---- words


def symbols(view: View, word: Word) -> Iterator[Occurrence]:
    """The symbols that a word names."""
    match word:
        case words.VariableName():
            yield from variable_occurrences(view, word)
        case words.ParameterName(node=ast.Parameter() as parameter):
            yield Occurrence(parameter_symbol(view, parameter, word.path), word.start, word.end, "define")
        case words.DefinitionName():
            yield Occurrence(Symbol(DEFINED[word.node.__class__], plain(word.name)), word.start, word.end, "define")
        case words.ClassName() | words.FunctionName() | words.TaskName() | words.PlanName():
            yield occurrence_of(KINDS[word.__class__], word.name, word.start)
        case words.ResourceTypeName():
            yield occurrence_of(resource_kind(view, word.name), word.name, word.start)
        case words.TypeName():
            yield from _reference(view, word)
        case words.AnyName():
            kind = next((each for each in DEFINABLE if view.known.loader.load(TypedName(each, word.name.lower())) is not None), None)
            if kind is not None:
                yield occurrence_of(kind, word.name, word.start)
        case words.Argument():
            owner = f"{word.kind} {word.owner}"
            yield Occurrence(Symbol(ARGUMENT, word.name, owner), word.start, word.end, "read")
        case words.AttributeName():
            yield Occurrence(attribute_symbol(view, word.owner, word.name), word.start, word.end, "read")
        case words.Title():
            if word.type:
                role: Role = "define" if word.is_declared else "read"
                yield Occurrence(Symbol(RESOURCE, word.name, word.type), word.start, word.end, role)
        case words.NodeData():
            if word.read.fact is not None and len(word.read.keys) == 1:
                yield Occurrence(Symbol(FACT, word.read.fact), word.start, word.end, "read")
        case words.HashKey():
            yield from named_struct_key(view, word.path, word.start)
        case words.HieraKey():
            yield Occurrence(key_symbol(*(each.name for each in word.keys)), word.start, word.end, "read")
        case words.TemplateName() | words.FileName():
            yield Occurrence(Symbol(KINDS[word.__class__], word.name), word.start, word.end, "read")
        case words.Literal() | words.ValueKey() | words.AttributeValue() | words.OtherArgument() | words.ParameterName():
            return
        case _:
            assert_never(word)


KINDS: dict[type[Word], str] = {
    words.ClassName: CLASS,
    words.FunctionName: FUNCTION,
    words.TaskName: TASK,
    words.PlanName: PLAN,
    words.TemplateName: TEMPLATE,
    words.FileName: FILE,
}
"""The kinds of symbols that are always of the same kind."""
DEFINABLE = (CLASS, DEFINE, RESOURCE_TYPE, TYPE, FUNCTION)
"""The kinds of names that `defined` looks for, in its order."""


def _reference(view: View, word: words.TypeName) -> Iterator[Occurrence]:
    key, parent = plain(word.name), word.path[-2]
    if key == "class":
        return
    kind = TYPE
    if view.known.loader.load(TypedName(TYPE, key)) is None:
        found = resource_kind(view, key)
        is_resource = isinstance(parent, ast.AccessExpression | ast.ResourceDefaultsExpression | ast.CollectExpression)
        if found == DEFINE and not is_resource and view.known.loader.load(TypedName(DEFINE, key)) is None:
            found = TYPE
        kind = found if native_type(key) is not None or found == DEFINE else _kind_of_type(view, key)
    yield occurrence_of(kind, word.name, word.start)


def _kind_of_type(view: View, key: str) -> str:
    return RESOURCE_TYPE if view.known.loader.load(TypedName(RESOURCE_TYPE, key)) is not None else TYPE
