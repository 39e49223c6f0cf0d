"""Parameters that nothing in a module reads, where the body or a template reads an unset variable whose name differs by a letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from puppet_check.rules.erb_unset_variable import variables_of_class
from puppet_check.rules.file import File
from puppet_check.rules.misspelt_variable import FOLDERS, SHORTEST, misspelt_variable
from puppet_check.rules.rule import rule
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.mentions import COMMENT, instance_variables, texts
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.facts import fact
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.edits import respelled
from puppet_typesys.infer.resolution import TOP_VARIABLES
from puppet_typesys.loader import FACT, TypedName
from puppet_typesys.spelling import TextsByParts, one_letter_off

TEMPLATES = ("templates",)
WORD = lazy_pattern(r"\w+\b(?!\s*=>)")
SET = lazy_pattern(r"\$(\w+)|@(\w+)\s*(?:\|\||&&)?=(?![=~])|setvar\W+(\w+)")
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
    in_templates = _in_templates(file.known.disk, module.folder)
    in_body = _read_unset(definition, file)
    of_body = one_letter_off(unread, in_body)
    for name in unread:
        others = {*of_body.get(name, ()), *in_templates.one_letter_off(name)}
        if len(others) != 1:
            continue
        (meant,) = others
        is_of_body = meant in in_body
        words = _words(file.known.disk, module.folder)
        if meant.rstrip("s") == name.rstrip("s") or words.number_of[name] > 1:
            continue
        if is_of_body and any(meant in each.parameters for each in file.scopes.all):
            continue
        if (is_of_body or meant not in words.variables) and _is_unset(meant, definition, file):
            start, end = unread[name].name_span
            fixes = respelled(file.text, start, end, f"${name}", f"${meant}")
            found = misspelt_parameter(name, "the body" if is_of_body else "a template").suggesting(f"${meant}")
            yield found.at(start, end, fixes=fixes)


class _Words(NamedTuple):
    """The names in the texts of a module, without comments."""

    number_of: Counter[str]
    """How often each word stands there other than where a value is given for it."""
    variables: set[str]
    """The variables that code has, and those that code or a template sets."""


@remembered(2)
def _words(disk: Disk, folder: str) -> _Words:
    """Those of a module in a folder; files of one module are checked in a row."""
    plain = [COMMENT.sub("\n", f"\n{text}") for text in texts(disk, folder, FOLDERS)]
    number_of = Counter(word for text in plain for word in WORD.findall(text))
    return _Words(number_of, {name for text in plain for found in SET.findall(text) for name in found if name})


@remembered(2)
def _in_templates(disk: Disk, folder: str) -> TextsByParts:
    """The variables that the templates of a module read."""
    return TextsByParts(instance_variables(disk, folder, TEMPLATES))


def _read_unset(definition: Body, file: File) -> set[str]:
    """The variables with unqualified names that a body reads and nothing in the file assigns."""
    scope = next((each for each in file.scopes.all if each.node is definition), None)
    names = set[str]() if scope is None else scope.read - scope.names - file.assignments.keys()
    return {each for each in names if "::" not in each and each in file.variables}


def _is_unset(name: str, definition: Body, file: File) -> bool:
    """Whether no fact has a name, no class that is inherited from, and no definition as a matter of course."""
    if fact(name) is not None or name in TOP_VARIABLES or name in metaparameters():
        return False
    if file.known.external.load(TypedName(FACT, name)) is not None:
        return False
    parent = definition.parent_class if isinstance(definition, ast.HostClassDefinition) else None
    inherited = set[str]() if parent is None else variables_of_class(parent, file.known.external)
    return inherited is not None and name not in inherited
