"""Hover: what the word at an offset stands for."""

from __future__ import annotations

import re
from typing import NamedTuple

from puppet_check.features import describe
from puppet_check.features.context_of import attribute_owner, is_class_name, type_of_body
from puppet_check.features.hiera_key import key_text
from puppet_check.features.markdown import code, paragraphs, shortened
from puppet_check.features.names import capitalised
from puppet_check.features.node_at import path_at
from puppet_check.features.variables import declared, inside, named_type, type_of_variable, visible
from puppet_check.features.view import View
from puppet_check.rules.scopes import arguments, called
from puppet_grammar import ast
from puppet_grammar.text import Span
from puppet_typesys.builtins import texts
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import show_plain
from puppet_typesys.values.unknown import Unknown, contains_unknown

WORD = re.compile(rb"[A-Za-z_][\w:]*")
MAKING = frozenset(("create_resources", "ensure_resource", "ensure_resources"))
"""Functions that are told the type of resources by name."""
TEMPLATES = frozenset(("epp", "template", "file"))


class Hover(NamedTuple):
    """Markdown about a part of the text."""

    text: str
    start: int
    end: int


def hover(view: View, offset: int) -> Hover | None:
    """What the word at an offset is; None where nothing can be said."""
    if any(each.start <= offset < each.end for each in view.program.comments):
        return None
    path = path_at(view.program, offset)
    for at in range(len(path) - 1, 0, -1):
        found = _about(view, path[: at + 1], offset)
        if found is not None:
            text, span = found
            return Hover(text, *span) if text else None
    return _keyword(view, offset)


Found = tuple[str | None, Span]
"""What there is to say about a part of the text; None ends the search with nothing."""


def _about(view: View, path: tuple[ast.Node, ...], offset: int) -> Found | None:
    """What can be said about the last node of a path."""
    node, parent = path[-1], path[-2]
    match node:
        case ast.VariableExpression():
            return variable_text(view, node, path), node.span
        case ast.Parameter() if node.name_start <= offset <= node.name_span.end:
            return _parameter(view, node, path), node.name_span
        case ast.AttributeOperation() if offset <= node.name_span.end:
            owner = attribute_owner(path)
            text = None if owner is None else describe.attribute(owner, node.attribute_name, view.known)
            return text, node.name_span
        case ast.QualifiedName() | ast.LiteralString():
            return _word(view, node, path)
        case ast.QualifiedReference():
            return _reference(view, node, parent), node.span
        case ast.NamedDefinition() | ast.TypeAlias() if node.name_start <= offset <= node.name_end:
            return _definition(view, node), node.name_span
        case ast.HostClassDefinition(parent_class=str() as name, parent_start=int() as start) if start <= offset <= start + len(name):
            return describe.described(CLASS, name, view.known), Span(start, start + len(name))
        case ast.LiteralInteger():
            return _integer(node), node.span
        case ast.LiteralRegularExpression():
            return _regex(node.pattern), node.span
        case ast.LiteralBoolean() | ast.LiteralDefault() | ast.LiteralUndef():
            return describe.described("keyword", view.text.slice(*node.span), view.known), node.span
    return None


# ---- variables and parameters


def variable_text(view: View, node: ast.VariableExpression, path: tuple[ast.Node, ...]) -> str | None:
    """A variable: its type, its value where it is constant, and where it is set."""
    name = node.name
    if not name or name.isdecimal():
        return None if not name else paragraphs(code(f"${name}"), "What the last regular expression that matched found.")
    plain = name.removeprefix("::")
    variable = None if "::" in name else visible(view, node.start, path).get(name)
    kind = view.type_of(node)
    if variable is not None and isinstance(variable.node, ast.Parameter):
        return _parameter(view, variable.node, path, kind)
    if kind is None:
        kind = named_type(view, name) if variable is None else type_of_variable(view, variable)
    head = code(f"{_type(kind)} ${name}" if kind is not None and plain != "facts" else f"${name}")
    value = _value(view, node)
    if value is None and variable is not None and variable.value is not None:
        value = _value(view, variable.value)
    told = f"Value: `{shortened(value, 200)}`" if value is not None else None
    if "::" in plain:
        return paragraphs(head, told, describe.described("class variable", name, view.known) or texts.variable(plain))
    about = texts.variable(plain) or (variable.about if variable is not None else None)
    if variable is None and about is None:
        about = describe.fact((plain,), view.known)
    if variable is not None and variable.node is not None:
        line = view.text.position(variable.node.start).line
        about = f"Set in line {line + 1}: `{shortened(' '.join(view.text.slice(*view.text.line_span(line)).split()), 120)}`"
    return paragraphs(head, told, about)


