"""Ruby in the literal texts that `inline_template` fills in."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic


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
