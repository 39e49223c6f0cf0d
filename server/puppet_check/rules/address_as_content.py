"""Files whose `content`, the text of a file, is given the address of a file or the name of a template instead."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

ADDRESS = lazy_pattern(r"puppet:///\S+\Z")
PATH = lazy_pattern(r"\w+(?:/[\w.-]+)+\Z")
"""A relative path: the name of a template, whether there is one or not."""
IN_PATH = lazy_pattern(r"[\w./-]*\Z")
ABSOLUTE = lazy_pattern(r"(?:/[\w.@+-]+)+\Z")
OF_PUPPET = lazy_pattern(r"/puppet(?:labs|master)?(?=/)")
OF_CODE = lazy_pattern(r"/(?:files|templates)/")
TEMPLATES = {"erb": "template", "epp": "epp"}
"""The function for the templates with an extension."""


@issue(Severity.WARNING)
def address_as_content(address: str) -> str:
    """Address of a file, or the name of a template, as the `content` of a file"""
    return f"`content` expects the text of a file, and '{address}' is the address of one; expected `source`"


def _quoted(name: str) -> str:
    return f'"{name}"' if "$" in name else f"'{name}'"


@address_as_content.variant()
def template_name_as_content(name: str, function: str) -> str:
    return f"`content` expects the text of a file, and '{name}' is the name of a template; expected `{function}({_quoted(name)})`"


@address_as_content.variant()
def path_as_content(path: str) -> str:
    return f"`content` expects the text of a file, and '{path}' is the path of one of the code; expected `source`"


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
                    elif _is_on_server(text):
                        yield path_as_content(text).at(value.start, value.end)
                    elif (function := _template(text)) is not None:
                        yield _found(text, function, value, file)
                case ast.AttributeOperation(attribute_name="content", value_expr=ast.ConcatenatedString() as value):
                    function = _computed_template(value)
                    if function is not None:
                        yield _found(file.source(value)[1:-1], function, value, file)


def _found(name: str, function: str, value: ast.Expression, file: File) -> Diagnostic:
    fix = Fix(f"Use {function}()", (Edit(value.start, value.end, f"{function}({file.source(value)})"),))
    return template_name_as_content(name, function).at(value.start, value.end, fixes=(fix,))


def _is_on_server(path: str) -> bool:
    """Whether a path is that of a file or template of the code on the server."""
    if not path.startswith("/") or ABSOLUTE.match(path) is None:
        return False
    first = OF_PUPPET.search(path)
    return first is not None and OF_CODE.search(path, first.end()) is not None


def _template(name: str) -> str | None:
    """The function that renders the template with a name; None if it is not the name of one."""
    return TEMPLATES.get(name.rpartition(".")[2]) if PATH.match(name) else None


def _computed_template(name: ast.ConcatenatedString) -> str | None:
    """The same for a name with interpolations."""
    texts = [each.value for each in name.segments if isinstance(each, ast.LiteralString)]
    last = name.segments[-1]
    end = last.value if isinstance(last, ast.LiteralString) else ""
    is_path = any("/" in each for each in texts) and all(map(IN_PATH.match, texts))
    return TEMPLATES.get(end.rpartition(".")[2]) if is_path else None
