"""Renaming of Hiera keys that belong to no class, of facts that modules define in Ruby, and of tasks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from puppet_check.features.describe.runs import parameters, task_folder, task_places
from puppet_check.features.navigation.data_keys import data_keys
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.computed import change_computed, edits_of_computed
from puppet_check.features.renaming.draft import Draft, Renamed, RenameError
from puppet_check.features.renaming.mentions import suggest_in_ruby
from puppet_check.features.renaming.patterns import refuse_patterns
from puppet_check.features.renaming.strings import suggest_equal
from puppet_check.features.symbols import TOP, Symbol
from puppet_check.features.usages.references import all_references_of
from puppet_check.features.view import View
from puppet_check.semantics.calls import TASK, arguments, called
from puppet_check.semantics.value_paths import value_path
from puppet_check.workspace.tasks import files_in
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, functions_with, role_of
from puppet_typesys.builtins.value_reads import FACTS
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import FACT, TypedName

LOOKUPS = functions_with(Role.HIERA_KEY)


def renamed_key(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> Renamed:
    """The changes that rename a Hiera key. Raises RenameError."""
    if data_keys(name, project_files):
        raise RenameError(f"the key '{name}' already exists")
    refuse_patterns(symbol.name, name, project_files)
    draft = Draft(project_files)
    for other in project_files.with_words(LOOKUPS):
        for node in ast.walk(other.program):
            if called(node) in LOOKUPS:
                for each in _alternatives(arguments(node)[:1]):
                    draft.change(os.path.abspath(other.path), edits_of_computed(symbol.name, name, other, each, project_files))
    return _named_everywhere(symbol, name, view, draft, project_files)


def _alternatives(given: Iterable[ast.Expression]) -> Iterator[ast.Expression]:
    """The keys in an argument, which may be an array."""
    for each in given:
        yield from each.values if isinstance(each, ast.LiteralList) else (each,)


def renamed_fact(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> Renamed:
    """The changes that rename a fact, also where it is read as a variable of the top scope. Raises RenameError."""
    if project_files.known.loader.load(TypedName(FACT, name)) is not None:
        raise RenameError(f"the fact '{name}' already exists")
    draft = Draft(project_files)
    for each in all_references_of(Symbol(TOP, symbol.name), view, project_files):
        draft.change(each.path, [Edit(each.end - len(symbol.name), each.end, name)])
    for other in project_files.with_words([FACTS, *functions_with(Role.FACT)]):
        for node in ast.walk(other.program):
            for given in _fact_names(node):
                draft.change(os.path.abspath(other.path), edits_of_computed(symbol.name, name, other, given, project_files))
    return _named_everywhere(symbol, name, view, draft, project_files)


def _fact_names(node: ast.Node) -> tuple[ast.Expression, ...]:
    """The expressions in a node that name facts."""
    match node:
        case ast.AccessExpression() if value_path(node.left_expr) == (FACTS, ()):
            return node.keys[:1]
    given = arguments(node)
    if role_of(called(node), 0) is Role.FACT:
        return given[:1]
    is_path = role_of(called(node), 1) in (Role.PATH, Role.STEP) and value_path(given[0]) == (FACTS, ()) if given else False
    return given[1:2] if is_path else ()


def renamed_task(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> Renamed:
    """The changes that rename a task with its files. Raises RenameError."""
    if task_places(name, project_files.known):
        raise RenameError(f"the task '{name}' already exists")
    (old_folder, old), (new_folder, new) = (task_folder(each, project_files.known) for each in (symbol.name, name))
    if new_folder is None or old_folder is None:
        raise RenameError(f"there is no module for '{name}'")
    several = [each for each in files_in(old_folder) if os.path.splitext(each)[0] == old]
    moves = tuple((os.path.join(old_folder, each), os.path.join(new_folder, new + os.path.splitext(each)[1])) for each in several)
    for path in (os.path.join(old_folder, each) for each in files_in(old_folder) if each.endswith(".json")):
        source = project_files.text(path).source
        if any(f'"{each}"'.encode() in source for each in several) or any(b"/tasks/%b" % each.encode() in source for each in several):
            raise RenameError(f"{os.path.basename(path)} names a file of the task")
    draft = Draft(project_files)
    change_computed(TASK, symbol.name, name, draft, project_files)
    for module in project_files.known.project.modules.values():
        _suggest_in_plans(module.folder, symbol, name, draft, project_files)
    return _named_everywhere(symbol, name, view, draft, project_files)._replace(moves=moves)


def _suggest_in_plans(folder: str, symbol: Symbol, name: str, draft: Draft, project_files: ProjectFiles) -> None:
    """Suggest to change the steps of plans in YAML that run a task."""
    plans = os.path.join(folder, "plans")
    for path in (os.path.join(plans, each) for each in files_in(plans) if each.endswith(".yaml")):
        step = re.compile(rb"^[ \t-]*task:[ \t]*['\"]?(%b)(?![\w:])" % re.escape(symbol.name.encode()), re.MULTILINE)
        found = [Edit(*each.span(1), name) for each in step.finditer(project_files.text(path).source)]
        draft.suggest(path, found, f"a step in {os.path.basename(path)} runs '{symbol.name}'")


def renamed_argument(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> Renamed:
    """The changes that rename a parameter of a task. Raises RenameError."""
    kind, task = symbol.owner_name
    if kind != TASK:
        raise RenameError("only parameters of tasks can be renamed where they are given")
    if any(each.name == name for each in parameters(kind, task, project_files.known)):
        raise RenameError(f"the task '{task}' has a parameter '{name}' already")
    draft = Draft(project_files)
    for each in all_references_of(symbol, view, project_files):
        draft.change(each.path, [Edit(each.start, each.end, name)])
    word = re.compile(rb"(?<!\w)%b(?!\w)" % re.escape(symbol.name.encode()))
    for path in (each.path for each in task_places(task, project_files.known) if not each.path.endswith(".json")):
        found = [Edit(*each.span(), name) for each in word.finditer(project_files.text(path).source)]
        draft.suggest(path, found, f"a word in {os.path.basename(path)} may be the parameter '{symbol.name}'")
    return draft.done()


def _named_everywhere(symbol: Symbol, name: str, view: View, draft: Draft, project_files: ProjectFiles) -> Renamed:
    """The changes of all occurrences of a symbol, and suggestions for strings that are its name."""
    for each in all_references_of(symbol, view, project_files):
        if symbol.kind != TASK or each.end > each.start:
            draft.change(each.path, [Edit(each.end - len(symbol.name.encode()), each.end, name)])
    suggest_equal(symbol, name, draft, project_files)
    suggest_in_ruby(symbol.name, name, draft, project_files)
    return draft.done()
