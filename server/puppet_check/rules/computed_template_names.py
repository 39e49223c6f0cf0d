"""Names of templates with interpolations that no file fits, whatever their values are: `template("motd/${kind}.conf.erb")`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.reading.folders import walk_listed
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_check.workspace.disk import NAMES, Disk, remembered_by_size
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.issues.evaluation.names import unknown_file

TEMPLATES = "templates"
FUNCTIONS = frozenset(("template", "epp"))
EPP = ".epp"
"""The extension that `epp` adds."""


@unknown_file.variant()
def no_template_fits(name: str) -> str:
    return f"no template has a name of the form {name}, whatever the values are"


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_name(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report a name that ends with a text, and that fits no file of a folder which has some."""
    function = called(call)
    names = arguments(call) if function in FUNCTIONS else ()
    for each in names[:1] if function == "epp" else names:
        if isinstance(each, ast.ConcatenatedString) and not file.has_finding_in(each) and _fits_none(each, str(function), file):
            yield no_template_fits(file.source(each)).at(each.start, each.end, severity=Severity.WARNING)


def _fits_none(name: ast.ConcatenatedString, function: str, file: File) -> bool:
    first, last = name.segments[0], name.segments[-1]
    if not isinstance(first, ast.LiteralString) or not isinstance(last, ast.LiteralString):
        return False
    module, slash, start = first.value.partition("/")
    found = file.known.project.modules.get(module)
    if not slash or found is None or file.known.project.is_vendored(found.folder):
        return False
    file.known.world.ask_below(found.folder, (TEMPLATES,))
    names = templates_below(file.known.disk, found.folder)
    folder = start.rpartition("/")[0]
    if not any(os.path.dirname(each) == folder for each in names):
        return False  # The templates of a folder that is not there may be kept elsewhere.
    texts = [each.value if isinstance(each, ast.LiteralString) else None for each in name.segments[1:]]
    pattern = re.escape(start) + "".join(".*" if each is None else re.escape(each) for each in texts)
    end = "(?:\\.epp)?" if function == "epp" and not last.value.endswith(EPP) else ""
    fitting = re.compile(pattern + end, re.DOTALL)
    return not any(fitting.fullmatch(each) for each in names)


@remembered_by_size(NAMES)
def templates_below(disk: Disk, folder: str) -> frozenset[str]:
    """The paths of a module's templates, below their folder."""
    top = os.path.join(folder, TEMPLATES)
    listed = walk_listed(folder, TEMPLATES)
    paths = (os.path.join(where, each) for where, found in listed for each in (*found.files, *found.links))
    return frozenset(os.path.relpath(each, top).replace(os.sep, "/") for each in paths)
