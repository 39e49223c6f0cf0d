"""Values that tags of a template compute and do not print, at the calls of templates without the extension of ERB.

Such a file is not checked by itself, as nothing but the call shows that it is a template.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.erb.check import Template, subjects
from puppet_check.rules.erb.erb_lost_output import check_tags, erb_lost_output
from puppet_check.rules.erb_unset_variable import template_names
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic

EXTENSIONS = (".erb", ".epp")
TAG = "<%"


@erb_lost_output.variant()
def lost_in_template(code: str, template: str, line: int) -> str:
    return f"the value of `{code}` is not printed in line {line} of the template {template}; expected `<%= {code} %>`"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_template(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report the first such tag of each template."""
    for argument in arguments(call) if called(call) == "template" else ():
        for name in template_names(argument, call, file):
            text = None if name.endswith(EXTENSIONS) else file.known.world.read_template(name)
            if text is not None and TAG in text:
                yield from _check(name, text.encode("utf-8", "surrogateescape"), argument, file)


def _check(name: str, source: bytes, argument: ast.Expression, file: File) -> Iterator[Diagnostic]:
    for template in subjects(name, source, file.known).parts:
        found = next(iter(check_tags(template, file.known)), None) if isinstance(template, Template) else None
        if found is not None:
            line = source.count(b"\n", 0, found.start) + 1
            code = source[found.start : found.end].decode("utf-8", "replace")
            yield lost_in_template(code, name, line).at(argument.start, argument.end)
