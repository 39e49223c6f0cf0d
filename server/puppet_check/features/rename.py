"""Renaming of symbols: the edits of all files that name them, or the reason why a rename would not be safe."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puppet_check.features import other
from puppet_check.features.names import capitalised, file_of, name_of, refused_name
from puppet_check.features.node_at import path_at
from puppet_check.features.occurrences import occurrences
from puppet_check.features.other import OtherView
from puppet_check.features.project_files import ProjectFiles
from puppet_check.features.references import Reference, references_of
from puppet_check.features.symbols import DEFINED, LOCAL, MEMBER, TOP, Occurrence, Symbol, plain
from puppet_check.features.targets import scope_of, targets
from puppet_check.features.variable_occurrences import declared
from puppet_check.features.view import View
from puppet_check.rules.scopes import arguments, called
from puppet_check.workspace.kinds import is_code
from puppet_grammar import ast
from puppet_grammar.comments import tagged
from puppet_grammar.text import Span
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, TYPE, TypedName

MAKING = frozenset(("create_resources", "ensure_resource", "ensure_resources"))
VARIABLES = frozenset((LOCAL, MEMBER, TOP))
DEFINITIONS = frozenset((CLASS, DEFINE, FUNCTION, TYPE))
RUBY_VARIABLE = "@"
"""The prefix of variables in ERB templates."""


class Refusal(NamedTuple):
    """The reason why a rename is refused."""

    reason: str


class Renamed(NamedTuple):
    """The edits by path, and the files to rename."""

    edits: dict[str, list[Edit]]
    moves: tuple[tuple[str, str], ...] = ()


def prepare(view: View, occurrences: Sequence[Occurrence], project_files: ProjectFiles) -> Span | Refusal:
    """The span that a rename of the symbols at a place would replace, or a refusal."""
    if not occurrences:
        return NOTHING
    reason = _refused(occurrences[0], view, project_files)
    return Refusal(reason) if reason is not None else _part(occurrences[0])


def rename(view: View, occurrences: Sequence[Occurrence], name: str, project_files: ProjectFiles) -> Renamed | Refusal:
    """The changes that rename the symbols at a place, or a refusal."""
    if not occurrences:
        return NOTHING
    occurrence = occurrences[0]
    reason = _refused(occurrence, view, project_files)
    if reason is None:
        reason = refused_name(occurrence.symbol.kind, name.removeprefix("$"))
    if reason is not None:
        return Refusal(reason)
    if occurrence.symbol.kind in VARIABLES:
        return _rename_variable(occurrence.symbol, name.removeprefix("$"), view, project_files)
    return _rename_definition(occurrence.symbol, name, view, project_files)


NOTHING = Refusal("there is nothing to rename here")


def _part(occurrence: Occurrence) -> Span:
    """The span of the name alone, without the class in a Hiera key."""
    if occurrence.symbol.kind in VARIABLES:
        return Span(occurrence.end - len(occurrence.symbol.name), occurrence.end)
    return Span(occurrence.start, occurrence.end)


def _refused(occurrence: Occurrence, view: View, project_files: ProjectFiles) -> str | None:
    """The reason why a symbol cannot be renamed at all; None if it can."""
    symbol = occurrence.symbol
    if symbol.kind not in VARIABLES | DEFINITIONS:
        return "only variables, parameters, classes, defines, functions and types can be renamed"
    places = targets(symbol, view, project_files)
    if not places:
        return f"nothing in the project defines '{symbol.name}'"
    if not all(is_code(each.path) for each in places):
        return f"'{symbol.name}' is not defined in Puppet code"
    module = project_files.known.project.module_of(places[0].path)
    if module is not None and module.is_fixture:
        return f"'{symbol.name}' belongs to the module {module.name}, which is only a fixture for tests"
    if symbol.kind in DEFINITIONS and len(places) > 1:
        return f"'{symbol.name}' is defined in {len(places)} places"
    return _refused_variable(symbol, view, project_files, places[0].path) if symbol.kind in VARIABLES else None


# ---- variables


def _refused_variable(symbol: Symbol, view: View, project_files: ProjectFiles, path: str) -> str | None:
    home = project_files.view(os.path.abspath(path)) or view
    scope = scope_of(symbol, home)
    if isinstance(scope, ast.LambdaExpression) and isinstance(scope.body, ast.EppExpression):
        parameter = declared(scope).get(symbol.name)
        return "some callers of the template are unknown" if isinstance(parameter, ast.Parameter) else None
    for call in () if scope is None else _template_calls(scope):
        reason = _refused_template(call, symbol.name, project_files)
        if reason is not None:
            return reason
    return _refused_member(symbol, project_files) if symbol.kind == MEMBER else None


def _refused_member(symbol: Symbol, project_files: ProjectFiles) -> str | None:
    """The reason why a class or define's variable cannot be renamed: uses in other files that cannot be tracked."""
    if symbol.owner.startswith(f"{CLASS} "):
        read = re.compile(rf"@{symbol.name}\b|\b{symbol.owner_name.name}::{symbol.name}\b".encode())
        for path in project_files.ruby_templates(symbol.owner_name.name.partition("::")[0]):
            if read.search(project_files.text(path).source):
                return f"the template '{os.path.basename(path)}' may read it"
    for view in project_files.with_words([symbol.name, symbol.owner_name.name]):
        for node in ast.walk(view.program):
            if isinstance(node, ast.HostClassDefinition) and _means_two(symbol, node, project_files):
                return f"the class '{node.name}' reads '{symbol.name}' of a class that it inherits from before it assigns its own"
            if called(node) in MAKING and _names(arguments(node)[:1], symbol.owner_name.name):
                return f"{called(node)} in {os.path.basename(view.path)} may set it"
            if isinstance(node, ast.ResourceExpression) and _is_computed(node) and _gives(node, symbol.name):
                return f"a declaration with a computed name in {os.path.basename(view.path)} may be of '{symbol.owner_name.name}'"
    return None


