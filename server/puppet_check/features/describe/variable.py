"""Descriptions of variables and parameters in Markdown: types, values, assignments."""

from __future__ import annotations

from puppet_check.features.describe import named
from puppet_check.features.describe.literals import captured
from puppet_check.features.describe.markdown import code, paragraphs, shortened
from puppet_check.features.describe.variables import assigned, declared, named_type, type_of_variable, visible
from puppet_check.features.view import View
from puppet_check.workspace.ruby.comments import parse
from puppet_grammar import ast
from puppet_grammar.comments import content, documentation
from puppet_typesys.builtins import texts
from puppet_typesys.builtins.value_reads import FACTS
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import Formatter, show_expanded, show_plain
from puppet_typesys.values.unknown import Unknown, contains_unknown

SETTINGS = "settings::"


def variable_text(view: View, node: ast.VariableExpression, path: tuple[ast.Node, ...]) -> str | None:
    """The description of a variable: its type, its value if it is constant, and where it is set."""
    name = node.name
    if not name or name.isdecimal():
        return None if not name else paragraphs(code(f"${name}"), captured(int(name), path))
    plain = name.removeprefix("::")
    variable = None if "::" in name else assigned(node, path) or visible(view, node.start, path).get(name)
    kind = view.type_of(node)
    if variable is not None and isinstance(variable.node, ast.Parameter):
        return paragraphs(parameter_text(view, variable.node, path, kind), _narrowed(kind, _declared(view, variable.node, path)))
    if kind is None:
        kind = named_type(view, name) if variable is None else type_of_variable(view, variable)
    head = code(f"{type_text(kind)} ${name}" if kind is not None and plain != FACTS else f"${name}")
    value = _value(view, node)
    if value is None and variable is not None and variable.value is not None and variable.is_alone:
        value = _value(view, variable.value)
    value_line = f"Value: `{shortened(value, 200)}`" if value is not None else None
    if plain.startswith(SETTINGS):
        return paragraphs(code(f"${name}"), value_line, texts.setting(plain.removeprefix(SETTINGS)))
    if "::" in plain:
        return paragraphs(head, value_line, named.described("class variable", name, view.known) or texts.variable(plain))
    about = texts.variable(plain) or (variable.about if variable is not None else None)
    if variable is None and about is None:
        about = named.fact((plain,), view.known)
    if variable is not None and variable.node is not None:
        line = view.text.position(variable.node.start).line
        source = shortened(" ".join(view.text.slice(*view.text.line_span(line)).split()), 120)
        about = f"{'Assigned' if variable.is_alone else 'First assigned'} on line {line + 1}: `{source}`"
    before = None if variable is None or variable.value is None or not variable.is_alone or plain == FACTS else view.type_of(variable.value)
    return paragraphs(head, value_line, None if value_line else _narrowed(kind, before), about)


def _declared(view: View, parameter: ast.Parameter, path: tuple[ast.Node, ...]) -> Type | None:
    """The type of a parameter; None for one without a type whose values the engine infers."""
    kind = declared(view, parameter)
    if kind is None and any(isinstance(each, ast.NamedDefinition) and parameter in each.parameters for each in path):
        return model.ANY
    return kind


def _narrowed(here: Type | None, before: Type | None) -> str | None:
    """What conditions say about the type of a variable where it is read."""
    if here is None or before is None or here == before or show_plain(here) == show_plain(before):
        return None
    return f"Here it is `{shortened(Formatter(exact=True).text(here), 300)}`, by the conditions around it."


def type_text(kind: Type) -> str:
    """The text of a type, shortened if it is long; a text that is known is shown where the type has other values as well."""
    return shortened(show_plain(kind) if isinstance(kind, model.String) else Formatter(exact=True).text(kind), 300)


def _value(view: View, node: ast.Node) -> str | None:
    """The value of an expression as text, if it has only one."""
    from puppet_typesys.convert.formats import programmatic  # only constants are shown

    values = view.values_of(node)
    if not values or any(isinstance(each, Unknown) or contains_unknown(each) for each in values):
        return None
    shown = {programmatic(each) for each in values}
    return shown.pop() if len(shown) == 1 else None


def parameter_text(view: View, node: ast.Parameter, path: tuple[ast.Node, ...], read: Type | None = None) -> str:
    """The description of a parameter: type, default and documentation; `read` is its inferred type inside the body."""
    source = view.text.slice
    owner = next(
        (each for each in reversed(path) if isinstance(each, ast.NamedDefinition | ast.LambdaExpression) and node in each.parameters), None
    )
    kind = f"{' '.join(source(*node.type_expr.span).split())} " if node.type_expr is not None else ""
    if node.type_expr is None and isinstance(owner, ast.LambdaExpression):
        inferred = read or read_type(view, node, owner)
        kind = "" if inferred is None else f"{type_text(inferred)} "
    default = f" = {shortened(' '.join(source(*node.value.span).split()), 200)}" if node.value is not None else ""
    about = _documentation(view, owner, node.name) if isinstance(owner, ast.NamedDefinition) else None
    expanded = declared(view, node)
    stands_for = None
    if expanded is not None and "::" in kind:
        stands_for = f"Expands to `{shortened(show_expanded(expanded), 300)}`"
    return paragraphs(code(f"{kind}${node.name}{default}"), about, stands_for, f"Parameter of {_name_of(owner)}.")


def _name_of(owner: ast.Node | None) -> str:
    if isinstance(owner, ast.NamedDefinition):
        return f"`{owner.name}`"
    return "this template" if isinstance(owner, ast.LambdaExpression) and isinstance(owner.body, ast.EppExpression) else "a lambda"


def read_type(view: View, parameter: ast.Parameter, owner: ast.LambdaExpression) -> Type | None:
    """The inferred type of a lambda's parameter inside its body."""
    for each in ast.walk(owner):
        if isinstance(each, ast.VariableExpression) and each.name == parameter.name and (found := view.type_of(each)) is not None:
            return found
    return None


def _documentation(view: View, owner: ast.NamedDefinition, name: str) -> str | None:
    lines = [line for comment in documentation(owner, view.program, view.text) for line in content(comment).split("\n")]
    return parse(lines).parameter(name) or None
