"""What follows when the client renames files and folders of a module."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.features.boundary import ANYWHERE, Boundary
from puppet_check.features.navigation.occurrences import occurrences, occurrences_of
from puppet_check.features.project_files.names import capitalised, name_of
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.computed import edits_of_file
from puppet_check.features.renaming.confined import OUTSIDE
from puppet_check.features.renaming.draft import Draft, Refusal, Renamed, RenameError
from puppet_check.features.renaming.rename import DEFINITIONS, rename
from puppet_check.features.symbols import FILE, TEMPLATE, Symbol
from puppet_check.reading.folders import walk
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import TYPE

NAMED = {"templates": TEMPLATE, "files": FILE}
"""The folders of a module whose files are named in code, with the kinds of symbols."""

EPP = ".epp"


def moved(old: str, new: str, project_files: ProjectFiles, *, can_confirm: bool = False, boundary: Boundary = ANYWHERE) -> Renamed:
    """The changes that follow the renaming of a file, or of a folder with its files; those to confirm only if the user can be asked."""
    draft = Draft(project_files)
    notes: dict[str, None] = {}
    for before, after in _files(old, new):
        found = _moved_file(before, after, project_files, can_confirm)
        if isinstance(found, Refusal):
            notes[found.reason] = None
            continue
        for path, edits in found.edits.items():
            if boundary.contains(path):
                draft.change(path, edits)
            elif can_confirm:
                draft.suggest(path, edits, f"{path} is {OUTSIDE}")
            else:
                notes[f"{path} is {OUTSIDE}"] = None
        for unsure in found.unsure:
            for path, edits in unsure.edits.items():
                draft.suggest(path, edits, unsure.reason)
        notes.update(dict.fromkeys(found.notes))
    return draft.done()._replace(notes=tuple(notes))


def _files(old: str, new: str) -> Iterator[tuple[str, str]]:
    """The files that are renamed, with their new paths; with their folders, which code may name as well."""
    yield old, new
    if not os.path.isdir(old):
        return
    for where, folders, files in walk(old):
        for each in (*sorted(folders), *sorted(files)):
            path = os.path.join(where, each)
            yield path, os.path.join(new, os.path.relpath(path, old))
        folders.sort()


def _moved_file(old: str, new: str, project_files: ProjectFiles, can_confirm: bool) -> Renamed | Refusal:
    """The changes for one file: its class, define, function or type is renamed, or the names of a template or file change."""
    project = project_files.known.project
    before, after = name_of(old, project), name_of(new, project)
    if before is None or after is None:
        return _named_file(old, new, project_files)
    view = project_files.view(os.path.abspath(old))
    for each in () if view is None else occurrences(view):
        if view is not None and each.role == "define" and each.symbol.kind in DEFINITIONS and each.symbol.name == before:
            return rename(view, [each], capitalised(after) if each.symbol.kind == TYPE else after, project_files, can_confirm=can_confirm)
    return Renamed({})


def _named_file(old: str, new: str, project_files: ProjectFiles) -> Renamed:
    """The changes of the strings that name a template or file of a module."""
    before, after = (_symbol(each, project_files) for each in (old, new))
    module = project_files.known.project.module_of(old)
    if before is None or after is None or module is None or before.kind != after.kind:
        return Renamed({})
    draft = Draft(project_files)
    notes: list[str] = []
    for one, other in ((before, after), *_without_extension(old, before, after)):
        for view in project_files.with_words([os.path.basename(one.name)]):
            edits = [Edit(each.end - len(one.name), each.end, other.name) for each in occurrences_of(one, view)]
            draft.change(os.path.abspath(view.path), edits)
        notes += _change_computed(one, other, draft, project_files)
    return draft.done()._replace(notes=tuple(notes))


def _without_extension(path: str, before: Symbol, after: Symbol) -> Iterator[tuple[Symbol, Symbol]]:
    """The names without extension that `epp` accepts as well, unless another template has that name."""
    if before.kind == TEMPLATE and path.endswith(EPP) and not os.path.exists(path.removesuffix(EPP)):
        yield before._replace(name=before.name.removesuffix(EPP)), after._replace(name=after.name.removesuffix(EPP))


def _change_computed(before: Symbol, after: Symbol, draft: Draft, project_files: ProjectFiles) -> Iterator[str]:
    """Change the strings with interpolations that name a template or file; yields those that only may name it, each as a reason."""
    for view in project_files.with_words([*functions_with(Role.TEMPLATE, Role.FILE), "puppet:///modules", os.path.basename(before.name)]):
        for node in ast.walk(view.program):
            if isinstance(node, ast.ConcatenatedString):
                try:
                    draft.change(os.path.abspath(view.path), edits_of_file(before.kind, before.name, after.name, view, node, project_files))
                except RenameError as error:
                    yield str(error)


def _symbol(path: str, project_files: ProjectFiles) -> Symbol | None:
    module = project_files.known.project.module_of(path)
    if module is None:
        return None
    folder, *inner = os.path.relpath(path, module.folder).split(os.sep)
    return Symbol(NAMED[folder], f"{module.name}/{'/'.join(inner)}") if folder in NAMED and inner else None