def _type(kind: Type) -> str:
    return shortened(show_plain(kind), 300)


def _value(view: View, node: ast.Node) -> str | None:
    """The one value of an expression."""
    from puppet_typesys.convert.formats import programmatic  # only constants are shown

    values = view.values_of(node)
    if not values or any(isinstance(each, Unknown) or contains_unknown(each) for each in values):
        return None
    shown = {programmatic(each) for each in values}
    return shown.pop() if len(shown) == 1 else None


def _parameter(view: View, node: ast.Parameter, path: tuple[ast.Node, ...], read: Type | None = None) -> str:
    source = view.text.slice
    owner = next(
        (each for each in reversed(path) if isinstance(each, ast.NamedDefinition | ast.LambdaExpression) and node in each.parameters), None
    )
    kind = f"{' '.join(source(*node.type_expr.span).split())} " if node.type_expr is not None else ""
    if node.type_expr is None and isinstance(owner, ast.LambdaExpression):
        inferred = read or read_type(view, node, owner)
        kind = "" if inferred is None else f"{_type(inferred)} "
    default = f" = {shortened(' '.join(source(*node.value.span).split()), 200)}" if node.value is not None else ""
    about = _documentation(view, owner, node.name) if isinstance(owner, ast.NamedDefinition) else None
    expanded = declared(view, node)
    stands_for = None
    if expanded is not None and "::" in kind:
        from puppet_typesys.types.show import show_expanded

        stands_for = f"That is `{shortened(show_expanded(expanded), 300)}`"
    whose = f"Parameter of `{owner.name}`." if isinstance(owner, ast.NamedDefinition) else "Parameter of a lambda."
    return paragraphs(code(f"{kind}${node.name}{default}"), about, stands_for, whose)


def read_type(view: View, parameter: ast.Parameter, owner: ast.LambdaExpression) -> Type | None:
    """The type that a parameter of a lambda has where it is read."""
    for each in ast.walk(owner):
        if isinstance(each, ast.VariableExpression) and each.name == parameter.name and (found := view.type_of(each)) is not None:
            return found
    return None


def _documentation(view: View, owner: ast.NamedDefinition, name: str) -> str | None:
    from puppet_check.workspace.ruby.comments import parse
    from puppet_grammar.comments import content, documentation

    lines = [line for comment in documentation(owner, view.program, view.text) for line in content(comment).split("\n")]
    return parse(lines).parameter(name) or None


def _definition(view: View, node: ast.NamedDefinition | ast.TypeAlias) -> str | None:
    from puppet_check.workspace.summary import definitions

    single = ast.Program(0, view.program.end, view.program.body, (node,), view.program.comments)
    for each in definitions(view.path, single, view.text):
        if isinstance(node, ast.TypeAlias):
            return code(f"type {each.name} = {each.text}")
        return describe.definition_text(each)
    return None


# ---- words


def _word(view: View, node: ast.QualifiedName | ast.LiteralString, path: tuple[ast.Node, ...]) -> Found | None:
    """A name or string, by where it stands."""
    parent = path[-2]
    known, value = view.known, node.value
    match parent:
        case ast.VariableExpression():
            return None
        case ast.CallNamedFunctionExpression() if parent.functor_expr is node:
            return describe.described(FUNCTION, value, known), node.span
        case ast.NamedAccessExpression() if parent.right_expr is node and len(path) > 2 and isinstance(path[-3], ast.CallMethodExpression):
            return describe.described(FUNCTION, value, known), node.span
        case ast.ResourceExpression() if parent.type_name is node:
            return describe.described(DEFINE, value, known) or describe.described("keyword", value, known), node.span
        case ast.AccessExpression():
            return _key(view, node, parent)
        case ast.ResourceBody() if parent.title is node and not is_class_name(path):
            return _title(view, path), node.span
        case ast.AttributeOperation():
            owner = attribute_owner(path[:-1])
            text = None if owner is None else describe.attribute_value(owner, parent.attribute_name, value)
            if text is not None:
                return paragraphs(code(f"{parent.attribute_name} => {value}"), text), node.span
    if is_class_name(path):
        return describe.described(CLASS, value.lstrip(":"), known), node.span
    call = next((each for each in reversed(path[-4:-1]) if called(each)), None)
    if call is not None and called(call) in MAKING and node in arguments(call)[:1]:
        return describe.described(DEFINE, value, known), node.span
    if call is not None and called(call) in TEMPLATES | {"lookup", "hiera"}:
        return (key_text(view.known, value) if called(call) in ("lookup", "hiera") else _file(view, called(call), value)), node.span
    if value.startswith("puppet:///modules/"):
        return _file(view, "file", value.removeprefix("puppet:///modules/")), node.span
    return None


