"""Renaming of the keys of a Struct that a type alias or parameter declares."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.features.navigation.occurrences import content_start, occurrences_at
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.draft import Draft, Renamed, RenameError
from puppet_check.features.renaming.mentions import suggest_in_ruby
from puppet_check.features.renaming.strings import suggest_equal
from puppet_check.features.symbols import Symbol
from puppet_check.features.usages.references import references_of
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit


def renamed_struct_key(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> Renamed:
    """The changes that rename a key, and suggestions for words that may be it in hashes that are not known to be of the type."""
    if name == symbol.name:
        return Renamed({})
    if references_of(symbol._replace(name=name), view, project_files):
        raise RenameError(f"the Struct has a key '{name}' already")
    draft = Draft(project_files)
    for each in references_of(symbol, view, project_files):
        draft.change(each.path, [Edit(each.end - len(symbol.name.encode()), each.end, name)])
    for other in project_files.with_words([symbol.name]):
        reason = f"a word in {os.path.basename(other.path)} may be the key '{symbol.name}'"
        draft.suggest(os.path.abspath(other.path), list(_words(symbol, name, other)), reason)
    suggest_equal(symbol, name, draft, project_files)
    suggest_in_ruby(symbol.name, name, draft, project_files)
    return draft.done()


def _words(symbol: Symbol, name: str, view: View) -> Iterator[Edit]:
    """The edits of the bare keys of hashes that may be the key, and of the paths of `get` and `dig` with it."""
    for node in ast.walk(view.program):
        match node:
            case ast.KeyedEntry(key=ast.QualifiedName() as key) if key.value == symbol.name and not occurrences_at(view, key.start):
                yield Edit(key.start, key.start + len(symbol.name), name)
            case ast.LiteralString(value=value) if "." in value and symbol.name in value.split("."):
                start = content_start(view, node)
                for at, part in enumerate(value.split(".")):
                    before = start + len(".".join(value.split(".")[:at]).encode()) + (1 if at else 0)
                    if part == symbol.name:
                        yield Edit(before, before + len(part.encode()), name)
