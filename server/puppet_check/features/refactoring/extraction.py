"""Extracts statements of a class to a new class, with the variables that they read as its parameters.

Defines are evaluated after all classes, and code such as `defined(File['/x'])` may depend on that, so that no statements become a define.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from puppet_check.features.describe.variables import declared as declared_type
from puppet_check.features.navigation.variable_occurrences import declared
from puppet_check.features.project_files.names import PARAMETER, file_of, name_of
from puppet_check.features.refactoring.rewriting import Rewritten
from puppet_check.features.view import View
from puppet_check.semantics.calls import called
from puppet_check.semantics.node_at import path_at
from puppet_check.semantics.scopes import BODIES
from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_typesys.diagnostics import Edit
from puppet_typesys.edits import indentation
from puppet_typesys.loader import CLASS, DEFINE, TypedName
from puppet_typesys.types import model
from puppet_typesys.types.relate import is_assignable

TITLE = frozenset(("title", "name"))
BOUND = frozenset("template inline_template inline_epp getvar defined return break next require tag tagged assert_private".split())
"""Functions that depend on the class or scope in which they are called."""
REFUSED = (ast.ErrorNode, ast.Definition, ast.ResourceDefaultsExpression, ast.ResourceOverrideExpression, ast.ReservedWord)
TEXTS = (ast.LiteralString, ast.ConcatenatedString)
AROUND = (ast.BlockExpression, ast.IfExpression, ast.UnlessExpression, ast.CaseExpression, ast.CaseOption)
"""What may be between a statement and the class that it belongs to."""
INDENT = "  "


class Selection(NamedTuple):
    """Whole statements in the body of a class."""

    owner: ast.HostClassDefinition
    statements: tuple[ast.Node, ...]

    @property
    def start(self) -> int:
        """The offset of the first statement."""
        return self.statements[0].start

    @property
    def end(self) -> int:
        """The offset after the last statement."""
        return self.statements[-1].end


def extracted_class(view: View, start: int, end: int) -> Iterator[Rewritten]:
    """Move the selected statements to a new class."""
    selection = _selected(view, start, end)
    if selection is None or view.known.project.module_of(view.path) is None or not _is_movable(view, selection):
        return
    names = _read(selection)
    if names is None or name_of(os.path.abspath(view.path), view.known.project) != selection.owner.name:
        return
    name = _free_name(view, selection.owner.name)
    path = file_of(CLASS, name, view.known.project)
    has_errors = any(each.severity == "error" for each in read(view.text, view.mode)[1])
    if path is None or has_errors or not all(PARAMETER.match(each) for each in names):
        return
    call = _call(name, names).replace("\n", f"\n{indentation(view.text, selection.start)}")
    new = Edit(0, 0, _written(view, name, selection, names), path)
    yield f"Extract to the class {name}", (new, Edit(selection.start, selection.end, call))


def _call(name: str, parameters: Sequence[str]) -> str:
    """The statements that take the place of the extracted ones."""
    width = max(map(len, parameters), default=0)
    given = "".join(f"{INDENT}{each.ljust(width)} => ${each},\n" for each in parameters)
    return f"class {{ '{name}':\n{given}}}\ncontain {name}" if given else f"contain {name}"


def _selected(view: View, start: int, end: int) -> Selection | None:
    """The whole statements that a selection covers, outside of lambdas."""
    text = view.text.slice(start, end)
    start, end = start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())
    if start >= end or view.mode.epp or len(text.encode()) != len(text):
        return None
    path = path_at(view.program, start)
    owner = next((each for each in reversed(path) if isinstance(each, BODIES)), None)
    for at in range(0 if owner is None else path.index(owner) + 1, len(path)):
        node = path[at]
        several = node.statements if isinstance(node, ast.BlockExpression) else (node,) if _is_branch(node, path[at - 1]) else ()
        inside = tuple(each for each in several if start <= each.start and each.end <= end)
        if isinstance(owner, ast.HostClassDefinition) and inside and inside[0].start == start and inside[-1].end == end:
            return Selection(owner, inside)
        if not isinstance(node, AROUND):
            return None
    return None


def _is_branch(node: ast.Node, parent: ast.Node) -> bool:
    """Whether a node is the only statement of a branch."""
    match parent:
        case ast.IfExpression() | ast.UnlessExpression():
            return node is parent.then_expr or (node is parent.else_expr and not isinstance(node, ast.IfExpression))
        case ast.CaseOption():
            return node is parent.then_expr
    return False


def _is_movable(view: View, selection: Selection) -> bool:
    """Whether statements mean the same in another class."""
    if any(isinstance(each, ast.ResourceDefaultsExpression) for each in ast.walk(selection.owner)):
        return False
    is_shifted = indentation(view.text, selection.start) != INDENT
    for node in (each for statement in selection.statements for each in ast.walk(statement)):
        if isinstance(node, REFUSED) or called(node) in BOUND or isinstance(node, ast.AssignmentExpression):
            return False
        if is_shifted and (isinstance(node, ast.HeredocExpression) or (isinstance(node, TEXTS) and "\n" in view.text.slice(*node.span))):
            return False
    return not any(isinstance(each, ast.HeredocExpression) for each in ast.walk(selection.statements[-1]))


def _read(selection: Selection) -> list[str] | None:
    """The variables of the class that statements read, in the order of their names; None if one is of unknown origin."""
    found: set[str] = set()
    own = declared(selection.owner)
    waiting: list[tuple[ast.Node, frozenset[str]]] = [(each, frozenset()) for each in selection.statements]
    while waiting:
        node, bound = waiting.pop()
        if isinstance(node, ast.LambdaExpression):
            bound |= frozenset(each.name for each in node.parameters)
        if isinstance(node, ast.VariableExpression) and node.name and "::" not in node.name and node.name not in bound:
            if node.name in TITLE or (node.name not in own and (node.name.isdecimal() or selection.owner.parent_class)):
                return None
            if node.name in own:
                found.add(node.name)
        waiting += ((each, bound) for each in ast.children(node))
    return sorted(found) if all(_is_set(own[each], selection) for each in found) else None


def _is_set(target: ast.Node, selection: Selection) -> bool:
    """Whether a parameter or variable certainly has a value before the selection."""
    if isinstance(target, ast.Parameter):
        return True
    body = selection.owner.body
    statements = body.statements if isinstance(body, ast.BlockExpression) else ()
    return any(
        isinstance(each, ast.AssignmentExpression) and each.left_expr is target and each.end <= selection.start for each in statements
    )


def _free_name(view: View, owner: str) -> str:
    load = view.known.loader.load
    names = (f"{owner}::part{'' if number == 1 else number}" for number in count(1))
    return next(each for each in names if not any(load(TypedName(kind, each)) for kind in (CLASS, DEFINE)))


def _written(view: View, name: str, selection: Selection, parameters: Sequence[str]) -> str:
    """The text of the new class."""
    own = declared(selection.owner)
    documented = "".join(f"#\n# @param {each}\n#   \n" for each in parameters)
    lines = "".join(f"{INDENT}{_parameter(view, own[each], each)},\n" for each in parameters)
    body = view.text.slice(selection.start, selection.end)
    indent = indentation(view.text, selection.start)
    body = re.sub(rf"\n{re.escape(indent)}", f"\n{INDENT}", body) if indent != INDENT else body
    return (
        f"# @summary \n{documented}class {name} (\n{lines}) {{\n{INDENT}{body}\n}}\n"
        if lines
        else f"# @summary \nclass {name} {{\n{INDENT}{body}\n}}\n"
    )


def _parameter(view: View, node: ast.Node, name: str) -> str:
    """The declaration of a parameter with the values that the variable may have."""
    type, text = None, "Any"
    if isinstance(node, ast.Parameter) and node.type_expr is not None:
        type, text = declared_type(view, node), view.text.slice(*node.type_expr.span)
    may_be_undef = type is None or is_assignable(type, model.Undef())
    return f"{text} ${name}{' = undef' if may_be_undef else ''}"