def _means_two(symbol: Symbol, definition: ast.HostClassDefinition, project_files: ProjectFiles) -> bool:
    """Whether a name means an inherited variable before the class assigns its own variable of that name."""
    if definition.parent_class is None or definition.body is None or symbol.owner_name.name not in _line(definition, project_files):
        return False
    read = [node.start for node in ast.walk(definition.body) if isinstance(node, ast.VariableExpression) and node.name == symbol.name]
    assigned = (node.left_expr for node in ast.walk(definition.body) if isinstance(node, ast.AssignmentExpression))
    made = [each.start for each in assigned if isinstance(each, ast.VariableExpression) and each.name == symbol.name]
    return bool(made) and min(read) < min(made)


def _line(definition: ast.HostClassDefinition, project_files: ProjectFiles) -> set[str]:
    """The names of a class and its ancestors."""
    found = {plain(definition.name)}
    above = definition.parent_class
    while above is not None and plain(above) not in found:
        found.add(plain(above))
        known = project_files.known.loader.load(TypedName(CLASS, plain(above)))
        above = None if known is None else known.parent
    return found


def _names(given: Iterable[ast.Expression], name: str) -> bool:
    """Whether the arguments of a function that creates resources may name a type."""
    return any(not isinstance(each, ast.LiteralString | ast.QualifiedName) or plain(each.value) == name for each in given)


def _is_computed(node: ast.ResourceExpression) -> bool:
    if not isinstance(node.type_name, ast.QualifiedName):
        return True
    titles = (each.title for each in node.bodies)
    return node.type_name.value == "class" and not all(isinstance(each, ast.LiteralString | ast.QualifiedName) for each in titles)


def _gives(node: ast.ResourceExpression, name: str) -> bool:
    operations = [operation for body in node.bodies for operation in body.operations]
    return any(isinstance(each, ast.AttributeOperation) and each.attribute_name == name for each in operations)


def _template_calls(scope: ast.Node) -> Iterable[ast.Node]:
    return (each for each in ast.walk(scope) if called(each) in ("template", "inline_template", "inline_epp"))


def _refused_template(call: ast.Node, name: str, project_files: ProjectFiles) -> str | None:
    for each in arguments(call):
        if not isinstance(each, ast.LiteralString):
            return "a template with a computed name or text may read it"
        source = each.value
        if called(call) == "template":
            path = project_files.known.world.find_template(each.value)
            if not path:
                return f"the template '{each.value}', which may read it, does not exist"
            source = project_files.text(path).slice(0, len(project_files.text(path)))
        if re.search(rf"(?<!\w){name}(?!\w)", source):
            return f"the template '{each.value[:40]}' reads it"
    return None


