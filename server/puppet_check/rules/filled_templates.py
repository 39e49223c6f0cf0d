"""Ruby in the literal texts that `inline_template` fills in, and in templates whose names do not say that they are ERB.

Other templates are checked as files of their own. A template of a module that is not there, which the module of the file has, is a slip in
its name: `template('nswl/backup.sh')` in `netscaler`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.rules.erb_unset_variable import template_names
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Related, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_file

SUFFIXES = (".erb", ".epp")
"""The ends of the names of templates that are checked as files."""
OF_FUNCTIONS = {"template": "", "epp": ".epp"}
"""The functions that fill in templates, with the suffix that a name may lack."""


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_inline(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a text that is not valid Ruby, or that has a bare name which nothing defines."""
    if called(call) != "inline_template":
        return
    for argument in arguments(call):
        if isinstance(argument, ast.LiteralString) and "<%" in argument.value:
            yield from _check(argument, file)


def _check(argument: ast.LiteralString, file: File) -> Iterator[Diagnostic]:
    from puppet_check.rules.erb.check import Template, subjects  # 20 ms for Ruby's grammar, which few manifests need
    from puppet_check.rules.erb.erb_unknown_name import names_in

    source = argument.value.encode("utf-8", "surrogateescape")
    found = subjects(file.path, source, file.known)
    problems = [*found.problems, *(each for template in found.parts if isinstance(template, Template) for each in names_in(template))]
    # The offsets in the text are those in the manifest if nothing is escaped.
    quoted = file.text.source[argument.start + 1 : argument.end - 1]
    for each in problems:
        if quoted == source:
            first = argument.start + 1
            edits = tuple(
                fix._replace(edits=tuple(edit._replace(start=edit.start + first, end=edit.end + first) for edit in fix.edits))
                for fix in each.fixes
            )
            others = tuple(other._replace(start=other.start + first, end=other.end + first) for other in each.related)
            yield each._replace(start=each.start + first, end=each.end + first, fixes=edits, related=others)
        else:
            yield each._replace(start=argument.start, end=argument.end, fixes=(), related=())


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_template(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a template that is not valid Ruby, or that has a bare name which nothing defines."""
    if called(call) != "template":
        return
    for argument in arguments(call):
        for name in template_names(argument, call, file):
            if not name.endswith(SUFFIXES):
                yield from _check_file(name, argument, file)


def _check_file(name: str, argument: ast.Expression, file: File) -> Iterator[Diagnostic]:
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


@unknown_file.variant()
def template_elsewhere(template: str, module: str) -> str:
    return f"there is no module '{module}' with the template '{template}'"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_name(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a literal name of a template of a module that is neither installed nor declared."""
    own, project = file.known.project.module_of(file.path), file.known.project
    if own is None or called(call) not in OF_FUNCTIONS:
        return
    for each in arguments(call)[:1]:
        if not isinstance(each, ast.LiteralString):
            continue
        module, _, rest = each.value.partition("/")
        if not rest or (module == os.path.basename(own.folder) and not module.endswith(f"-{own.name}")):
            continue
        if module in project.modules or module in project.missing or project.is_external(module):
            continue
        suffix = "" if rest.endswith(OF_FUNCTIONS[called(call)]) else OF_FUNCTIONS[called(call)]
        likely = (f"{own.name}/{rest}", *((rest,) if rest.startswith(f"{own.name}/") else ()))
        meant = next((name for name in likely if file.known.world.find_template(name + suffix)), None)
        if meant is not None:
            fixes = respelled(file.text, each.start + 1, each.end - 1, each.value, meant)
            yield template_elsewhere(each.value, module).suggesting(meant).at(each.start, each.end, fixes=fixes, severity=Severity.WARNING)
