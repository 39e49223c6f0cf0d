"""Parameters of EPP templates that no tag reads and that the text names instead: `User=$user`.

Only tags have values of Puppet. A text that gives such a variable a value itself is a program with a variable of the same name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

SUFFIX = ".epp"
COMMENT = lazy_pattern(rb"[ \t]*(?:#|//|;|\*|<!--|--)")
"""What begins a line of text that is no setting."""


@issue(Severity.WARNING)
def variable_as_text(written: str, tag: str) -> str:
    """Variable in the text of a template, outside of tags"""
    return f"`{written}` is text, as it stands outside of a tag; expected `{tag}`"


@rule(on=ast.EppExpression)
def check_template(node: ast.EppExpression, file: File) -> Iterator[Diagnostic]:
    """Report the first place in the text that names each parameter which no tag reads."""
    if not file.path.endswith(SUFFIX):
        return
    scope = next((each for each in file.scopes.all if isinstance(each.node, ast.LambdaExpression) and each.node.body is node), None)
    if scope is None or scope.is_open:
        return
    unread = [name for name in scope.parameters if name and name not in scope.read]
    texts = [each for each in ast.of_class(node, ast.RenderStringExpression) if "$" in each.value] if unread else []
    for name in unread if texts else ():
        yield from _check(name, texts, file)


def _check(name: str, texts: list[ast.RenderStringExpression], file: File) -> Iterator[Diagnostic]:
    source = file.text.source
    if re.search(
        rf"(?<![\w-])\$?{name}\s*:?=(?!=)(?!\s*['\"]?\$\{{?{name}\b)|\b(?:for|foreach|read|local|export|as)\s+\$?{name}\b", _text(texts)
    ):
        return
    pattern = re.compile(rb"(?<![\\$\w])\$(?:\{%b\}|%b\b(?![\[(]|::))" % (name.encode(), name.encode()))
    skipped = 0  # the end of the last line that is a comment
    for each in texts:
        for found in pattern.finditer(source, each.start, each.end):
            if found.start() < skipped:
                continue
            line = source.rfind(b"\n", 0, found.start()) + 1
            if COMMENT.match(source, line) is not None:
                end = source.find(b"\n", found.end())
                skipped = len(source) if end < 0 else end
            else:
                tag = f"<%= ${name} %>"
                fix = Fix("Write a tag", (Edit(found.start(), found.end(), tag),))
                yield variable_as_text(found[0].decode(), tag).at(found.start(), found.end(), fixes=(fix,))
                return


def _text(texts: list[ast.RenderStringExpression]) -> str:
    return "\n".join(each.value for each in texts)