def _key(view: View, node: ast.QualifiedName | ast.LiteralString, access: ast.AccessExpression) -> Found | None:
    """A key in brackets: of facts, of a resource's or class's reference, of a hash."""
    left = access.left_expr
    if isinstance(left, ast.QualifiedReference):
        if left.value == "class":
            return describe.described(CLASS, node.value, view.known), node.span
        return _declared(view, left.value, node.value), node.span
    names = access_path(access)
    if names is not None and names[0].removeprefix("::") == "facts":
        return describe.fact(tuple(names[1:]), view.known), node.span
    if names is not None and names[0] in ("trusted", "server_facts"):
        return texts.variable(".".join(names)), node.span
    held = view.type_of(access) or inside(view.type_of(left), node.value)
    return (None if held is None else code(f"{_type(held)} {view.text.slice(*access.span)}")), node.span


def _title(view: View, path: tuple[ast.Node, ...]) -> str | None:
    """A title: how it is referred to, and what it is the value of."""
    title, body, resource = path[-1], path[-2], path[-3]
    assert isinstance(title, ast.QualifiedName | ast.LiteralString) and isinstance(body, ast.ResourceBody)
    type = type_of_body(resource, body) if isinstance(resource, ast.ResourceExpression) else None
    if type is None or type.startswith("class "):
        return None
    native = native_type(type)
    if native is None:
        meaning = "In the define this is `$title`."
    else:
        names = " and ".join(f"`{each}`" for each in native.namevars)
        meaning = f"The title is the value of {names} where that is not given."
    return paragraphs(code(f"{capitalised(type)}['{title.value}']"), meaning)


def _declared(view: View, type: str, title: str) -> str | None:
    """The resource of this text that a reference names."""
    for node in ast.walk(view.program):
        if not isinstance(node, ast.ResourceExpression):
            continue
        for body in node.bodies:
            if isinstance(body.title, ast.LiteralString) and body.title.value == title and type_of_body(node, body) == type:
                line = view.text.line_of(body.title.start) + 1
                return paragraphs(code(view.text.slice(*node.span)), f"Declared in line {line}.")
    return None


def access_path(node: ast.Expression) -> list[str] | None:
    """`$name['a']['b']` as words."""
    match node:
        case ast.VariableExpression() if node.name:
            return [node.name]
        case ast.AccessExpression(keys=(ast.LiteralString() | ast.QualifiedName() as key,)):
            left = access_path(node.left_expr)
            return None if left is None else [*left, key.value]
    return None


def _reference(view: View, node: ast.QualifiedReference, parent: ast.Node) -> str | None:
    name = node.cased_value
    if isinstance(parent, ast.AccessExpression) and parent.left_expr is node and node.value == "class":
        return texts.data_type("Class")
    return describe.described("type", name, view.known)


def _file(view: View, kind: str, name: str) -> str:
    path = view.known.world.find_file(name) if kind == "file" else view.known.world.find_template(name)
    if path is None:
        return paragraphs(f"`{name}`", "The module is not here.")
    return paragraphs(f"`{name}`", path if path else "There is no such file.")


# ---- literals and keywords


def _integer(node: ast.LiteralInteger) -> str | None:
    if node.radix == 10 and node.value < 1024:
        return None
    return paragraphs(code(str(node.value)), f"`{node.value:#x}`, octal `0{node.value:o}`")


GROUP = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\((?!\?(?!<[A-Za-z_]))(?:\?<(\w+)>)?")


def _regex(pattern: str) -> str | None:
    """What the groups of a regular expression are."""
    groups: list[str] = []
    for match in GROUP.finditer(pattern):
        if match.group().startswith("("):
            groups.append(f"- `${len(groups) + 1}`: `{_group(pattern, match.start())}`")
    return paragraphs(code(f"/{pattern}/"), "\n".join(groups) or None)


def _group(pattern: str, start: int) -> str:
    depth = 0
    at = start
    while at < len(pattern):
        character = pattern[at]
        at += 2 if character == "\\" else 1
        depth += (character == "(") - (character == ")")
        if depth == 0:
            break
    return pattern[start:at]


def _keyword(view: View, offset: int) -> Hover | None:
    source = view.text.source
    line = view.text.line_span(view.text.position(offset).line)
    for match in WORD.finditer(source, *line):
        if match.start() <= offset <= match.end():
            about = describe.described("keyword", match.group().decode(), view.known)
            return None if about is None else Hover(about, match.start(), match.end())
    return None
