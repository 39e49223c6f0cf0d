"""The parameters of EPP templates, by the names of the templates."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.features.describe.markdown import code, paragraphs
from puppet_check.workspace.known import Known
from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_grammar.parse import Mode
from puppet_grammar.text import Text


class TemplateParameter(NamedTuple):
    """A parameter of a template."""

    name: str
    type: str
    has_default: bool


def template_parameters(template: str, known: Known) -> list[TemplateParameter]:
    """The parameters of a template `module/file`; none if it is unknown."""
    source = known.world.read_template(template)
    if source is None:
        return []
    text = Text(source)
    body = read(text, Mode(epp=True))[0].body
    several = body.parameters if isinstance(body, ast.LambdaExpression) else ()
    return [
        TemplateParameter(each.name, "" if each.type_expr is None else text.slice(*each.type_expr.span), each.value is not None)
        for each in several
    ]


def template_argument_text(template: str, name: str, known: Known) -> str | None:
    """The description of a parameter of a template; None if it is unknown."""
    found = next((each for each in template_parameters(template, known) if each.name == name), None)
    return None if found is None else paragraphs(code(f"{found.type} ${name}".strip()), f"Parameter of the template `{template}`.")
