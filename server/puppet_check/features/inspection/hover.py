"""Hover: the description of the word at an offset."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, assert_never

from puppet_check.features.describe import named
from puppet_check.features.describe.hiera_key import key_text
from puppet_check.features.describe.literals import floating, integer, regex
from puppet_check.features.describe.markdown import code, paragraphs
from puppet_check.features.describe.runs import argument_text, task_text
from puppet_check.features.describe.signatures import fitting
from puppet_check.features.describe.template_parameters import template_argument_text
from puppet_check.features.describe.variable import parameter_text, type_text, variable_text
from puppet_check.features.describe.variables import inside
from puppet_check.features.navigation.computed_names import computed_occurrence
from puppet_check.features.navigation.occurrences import occurrences_at
from puppet_check.features.navigation.struct_keys import key_text as struct_key_text
from puppet_check.features.project_files.names import capitalised
from puppet_check.features.symbols import MEMBER, STRUCT_KEY, TEMPLATE, Symbol
from puppet_check.features.view import View
from puppet_check.semantics import words
from puppet_check.semantics.calls import called
from puppet_check.semantics.classify import classify
from puppet_check.semantics.node_at import path_at
from puppet_check.semantics.node_context import type_of_body
from puppet_check.semantics.words import Word
from puppet_check.workspace.summary import definitions
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Span
from puppet_typesys.builtins import texts
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.builtins.value_reads import node_path
from puppet_typesys.loader import CLASS, DEFINE, PLAN

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
    word = classify(view, offset)
    if word is not None and (text := described(view, word)) is not None:
        return Hover(text, *_span(word))
    for symbol, start, end, _ in occurrences_at(view, offset):
        if (text := _of_symbol(view, symbol)) is not None:
            return Hover(text, start, end)
    computed = computed_occurrence(view, offset)
    if computed is not None:
        symbol, start, end, _ = computed
        return Hover(paragraphs(_of_symbol(view, symbol), f"The name is `{_name(symbol)}`."), start, end)
    return _keyword(view, offset) if word is None else None


def _span(word: Word) -> Span:
    """The span of a word with the quotes or `$` around it; of a part of a node that of the part."""
    match word:
        case words.ParameterName(node=ast.Parameter() as parameter):
            return parameter.name_span
        case words.NodeData(node=ast.LiteralString() | ast.QualifiedName() as text) if text.value != word.read.names[-1]:
            return Span(word.start, word.end)
        case words.HieraKey(node=ast.LiteralString() as text) if text.value != word.keys[0].name:
            return Span(word.start, word.end)
    is_part = isinstance(word.node, ast.NamedDefinition | ast.TypeAlias | ast.AttributeOperation)
    return Span(word.start, word.end) if is_part else word.node.span


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


def described(view: View, word: Word) -> str | None:
    """The description of a word; None if that of the symbol that it names says all."""
    known = view.known
    match word:
        case words.VariableName(node=ast.VariableExpression() as variable):
            return variable_text(view, variable, word.path)
        case words.VariableName():
            return texts.variable(word.name) if node_path(word.name, ()) is not None else None
        case words.ParameterName(node=ast.Parameter() as parameter):
            return parameter_text(view, parameter, word.path)
        case words.AttributeName():
            return named.attribute(word.owner, word.name, known)
        case words.AttributeValue():
            text = named.attribute_value(word.owner, word.attribute, word.name)
            return None if text is None else paragraphs(code(f"{word.attribute} => {word.name}"), text)
        case words.ClassName():
            return named.described(CLASS, word.name, known)
        case words.ResourceTypeName():
            return named.described(DEFINE, word.name, known) or named.described("keyword", word.name, known)
        case words.TypeName():
            return _reference(view, word)
        case words.FunctionName():
            return _function(view, word)
        case words.DefinitionName(node=ast.NamedDefinition() | ast.TypeAlias() as definition):
            return _definition(view, definition)
        case words.TaskName():
            return task_text(word.name.removeprefix("::"), known)
        case words.PlanName():
            return named.described(PLAN, word.name.removeprefix("::"), known)
        case words.Argument():
            describe = template_argument_text if word.kind == TEMPLATE else partial(argument_text, word.kind)
            return describe(word.owner, word.name, known)
        case words.Title():
            return _title(word) if word.is_declared else _declared(view, word)
        case words.NodeData():
            return _node_data(view, word)
        case words.HashKey():
            return _key(view, word)
        case words.HieraKey():
            return key_text(known, *(each.name for each in word.keys))
        case words.TemplateName() | words.FileName():
            return _file(view, word)
        case words.Literal():
            return _literal(view, word)
        case (
            words.AnyName()
            | words.ValueKey()
            | words.OtherArgument()
            | words.AttributeName()
            | words.ParameterName()
            | words.DefinitionName()
        ):
            return None
        case _:
            assert_never(word)


def _literal(view: View, word: words.Literal) -> str | None:
    node = word.node
    match node:
        case ast.LiteralInteger():
            return integer(node)
        case ast.LiteralFloat():
            return floating(node, view.text.slice(*node.span))
        case ast.LiteralRegularExpression():
            return regex(node.pattern)
    return named.described("keyword", view.text.slice(*node.span), view.known)


def _function(view: View, word: words.FunctionName) -> str | None:
    """The description of a function, with the signature that fits its call."""
    calls = (each for each in word.path[-3:-1] if isinstance(each, ast.CallNamedFunctionExpression | ast.CallMethodExpression))
    call = next((each for each in calls if called(each).removeprefix("::") == word.name), None)
    return None if call is None else named.function(word.name, view.known, fitting(view, call))


def _definition(view: View, node: ast.NamedDefinition | ast.TypeAlias) -> str | None:
    single = ast.Program(0, view.program.end, view.program.body, (node,), view.program.comments)
    for each in definitions(view.path, single, view.text):
        if isinstance(node, ast.TypeAlias):
            return code(f"type {each.name} = {each.text}")
        return named.definition_text(each)
    return None


# ---- words


def _node_data(view: View, word: words.NodeData) -> str | None:
    """The description of a fact or of a part of the other data of a node."""
    read = word.read
    return named.fact(tuple(read.names), view.known) if read.fact is not None else texts.variable(".".join((read.variable, *read.names)))


def _key(view: View, word: words.HashKey) -> str | None:
    """The description of a key in brackets: the type of its value."""
    access = word.path[-2]
    if not isinstance(access, ast.AccessExpression) or isinstance(access.left_expr, ast.QualifiedReference):
        return None
    held = view.type_of(access) or inside(view.type_of(access.left_expr), word.name)
    shown = view.text.slice(*access.span)
    return None if held is None else code(f"{type_text(held)} {'' if shown.startswith('$') else '$'}{shown}")


def _title(word: words.Title) -> str | None:
    """The description of a title: how to refer to the resource, and the attribute that it sets."""
    if not word.type:
        return None
    native = native_type(word.type)
    if native is None:
        meaning = "Available as `$title` in the define."
    else:
        names = " and ".join(f"`{each}`" for each in native.namevars)
        meaning = f"The title is the default of {names}."
    return paragraphs(code(f"{capitalised(word.type)}['{word.name}']"), meaning)


def _declared(view: View, word: words.Title) -> str | None:
    """The description of the resource in this text that a reference is to."""
    for node in ast.walk(view.program):
        if not isinstance(node, ast.ResourceExpression):
            continue
        for body in node.bodies:
            if isinstance(body.title, ast.LiteralString) and body.title.value == word.name and type_of_body(node, body) == word.type:
                line = view.text.line_of(body.title.start) + 1
                return paragraphs(code(view.text.slice(*node.span)), f"Declared on line {line}.")
    return None


def _reference(view: View, word: words.TypeName) -> str | None:
    node, parent = word.node, word.path[-2]
    if isinstance(parent, ast.AccessExpression) and parent.left_expr is node and word.name.lower() == "class":
        return texts.data_type("Class")
    return named.described("type", word.name, view.known)


def _file(view: View, word: words.TemplateName | words.FileName) -> str:
    path = view.known.world.find_file(word.name) if isinstance(word, words.FileName) else view.known.world.find_template(word.name)
    if path is None:
        return paragraphs(f"`{word.name}`", "The module is not installed.")
    return paragraphs(f"`{word.name}`", path if path else "The file does not exist.")


# ---- keywords

TEXTS = (ast.LiteralString, ast.ConcatenatedString, ast.HeredocExpression)
"""What contains words that mean nothing: strings, and what is outside of the tags of a template."""


def _keyword(view: View, offset: int) -> Hover | None:
    source = view.text.source
    line = view.text.line_span(view.text.position(offset).line)
    for match in WORD.finditer(source, *line):
        if match.start() <= offset <= match.end():
            if isinstance(path_at(view.program, match.start())[-1], TEXTS):
                return None
            about = named.described("keyword", match.group().decode(), view.known)
            return None if about is None else Hover(about, match.start(), match.end())
    return None
