"""Renaming of parameters of EPP templates, which callers pass as keys of a hash."""

from __future__ import annotations

import os

from puppet_check.features.project_files import ProjectFiles
from puppet_check.features.renaming.bodies import Body
from puppet_check.features.renaming.draft import Draft, RenameError
from puppet_check.features.symbols import Symbol
from puppet_check.rules.scopes import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit

CALLING = ("epp", "stdlib::deferrable_epp", "deferrable_epp")


def change_callers(symbol: Symbol, name: str, body: Body, draft: Draft, project_files: ProjectFiles) -> None:
    """Change the keys that callers of a template pass. Raises RenameError if a caller passes a hash that is computed."""
    for view in project_files.with_words(CALLING):
        for call in ast.walk(view.program):
            given = arguments(call) if called(call) in CALLING else ()
            if given and (is_sure := _is_call_of(given[0], view.path, body, project_files)) is not None:
                where = os.path.basename(view.path)
                if not is_sure:
                    raise RenameError(f"a call of a template with a computed name in {where} may pass it")
                _change_keys(given[1:2], symbol, name, view.path, draft)


def _is_call_of(node: ast.Expression, caller: str, body: Body, project_files: ProjectFiles) -> bool | None:
    """Whether the argument of a call names the template; False if it may, None if it does not."""
    project = project_files.known.project
    module = project.module_of(body.view.path)
    if module is None:
        return False
    inner = os.path.relpath(os.path.abspath(body.view.path), os.path.join(module.folder, "templates")).replace(os.sep, "/")
    own = project.module_of(caller)
    text = literal_name(node, "" if own is None else own.name)
    if text is None:
        # A name that is computed is that of a template of the same module.
        return False if own is not None and own.name == module.name else None
    return True if text.removesuffix(".epp") == f"{module.name}/{inner}".removesuffix(".epp") else None


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


def _change_keys(given: tuple[ast.Expression, ...], symbol: Symbol, name: str, path: str, draft: Draft) -> None:
    for each in given:
        if not isinstance(each, ast.LiteralHash):
            raise RenameError(f"{os.path.basename(path)} passes a computed hash to the template")
        for entry in each.entries:
            key = entry.key
            if not isinstance(key, ast.LiteralString | ast.QualifiedName):
                raise RenameError(f"{os.path.basename(path)} passes a computed key to the template")
            if key.value == symbol.name:
                end = key.end - (1 if key.end - key.start > len(key.value) else 0)
                draft.change(os.path.abspath(path), [Edit(end - len(key.value), end, name)])
