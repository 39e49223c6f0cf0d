"""References in a define to resources of another one, in a line that was copied from there.

`Concat::Fragment["pool_${name}"]` in a define that declares `"pool6_${name}"` refers to a resource of the define `pool`, which need not be
there. It is one of the define itself that was meant if the whole line is that of the other define, which this one does not declare.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.unknown_reference import FOLDERS, RELATIONS, unknown_reference
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

TITLE = lazy_pattern(r"\$\{(?:name|title)\}|\$(?:name|title)\b")
"""The title of the instance of a define, in a string."""
HOLE = "${name}"
SEPARATOR = lazy_pattern(r"([-_ .:/])")
MOST_PARTS = 41
QUOTED = lazy_pattern(r"\"([^\"\n]*)\"\s*:")
"""A title in double quotes."""
DEFINED = lazy_pattern(r"^\s*define\s+(?:::)?([\w:]+)", re.MULTILINE)


@unknown_reference.variant()
def of_other_define(type: str, title: str, define: str) -> str:
    return f"{type}['{title}'] is a resource of '{define}', which is not declared here"


@rule(on=ast.ResourceTypeDefinition, whole=True)
def check_references(definition: ast.ResourceTypeDefinition, file: File) -> Iterator[Diagnostic]:
    """Report a reference whose title is computed as in another define, where one of its own differs by a word."""
    module = file.known.project.module_of(file.path)
    if module is None or definition.body is None:
        return
    references = [*_references(definition.body, file)]
    own = _own_titles(definition.body, file) if references else {}
    by_rest: dict[tuple[str, ...], set[str]] = {}
    for own_type, titles in own.items():
        for own_title in titles:
            for rest in _without_words(own_title):
                by_rest.setdefault((own_type, *rest), set()).add(own_title)
    file.known.world.ask_below(module.folder, FOLDERS)
    others = [each for each in texts(file.known.disk, module.folder, FOLDERS) if each != file.characters] if by_rest else []
    elsewhere = {TITLE.sub(HOLE, found) for text in others for found in QUOTED.findall(text)}
    for shown_type, key, title in references:
        if title not in elsewhere:
            continue
        type = shown_type.lower().removeprefix("::")
        near = [*set[str]().union(*(by_rest.get((type, *rest), ()) for rest in _without_words(title)))]
        if title in own.get(type, ()) or len(near) != 1:
            continue
        line = _line_of(key, file)
        for text in others:
            define = DEFINED.search(text)
            if line in text and define is not None and _declares(type, title, text):
                name = define[1].lower()
                if (
                    name != definition.name.lower()
                    and not _mentions(file.characters, name)
                    and not any(_mentions(each, name) and _mentions(each, definition.name.lower()) for each in others)
                ):
                    shown = near[0]
                    fix = Fix(f"Change to '{shown}'", (Edit(key.start, key.end, f'"{shown}"'),), "unsafe")
                    found = of_other_define(shown_type, title, name).suggesting(shown)
                    yield found.at(key.start, key.end, fixes=(fix,))
                    break


def _mentions(text: str, define: str) -> bool:
    """Whether a text may declare resources of a define."""
    return re.search(rf"(?<![\w:]){re.escape(define.removeprefix('::'))}\s*(?:\{{|['\"])", text) is not None


def _references(body: ast.Expression, file: File) -> Iterator[tuple[str, ast.ConcatenatedString, str]]:
    """The references with a computed title: the type as it is written, the key and the title."""
    for node in file.inside(body, ast.AccessExpression):
        if not isinstance(node.left_expr, ast.QualifiedReference) or not _is_related(node, file):
            continue
        for key in node.keys:
            if isinstance(key, ast.ConcatenatedString) and HOLE in (title := _title(key, file)):
                yield file.source(node.left_expr), key, title


def _is_related(node: ast.Node, file: File) -> bool:
    """Whether a node is an end of a relationship."""
    around = file.parents.get(node)
    while isinstance(around, ast.LiteralList):
        around = file.parents.get(around)
    if isinstance(around, ast.AttributeOperation):
        return around.attribute_name in RELATIONS
    return isinstance(around, ast.RelationshipExpression)


def _own_titles(body: ast.Expression, file: File) -> dict[str, set[str]]:
    """The titles that a body gives to the resources of each type, by the text between their quotes."""
    found: dict[str, set[str]] = {}
    for node in file.inside(body, ast.ResourceExpression):
        if isinstance(node.type_name, ast.QualifiedName):
            for each in node.bodies:
                for title in each.title.values if isinstance(each.title, ast.LiteralList) else (each.title,):
                    if isinstance(title, ast.ConcatenatedString):
                        found.setdefault(node.type_name.value.removeprefix("::"), set()).add(_title(title, file))
    return found


def _title(node: ast.ConcatenatedString, file: File) -> str:
    return TITLE.sub(HOLE, file.source(node)[1:-1])


def _without_words(title: str) -> Iterator[tuple[str, ...]]:
    """The parts of a title with each of its words left out in turn, so that titles that differ in a word have one in common."""
    parts = SEPARATOR.split(title)
    for at in range(0, len(parts), 2) if len(parts) <= MOST_PARTS else ():
        yield (*parts[:at], "", *parts[at + 1 :])


def _line_of(node: ast.Node, file: File) -> str:
    text = file.characters
    at = len(file.text.slice(0, node.start))
    end = text.find("\n", at)
    return text[text.rfind("\n", 0, at) + 1 : end if end >= 0 else len(text)].strip()


def _declares(type: str, title: str, text: str) -> bool:
    """Whether a text declares a resource of a type with a computed title."""
    return re.search(rf"(?<![\w:]){re.escape(type)}\s*\{{\s*\"{re.escape(title)}\"\s*:", TITLE.sub(HOLE, text)) is not None
