"""What is at a place of a program, decided once: hover, navigation, renames, completion and computed names ask here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from puppet_check.semantics import words
from puppet_check.semantics.argument_words import argument_words
from puppet_check.semantics.arguments import function_named, is_transparent, position
from puppet_check.semantics.calls import arguments, run_around
from puppet_check.semantics.hash_keys import attributes_of, made_type, read_attribute
from puppet_check.semantics.node_at import path_at
from puppet_check.semantics.node_context import attribute_owner, type_of_body
from puppet_check.semantics.types import has_titles
from puppet_check.semantics.value_paths import Key, ValuePath, content_start, value_path
from puppet_check.semantics.words import Path, Word
from puppet_grammar import ast
from puppet_grammar.parse import Mode
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.builtins.argument_roles import Role, role_of

SOURCE = "puppet:///modules/"
BEFORE_NAME = lazy_pattern(rb"\$\{?(?:::)?|(?<=\$)\{(?:::)?|::")
"""What may be written before a name and is no part of it."""
KEYWORDS = (ast.LiteralBoolean, ast.LiteralDefault, ast.LiteralUndef)
LITERALS = (ast.LiteralInteger, ast.LiteralFloat, ast.LiteralRegularExpression, *KEYWORDS)
NAMES = ast.QualifiedName | ast.LiteralString
"""The nodes that are a word by themselves. A string with interpolations is one of an unknown text."""


class Code(Protocol):
    """A text of Puppet code with its tree."""

    @property
    def text(self) -> Text:
        """The source text."""

    @property
    def program(self) -> ast.Program:
        """The tree."""

    @property
    def mode(self) -> Mode:
        """The kind of code."""


def classify(code: Code, offset: int) -> Word | None:
    """The word at an offset, or after a `$`, `${` or `::` at it; None without one.

    Both ends of a word belong to it, and the quotes around it.
    """
    found = _covering(code, offset)
    if found is None and (before := BEFORE_NAME.match(code.text.source, offset)) is not None:
        return _covering(code, before.end())
    return found


def _covering(code: Code, offset: int) -> Word | None:
    path = path_at(code.program, offset)
    for at in range(len(path), 0, -1):
        found = [*words_of(path[:at], tasks=code.mode.tasks)]
        for each in found:
            if each.start <= offset <= each.end:
                return each
        if found and isinstance(path[at - 1], ast.LiteralString):
            return found[0] if offset < found[0].start else found[-1]  # at a quote
    return None


def words_of(path: Path, *, tasks: bool) -> Iterator[Word]:
    """The words in the last node of a path that are not in a node inside of it; `tasks` says whether the code is a plan."""
    node = path[-1]
    match node:
        case ast.VariableExpression() if node.name:
            yield words.VariableName(path, node.expr.start, node.expr.start + len(node.name), node.name)
        case ast.Parameter():
            yield words.ParameterName(path, node.name_start + 1, node.name_span.end, node.name)
        case ast.AttributeOperation():
            owner = attribute_owner(path)
            if owner is not None and node.attribute_name:
                yield words.AttributeName(path, *node.name_span, node.attribute_name, owner)
        case ast.QualifiedName() | ast.LiteralString() if len(path) > 1 and node.value and "\n" not in node.value:
            yield from string_words(path, node.value, content_start(node), tasks=tasks)
        case ast.QualifiedReference() if len(path) > 1:
            yield words.TypeName(path, node.start, node.end, node.cased_value)
        case ast.NamedDefinition() | ast.TypeAlias():
            if node.name:
                yield words.DefinitionName(path, node.name_start, node.name_end, node.name)
            if isinstance(node, ast.HostClassDefinition) and node.parent_class and node.parent_start is not None:
                yield _class(path, node.parent_class, node.parent_start)
        case _ if isinstance(node, LITERALS):
            yield words.Literal(path, node.start, node.end)


def _class(path: Path, name: str, start: int) -> words.ClassName:
    shift = 2 if name.startswith("::") else 0
    return words.ClassName(path, start + shift, start + len(name.encode()), name[shift:])


# ---- names and strings


def string_words(path: Path, value: str, start: int, *, tasks: bool) -> Iterator[Word]:
    """What a name or string may be at its place: usually one word, but several for a path with dots.

    A string with interpolations has no text (`value` is empty), and is what any string at its place is.
    """
    found = [*_of_place(path, value, start, tasks=tasks)]
    end = start + len(value.encode())
    if value.startswith(SOURCE) and (not found or isinstance(found[0], words.HashKey | words.AttributeValue | words.OtherArgument)):
        yield words.FileName(path, start, end, value.removeprefix(SOURCE))
    else:
        yield from found


def _of_place(path: Path, value: str, start: int, *, tasks: bool) -> Iterator[Word]:
    node, parent = path[-1], path[-2]
    end = start + len(value.encode())
    match parent:
        case ast.VariableExpression() | ast.ConcatenatedString():
            return
        case ast.CallNamedFunctionExpression() if parent.functor_expr is node:
            yield _function(path, value, start)
            return
        case ast.NamedAccessExpression() if parent.right_expr is node and len(path) > 2 and isinstance(path[-3], ast.CallMethodExpression):
            yield _function(path, value, start)
            return
        case ast.ResourceExpression() if parent.type_name is node:
            shift = 2 if value.startswith("::") else 0
            yield words.Literal(path, start, end) if value == "class" else words.ResourceTypeName(path, start + shift, end, value[shift:])
            return
        case ast.KeyedEntry() if parent.key is node:
            yield _key(path, value, start, tasks=tasks)
            return
        case ast.ComparisonExpression() if (owner := read_attribute(path)) is not None:
            yield words.AttributeName(path, start, end, value, owner)
            return
    yield from _of_outer(path, value, start, tasks=tasks)


def _of_outer(path: Path, value: str, start: int, *, tasks: bool) -> Iterator[Word]:
    """What a word is as one of several in lists and selectors, or alone."""
    at = len(path) - 2
    while at > 0 and is_transparent(path[at], path[at + 1]):
        at -= 1
    node, outer = path[-1], path[at]
    end = start + len(value.encode())
    match outer:
        case ast.ResourceBody():
            yield from _title(path, path[at - 1], value, start)
        case ast.AccessExpression() if outer.left_expr is not path[at + 1]:
            yield from _in_brackets(path, outer, value, start)
        case ast.AttributeOperation() if outer.value_expr is node:
            owner = attribute_owner(path[: at + 1])
            if owner is not None:
                yield words.AttributeValue(path, start, end, value, owner, outer.attribute_name)
        case _:
            yield from argument_words(path, value, start, tasks=tasks)


def _function(path: Path, value: str, start: int) -> words.FunctionName:
    shift = 2 if value.startswith("::") else 0
    return words.FunctionName(path, start + shift, start + len(value.encode()), value[shift:])


def _title(path: Path, resource: ast.Node, value: str, start: int) -> Iterator[Word]:
    if not isinstance(resource, ast.ResourceExpression):
        return
    if isinstance(resource.type_name, ast.QualifiedName):
        if resource.type_name.value == "class":
            yield _class(path, value, start)
            return
        type = type_of_body(resource, None) or ""
    else:
        type = ""
    yield words.Title(path, start, start + len(value.encode()), value, type.lower(), is_declared=True)


def _in_brackets(path: Path, access: ast.AccessExpression, value: str, start: int) -> Iterator[Word]:
    """What a word in the brackets of an access is."""
    node, left = path[-1], access.left_expr
    end = start + len(value.encode())
    match left:
        case ast.QualifiedReference(value="class"):
            yield _class(path, value, start)
        case ast.QualifiedReference(value="resource"):
            first = access.keys[0]
            if first is node:
                shift = 2 if value.startswith("::") else 0
                yield words.ResourceTypeName(path, start + shift, end, value[shift:])
            elif isinstance(first, NAMES):
                yield words.Title(path, start, end, value, first.value.removeprefix("::").lower(), is_declared=False)
        case ast.QualifiedReference() if has_titles(left.value):
            yield words.Title(path, start, end, value, left.value.removeprefix("::"), is_declared=False)
        case _ if path[-2] is access:
            owner = read_attribute(path)
            if owner is not None:
                yield words.AttributeName(path, start, end, value, owner)
            elif (read := _read(left, Key(value, start, end), access)) is not None and read.node_path is not None:
                yield words.NodeData(path, start, end, read)
            else:
                yield words.HashKey(path, start, end, value)


def _read(left: ast.Expression, key: Key, access: ast.AccessExpression) -> ValuePath | None:
    """The path that an access with one key reads."""
    found = value_path(left) if len(access.keys) == 1 else None
    return None if found is None else ValuePath(found.variable, (*found.keys, key))


def _key(path: Path, value: str, start: int, *, tasks: bool) -> Word:
    """What a key of a hash is: an attribute, a class, a title, a parameter of a template, task or plan, or only a key."""
    outer = path[:-3]
    while outer and isinstance(outer[-1], ast.ParenthesizedExpression):
        outer = outer[:-1]
    end = start + len(value.encode())
    owner = attributes_of(outer, path)
    if owner is not None:
        return words.AttributeName(path, start, end, value, owner)
    run = run_around(path[-4:-1]) if tasks else None
    if run is not None and isinstance(path[-3], ast.LiteralHash):
        return words.Argument(path, start, end, value, run[0], run[1])
    if outer and (found := _key_of_call(path, outer[-1], value, start)) is not None:
        return found
    return words.HashKey(path, start, end, value)


def _key_of_call(path: Path, call: ast.Node, value: str, start: int) -> Word | None:
    """What a key of the hash that is the second argument of a call is."""
    if position(call, path[-1]) != 1:
        return None
    end = start + len(value.encode())
    name = function_named(call)
    match role_of(name, 1):
        case Role.RESOURCES:
            made = made_type(call)
            if made == "class":
                return _class(path, value, start)
            return None if made is None else words.Title(path, start, end, value, made, is_declared=True)
        case Role.PARAMETERS if role_of(name, 0) is Role.TEMPLATE and isinstance(template := arguments(call)[0], ast.LiteralString):
            return words.Argument(path, start, end, value, "template", template.value)
    return None
