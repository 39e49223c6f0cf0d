"""Variables of classes that are included too late: by the body of a define whose defaults read them, or only by somebody else.

The defaults are evaluated before the body, so that the variable has a value only if something else has included the class before. A class
that reads variables of another one without including it depends on others as well. It is a slip in a module by itself whose other classes
with such variables nearly all include it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.near_classes import INCLUDING
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.mentions import QUALIFIED, texts
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.loader import CLASS, TypedName

MOST_PARENTS = 10
MANIFESTS = ("manifests",)
PRIVATE = "private"
"""What the documentation or the code of a class says which only others of its module may include."""
FEWEST = 3
"""How many other classes of a module at least include one whose variables they read."""
SHARE = 0.75
"""The share of those that read its variables which do."""
MOST_INCLUDED = 200
NAME = r"['\"]?(?:::)?\w+(?:::\w+)*['\"]?"
INCLUDED = lazy_pattern(rf"(?:\b(?:include|contain|require|inherits)\b|\bclass\s*\{{)[\s(\[]*({NAME}(?:\s*,\s*{NAME})*)", re.IGNORECASE)
"""The names of the classes that a manifest includes, inherits from or declares."""
CLASS_BEGINNING = lazy_pattern(r"^\s*class\s+[\w:]+", re.MULTILINE)
"""What a manifest has that defines a class."""


@issue(Severity.INFO)
def late_include(variable: str, class_name: str) -> str:
    """Default reads a variable of a class that the body includes"""
    return f"`${variable}` is read before the body includes '{class_name}', which sets it"


@rule(on=ast.ResourceTypeDefinition, whole=True)
def check_defaults(node: ast.ResourceTypeDefinition, file: File) -> Iterator[Diagnostic]:
    """Report each such variable, with the statement of the body that comes too late."""
    defaults = [each.value for each in node.parameters if each.value is not None]
    read = [each for value in defaults for each in ast.of_class(value, ast.VariableExpression) if "::" in each.name.removeprefix("::")]
    if not read:
        return
    included = dict(_included(node.body, file))
    for each in read:
        owner = each.name.removeprefix("::").rpartition("::")[0]
        if owner in included:
            yield late_include(each.name, included[owner]).at(each.start, each.end)


@late_include.variant()
def included_by_siblings(variable: str, class_name: str, count: int) -> str:
    return f"`${variable}` is read without including '{class_name}', unlike in {count} other manifests of the module"


@rule(on=ast.HostClassDefinition, whole=True)
def check_class(node: ast.HostClassDefinition, file: File) -> Iterator[Diagnostic]:
    """Report the first read of a variable of a class that nothing includes before, unlike in the other classes of the module."""
    module = file.known.project.module_of(file.path)
    if module is None or len(file.known.project.modules) > 1 or len(file.program.definitions) > 1 or PRIVATE in file.characters:
        return
    first: dict[str, ast.VariableExpression] = {}
    for name, nodes in file.variables.items():
        owner = name.lower().removeprefix("::").rpartition("::")[0]
        if owner.startswith(f"{module.name}::") and owner not in first:
            first[owner] = nodes[0]
    name = node.name.lower().removeprefix("::")
    for owner, each in first.items():
        if name == owner or file.known.external.load(TypedName(CLASS, owner)) is None:
            continue
        count = _siblings_including(owner, module.folder, file)
        if count and owner not in _closure(file.characters, file) and not _is_included(name, module.folder, file):
            message = included_by_siblings(each.name.removeprefix("::"), owner, count)
            yield message.at(each.start, each.end, severity=Severity.WARNING)


def _siblings_including(owner: str, folder: str, file: File) -> int:
    """How many manifests of a module include a class whose variables they read; 0 if too few of the others that read them do."""
    file.known.world.ask_below(folder, MANIFESTS)
    reading, including = _readers(file.known.disk, folder).get(owner, (0, 0))
    return including if including >= FEWEST and including >= SHARE * (reading - 1) else 0


@remembered(10_000)
def _readers(disk: Disk, folder: str) -> dict[str, tuple[int, int]]:
    """How many manifests of a module read variables of a class, and how many of these include it, by its name."""
    found: dict[str, tuple[int, int]] = {}
    for text in texts(disk, folder, MANIFESTS):
        owners = {each.lower() for each, _ in QUALIFIED.findall(text)}
        named = _named(text) if owners else set[str]()
        for owner in owners:
            reading, including = found.get(owner, (0, 0))
            found[owner] = (reading + 1, including + (owner in named))
    return found


def _named(text: str) -> set[str]:
    """The classes that a manifest includes, inherits from or declares."""
    return {part.strip("'\" :\n\t").lower() for found in INCLUDED.findall(text) for part in found.split(",")}


def _closure(text: str, file: File) -> set[str]:
    """The classes that a manifest includes, and those that they include."""
    found, waiting = set[str](), [text]
    while waiting and len(found) < MOST_INCLUDED:
        for name in _named(waiting.pop()) - found:
            found.add(name)
            definition = file.known.external.load(TypedName(CLASS, name))
            waiting.extend([] if definition is None else [file.known.world.text_of(definition.place.path) or ""])
    return found


def _is_included(name: str, folder: str, file: File) -> bool:
    """Whether a class of the module includes one, so that it is evaluated when what comes before it is."""
    several = texts(file.known.disk, folder, MANIFESTS)
    return any(name in text and CLASS_BEGINNING.search(text) and name in _named(text) for text in several)


def _included(body: ast.Expression | None, file: File) -> Iterator[tuple[str, str]]:
    """The classes that a body always includes, and those that they inherit from, each with the one that is named."""
    statements = body.statements if isinstance(body, ast.BlockExpression) else () if body is None else (body,)
    for statement in statements:
        for each in arguments(statement) if called(statement) in INCLUDING else ():
            if isinstance(each, ast.LiteralString | ast.QualifiedName):
                yield from ((name, each.value.removeprefix("::")) for name in _with_parents(each.value.removeprefix("::").lower(), file))


def _with_parents(name: str, file: File) -> Iterator[str]:
    for _ in range(MOST_PARENTS):
        found = file.known.external.load(TypedName(CLASS, name))
        if found is None:
            return
        yield name
        if found.parent is None:
            return
        name = found.parent.removeprefix("::").lower()
