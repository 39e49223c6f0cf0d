"""Parameters that nothing in a module reads, where the body or a template reads an unset variable whose name differs by a letter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.erb_unset_variable import variables_of_class
from puppet_check.rules.file import File
from puppet_check.rules.misspelt_variable import FOLDERS, SHORTEST, misspelt_variable
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import COMMENT, instance_variables, texts
from puppet_grammar import ast
from puppet_typesys.builtins.facts import fact
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.edits import respelled
from puppet_typesys.infer.resolution import TOP_VARIABLES
from puppet_typesys.loader import FACT, TypedName
from puppet_typesys.spelling import one_letter_off

TEMPLATES = ("templates",)
Body = ast.HostClassDefinition | ast.ResourceTypeDefinition


@misspelt_variable.variant()
def misspelt_parameter(name: str, reader: str) -> str:
    return f"nothing reads the parameter `${name}`, and {reader} reads a variable of nearly the same name, which is not set"


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition), whole=True)
def check_parameters(definition: Body, file: File) -> Iterator[Diagnostic]:
    """Report a parameter in whose place another name is read."""
    unread = {each.name: each for each in definition.parameters if len(each.name) >= SHORTEST and each.name not in file.variables}
    module = file.known.project.module_of(file.path) if unread and definition.body is not None else None
    if module is None:
        return
    file.known.world.ask_below(module.folder, (*FOLDERS, *TEMPLATES))
    in_templates = instance_variables(file.known.disk, module.folder, TEMPLATES)
    in_body = _read_unset(definition, file)
    near = one_letter_off(unread, in_body | in_templates)
    for name, others in near.items():
        if len(others) != 1 or others[0].rstrip("s") == name.rstrip("s") or not _is_unset(others[0], definition, file):
            continue
        several = [COMMENT.sub("\n", f"\n{text}") for text in texts(file.known.disk, module.folder, FOLDERS)]
        is_of_body = others[0] in in_body
        if _is_read(name, several) or (not is_of_body and _is_set(others[0], several)):
            continue
        start, end = unread[name].name_span
        fixes = respelled(file.text, start, end, f"${name}", f"${others[0]}")
        found = misspelt_parameter(name, "the body" if is_of_body else "a template").suggesting(f"${others[0]}")
        yield found.at(start, end, fixes=fixes)


def _is_set(name: str, several: list[str]) -> bool:
    """Whether code or a template of the module has or sets a variable."""
    has = re.compile(rf"\${name}\b|@{name}\s*(?:\|\||&&)?=(?![=~])|setvar\W+{name}\b")
    return any(has.search(text) for text in several)


def _read_unset(definition: Body, file: File) -> set[str]:
    """The variables with unqualified names that a body reads and nothing in the file sets."""
    scope = next((each for each in file.scopes.all if each.node is definition), None)
    names = set() if scope is None else scope.read - scope.names - file.assignments.keys()
    given = {parameter.name for scope in file.scopes.all for parameter in scope.parameters.values()} if names else set()
    return {each for each in names - given if "::" not in each and each in file.variables}


def _is_unset(name: str, definition: Body, file: File) -> bool:
    """Whether no fact has a name, no class that is inherited from, and no definition as a matter of course."""
    if fact(name) is not None or name in TOP_VARIABLES or name in metaparameters():
        return False
    if file.known.external.load(TypedName(FACT, name)) is not None:
        return False
    parent = definition.parent_class if isinstance(definition, ast.HostClassDefinition) else None
    inherited = set[str]() if parent is None else variables_of_class(parent, file.known.external)
    return inherited is not None and name not in inherited


def _is_read(name: str, several: list[str]) -> bool:
    """Whether a word stands in a text other than as a parameter in one place, or where a value is given for it."""
    used = re.compile(rf"(?<!\w){re.escape(name)}\b(?!\s*=>)")
    return sum(len(used.findall(text)) for text in several) > 1
