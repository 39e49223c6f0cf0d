"""Templates of ERB whose names do not say so: `template('ntp/ntp.conf')`. Others are checked as files of their own."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.template_names import template_names
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Related

SUFFIXES = (".erb", ".epp")
"""The ends of the names of templates that are checked as files."""


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_template(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a template that is not valid Ruby, or that has a bare name which nothing defines."""
    if called(call) != "template":
        return
    for argument in arguments(call):
        for name in template_names(argument, call, file):
            if not name.endswith(SUFFIXES):
                yield from _check(name, argument, file)


def _check(name: str, argument: ast.Expression, file: File) -> Iterator[Diagnostic]:
    path = file.known.world.find_template(name)
    text = file.known.world.read_template(name) if path else None
    if text is None or "<%" not in text:
        return
    from puppet_check.rules.erb.check import Template, subjects  # 20 ms for Ruby's grammar, which few manifests need
    from puppet_check.rules.erb.erb_unknown_name import names_in

    found = subjects(file.path, text.encode("utf-8", "surrogateescape"), file.known)
    for each in (*found.problems, *(each for template in found.parts if isinstance(template, Template) for each in names_in(template))):
        there = Related(each.start, each.end, "in this template", path)
        yield each._replace(start=argument.start, end=argument.end, fixes=(), related=(there,))