def _rename_variable(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> Renamed | Refusal:
    if name == symbol.name:
        return Renamed({})
    home = (
        view if symbol.kind in (LOCAL, TOP) else project_files.view(os.path.abspath(targets(symbol, view, project_files)[0].path)) or view
    )
    scope = scope_of(symbol, home)
    if scope is not None and _is_taken(name, scope, home):
        return Refusal(f"'${name}' is already a variable here")
    edits: dict[str, list[Edit]] = {}
    for each in _changeable(references_of(symbol, view, project_files), project_files):
        start = each.end - len(symbol.name)
        edits.setdefault(each.path, []).append(Edit(start, each.end, name))
    for span in tagged(symbol.name, scope, home.program, home.text):
        edits.setdefault(os.path.abspath(home.path), []).append(Edit(*span, name))
    return Renamed(edits)


def _is_taken(name: str, scope: ast.Node, view: View) -> bool:
    """Whether a name is already used in a body, or in those around or inside it."""
    if any(name in declared(each) for each in _around(scope, view)):
        return True
    for each in ast.walk(scope):
        if isinstance(each, ast.VariableExpression) and each.name == name:
            return True
        if isinstance(each, ast.LambdaExpression) and name in declared(each):
            return True
    return False


def _around(scope: ast.Node, view: View) -> list[ast.Node]:
    return [each for each in path_at(view.program, scope.start) if isinstance(each, ast.LambdaExpression | ast.Definition)] + [scope]


def _changeable(found: Iterable[Reference], project_files: ProjectFiles) -> list[Reference]:
    """The references outside of test fixtures."""
    fixtures = [each.folder + os.sep for each in project_files.known.project.modules.values() if each.is_fixture]
    return sorted({each for each in found if not any(each.path.startswith(folder) for folder in fixtures)})


# ---- definitions


def _rename_definition(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> Renamed | Refusal:
    new = name.lower()
    if new == symbol.name:
        return Renamed({})
    taken = [kind for kind in (CLASS, DEFINE) if symbol.kind in (CLASS, DEFINE)] or [symbol.kind]
    if any(project_files.known.loader.load(TypedName(kind, new)) is not None for kind in taken):
        return Refusal(f"'{name}' already exists")
    (place,) = targets(symbol, view, project_files)
    home = project_files.view(os.path.abspath(place.path))
    if home is None or home.text.slice(place.start, place.end).lower().removeprefix("::") != symbol.name:
        return Refusal(f"the name '{symbol.name}' is derived from the enclosing definition")
    moves: tuple[tuple[str, str], ...] = ()
    if name_of(place.path, project_files.known.project) == symbol.name:
        path = file_of(symbol.kind, new, project_files.known.project)
        if path is None:
            return Refusal(f"there is no module for '{name}'")
        if os.path.exists(path):
            return Refusal(f"the file for '{name}' already exists: {path}")
        if len([each for each in home.program.definitions if each.__class__ in DEFINED]) > 1:
            return Refusal(f"the file of '{symbol.name}' contains another definition, whose name depends on the file")
        moves = ((place.path, path),)
    found = _changeable([*references_of(symbol, view, project_files), *_below(symbol, project_files)], project_files)
    edits: dict[str, list[Edit]] = {}
    for each in found:
        written = project_files.text(each.path).slice(each.start, each.end)
        edits.setdefault(each.path, []).append(Edit(each.start, each.end, capitalised(name) if written[:1].isupper() else new))
    return Renamed(edits, moves)


def _below(symbol: Symbol, project_files: ProjectFiles) -> list[Reference]:
    """The occurrences of a class name inside Hiera keys and qualified variables."""
    if symbol.kind != CLASS:
        return []
    found = []
    owner = f"{CLASS} {symbol.name}"
    for path in project_files.data():
        text = project_files.text(path)
        if f"{symbol.name}::".encode() in text.source:
            for occurrence in other.occurrences(OtherView(path, text, project_files.known)):
                if occurrence.symbol.kind == MEMBER and occurrence.symbol.owner == owner:
                    start = occurrence.end - len(occurrence.symbol.name) - 2 - len(symbol.name)
                    found.append(Reference(path, start, start + len(symbol.name), "read"))
    for view in project_files.with_words([f"{symbol.name}::"]):
        for occurrence in occurrences(view):
            if (
                occurrence.symbol.kind == MEMBER
                and occurrence.symbol.owner == owner
                and occurrence.end - occurrence.start > len(occurrence.symbol.name)
            ):
                start = occurrence.start
                found.append(Reference(os.path.abspath(view.path), start, start + len(symbol.name), "read"))
    return found


def moved_file(old: str, new: str, project_files: ProjectFiles) -> Renamed:
    """The changes that follow the renaming of a module's file: its class, define, function or type is renamed."""
    project = project_files.known.project
    before, after = name_of(old, project), name_of(new, project)
    view = project_files.view(os.path.abspath(old))
    if before is None or after is None or view is None:
        return Renamed({})
    for each in occurrences(view):
        if each.role == "define" and each.symbol.kind in DEFINITIONS and each.symbol.name == before:
            found = rename(view, [each], capitalised(after) if each.symbol.kind == TYPE else after, project_files)
            return Renamed(found.edits) if isinstance(found, Renamed) else Renamed({})
    return Renamed({})
