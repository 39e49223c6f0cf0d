"""Variables of classes that nothing in a control repository includes, so that they have no value.

Only reported where all modules are installed, and no manifest, function, template or data mentions the class. Of a module by itself, only
the class with its defaults is judged, which no one else includes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import FOLDERS, has_match, includes_classes, searched
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.infer.model import FileModel
from puppet_typesys.issues.evaluation.names import unknown_variable
from puppet_typesys.loader import CLASS, TypedName

SITE = ("manifests",)
OF_DEFAULTS = "::params"
"""The end of the name of a class with the defaults of others, which they inherit from or include."""


@unknown_variable.variant()
def never_included(variable: str, name: str) -> str:
    return f"Unknown variable: '{variable}'. Nothing includes class '{name}'"


@rule(on=ast.Program)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the variables of classes that are never included."""
    project = file.known.project
    if project.is_environment and project.is_complete and file.model is not None:
        for name, nodes in file.variables.items():
            if "::" in name:
                yield from _check(name.removeprefix("::"), nodes, file, file.model)
    elif not project.is_environment and file.model is not None:
        for name, nodes in file.variables.items():
            if name.rpartition("::")[0].endswith(OF_DEFAULTS):
                found = _check(name.removeprefix("::"), nodes, file, file.model)
                yield from (each._replace(severity=Severity.WARNING) for each in found)


def _check(variable: str, nodes: Iterable[ast.VariableExpression], file: File, model: FileModel) -> Iterator[Diagnostic]:
    name = variable.rpartition("::")[0]
    if not name:
        return
    found = file.known.external.load(TypedName(CLASS, name))
    if found is None or found.parameter(variable.rpartition("::")[2]) is not None or not _is_own(name, file):
        return
    for node in nodes:
        is_reported = any(each.start <= node.end and node.start <= each.end for each in model.findings.values())
        if not is_reported and not _is_mentioned(name, file):
            yield never_included(variable, name).at(node.start, node.end)


def is_never_included(name: str, file: File) -> bool:
    """Whether nothing in a control repository whose modules are all there includes a class, which exists.

    Where no manifest of the site includes classes, a classifier does, which may include any.
    """
    project = file.known.project
    if not (project.is_environment and project.is_complete and _is_own(name, file)):
        return False
    folders = {os.path.dirname(os.path.dirname(each)) for each in project.sites}
    if not any(includes_classes(file.known.disk, folder, SITE) for folder in folders):
        return False
    defined = file.defined_names
    return name not in defined and not _is_mentioned(name, file)


def _is_own(name: str, file: File) -> bool:
    """Whether a class is of the same module as the file, which is not the class itself."""
    module = file.known.project.module_of(file.path)
    defined = file.defined_names
    return module is not None and name.partition("::")[0] == module.name and name not in defined


def _is_mentioned(name: str, file: File) -> bool:
    """Whether a text of the project names a class, other than to define it, to read a variable of it or in a reference."""
    known = file.known
    pattern, ends = _mention(name), _ends(name)
    module = known.project.module_of(file.path)
    # Most classes are mentioned in their own module.
    if module is not None and has_match(known.disk, module.folder, FOLDERS, pattern, name):
        known.world.ask_below(module.folder, FOLDERS)
        return True
    found = known.texts.first_match(pattern, (name, *ends))
    for folder, inner in searched(known.project):
        if found is None or found.startswith(folder + os.sep):
            known.world.ask_below(folder, inner)
    return found is not None


def _ends(name: str) -> list[str]:
    """What follows each of the namespaces in the name of a class, which an interpolation may have before it: `"${namespace}::config"`."""
    segments = name.split("::")
    return ["::".join(segments[start:]) for start in range(1, len(segments))]


@lru_cache(1000)
def _mention(name: str) -> re.Pattern[str]:
    # Comments have it after `== Class: `, too.
    ends = "|".join(_ends(name))
    computed = rf"|\}}::(?:{ends})\b|(?<![\w$:{{]){name.partition('::')[0]}::(?:\w+::)*\$" if ends else ""
    return re.compile(
        rf"(?<![\w$:{{])(?<!\bclass )(?<!= class: )(?<!# class: )(?<!class\[['\"])(?:::)?{name}(?!\w|::\w){computed}", re.IGNORECASE
    )
