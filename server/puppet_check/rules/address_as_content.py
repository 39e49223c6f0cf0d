"""Files whose `content`, the text of a file, is given the address of a file or the name of a template instead, and the reverse."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.values.unknown import contains_unknown

ADDRESS = lazy_pattern(r"puppet:///\S+\Z")
TEMPLATES = {"erb": "template", "epp": "epp"}
"""The function for the templates with an extension."""
FILLING = frozenset(("template", "epp", "inline_template", "inline_epp"))


@issue(Severity.WARNING)
def address_as_content(address: str) -> str:
    """Address of a file, or the name of a template, as the `content` of a file"""
    return f"`content` expects the text of a file, and '{address}' is the address of one; expected `source`"


@address_as_content.variant()
def template_name_as_content(name: str, function: str) -> str:
    return f"`content` expects the text of a file, and '{name}' is the name of a template; expected `{function}('{name}')`"


@address_as_content.variant()
def text_as_source(function: str) -> str:
    return f"`source` expects the address of a file, and `{function}()` returns a text; expected `content`"


@rule(on=ast.ResourceExpression, whole=True)
def check_content(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report literal contents that are such a name."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value.removeprefix("::") != "file":
        return
    for body in node.bodies:
        names = {each.attribute_name for each in body.operations if isinstance(each, ast.AttributeOperation)}
        for each in body.operations:
            match each:
                case ast.AttributeOperation(attribute_name="content", value_expr=ast.LiteralString(value=text) as value):
                    if ADDRESS.match(text):
                        fix = Fix("Change to 'source'", (Edit(each.start, each.start + len("content"), "source"),))
                        fixes = () if "source" in names else (fix,)
                        yield address_as_content(text).at(value.start, value.end, fixes=fixes)
                    elif (function := _template(text, file)) is not None:
                        fix = Fix(f"Use {function}()", (Edit(value.start, value.end, f"{function}({file.source(value)})"),))
                        yield template_name_as_content(text, function).at(value.start, value.end, fixes=(fix,))
                case ast.AttributeOperation(attribute_name="source", value_expr=value):
                    yield from _filled_in(each, value, names, file)


def _filled_in(operation: ast.AttributeOperation, value: ast.Expression, names: set[str], file: File) -> Iterator[Diagnostic]:
    """The text of a template as a `source`, unless it is known, so that the evaluation reports it."""
    function = called(value)
    seen = () if file.model is None else file.model.values.get(id(value), ())
    if function is None or function not in FILLING or not contains_unknown(tuple(seen)):
        return
    fix = Fix("Change to 'content'", (Edit(operation.start, operation.start + len("source"), "content"),))
    yield text_as_source(function).at(value.start, value.end, fixes=() if "content" in names else (fix,))


def _template(name: str, file: File) -> str | None:
    """The function that renders the template with a name; None if there is none."""
    function = TEMPLATES.get(name.rpartition(".")[2])
    if function is None or "/" not in name or "\n" in name or name.partition("/")[0] not in file.known.project.modules:
        return None
    return None if file.known.world.read_template(name) is None else function
