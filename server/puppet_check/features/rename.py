"""Renaming: the edits of all files in which a name stands, or the reason why that would not be safe."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puppet_check.features import other
from puppet_check.features.names import capitalised, file_of, name_of, refused_name
from puppet_check.features.node_at import path_at
from puppet_check.features.other import OtherView
from puppet_check.features.others import Others
from puppet_check.features.references import Reference, references_of
from puppet_check.features.subjects import DEFINED, LOCAL, MEMBER, TOP, Subject, Use, plain
from puppet_check.features.targets import scope_of, targets
from puppet_check.features.uses import uses
from puppet_check.features.variable_uses import declared
from puppet_check.features.view import View
from puppet_check.rules.scopes import arguments, called
from puppet_check.workspace.kinds import is_code
from puppet_grammar import ast
from puppet_grammar.text import Span
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, TYPE, TypedName

MAKING = frozenset(("create_resources", "ensure_resource", "ensure_resources"))
VARIABLES = frozenset((LOCAL, MEMBER, TOP))
DEFINITIONS = frozenset((CLASS, DEFINE, FUNCTION, TYPE))
RUBY_VARIABLE = "@"
"""What is before the name of a variable in a template of Ruby."""


class Refusal(NamedTuple):
    """Why something is not renamed."""

    reason: str


class Renamed(NamedTuple):
    """The edits by file, and the files that get another name."""

    edits: dict[str, list[Edit]]
    moves: tuple[tuple[str, str], ...] = ()


def prepare(view: View, uses: Sequence[Use], others: Others) -> Span | Refusal:
    """The part of the text that would be replaced, of what the word at a place names."""
    if not uses:
        return NOTHING
    reason = _refused(uses[0], view, others)
    return Refusal(reason) if reason is not None else _part(uses[0])


def rename(view: View, uses: Sequence[Use], name: str, others: Others) -> Renamed | Refusal:
    """What has to change for what the word at a place names to have another name."""
    if not uses:
        return NOTHING
    use = uses[0]
    reason = _refused(use, view, others)
    if reason is None:
        reason = refused_name(use.subject.kind, name.removeprefix("$"))
    if reason is not None:
        return Refusal(reason)
    if use.subject.kind in VARIABLES:
        return _rename_variable(use.subject, name.removeprefix("$"), view, others)
    return _rename_definition(use.subject, name, view, others)


NOTHING = Refusal("there is nothing to rename here")


def _part(use: Use) -> Span:
    """What of a use is the name itself; keys of data have that of their class before it."""
    if use.subject.kind in VARIABLES:
        return Span(use.end - len(use.subject.name), use.end)
    return Span(use.start, use.end)


def _refused(use: Use, view: View, others: Others) -> str | None:
    """Why something has to keep its name, whatever the other one is."""
    subject = use.subject
    if subject.kind not in VARIABLES | DEFINITIONS:
        return "only variables, parameters, classes, defines, functions and types can be renamed"
    places = targets(subject, view, others)
    if not places:
        return f"nothing in the project defines '{subject.name}'"
    if not all(is_code(each.path) for each in places):
        return f"'{subject.name}' is not defined in Puppet code"
    module = others.known.project.module_of(places[0].path)
    if module is not None and module.is_fixture:
        return f"'{subject.name}' belongs to the module {module.name}, which is only a fixture for tests"
    if subject.kind in DEFINITIONS and len(places) > 1:
        return f"'{subject.name}' is defined in {len(places)} places"
    return _refused_variable(subject, view, others, places[0].path) if subject.kind in VARIABLES else None


# ---- variables


def _refused_variable(subject: Subject, view: View, others: Others, path: str) -> str | None:
    home = others.view(os.path.abspath(path)) or view
    scope = scope_of(subject, home)
    if isinstance(scope, ast.LambdaExpression) and isinstance(scope.body, ast.EppExpression):
        parameter = declared(scope).get(subject.name)
        return "some calls of the template are not known" if isinstance(parameter, ast.Parameter) else None
    for call in () if scope is None else _template_calls(scope):
        reason = _refused_template(call, subject.name, others)
        if reason is not None:
            return reason
    return _refused_member(subject, others) if subject.kind == MEMBER else None


def _refused_member(subject: Subject, others: Others) -> str | None:
    """Why a member cannot be renamed because of what others may do with it in ways that cannot be followed."""
    if subject.owner.startswith(f"{CLASS} "):
        read = re.compile(rf"@{subject.name}\b|\b{subject.owner_name.name}::{subject.name}\b".encode())
        for path in others.ruby_templates(subject.owner_name.name.partition("::")[0]):
            if read.search(others.text(path).source):
                return f"the template '{os.path.basename(path)}' may read it"
    for view in others.with_words([subject.name, subject.owner_name.name]):
        for node in ast.walk(view.program):
            if isinstance(node, ast.HostClassDefinition) and _means_two(subject, node, others):
                return f"before the class '{node.name}' sets it, '{subject.name}' is the variable of a class that it inherits from"
            if called(node) in MAKING and _names(arguments(node)[:1], subject.owner_name.name):
                return f"{called(node)} in {os.path.basename(view.path)} may set it"
            if isinstance(node, ast.ResourceExpression) and _is_computed(node) and _gives(node, subject.name):
                return f"a declaration with a computed name in {os.path.basename(view.path)} may be of '{subject.owner_name.name}'"
    return None


def _means_two(subject: Subject, definition: ast.HostClassDefinition, others: Others) -> bool:
    """Whether a class reads a variable of a class above it before it sets its own of the same name, and one of the two is meant."""
    if definition.parent_class is None or definition.body is None or subject.owner_name.name not in _line(definition, others):
        return False
    read = [node.start for node in ast.walk(definition.body) if isinstance(node, ast.VariableExpression) and node.name == subject.name]
    assigned = (node.left_expr for node in ast.walk(definition.body) if isinstance(node, ast.AssignmentExpression))
    made = [each.start for each in assigned if isinstance(each, ast.VariableExpression) and each.name == subject.name]
    return bool(made) and min(read) < min(made)


def _line(definition: ast.HostClassDefinition, others: Others) -> set[str]:
    """A class and those that it inherits."""
    found = {plain(definition.name)}
    above = definition.parent_class
    while above is not None and plain(above) not in found:
        found.add(plain(above))
        known = others.known.loader.load(TypedName(CLASS, plain(above)))
        above = None if known is None else known.parent
    return found


def _names(given: Iterable[ast.Expression], name: str) -> bool:
    """Whether a function that makes resources may be told a type."""
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


def _refused_template(call: ast.Node, name: str, others: Others) -> str | None:
    for each in arguments(call):
        if not isinstance(each, ast.LiteralString):
            return "a template with a computed name or text may read it"
        source = each.value
        if called(call) == "template":
            path = others.known.world.find_template(each.value)
            if not path:
                return f"the template '{each.value}', which may read it, does not exist"
            source = others.text(path).slice(0, len(others.text(path)))
        if re.search(rf"(?<!\w){name}(?!\w)", source):
            return f"the template '{each.value[:40]}' reads it"
    return None


def _rename_variable(subject: Subject, name: str, view: View, others: Others) -> Renamed | Refusal:
    if name == subject.name:
        return Renamed({})
    home = view if subject.kind in (LOCAL, TOP) else others.view(os.path.abspath(targets(subject, view, others)[0].path)) or view
    scope = scope_of(subject, home)
    if scope is not None and _is_taken(name, scope, home):
        return Refusal(f"'${name}' is already a variable here")
    edits: dict[str, list[Edit]] = {}
    for each in _changeable(references_of(subject, view, others), others):
        start = each.end - len(subject.name)
        edits.setdefault(each.path, []).append(Edit(start, each.end, name))
    return Renamed(edits)


def _is_taken(name: str, scope: ast.Node, view: View) -> bool:
    """Whether a name means something else in a body, or in one of those around or inside."""
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


def _changeable(found: Iterable[Reference], others: Others) -> list[Reference]:
    """The places outside of what is only there for tests."""
    fixtures = [each.folder + os.sep for each in others.known.project.modules.values() if each.is_fixture]
    return sorted({each for each in found if not any(each.path.startswith(folder) for folder in fixtures)})


# ---- definitions


def _rename_definition(subject: Subject, name: str, view: View, others: Others) -> Renamed | Refusal:
    new = name.lower()
    if new == subject.name:
        return Renamed({})
    taken = [kind for kind in (CLASS, DEFINE) if subject.kind in (CLASS, DEFINE)] or [subject.kind]
    if any(others.known.loader.load(TypedName(kind, new)) is not None for kind in taken):
        return Refusal(f"'{name}' already exists")
    (place,) = targets(subject, view, others)
    home = others.view(os.path.abspath(place.path))
    if home is None or home.text.slice(place.start, place.end).lower().removeprefix("::") != subject.name:
        return Refusal(f"'{subject.name}' is named by the code around it")
    moves: tuple[tuple[str, str], ...] = ()
    if name_of(place.path, others.known.project) == subject.name:
        path = file_of(subject.kind, new, others.known.project)
        if path is None:
            return Refusal(f"there is no module for '{name}'")
        if os.path.exists(path):
            return Refusal(f"the file for '{name}' already exists: {path}")
        if len([each for each in home.program.definitions if each.__class__ in DEFINED]) > 1:
            return Refusal(f"the file of '{subject.name}' contains another definition, which is named by the file")
        moves = ((place.path, path),)
    found = _changeable([*references_of(subject, view, others), *_below(subject, others)], others)
    edits: dict[str, list[Edit]] = {}
    for each in found:
        written = others.text(each.path).slice(each.start, each.end)
        edits.setdefault(each.path, []).append(Edit(each.start, each.end, capitalised(name) if written[:1].isupper() else new))
    return Renamed(edits, moves)


def _below(subject: Subject, others: Others) -> list[Reference]:
    """The name of a class in keys of its data and in its variables, where they stand and where they are looked up."""
    if subject.kind != CLASS:
        return []
    found = []
    owner = f"{CLASS} {subject.name}"
    for path in others.data():
        text = others.text(path)
        if f"{subject.name}::".encode() in text.source:
            for use in other.uses(OtherView(path, text, others.known)):
                if use.subject.kind == MEMBER and use.subject.owner == owner:
                    start = use.end - len(use.subject.name) - 2 - len(subject.name)
                    found.append(Reference(path, start, start + len(subject.name), "read"))
    for view in others.with_words([f"{subject.name}::"]):
        for use in uses(view):
            if use.subject.kind == MEMBER and use.subject.owner == owner and use.end - use.start > len(use.subject.name):
                start = use.start
                found.append(Reference(os.path.abspath(view.path), start, start + len(subject.name), "read"))
    return found


def moved_file(old: str, new: str, others: Others) -> Renamed:
    """What has to change when a file of a module gets another name: its class, define, function or type follows."""
    project = others.known.project
    before, after = name_of(old, project), name_of(new, project)
    view = others.view(os.path.abspath(old))
    if before is None or after is None or view is None:
        return Renamed({})
    for each in uses(view):
        if each.role == "define" and each.subject.kind in DEFINITIONS and each.subject.name == before:
            found = rename(view, [each], capitalised(after) if each.subject.kind == TYPE else after, others)
            return Renamed(found.edits) if isinstance(found, Renamed) else Renamed({})
    return Renamed({})
