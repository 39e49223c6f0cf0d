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
MOST = 50
"""The number of parameters that no tag reads up to which the text is searched for each."""
VARIABLE = lazy_pattern(r"(?<![\\$\w])\$\{?([a-z]\w*)")
"""A variable; those of the environment have capitals."""
OF_SCRIPTS = lazy_pattern(r"\A\s*#!|^\s*(?:\.|source)\s+\S", re.MULTILINE)
"""What scripts have, whose variables may be set anywhere."""
OF_SERVERS = lazy_pattern(r"[;{]\s*$", re.MULTILINE)
"""How lines of the configuration of a web server end that has variables."""
SERVER_VARIABLES = frozenset(
    """args body_bytes_sent content_length content_type document_root document_uri host hostname http_host pid query_string remote_addr
    remote_port remote_user request request_body request_method request_time request_uri scheme server_addr server_name server_port
    server_protocol status time_local upstream_addr uri""".split()
)
"""The variables of such a server."""
DECLARING = r"\b(?:my|our|local|global|static|var|let|set|param|function|sub|proc|foreach|for|as|map|geo|each|catch)\b"
"""What declares variables in other languages."""


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
    texts = ast.of_class(node, ast.RenderStringExpression) if unread else []
    text = "\n".join(each.value for each in texts)
    if "$" not in text or any(each not in scope.parameters for each in VARIABLE.findall(text)) or OF_SCRIPTS.search(text) is not None:
        return
    is_of_server = OF_SERVERS.search(text) is not None
    for name in unread if len(unread) <= MOST else ():
        if not (is_of_server and name in SERVER_VARIABLES):
            yield from _check(name, text, [each for each in texts if "$" in each.value], file)


def _check(name: str, text: str, texts: list[ast.RenderStringExpression], file: File) -> Iterator[Diagnostic]:
    source = file.text.source
    assigned = rf"\$?(?<![\w-]){name}\s*:?=(?!=)(?!\s*['\"]?\$\{{?{name}\b)"
    bare = rf"(?<![\w$-])(?<!\$\{{){name}\b(?!\s*[:=]?\s*['\"]?\$\{{?{name}\b)"
    if re.search(
        rf"{assigned}|{bare}|{DECLARING}[^\n;]{{0,200}}\$\{{?{name}\b|\$\{{?{name}\}}?[ \t]*(?:\{{|\+\+|--|[-+.*/|?:]?=(?!=))", text
    ):
        return  # A name that stands for itself may be declared there, in whatever language.
    pattern = re.compile(rb"(?<![\\$\w])\$(?:\{%b\}|%b\b(?![\[($]|::))" % (name.encode(), name.encode()))
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
