"""Hover: the description of the word at an offset."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.features.describe import named
from puppet_check.features.describe.hiera_key import key_text
from puppet_check.features.describe.literals import floating, integer, regex
from puppet_check.features.describe.markdown import code, paragraphs
from puppet_check.features.describe.runs import TASK, argument_text, run_around, task_text
from puppet_check.features.describe.signatures import fitting
from puppet_check.features.describe.variable import parameter_text, type_text, variable_text
from puppet_check.features.describe.variables import inside
from puppet_check.features.navigation.computed_names import computed_occurrence
from puppet_check.features.navigation.occurrences import BEFORE_NAME, occurrences_at
from puppet_check.features.navigation.struct_keys import key_text as struct_key_text
from puppet_check.features.project_files.names import capitalised
from puppet_check.features.symbols import MEMBER, STRUCT_KEY, Symbol
from puppet_check.features.view import View
from puppet_check.semantics.arguments import argument_of
from puppet_check.semantics.node_at import path_at
from puppet_check.semantics.node_context import attribute_owner, is_class_name, type_of_body
from puppet_check.semantics.value_paths import FACTS, path_named_by, value_path
from puppet_check.workspace.summary import definitions
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Span
from puppet_typesys.builtins import texts
from puppet_typesys.builtins.argument_roles import Role
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.loader import CLASS, DEFINE

WORD = lazy_pattern(rb"[A-Za-z_][\w:]*")


class Hover(NamedTuple):
    """A description in Markdown of a part of the text."""

    text: str
    start: int
    end: int


def hover(view: View, offset: int) -> Hover | None:
    """The description of the word at an offset; None without one."""
    if any(each.start <= offset < each.end for each in view.program.comments):
        return _of_tag(view, offset)
    before = BEFORE_NAME.match(view.text.source, offset)
    path = path_at(view.program, offset if before is None else before.end())
    for at in range(len(path) - 1, 0, -1):
        found = _about(view, path[: at + 1], offset)
        if found is not None:
            text, span = found
            return Hover(text, *span) if text else None
    for symbol, start, end, _ in occurrences_at(view, offset):
        if (text := _of_symbol(view, symbol)) is not None:
            return Hover(text, start, end)
    computed = computed_occurrence(view, offset)
    if computed is not None:
        symbol, start, end, _ = computed
        return Hover(paragraphs(_of_symbol(view, symbol), f"The name is `{_name(symbol)}`."), start, end)
    return _keyword(view, offset)


def _of_symbol(view: View, symbol: Symbol) -> str | None:
    """The description of a symbol that a word names."""
    if symbol.kind == STRUCT_KEY:
        return struct_key_text(symbol, view.known)
    return named.described("class variable" if symbol.kind == MEMBER else symbol.kind, _name(symbol), view.known)


def _name(symbol: Symbol) -> str:
    """The name of a symbol, of a member with that of its owner."""
    return symbol.name if symbol.kind != MEMBER else f"{symbol.owner_name.name}::{symbol.name}"


def _of_tag(view: View, offset: int) -> Hover | None:
    """The description of the parameter that a tag in a comment is about."""
    for symbol, start, end, _ in occurrences_at(view, offset):
        for each in view.program.definitions:
            for node in each.parameters if isinstance(each, ast.NamedDefinition) and each.start > offset else ():
                if node.name == symbol.name:
                    text = parameter_text(view, node, (view.program, each, node))
                    return Hover(text, start, end) if text else None
    return None


Found = tuple[str | None, Span]
"""A description and its span; with None for the description, the search ends without a hover."""


def _about(view: View, path: tuple[ast.Node, ...], offset: int) -> Found | None:
    """The description of the last node of a path; None to continue with its parent."""
    node, parent = path[-1], path[-2]
    match node:
        case ast.VariableExpression():
            return variable_text(view, node, path), node.span
        case ast.Parameter() if node.name_start <= offset <= node.name_span.end:
            return parameter_text(view, node, path), node.name_span
        case ast.AttributeOperation() if offset <= node.name_span.end:
            owner = attribute_owner(path)
            text = None if owner is None else named.attribute(owner, node.attribute_name, view.known)
            return text, node.name_span
        case ast.QualifiedName() | ast.LiteralString():
            return _word(view, node, path, offset)
        case ast.QualifiedReference():
            return _reference(view, node, parent), node.span
        case ast.NamedDefinition() | ast.TypeAlias() if node.name_start <= offset <= node.name_end:
            return _definition(view, node), node.name_span
        case ast.HostClassDefinition(parent_class=str() as name, parent_start=int() as start) if start <= offset <= start + len(name):
            return named.described(CLASS, name, view.known), Span(start, start + len(name))
        case ast.LiteralInteger():
            return integer(node), node.span
        case ast.LiteralFloat():
            return floating(node, view.text.slice(*node.span)), node.span
        case ast.LiteralRegularExpression():
            return regex(node.pattern), node.span
        case ast.LiteralBoolean() | ast.LiteralDefault() | ast.LiteralUndef():
            return named.described("keyword", view.text.slice(*node.span), view.known), node.span
    return None


def _definition(view: View, node: ast.NamedDefinition | ast.TypeAlias) -> str | None:
    single = ast.Program(0, view.program.end, view.program.body, (node,), view.program.comments)
    for each in definitions(view.path, single, view.text):
        if isinstance(node, ast.TypeAlias):
            return code(f"type {each.name} = {each.text}")
        return named.definition_text(each)
    return None


# ---- words


def _word(view: View, node: ast.QualifiedName | ast.LiteralString, path: tuple[ast.Node, ...], offset: int) -> Found | None:
    """The description of a name or string, by its context."""
    parent = path[-2]
    known, value = view.known, node.value
    match parent:
        case ast.VariableExpression():
            return None
        case ast.CallNamedFunctionExpression() if parent.functor_expr is node:
            return named.function(value, known, fitting(view, parent)), node.span
        case ast.NamedAccessExpression() if parent.right_expr is node and len(path) > 2 and isinstance(path[-3], ast.CallMethodExpression):
            return named.function(value, known, fitting(view, path[-3])), node.span
        case ast.ResourceExpression() if parent.type_name is node:
            return named.described(DEFINE, value, known) or named.described("keyword", value, known), node.span
        case ast.AccessExpression():
            return _key(view, node, parent)
        case ast.ResourceBody() if parent.title is node and not is_class_name(path):
            return _title(view, path), node.span
        case ast.AttributeOperation():
            owner = attribute_owner(path[:-1])
            text = None if owner is None else named.attribute_value(owner, parent.attribute_name, value)
            if text is not None:
                return paragraphs(code(f"{parent.attribute_name} => {value}"), text), node.span
    if is_class_name(path):
        return named.described(CLASS, value.lstrip(":"), known), node.span
    run = run_around(path[-4:-1]) if view.mode.tasks else None
    if run is not None and run[2] is node:
        return (task_text(run[1], known) if run[0] == TASK else named.described(run[0], run[1], known)), node.span
    if run is not None and isinstance(parent, ast.KeyedEntry) and parent.key is node:
        return argument_text(run[0], run[1], value, known), node.span
    argument = argument_of(path)
    match None if argument is None else argument.role:
        case Role.FACT | Role.VARIABLE | Role.PATH | Role.STEP:
            return _part(view, path, offset)
        case Role.RESOURCE_TYPE:
            return named.described(DEFINE, value.lstrip("@"), known), node.span
        case Role.HIERA_KEY:
            return key_text(known, value), node.span
        case Role.TEMPLATE | Role.FILE as role:
            return _file(view, role, value), node.span
    if value.startswith("puppet:///modules/"):
        return _file(view, Role.FILE, value.removeprefix("puppet:///modules/")), node.span
    return None


def _part(view: View, path: tuple[ast.Node, ...], offset: int) -> Found | None:
    """The description of the part of a value that a path leads to, up to the key at an offset."""
    read = path_named_by(path)
    if read is None:
        return None
    read = read.until(offset)
    span = Span(read.keys[-1].start, read.keys[-1].end) if read.keys else path[-1].span
    if read.variable == FACTS:
        return (named.fact(tuple(read.names), view.known) if read.keys else texts.variable(FACTS)), span
    if read.variable in ("trusted", "server_facts"):
        return texts.variable(".".join((read.variable, *read.names))), span
    return None


def _key(view: View, node: ast.QualifiedName | ast.LiteralString, access: ast.AccessExpression) -> Found | None:
    """The description of a key in brackets: of facts, of a reference, of a hash."""
    left = access.left_expr
    if isinstance(left, ast.QualifiedReference):
        if left.value == "class":
            return named.described(CLASS, node.value, view.known), node.span
        if left.value == "resource" and access.keys[0] is node:
            return named.described(DEFINE, node.value, view.known), node.span
        return _declared(view, left.value, node.value), node.span
    read = value_path(access)
    if read is not None and read.variable == FACTS:
        return named.fact(tuple(read.names), view.known), node.span
    if read is not None and read.variable in ("trusted", "server_facts"):
        return texts.variable(".".join((read.variable, *read.names))), node.span
    held = view.type_of(access) or inside(view.type_of(left), node.value)
    shown = view.text.slice(*access.span)
    return (None if held is None else code(f"{type_text(held)} {'' if shown.startswith('$') else '$'}{shown}")), node.span


def _title(view: View, path: tuple[ast.Node, ...]) -> str | None:
    """The description of a title: how to refer to the resource, and the attribute that it sets."""
    title, body, resource = path[-1], path[-2], path[-3]
    assert isinstance(title, ast.QualifiedName | ast.LiteralString) and isinstance(body, ast.ResourceBody)
    type = type_of_body(resource, body) if isinstance(resource, ast.ResourceExpression) else None
    if type is None or type.startswith("class "):
        return None
    native = native_type(type)
    if native is None:
        meaning = "Available as `$title` in the define."
    else:
        names = " and ".join(f"`{each}`" for each in native.namevars)
        meaning = f"The title is the default of {names}."
    return paragraphs(code(f"{capitalised(type)}['{title.value}']"), meaning)


def _declared(view: View, type: str, title: str) -> str | None:
    """The description of the resource in this text with a type and title."""
    for node in ast.walk(view.program):
        if not isinstance(node, ast.ResourceExpression):
            continue
        for body in node.bodies:
            if isinstance(body.title, ast.LiteralString) and body.title.value == title and type_of_body(node, body) == type:
                line = view.text.line_of(body.title.start) + 1
                return paragraphs(code(view.text.slice(*node.span)), f"Declared on line {line}.")
    return None


def _reference(view: View, node: ast.QualifiedReference, parent: ast.Node) -> str | None:
    name = node.cased_value
    if isinstance(parent, ast.AccessExpression) and parent.left_expr is node and node.value == "class":
        return texts.data_type("Class")
    return named.described("type", name, view.known)


def _file(view: View, role: Role, name: str) -> str:
    path = view.known.world.find_file(name) if role is Role.FILE else view.known.world.find_template(name)
    if path is None:
        return paragraphs(f"`{name}`", "The module is not installed.")
    return paragraphs(f"`{name}`", path if path else "The file does not exist.")


# ---- keywords


def _keyword(view: View, offset: int) -> Hover | None:
    source = view.text.source
    line = view.text.line_span(view.text.position(offset).line)
    for match in WORD.finditer(source, *line):
        if match.start() <= offset <= match.end():
            about = named.described("keyword", match.group().decode(), view.known)
            return None if about is None else Hover(about, match.start(), match.end())
    return None
