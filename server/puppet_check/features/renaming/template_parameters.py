"""Renaming of parameters of EPP templates, which callers pass as keys of a hash."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.features.navigation.possible_texts import place_of, texts
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.bodies import Body
from puppet_check.features.renaming.draft import Draft, RenameError
from puppet_check.features.symbols import Symbol
from puppet_check.features.view import View
from puppet_check.semantics.calls import arguments, called
from puppet_check.semantics.node_at import path_at
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, functions_with, role_of
from puppet_typesys.diagnostics import Edit

CALLING = frozenset(each for each in functions_with(Role.TEMPLATE) if role_of(each, 1) is Role.PARAMETERS)
"""Functions that take a template and its parameters."""


def change_callers(symbol: Symbol, name: str, body: Body, draft: Draft, project_files: ProjectFiles) -> None:
    """Change the keys that callers of a template pass. Raises RenameError if a caller passes a hash that is computed."""
    for view in project_files.with_words(CALLING):
        for call in ast.walk(view.program):
            given = arguments(call) if called(call) in CALLING else ()
            if given and (is_sure := _is_call_of(given[0], view, body, project_files)) is not None:
                edits = list(_keys(given[1:2], symbol, name, view))
                if is_sure:
                    draft.change(os.path.abspath(view.path), edits)
                else:
                    reason = f"a call of a template with a computed name in {os.path.basename(view.path)} may pass it"
                    draft.suggest(os.path.abspath(view.path), edits, reason)


def _is_call_of(node: ast.Expression, view: View, body: Body, project_files: ProjectFiles) -> bool | None:
    """Whether the argument of a call names the template; False if it may, None if it does not."""
    project = project_files.known.project
    module = project.module_of(body.view.path)
    if module is None:
        return False
    inner = os.path.relpath(os.path.abspath(body.view.path), os.path.join(module.folder, "templates")).replace(os.sep, "/")
    wanted = f"{module.name}/{inner}".removesuffix(".epp")
    path = path_at(view.program, node.start)
    at = next((at for at, each in enumerate(path) if each is node), None)
    found = texts(node, place_of(view, path[: at + 1])) if at is not None else None
    if found is not None:
        names = {each.removesuffix(".epp") for each in found}
        return len(names) == 1 if wanted in names else None
    own = project.module_of(view.path)
    # A name that is computed is that of a template of the same module.
    is_possible = own is not None and own.name == module.name and _fits(node, wanted)
    return False if is_possible else None


def _fits(node: ast.Expression, wanted: str) -> bool:
    """Whether the parts that are written in a name are those of a template."""
    if not isinstance(node, ast.ConcatenatedString):
        return True
    parts = [re.escape(each.value) if isinstance(each, ast.LiteralString) else ".*" for each in node.segments]
    return any(re.fullmatch("".join(parts), each, re.DOTALL) for each in (wanted, f"{wanted}.epp"))


def literal_name(node: ast.Expression, module: str) -> str | None:
    """The name of a template that an expression gives, of which only the name of the module may be interpolated; None if it is computed."""
    match node:
        case ast.LiteralString():
            return node.value
        case ast.ConcatenatedString(segments=segments):
            parts = []
            for each in segments:
                match each:
                    case ast.LiteralString():
                        parts.append(each.value)
                    case ast.TextExpression(expr=ast.VariableExpression(name="module_name" | "::module_name")):
                        parts.append(module)
                    case _:
                        return None
            return "".join(parts)
    return None


def _keys(given: tuple[ast.Expression, ...], symbol: Symbol, name: str, view: View) -> Iterator[Edit]:
    """The edits of the keys of a hash that is passed. Raises RenameError if it is computed."""
    for each in given:
        if not isinstance(each, ast.LiteralHash):
            raise RenameError(f"{os.path.basename(view.path)} passes a computed hash to the template")
        for entry in each.entries:
            key = entry.key
            if not isinstance(key, ast.LiteralString | ast.QualifiedName):
                raise RenameError(f"{os.path.basename(view.path)} passes a computed key to the template")
            if key.value == symbol.name:
                end = key.end - (1 if key.end - key.start > len(key.value) else 0)
                yield Edit(end - len(key.value), end, name)
