"""Names of templates that end with a fact, where all files of such names end with `.erb`: `template("motd/issue.el${major}")`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from puppet_check.reading.folders import names_in
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity
from puppet_typesys.issues.evaluation.names import unknown_file

EXTENSION = ".erb"
TEMPLATES = "templates"
FACTS = "facts"


@unknown_file.variant()
def template_without_extension(name: str) -> str:
    return f"no template has the name {name}; all such templates end with '{EXTENSION}'"


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_template(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report a name whose last part is computed from facts, and that fits no file as it is."""
    for each in arguments(call) if called(call) == "template" else ():
        if isinstance(each, ast.ConcatenatedString) and isinstance(each.segments[-1], ast.TextExpression) and _lacks_extension(each, file):
            fix = Fix(f"Add '{EXTENSION}'", (Edit(each.end - 1, each.end - 1, EXTENSION),), "unsafe")
            yield template_without_extension(file.source(each)).at(each.start, each.end, fixes=(fix,), severity=Severity.WARNING)


def _lacks_extension(name: ast.ConcatenatedString, file: File) -> bool:
    """Whether the files that fit a name have an extension more, and there are some."""
    texts = [each.value if isinstance(each, ast.LiteralString) else None for each in name.segments]
    folder, slash, start = (texts[0] or "").rpartition("/")
    module, _, inner = folder.partition("/")
    if not slash or any("/" in each for each in texts[1:] if each is not None) or module not in file.known.project.modules:
        return False
    if not all(_is_of_facts(each.expr, file) for each in name.segments if isinstance(each, ast.TextExpression)):
        return False
    path = os.path.join(file.known.project.modules[module].folder, TEMPLATES, *filter(None, inner.split("/")))
    if not file.known.world.exists(os.path.join(path, "")):
        return False
    fitting = [each for each in names_in(path) if _fits(each, (start, *texts[1:]))]
    return bool(fitting) and all(each.endswith(EXTENSION) for each in fitting)


def _fits(name: str, texts: Iterable[str | None]) -> bool:
    """Whether a name has some texts in their order, with one or more characters for each None between them and at the end."""
    at = gap = 0
    for each in texts:
        if each is None:
            gap += 1
            continue
        found = name.find(each, at + gap)
        if found < 0 or (gap == 0 and found != at):
            return False
        at, gap = found + len(each), 0
    return len(name) >= at + gap


def _is_of_facts(node: ast.Expression, file: File) -> bool:
    """Whether a value is a fact, or a variable of the definition that is only assigned one."""
    while isinstance(node, ast.AccessExpression):
        node = node.left_expr
    if not isinstance(node, ast.VariableExpression):
        return False
    if node.name.removeprefix("::") == FACTS:
        return True
    around = file.definition_around(node)
    assigned = [each.right_expr for each in file.assignments.get(node.name, ()) if file.definition_around(each) is around]
    return bool(assigned) and all(isinstance(each, ast.AccessExpression) and _is_of_facts(each, file) for each in assigned)
